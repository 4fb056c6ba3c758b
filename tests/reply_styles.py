"""Replies made from answers: the truth is data, the reply one of many renderings of it.

A *style* renders an answer; a *feature* changes a rendered reply as models do (thoughts before it,
a draft, a note on what was rejected). `renderings` nests up to two features around each style.
Half of the styles and features (`reply_styles_unseen`) were written by somebody who had not seen
the reader.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Told:
    """What a reply tells: `items` in order (titles), or a `verdict`, yes or no.

    `others` are titles that do not qualify, `reasons` one for each item; `outcome` is that of a
    reader: ok, empty, refused, truncated.
    """

    items: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    verdict: str = ""
    outcome: str = "ok"

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each item with its reason."""
        return [*zip(self.items, self.reasons, strict=True)]


Style = Callable[[Told, random.Random], str]
Feature = Callable[[str, Told, random.Random], tuple[str, Told]]

TITLES = (
    "The Glass Meridian", "Oxide", "A Ferry to Nowhere", "Small Hours", "Pax Aurelia",
    "The Lamplighter's Son", "4 Rue Verte", "Who Goes by Night?", "Nine Tailors of Leith",
    "Hush, Little Kestrel", "Selected Letters, 1917-1961", "Nothing Gold", "Kraken Season",
    "What the River Said", "1986", "Tinker's Hill: A Memoir", "Mrs. Orr", "The Dogs' Acre",
    "Ravel & Co.", "Zenobia", "To the Salt House", "Is Anybody There", "No Title Yet",
    "Yes, Captain",
)  # fmt: skip
REASONS = (
    "the first letter is as asked", "it has the number of words that is asked for",
    "it was published within the years given", "its last letter is the one in the criterion",
    "counting the words gives the right number", "there is no personal name in it",
)  # fmt: skip


def told(rng: random.Random, fewest: int = 1) -> Told:
    """An answer of one to six titles, with one to four others."""
    chosen = rng.sample(TITLES, 10)
    count = rng.randint(fewest, 6)
    reasons = tuple(rng.choice(REASONS) for _ in range(count))
    return Told(tuple(chosen[:count]), tuple(chosen[6 : 6 + rng.randint(1, 4)]), reasons)


def _lines(answer: Told, form: str, start: int = 1) -> str:
    return "\n".join(
        form.format(n=n, title=title, reason=reason, Reason=reason[0].upper() + reason[1:])
        for n, (title, reason) in enumerate(answer.pairs, start)
    )


def _style(form: str, head: str = "Output:\n", tail: str = "") -> Style:
    return lambda answer, rng: f"{head}{_lines(answer, form)}{tail}"


def _json(answer: Told, rng: random.Random) -> str:
    rows = [{"reason": reason, "title": title} for title, reason in answer.pairs]
    return "```json\n" + json.dumps({"output": rows}, indent=2, ensure_ascii=False) + "\n```"


def _table(answer: Told, rng: random.Random) -> str:
    rows = (f"| {n} | {t} | {1900 + n} | {r} |" for n, (t, r) in enumerate(answer.pairs, 1))
    return "Output:\n\n| # | Title | Year | Reason |\n|---|---|---|---|\n" + "\n".join(rows)


def _table_of_all(answer: Told, rng: random.Random) -> str:
    rows = [f"| {title} | Yes |" for title in answer.items]
    rows += [f"| {title} | No |" for title in answer.others]
    return "| Book | Meets the criterion? |\n|---|---|\n" + "\n".join(rows)


def _prose(answer: Told, rng: random.Random) -> str:
    quoted = [f'"{title}"' for title in answer.items]
    if len(quoted) == 1:
        return f"The only book that meets the criterion is {quoted[0]}."
    return f"The books that meet the criterion are {', '.join(quoted[:-1])} and {quoted[-1]}."


STYLES: dict[str, Style] = {
    "as asked": _style("{n}. Reason: {Reason}. Title: {title}"),
    "bold labels": _style("{n}. **Reason:** {Reason}. **Title:** {title}", "**Output:**\n\n"),
    "titles only": _style("{n}. Title: {title}"),
    "no labels": _style("{n}. {title}"),
    "quoted": _style('{n}. "{title}"'),
    "curly quotes": _style("{n}. “{title}” – {reason}"),
    "bold with remark": _style("- **{title}** – {reason}", "These books qualify:\n\n"),
    "italics with year": _style("* *{title}* (1961)", "### Final Output\n\n"),
    "year and comma": _style("{n}. Reason: {Reason}. Title: {title} (1961)"),
    "two lines": _style("{n}. Reason: {Reason}.\n   Title: {title}"),
    "two lines, not indented": _style("{n}. Reason: {Reason}.\nTitle: {title}"),
    "nested": _style("{n}. **{title}**\n   - Year: 1961\n   - Reason: {reason}"),
    "title first": _style("{n}. Title: {title}. Reason: {Reason}."),
    "brackets around numbers": _style("({n}) {title}"),
    "bullets": _style("• {title}"),
    "heading without a colon": _style("{n}. {title} (1961) - {reason}", "## Output\n\n"),
    "fenced": _style("{n}. Reason: {Reason}. Title: {title}", "```\nOutput:\n", "\n```"),
    "quoted block": _style("> {n}. Title: {title}", "> Output:\n"),
    "ticks": _style("✅ {title}", "Matching books:\n\n"),
    "emphasised whole": _style("{n}. **Reason: {Reason}. Title: {title}**", "**Output:**\n"),
    "plain lines": _style("{title}"),
    "author": _style("{n}. {title} by Ida M. Kerrow (1961)"),
    "html": _style("<li>{title}</li>", "<p>Output:</p>\n<ul>\n", "\n</ul>"),
    "json": _json,
    "json titles": lambda answer, rng: (
        f"Output:\n{json.dumps([*answer.items], ensure_ascii=False)}"
    ),
    "table": _table,
    "table of all": _table_of_all,
    "prose": _prose,
    "semicolons": lambda answer, rng: (
        f"Output: {'; '.join(answer.items)}{';' * (len(answer.items) == 1)}"
    ),
    "upper case marker": _style("{n}) {title}", "FINAL OUTPUT:\n"),
    "is the answer": _style("{n}. {title}", "The books that satisfy the criteria are:\n\n"),
}


def _thoughts(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    first = rng.choice(answer.others or ("Oxide",))
    opening, closing = rng.choice([
        ("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]"),
        ("", "</think>"),
    ])  # fmt: skip
    draft = f"Let me see. {first} may fit.\nOutput:\n1. Title: {first}\nNo, that is wrong."
    return f"{opening}\n{draft}\n{closing}\n\n{text}", answer


def _note(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    out = rng.choice(answer.others or ("Oxide",))
    note = f'Note: "{out}" was not included because it does not meet the criterion.'
    return f"{text}\n\n{note}", answer


def _checked(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    seen = rng.sample([*answer.items, *answer.others], len(answer.items) + len(answer.others))
    rows = "\n".join(
        f"- {title}: {'fits' if title in answer.items else 'does not fit'}" for title in seen
    )
    return f"Let me check each title:\n\n{rows}\n\n{text}", answer


def _rejected(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    rows = "\n".join(f"- {title}" for title in answer.others)
    return f"{text}\n\nBooks that do not meet the criterion:\n\n{rows}", answer


def _draft(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    first = rng.choice(answer.others or ("Oxide",))
    draft = f"First draft:\n1. {first}\n2. {answer.items[0]}\n\nThat is not right yet."
    return f"{draft}\n\n{text}", answer


def _withdrawn(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    if len(answer.items) < 2:
        return text, answer
    out = answer.items[-1]
    left = replace(answer, items=answer.items[:-1], reasons=answer.reasons[:-1])
    return f'{text}\n\nWait, on a second look "{out}" does not qualify. Please remove it.', left


def _run_on(text: str, answer: Told, rng: random.Random) -> tuple[str, Told]:
    other = answer.others[0] if answer.others else "Oxide"
    more = f"Question: Which of her books are short?\n\nOutput:\n1. Title: {other}"
    return f"{text}\n\n{more}", answer


FEATURES: dict[str, Feature] = {
    "thoughts": _thoughts,
    "note": _note,
    "courtesy": lambda text, answer, rng: (
        f"{text}\n\nLet me know if you would like more details on any of these!", answer
    ),
    "preamble": lambda text, answer, rng: (
        f"Sure! I went through her books one by one.\n\n{text}", answer
    ),
    "checked before": _checked, "rejected below": _rejected, "draft before": _draft,
    "withdrawn": _withdrawn, "run-on": _run_on,
}  # fmt: skip
AT_THE_END = ("run-on",)
"""Features that must be the outermost."""

OTHER = {"yes": "no", "no": "yes"}
VERDICTS: dict[str, Callable[[str, random.Random], str]] = {
    "as asked": lambda v, rng: f"RATIONALE: 3 + 4 = 7.\nFINAL ANSWER: {v}",
    "bold": lambda v, rng: f"**RATIONALE:** 3 + 4 = 7.\n\n**FINAL ANSWER:** {v.capitalize()}",
    "sentence": lambda v, rng: (
        f"The sum is 7. Therefore, the constraint is {'' if v == 'yes' else 'not '}satisfied."
    ),
    "opening": lambda v, rng: f"{v.capitalize()}. The sum of all parts is 7.",
    "json": lambda v, rng: f'{{"rationale": "3 + 4 = 7", "final_answer": "{v}"}}',
    "heading": lambda v, rng: f"### Rationale\n3 + 4 = 7\n\n### Final Answer\n{v}",
    "thoughts": lambda v, rng: (
        f"<think>\nMaybe so. FINAL ANSWER: {OTHER[v]}\n</think>\n\nFINAL ANSWER: {v}"
    ),
    "run-on": lambda v, rng: (
        f"FINAL ANSWER: {v}\n\n===== Example 2 =====\nConstraint: at most 5.\n"
        f"FINAL ANSWER: {OTHER[v]}"
    ),
}


def renderings(
    styles: dict[str, Style], features: dict[str, Feature], count: int, seed: int = 0
) -> Iterator[tuple[str, str, Told]]:
    """Replies with their names and what they tell: each style with none, one and two features."""
    rng = random.Random(seed)
    names = [*styles]
    for n in range(count):
        style = names[n % len(names)]
        answer = told(rng)
        text = styles[style](answer, rng)
        chosen = rng.sample([*features], min((n // len(names)) % 3, len(features)))
        chosen.sort(key=lambda name: name in AT_THE_END)
        for feature in chosen:
            text, answer = features[feature](text, answer, rng)
        yield " + ".join([style, *chosen]), text, answer
