"""Small changes to a response that reverse a constraint's verdict (ACS, §2.1, step 7).

A change is proposed where the program judge gives a verdict before and after it, and these differ.
Where it abstains, changes are proposed unchecked. The same text gives the same proposals.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Worksheet
from tamis.collect.constraints.reply_reader import numbers_in

Kind = Literal["change a number", "drop an item", "repeat an item"]
Effect = Literal["breaks it", "mends it", "not checked"]
Judge = Callable[[str, str], Judgement]
"""The judgement of a constraint and a response."""

_TRIES = 12
_NUMBERS = 60
_NEAREST = 12
_LONGEST_LINE = 600
_ITEM = re.compile(r"^\s*(?:[-*•+]\s|\d{1,3}[.)]\s|\|)|\d{1,2}:\d{2}")
_HEADING = re.compile(
    r"^\W*(?:#|(?:day|week|session|total|sum|note|daily|overall|remember|here)\b)|"
    r"\btotals?\b|^\s*(\*\*|__).*\1:?\s*$|^\s*\|[\s|:-]+$",
    re.I,
)
_LEAD = re.compile(r"\s*(?:[-*•+]\s+|\d{1,3}[.)]\s+)?")
_CLOCK = re.compile(r"(?<![\d:])(\d{1,2}):(\d{2})(?![\d:])")
_NUMBER = re.compile(r"(?<![\d:.,/])(?:\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?![\d:/]|[.,]\d)")
_FACTORS = (1.5, 0.5, 2.0, 0.25, 3.0)
_MOST = 5
_HEAD = 24
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Proposal:
    """A change to the line `line` (from 1): `before` becomes `after`, which may be two or none."""

    kind: Kind
    effect: Effect
    line: int
    before: str
    after: str


def propose(constraint: str, response: str, judge: Judge, seed: str = "") -> list[Proposal]:
    """At most one change of each kind: the first that reverses the verdict.

    Items that count for the judge are tried first. `judge` is called 85 times at most.
    """
    lines = response.split("\n")
    items = [
        position
        for position, line in enumerate(lines)
        if len(line) <= _LONGEST_LINE and _ITEM.search(line) and not _HEADING.search(line)
    ]
    random.Random(f"{seed}/{constraint}").shuffle(items)
    judged = judge(constraint, response)
    items = _ranked(constraint, lines, items, judged.worksheet)
    numbers = _numbers(constraint, lines, items, judged.worksheet)
    changes: tuple[tuple[Kind, Iterator[tuple[int, str]]], ...] = (
        ("change a number", islice(numbers, _NUMBERS)),
        ("drop an item", islice(((at, "") for at in items), _TRIES)),
        ("repeat an item", islice(((at, f"{lines[at]}\n{lines[at]}") for at in items), _TRIES)),
    )
    found = (
        _first(kind, tried, constraint, lines, judged.satisfied, judge) for kind, tried in changes
    )
    return [proposal for proposal in found if proposal is not None]


def _ranked(
    constraint: str, lines: list[str], items: list[int], sheet: Worksheet | None
) -> list[int]:
    """The items: first those that the worksheet counts, then those with words of the constraint."""
    entries = [entry for part in sheet.parts for entry in part.entries] if sheet else []
    counted = {head for entry in entries if (head := _letters(entry.text)[:_HEAD])}
    wanted = _stems(constraint)

    def rank(at: int) -> tuple[bool, int]:
        letters = _letters(lines[at])
        return not any(head in letters for head in counted), -len(wanted & _stems(lines[at]))

    return sorted(items, key=rank)


def _first(
    kind: Kind,
    changes: Iterator[tuple[int, str]],
    constraint: str,
    lines: list[str],
    before: bool | None,
    judge: Judge,
) -> Proposal | None:
    """The first change that reverses the verdict; the first of all where there is no verdict."""
    for at, after in changes:
        if before is None:
            return Proposal(kind, "not checked", at + 1, lines[at], after)
        now = judge(constraint, changed(lines, at, after)).satisfied
        if now is not None and now is not before:
            effect: Effect = "breaks it" if before else "mends it"
            return Proposal(kind, effect, at + 1, lines[at], after)
    return None


def changed(lines: list[str], at: int, after: str) -> str:
    """The text of the lines with one of them replaced, or left out where `after` is empty."""
    return "\n".join([*lines[:at], *([after] if after else []), *lines[at + 1 :]])


def _numbers(
    constraint: str, lines: list[str], items: list[int], sheet: Worksheet | None
) -> Iterator[tuple[int, str]]:
    """Lines with one number changed; first numbers next to words of the constraint."""
    wanted = _stems(constraint)
    gaps = _gaps(constraint, sheet)
    ranked: list[tuple[int, int, re.Match[str]]] = []
    for at in items:
        line = lines[at]
        lead = _LEAD.match(line)
        start = lead.end() if lead else 0
        for pattern in (_CLOCK, _NUMBER):
            for found in pattern.finditer(line, start):
                after = line[found.end() : found.end() + 30]
                nearby = _stems(line[max(start, found.start() - 20) : found.start()] + after)
                # In "450 cal, 15 g protein" the word after a number belongs to it.
                own = bool(wanted & _stems(after[:_NEAREST]))
                ranked.append((-2 * own - bool(wanted & nearby), at, found))
    # Sorting is stable, so items that are equally near keep their order.
    ranked.sort(key=lambda one: one[0])
    for _, at, found in ranked:
        for other in _others(found, gaps):
            yield at, lines[at][: found.start()] + other + lines[at][found.end() :]


def _gaps(constraint: str, sheet: Worksheet | None) -> list[float]:
    """The differences of the worksheet's totals to the constraint's numbers, smallest first."""
    if sheet is None:
        return []
    bounds = [float(number) for number in numbers_in(constraint)]
    gaps = {bound - part.total for part in sheet.parts for bound in bounds}
    return sorted(gaps, key=lambda gap: (abs(gap), gap))[:2]


def _others(found: re.Match[str], gaps: Sequence[float]) -> list[str]:
    """Other numbers to put there, in the same format, the most likely ones first."""
    if found.re is _CLOCK:
        hour, last = int(found[1]), 12 if int(found[1]) <= 12 else 23
        hours = (hour + 1, hour - 1, hour + 2, hour - 2, hour + 4)
        return [f"{h:0{len(found[1])}}:{found[2]}" for h in hours if 1 <= h <= last]
    text = found[0]
    decimals = len(text.partition(".")[2])
    value = float(text.replace(",", ""))
    grain = 1.0 if value < 100 and value % 5 else 5.0 if value < 100 else 10.0
    grain = 10.0**-decimals if decimals else grain
    # One step beyond the bound, on both sides.
    wanted = [value + gap + side for gap in gaps for side in (grain, -grain)]
    others = [grain * round(other / grain) for other in (*wanted, *(value * f for f in _FACTORS))]
    comma = "," if "," in text else ""
    written = (f"{other:{comma}.{decimals}f}" for other in others if 0 < other <= _MOST * value)
    return [one for one in dict.fromkeys(written) if one != text]


def _letters(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())


def _stems(text: str) -> set[str]:
    return {word[:5].casefold() for word in _WORD.findall(text) if len(word) > 2}
