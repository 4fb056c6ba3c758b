"""A proposal of what went wrong in a wrong judgement, by comparing it with the worksheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from tamis.benchmarks.acs.error_types.comparing import by_count, by_number
from tamis.benchmarks.acs.error_types.counts import miscount
from tamis.benchmarks.acs.error_types.spans import spans
from tamis.benchmarks.acs.error_types.sums import statements
from tamis.benchmarks.acs.error_types.tokens import tidied, tokens
from tamis.checking.program.numbers import plain
from tamis.checking.worksheet import Worksheet

Category = Literal[
    "extraction", "counting", "schedule understanding", "other reasoning", "calculation"
]
CATEGORIES: tuple[Category, ...] = get_args(Category)
"""The kinds of error of ACS, §3.3, in the order of its Table 2; all but the last are reasoning."""

_QUOTE = 120


@dataclass(frozen=True)
class Proposal:
    """What a program takes a wrong judgement's error to be; a person may say otherwise.

    `reason` is one sentence that names what it was seen by.
    """

    category: Category
    reason: str


def propose(rationale: str, worksheet: Worksheet | None, *, gold: bool | None = None) -> Proposal:
    """The most telling error in the rationale of a judgement that is wrong (ACS, §3.3).

    In this order: a sum, product or span of time that is false is a calculation error; items or
    numbers of the worksheet that the rationale lacks, or has besides, are an extraction error
    (for spans of time, of schedule understanding); a count that its own list belies is a
    counting error; all else is other reasoning. Without a worksheet only what the rationale gets
    wrong by itself is seen. `gold` is the label: a worksheet that contradicts it is not used.
    """
    text = tidied(rationale)
    found = tokens(text)
    sums, times = statements(text, found), spans(text, found)
    false = [said.text for said in sums if not said.true]
    false += [span.text for span in times if span.true is False]
    if false:
        return Proposal("calculation", f'"{_quoted(false[0])}" is not so.')
    listed = plain(rationale).lower().replace("**", "")
    unusable = _unusable(rationale, worksheet, gold)
    if worksheet is not None and not unusable:
        seen = (
            by_count(listed, worksheet)
            if worksheet.capability == "counting"
            else by_number(text, found, sums, times, worksheet)
        )
        if seen is not None:
            return Proposal(seen.category, seen.reason)
    if counts := miscount(listed, worksheet.quantity if worksheet else ""):
        return Proposal("counting", f"It says {counts[0]} and lists {counts[1]}.")
    if unusable:
        return Proposal("other reasoning", unusable)
    return Proposal(
        "other reasoning",
        "The numbers are those of the worksheet and no calculation is false, so the error is in "
        "what was made of them.",
    )


def _unusable(rationale: str, worksheet: Worksheet | None, gold: bool | None) -> str:
    if not rationale.strip():
        return "There is no rationale to look at."
    if worksheet is None:
        return "There is no worksheet to compare with, and no calculation or count is false."
    if gold is not None and worksheet.satisfied != gold:
        return "The worksheet contradicts the label too, so it shows nothing."
    return ""


def _quoted(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _QUOTE else text[: _QUOTE - 1] + "…"
