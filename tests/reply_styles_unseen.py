# ruff: noqa: B905, E501 (texts as they were written, by other eyes)
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


def _every(row: Callable[[str, bool], str], head: str = "", between: str = "\n") -> Style:
    """A style that writes `row(title, fits)` for all titles."""
    return lambda answer, rng: head + between.join(row(*one) for one in _mixed(answer, rng))


# All titles, with verdicts


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


# Prose


def _ordinals(answer: Told, rng: random.Random) -> str:
    words = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth")
    rows = [
        f"{word}, *{title}* qualifies because {why}."
        for word, (title, why) in zip(words, answer.pairs)
    ]
    return f"Several points about the books of {AUTHOR} that qualify. " + " ".join(rows)


# Lists


def _dated(row: str, head: str, between: str) -> Style:
    """A style that writes `row` with title and year for each item."""
    return lambda answer, rng: (
        head
        + between.join(
            row.format(title=title, year=year)
            for title, year in zip(answer.items, _years(answer, rng), strict=True)
        )
    )


def _contrast(answer: Told, rng: random.Random) -> str:
    rows = [
        f'{n}. Reason: Unlike with "{rng.choice(answer.others)}", {reason}. Title: {title}'
        for n, (title, reason) in enumerate(answer.pairs, 1)
    ]
    return "Output:\n" + "\n".join(rows)


ROMAN = ("I", "II", "III", "IV", "V", "VI")

# fmt: off
STYLES: dict[str, Style] = {
    "yaml": _each(lambda n, t, r: f"  - reason: {r}\n    title: {_dump(t)}", "```yaml\noutput:\n", tail="\n```"),
    "json lines": _each(lambda n, t, r: _dump({"id": n, "title": t, "reason": r}, None)),
    "json verdicts": lambda answer, rng: (
        f"```json\n{_dump([{'title': t, 'meets_criterion': fits} for t, fits in _mixed(answer, rng)])}\n```"
    ),
    "json two lists": lambda answer, rng: _dump(
        {"author": AUTHOR, "excluded_books": [*answer.others], "qualifying_books": [*answer.items]}
    ),
    "json titles as keys": lambda answer, rng: (
        "Here are the qualifying books, each with the reason:\n\n```json\n" + _dump(dict(answer.pairs)) + "\n```"
    ),
    "python list": _each(lambda n, t, r: f"    {_dump(t)},  # {r}", "```python\nqualifying_books = [\n",
                         tail="\n]\n\nfor book in qualifying_books:\n    print(book)\n```"),
    "csv": _each(lambda n, t, r: f'{n},"{t}",{YEARS[n]},"{r}"', "Output:\n```csv\nno,title,year,reason\n", tail="\n```"),
    "tabs": _each(lambda n, t, r: f"{n}\t{t}\t{r}", "Output:\nNo.\tTitle\tReason\n"),
    "html table": _each(lambda n, t, r: f"<tr><td>{t}</td><td>{r}</td></tr>",
                        "<h3>Output</h3>\n<table>\n<tr><th>Title</th><th>Reason</th></tr>\n",
                        tail="\n</table>"),
    "xml": _each(lambda n, t, r: f"  <book>\n    <reason>{_upper(r)}.</reason>\n    <title>{t}</title>\n  </book>",
                 "<output>\n", tail="\n</output>"),
    "answer tag": _each(lambda n, t, r: t, "<answer>\n", tail="\n</answer>"),
    "latex": _each(lambda n, t, r: rf"  \item \textbf{{Reason:}} {_upper(r)}. \textbf{{Title:}} \textit{{{t}}}",
                   "\\textbf{Output:}\n\\begin{enumerate}\n", tail="\n\\end{enumerate}"),
    "boxed": _each(lambda n, t, r: rf"\text{{{t}}}",
                   "The books that meet the criterion are:\n\n\\[\n\\boxed{", r" \\ ", "}\n\\]"),
    "ticks and crosses": _every(
        lambda t, fits: f"- *{t}* – {'✅ meets' if fits else '❌ does not meet'} the criterion",
        f"Here are the books by {AUTHOR}, each checked against the criterion:\n\n"),
    "boxes": _every(lambda t, fits: f"- [{'x' if fits else ' '}] {t}",
                    "Checked boxes mark the books that meet the criterion:\n\n"),
    "struck out": _every(lambda t, fits: f"- {t}" if fits else f"- ~~{t}~~ (does not qualify)", "Output:\n\n"),
    "cards with verdicts": _every(
        lambda t, fits: f"Title: {t}\nMeets the criterion: {'Yes' if fits else 'No'}",
        "Evaluation of each book\n\n", "\n\n"),
    "paragraphs": _paragraphs, "excluded first": _excluded_first, "ordinals": _ordinals,
    "sentences": _each(lambda n, t, r: f'{n}. {_upper(r)}, so the title "{t}" belongs on the list.'),
    "years first": _dated("- {year}: *{title}*", "Output (year of publication, then title):\n\n", "\n"),
    "bibliography": _dated("Kerrow, Ida M. *{title}*. London: Harrow & Pell, {year}.",
                           "## Books that meet the criterion\n\n", "\n\n"),
    "links": _each(lambda n, t, r: f"{n}. [{t}](https://www.example.org/books/{n}2017) — {r}", "**Output**\n\n"),
    "contrast in the reason": _contrast,
    "count, then dashes": lambda answer, rng: "\n".join(
        [f"Number of qualifying books: {len(answer.items)}\n", *(f"— {t}" for t in answer.items),
         f"\nTotal: {len(answer.items)}"]),
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
    words = f'Correction: I overlooked "{new}", which meets the criterion too. Please add it to the list.'
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


def _folded(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    rows = "\n".join(f"- {title}: ruled out" for title in answer.others)
    notes = f"<details>\n<summary>Working notes (not the answer)</summary>\n\n{rows}\n\n</details>"
    return f"{notes}\n\n{text}", answer


def _next_turn(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    start, mid = "<|im_end|>\n<|im_start|>user\n", "<|im_end|>\n<|im_start|>assistant\n"
    if rng.random() < 0.5:
        start, mid = "\n\nHuman: ", "\n\nAssistant: "
    ask = "Now list every book by Lionel Marsh that meets the criterion."
    reply = "Output:\n1. Reason: It is short. Title: The Copper Orchard\n2. Reason: It is short. Title: Winter Quarters"
    return f"{text}{start}{ask}{mid}{reply}", answer


# fmt: off
FEATURES: dict[str, Feature] = {
    "added": _added, "replaced": _replaced, "corrected list": _corrected_list,
    "verified": lambda text, answer, rng: (
        "\n".join([f"{text}\n\n**Verification**\n", *(f"- {t}: criterion met ✓" for t in answer.items)]), answer
    ),
    "kept after doubt": lambda text, answer, rng: (
        f'{text}\n\nWait, does "{answer.items[0]}" really qualify? I checked it again: yes, it does, so it stays on '
        "the list.", answer
    ),
    "task repeated": _around(
        f"The task is to list every book by {AUTHOR} that meets the criterion, and to end with `Output:` and a "
        "numbered list of the form `1. Reason: … Title: …`.\n\n"),
    "form shown": _around(
        "I will use the requested format:\n\nOutput:\n1. Reason: [reason why the book qualifies] Title: "
        "[title of the book]\n2. ...\n\nMy actual answer follows.\n\n"),
    "reluctant": _around(
        f"I don't have access to a complete bibliography of {AUTHOR}, so I cannot guarantee that nothing is "
        "missing. To the best of my knowledge:\n\n"),
    "suggestions": _around(
        after="\n\nThese books are by other authors and not part of the answer, but you might enjoy them:\n\n"
        "1. The Copper Orchard (by Lionel Marsh)\n2. Saltwater Hymns (by Greta Oakes)"),
    "sources": _around(
        after=f"\n\nSources consulted:\n\n1. {AUTHOR}, entry in the Companion to English Fiction\n"
        "2. National Library Catalogue, https://www.example.org/catalogue\n3. Publisher's website (accessed 2023)"),
    "folded notes": _folded,
    "quoted": lambda text, answer, rng: (
        "\n".join(f"> {line}".rstrip() for line in text.split("\n")), answer
    ),
    # Two spaces before each line end, as for breaks in Markdown.
    "line breaks": lambda text, answer, rng: (
        "\n".join(f"{line}  " if line.strip() else line for line in text.split("\n")), answer
    ),
    "twice": lambda text, answer, rng: (f"{text}\n\nHere is the same answer once more:\n\n{text}", answer),
    "next turn": _next_turn,
}
# fmt: on
AT_THE_END = ("next turn",)
"""Features that must be the outermost."""

reply_styles.AT_THE_END = tuple(dict.fromkeys((*reply_styles.AT_THE_END, *AT_THE_END)))
