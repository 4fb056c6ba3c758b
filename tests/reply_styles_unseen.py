# ruff: noqa: B905, E501 (kept as it was written, by other eyes)
"""More styles and features, written by somebody who had not seen the reader.

`renderings` orders features by `reply_styles.AT_THE_END`, so the names in `AT_THE_END` below are
added to it when this module is imported.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import replace

import reply_styles
from reply_styles import TITLES, Feature, Style, Told

AUTHOR = "Ida M. Kerrow"
YEARS = (1912, 1919, 1924, 1931, 1938, 1947, 1953, 1961, 1968, 1974)


def _upper(reason: str) -> str:
    return reason[0].upper() + reason[1:]


def _years(answer: Told, rng: random.Random) -> list[int]:
    return sorted(rng.sample(YEARS, len(answer.items)))


def _mixed(answer: Told, rng: random.Random) -> list[tuple[str, bool]]:
    """All titles, each with whether it fits; the items stay in their order."""
    rows = [(title, True) for title in answer.items]
    for other in answer.others:
        rows.insert(rng.randint(0, len(rows)), (other, False))
    return rows


def _each(
    row: Callable[[int, str, str], str],
    head: str = "Output:\n",
    between: str = "\n",
    tail: str = "",
) -> Style:
    """A style that writes `row(n, title, reason)` for each item."""

    def style(answer: Told, rng: random.Random) -> str:
        rows = [row(n, title, reason) for n, (title, reason) in enumerate(answer.pairs, 1)]
        return head + between.join(rows) + tail

    return style


def _dump(value: object, indent: int | None = 2) -> str:
    return json.dumps(value, indent=indent, ensure_ascii=False)


# Data


def _yaml(answer: Told, rng: random.Random) -> str:
    rows = [f"  - reason: {reason}\n    title: {_dump(title)}" for title, reason in answer.pairs]
    return "```yaml\noutput:\n" + "\n".join(rows) + "\n```"


def _json_lines(answer: Told, rng: random.Random) -> str:
    rows = [
        _dump({"id": n, "title": t, "reason": r}, None) for n, (t, r) in enumerate(answer.pairs, 1)
    ]
    return "Output:\n" + "\n".join(rows)


def _json_verdicts(answer: Told, rng: random.Random) -> str:
    rows = [{"title": title, "meets_criterion": fits} for title, fits in _mixed(answer, rng)]
    return "```json\n" + _dump(rows) + "\n```"


def _json_two_lists(answer: Told, rng: random.Random) -> str:
    return _dump(
        {"author": AUTHOR, "excluded_books": [*answer.others], "qualifying_books": [*answer.items]}
    )


def _python(answer: Told, rng: random.Random) -> str:
    rows = "".join(f"    {_dump(title)},  # {reason}\n" for title, reason in answer.pairs)
    return f"```python\nqualifying_books = [\n{rows}]\n\nfor book in qualifying_books:\n    print(book)\n```"


def _csv(answer: Told, rng: random.Random) -> str:
    rows = [
        f'{n},"{title}",{year},"{reason}"'
        for n, ((title, reason), year) in enumerate(
            zip(answer.pairs, _years(answer, rng), strict=True), 1
        )
    ]
    return "Output:\n```csv\nno,title,year,reason\n" + "\n".join(rows) + "\n```"


def _grid(answer: Told, rng: random.Random) -> str:
    left = max(map(len, (*answer.items, "Title")))
    right = max(map(len, (*answer.reasons, "Reason")))
    rule = f"+-{'-' * left}-+-{'-' * right}-+"
    rows = [f"| {title:<{left}} | {reason:<{right}} |" for title, reason in answer.pairs]
    head = ["Output:", rule, f"| {'Title':<{left}} | {'Reason':<{right}} |", rule]
    return "\n".join([*head, *rows, rule])


# All titles, with verdicts


def _ticks_and_crosses(answer: Told, rng: random.Random) -> str:
    rows = [
        f"{n}. *{title}* – {'✅ meets' if fits else '❌ does not meet'} the criterion"
        for n, (title, fits) in enumerate(_mixed(answer, rng), 1)
    ]
    return f"Here are the books by {AUTHOR}, each checked against the criterion:\n\n" + "\n".join(
        rows
    )


def _boxes(answer: Told, rng: random.Random) -> str:
    rows = [f"- [{'x' if fits else ' '}] {title}" for title, fits in _mixed(answer, rng)]
    return "Checked boxes mark the books that meet the criterion:\n\n" + "\n".join(rows)


def _struck(answer: Told, rng: random.Random) -> str:
    rows = [
        f"- {t}" if fits else f"- ~~{t}~~ (does not qualify)" for t, fits in _mixed(answer, rng)
    ]
    return "Output:\n\n" + "\n".join(rows)


def _paragraphs(answer: Told, rng: random.Random) -> str:
    why = dict(answer.pairs)
    rows = [
        f"**{title}**\n"
        + (f"Looking at this book, {why[title]}. Therefore, this book is included." if fits
           else "This book fails the criterion. Therefore, this book is excluded.")
        for title, fits in _mixed(answer, rng)
    ]  # fmt: skip
    return "\n\n".join(rows)


def _excluded_first(answer: Told, rng: random.Random) -> str:
    out = "\n".join(f"* {title}" for title in answer.others)
    rows = "\n".join(f"* {title}" for title in answer.items)
    return f"**Books that do not qualify:**\n\n{out}\n\n**Books that qualify:**\n\n{rows}"


def _cards_with_verdicts(answer: Told, rng: random.Random) -> str:
    rows = "\n".join(
        f"Title: {title}\nMeets the criterion: {'Yes' if fits else 'No'}\n"
        for title, fits in _mixed(answer, rng)
    )
    return f"Evaluation of each book\n\n{rows}".rstrip()


# Prose


def _ordinals(answer: Told, rng: random.Random) -> str:
    words = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
    rows = [
        f"{word}, *{title}* qualifies because {why}."
        for word, (title, why) in zip(words, answer.pairs)
    ]
    return f"Several points about the books of {AUTHOR} that qualify. " + " ".join(rows)


def _story(answer: Told, rng: random.Random) -> str:
    rows = [
        f"In {year}, {AUTHOR} published “{title}”, which meets the criterion since {reason}."
        for (title, reason), year in zip(answer.pairs, _years(answer, rng), strict=True)
    ]
    out = " and ".join(f"“{title}”" for title in answer.others)
    return "\n\n".join([*rows, f"I left out {out}, which fails the criterion." if len(answer.others) == 1
                        else f"I left out {out}, all of which fail the criterion."])  # fmt: skip


# Lists


def _decades(answer: Told, rng: random.Random) -> str:
    text, last = "**Output (by decade of publication):**\n", ""
    for title, year in zip(answer.items, _years(answer, rng), strict=True):
        decade = f"{year // 10 * 10}s"
        text += f"\n### {decade}\n\n" * (decade != last) + f"- *{title}* ({year})\n"
        last = decade
    return text.rstrip()


def _dated(row: str, head: str, between: str) -> Style:
    """A style that writes `row` with title and year for each item."""
    return lambda answer, rng: (
        head
        + between.join(
            row.format(title=title, year=year)
            for title, year in zip(answer.items, _years(answer, rng), strict=True)
        )
    )


def _links(answer: Told, rng: random.Random) -> str:
    rows = [
        f"{n}. [{title}](https://www.example.org/books/{rng.randint(10000, 99999)}) — {reason}"
        for n, (title, reason) in enumerate(answer.pairs, 1)
    ]
    return "**Output**\n\n" + "\n".join(rows)


def _contrast(answer: Told, rng: random.Random) -> str:
    rows = [
        f'{n}. Reason: Unlike with "{rng.choice(answer.others)}", {reason}. Title: {title}'
        for n, (title, reason) in enumerate(answer.pairs, 1)
    ]
    return "Output:\n" + "\n".join(rows)


def _words_counted(answer: Told, rng: random.Random) -> str:
    rows = []
    for n, title in enumerate(answer.items, 1):
        words = title.split()
        said = f"{len(words)} word{'s' * (len(words) > 1)} ({' + '.join(words)})"
        rows.append(f"{n}. Reason: The title has {said}. Title: {title}")
    return "Output:\n" + "\n".join(rows)


def _count_then_list(answer: Told, rng: random.Random) -> str:
    rows, count = "\n".join(f"— {title}" for title in answer.items), len(answer.items)
    return f"Number of qualifying books: {count}\n\n{rows}\n\nTotal: {count}"


def _boxed(answer: Told, rng: random.Random) -> str:
    rows = r" \\ ".join(rf"\text{{{title}}}" for title in answer.items)
    return "The books that meet the criterion are:\n\n\\[\n\\boxed{" + rows + "}\n\\]"


ROMAN = ("I", "II", "III", "IV", "V", "VI")

# fmt: off
STYLES: dict[str, Style] = {
    "yaml": _yaml, "json lines": _json_lines, "json verdicts": _json_verdicts,
    "json two lists": _json_two_lists, "json titles as keys": lambda answer, rng: (
        "Here are the qualifying books, each with the reason:\n\n```json\n" + _dump(dict(answer.pairs)) + "\n```"
    ),
    "python list": _python,
    "python dicts": lambda answer, rng: (
        "Output: " + repr([{"reason": reason, "title": title} for title, reason in answer.pairs])
    ),
    "csv": _csv,
    "tabs": _each(lambda n, t, r: f"{n}\t{t}\t{r}", "Output:\nNo.\tTitle\tReason\n"),
    "grid": _grid,
    "html table": _each(lambda n, t, r: f"<tr><td>{t}</td><td>{r}</td></tr>",
                        "<h3>Output</h3>\n<table>\n<tr><th>Title</th><th>Reason</th></tr>\n",
                        tail="\n</table>"),
    "xml": _each(lambda n, t, r: f"  <book>\n    <reason>{_upper(r)}.</reason>\n    <title>{t}</title>\n  </book>",
                 "<output>\n", tail="\n</output>"),
    "answer tag": _each(lambda n, t, r: t, "<answer>\n", tail="\n</answer>"),
    "latex": _each(lambda n, t, r: rf"  \item \textbf{{Reason:}} {_upper(r)}. \textbf{{Title:}} \textit{{{t}}}",
                   "\\textbf{Output:}\n\\begin{enumerate}\n", tail="\n\\end{enumerate}"),
    "boxed": _boxed, "ticks and crosses": _ticks_and_crosses, "boxes": _boxes,
    "struck out": _struck, "paragraphs": _paragraphs, "excluded first": _excluded_first,
    "cards with verdicts": _cards_with_verdicts, "ordinals": _ordinals, "story": _story,
    "sentences": _each(lambda n, t, r: f'{n}. {_upper(r)}, so the title "{t}" belongs on the list.'),
    "decades": _decades,
    "years first": _dated("- {year}: *{title}*", "Output (year of publication, then title):\n\n", "\n"),
    "bibliography": _dated("Kerrow, Ida M. *{title}*. London: Harrow & Pell, {year}.",
                           "## Books that meet the criterion\n\n", "\n\n"),
    "links": _links, "contrast in the reason": _contrast, "words counted": _words_counted,
    "count, then dashes": _count_then_list,
    "brackets in one line": lambda answer, rng: "Output: " + ", ".join(f"[{t}]" for t in answer.items),
    "headings": _each(lambda n, t, r: f"### {n}. {t}\n\n{_upper(r)}.", "# Output\n\n", "\n\n"),
    "one line": _each(lambda n, t, r: f"{n}. Reason: {_upper(r)}. Title: {t}", "Output: ", " "),
    "number alone": _each(lambda n, t, r: f"{n}.\nReason:\n{_upper(r)}.\nTitle:\n{t}", between="\n\n"),
    "cards and rules": _each(
        lambda n, t, r: f"**Book {n}**\n**Title:** {t}\n**Author:** {AUTHOR}\n**Reason:** {_upper(r)}.",
        "", "\n\n---\n\n"),
    "roman": _each(lambda n, t, r: f"{ROMAN[n - 1]}. {t} — {r}", "OUTPUT\n\n"),
    "keycaps": _each(lambda n, t, r: f"{n}\ufe0f\u20e3 **{t}** 📖 {r}", "📚 **Output:**\n\n"),
    "nested stars": _each(lambda n, t, r: f"*   **Reason:** {_upper(r)}.\n    *   **Title:** *{t}*",
                          "**Output:**\n\n"),
    "lettered parts": _each(lambda n, t, r: f"{n}. a. Reason: {_upper(r)}.\n   b. Title: {t}"),
    "code spans": _each(lambda n, t, r: f"- `{t}`: {r}", "`Output:`\n\n"),
    "arrow": _each(lambda n, t, r: f"{n}. {_upper(r)} → {t}"),
    "capital labels": _each(lambda n, t, r: f"REASON: {_upper(r)}.\nTITLE: {t}", "OUTPUT:\n\n", "\n\n"),
    "placeholders kept": _each(lambda n, t, r: f"{n}. Reason: [{_upper(r)}]. Title: [{t}]"),
    "angle brackets kept": _each(lambda n, t, r: f"{n}. Reason: <{r}> Title: <{t}>"),
    "marker on each line": _each(lambda n, t, r: f"Output {n}: Reason: {_upper(r)}. Title: {t}", ""),
    "title in the reason": _each(lambda n, t, r: f'{n}. Reason: "{t}" qualifies: {r}. Title: {t}'),
    "reason below in italics": _each(lambda n, t, r: f"{n}. {t}\n   *({_upper(r)}.)*", between="\n\n"),
    "chinese": _each(lambda n, t, r: f"{n}. 理由：{_upper(r)}。书名：《{t}》", "输出：\n"),
    "german": _each(lambda n, t, r: f"{n}. Begründung: Das Kriterium ist erfüllt. Titel: „{t}“", "Ausgabe:\n"),
}
# fmt: on


# Features


def _around(before: str = "", after: str = "") -> Feature:
    """A feature that only puts words before or after the reply."""
    return lambda text, answer, rng: (before + text + after, answer)


def _fresh(text: str, answer: Told, rng: random.Random) -> str | None:
    """A title that nothing has been said about."""
    known = {*answer.items, *answer.others}
    left = [title for title in TITLES if title not in known and title not in text]
    return rng.choice(left) if left else None


def _added(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    new = _fresh(text, answer, rng)
    if new is None:
        return text, answer
    reasons = (*answer.reasons, "it was overlooked")
    words = rng.choice([
        f'Correction: I overlooked "{new}", which meets the criterion too. Please add it to the list.',
        f'Wait, I forgot one book: "{new}" also qualifies and should be added to the end of the list.',
    ])  # fmt: skip
    return f"{text}\n\n{words}", replace(answer, items=(*answer.items, new), reasons=reasons)


def _replaced(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    new = _fresh(text, answer, rng)
    if new is None:
        return text, answer
    words = (
        f'Correction: "{answer.items[-1]}" was a mistake, as it does not meet the criterion. '
        f'It should be replaced by "{new}", which does meet it.'
    )
    return f"{text}\n\n{words}", replace(answer, items=(*answer.items[:-1], new))


def _corrected_list(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    if len(answer.items) < 2:
        return text, answer
    out = rng.randrange(1, len(answer.items))
    items = answer.items[:out] + answer.items[out + 1 :]
    reasons = answer.reasons[:out] + answer.reasons[out + 1 :]
    rows = "\n".join(
        f"{n}. Reason: {_upper(r)}. Title: {t}" for n, (t, r) in enumerate(zip(items, reasons), 1)
    )
    words = (
        f'I need to correct my answer: it contains "{answer.items[out]}", which does not meet the criterion. '
        "The corrected answer, which replaces the one above, is:\n\nOutput:\n"
    )
    return f"{text}\n\n{words}{rows}", replace(answer, items=items, reasons=reasons)


def _summary(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    quoted = " and ".join(f'"{title}"' for title in answer.items)
    if len(answer.items) == 1:
        return f"{text}\n\nIn summary, {quoted} is the one book that qualifies.", answer
    return f"{text}\n\nIn summary, {len(answer.items)} books qualify: {quoted}.", answer


def _kept(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    if len(answer.items) < 2:
        return text, answer
    words = f'Wait, does "{answer.items[0]}" really qualify? I checked it again: yes, it does, so it stays on the list.'
    return f"{text}\n\n{words}", answer


def _candidates(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    every = rng.sample([*answer.items, *answer.others], len(answer.items) + len(answer.others))
    rows = "\n".join(f"{n}. {title}" for n, title in enumerate(every, 1))
    head = "**Step 1: Collect all candidates, whether they meet the criterion or not**"
    return (
        f"{head}\n\n{rows}\n\n**Step 2: Keep only those that meet the criterion**\n\n{text}",
        answer,
    )


def _reluctant(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    words = rng.choice([
        "I'm sorry, but as an AI language model I cannot browse the internet to check every detail. "
        "Based on what I know, however, I can give you this answer:",
        f"I don't have access to a complete bibliography of {AUTHOR}, so I cannot guarantee that nothing is "
        "missing. To the best of my knowledge:",
    ])  # fmt: skip
    return f"{words}\n\n{text}", answer


def _channels(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    first = rng.choice(answer.others)
    thoughts = f'We need to list the books. Maybe "{first}"? Output: 1. Title: {first}. No, it fails the criterion.'
    final = "<|end|><|start|>assistant<|channel|>final<|message|>"
    return f"<|channel|>analysis<|message|>{thoughts}{final}{text}", answer


def _folded(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    rows = "\n".join(f"- {title}: ruled out" for title in answer.others)
    notes = f"<details>\n<summary>Working notes (not the answer)</summary>\n\n{rows}\n\n</details>"
    return f"{notes}\n\n{text}", answer


def _turn_header(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    header = rng.choice([
        "<|im_start|>assistant\n", "<|start_header_id|>assistant<|end_header_id|>\n\n", "[/INST] ", "Assistant: ",
    ])  # fmt: skip
    return header + text, answer


def _wrapped(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    fence = "````" if "```" in text else "```"
    return f"{fence}markdown\n{text}\n{fence}", answer


def _next_turn(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    start, mid = rng.choice([
        ("<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"),
        ("<|eot_id|><|start_header_id|>user<|end_header_id|>\n\n",
         "<|eot_id|><|start_header_id|>assistant<|end_header_id|>\n\n"),
        ("</s>[INST] ", " [/INST] "),
        ("\n\nHuman: ", "\n\nAssistant: "),
    ])  # fmt: skip
    ask = "Now list every book by Lionel Marsh that meets the criterion."
    reply = "Output:\n1. Reason: It is short. Title: The Copper Orchard\n2. Reason: It is short. Title: Winter Quarters"
    return f"{text}{start}{ask}{mid}{reply}", answer


def _exercise(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    rule = rng.choice(["#" * 20, "-----", "<|endoftext|>"])
    ask = "Exercise 2: List every book by Greta Oakes that is a collection of poems."
    reply = "Solution:\n1. Title: Saltwater Hymns\n2. Title: The Weir"
    return f"{text}\n\n{rule}\n\n{ask}\n\n{reply}", answer


def _stop_tokens(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    token = rng.choice(["</s>", "<|im_end|>", "<|eot_id|>", "<|endoftext|>", "<end_of_turn>"])
    return text + token * rng.randint(1, 3), answer


# fmt: off
FEATURES: dict[str, Feature] = {
    "added": _added, "replaced": _replaced, "corrected list": _corrected_list, "summary": _summary,
    "verified": lambda text, answer, rng: (
        "\n".join([f"{text}\n\n**Verification**\n", *(f"- {t}: criterion met ✓" for t in answer.items)]), answer
    ),
    "kept after doubt": _kept,
    "task repeated": _around(
        f"The task is to list every book by {AUTHOR} that meets the criterion, and to end with `Output:` and a "
        "numbered list of the form `1. Reason: … Title: …`.\n\n"),
    "form shown": _around(
        "I will use the requested format:\n\nOutput:\n1. Reason: [reason why the book qualifies] Title: "
        "[title of the book]\n2. ...\n\nMy actual answer follows.\n\n"),
    "candidates": _candidates, "reluctant": _reluctant,
    "suggestions": _around(
        after="\n\nThese books are by other authors and not part of the answer, but you might enjoy them:\n\n"
        "1. The Copper Orchard (by Lionel Marsh)\n2. Saltwater Hymns (by Greta Oakes)"),
    "sources": _around(
        after=f"\n\nSources consulted:\n\n1. {AUTHOR}, entry in the Companion to English Fiction\n"
        "2. National Library Catalogue, https://www.example.org/catalogue\n3. Publisher's website (accessed 2023)"),
    "channels": _channels, "folded notes": _folded, "turn header": _turn_header, "wrapped": _wrapped,
    "quoted": lambda text, answer, rng: (
        "\n".join(f"> {line}".rstrip() for line in text.split("\n")), answer
    ),
    # Two spaces before each line end, as for breaks in Markdown.
    "line breaks": lambda text, answer, rng: (
        "\n".join(f"{line}  " if line.strip() else line for line in text.split("\n")), answer
    ),
    "twice": lambda text, answer, rng: (f"{text}\n\nHere is the same answer once more:\n\n{text}", answer),
    "next turn": _next_turn, "exercise": _exercise, "stop tokens": _stop_tokens,
}
# fmt: on
AT_THE_END = ("next turn", "exercise", "stop tokens")
"""Features that must be the outermost."""

reply_styles.AT_THE_END = tuple(dict.fromkeys((*reply_styles.AT_THE_END, *AT_THE_END)))
