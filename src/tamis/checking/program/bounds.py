"""The bound that a constraint puts on a number: at least, at most, between, about."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tamis.checking.program.amounts import NUMBER, RANGE, value
from tamis.checking.program.requirement import Bound
from tamis.types import InputError

# Longest first: "no more than" holds "more than", "not less than" holds "less than".
_COMPARISONS: tuple[tuple[str, str], ...] = (
    (
        r"greater than or equal(?: to)?|more than or equal(?: to)?|equal to or (?:greater|more|"
        r"higher) than|no (?:less|fewer|lower|shorter) than|not (?:be |go |fall |drop )?"
        r"(?:less|fewer|lower|below|under|shorter)(?: than)?|at least|>=|≥|⩾|"
        r"(?:a |the )?minim(?:um|al)(?: of)?(?: is| be)?|min\b\.?(?! ?/)",
        "low",
    ),
    (
        r"less than or equal(?: to)?|(?:fewer|lower) than or equal(?: to)?|equal to or (?:less|"
        r"lower|fewer) than|no (?:more|greater|higher|longer|later) than|(?:not|never) "
        r"(?:be |go )?(?:exceed(?:ing)?|surpass|(?:more|greater|higher|longer)(?: than)?|above|"
        r"over|beyond)|at most|up to|<=|≤|⩽|(?:be )?(?:limited|capped|restricted) (?:to|at)|"
        r"(?:a |the )?maxim(?:um|al)(?: of)?(?: is| be)?|max\b\.?|without exceeding|"
        r"cannot exceed|can't exceed",
        "high",
    ),
    (r"more than|greater than|higher than|longer than|exceed(?:s|ing)?|above|over|>", "above"),
    (r"less than|fewer than|lower than|shorter than|below|under|<", "below"),
    (r"exactly|precisely|equals?(?: to)?|=", "exact"),
    (r"about|around|approximately|approx\.?|roughly|circa|close to|nearly|~", "about"),
)
COMPARISON = re.compile(
    "|".join(f"(?P<{name}>(?<!\\w)(?:{words})(?!\\w))" for words, name in _COMPARISONS),
    re.IGNORECASE,
)
_AFTER = re.compile(
    r"\s*[\w/]*\s*(?:\w+\s+)?(?:or (?P<low>more|above|higher|greater|longer)|or (?P<high>less|"
    r"fewer|below|lower|shorter|under)|(?P<least>minimum|min\b)|(?P<most>maximum|max\b))",
    re.IGNORECASE,
)
BETWEEN = re.compile(
    rf"\b(?:between|from)\s+(?P<a>{NUMBER})\s*+(?P<unit>[a-z]*)\s*(?:and|to|-)\s*(?P<b>{NUMBER})",
    re.IGNORECASE,
)
_QUANTITY = re.compile(rf"(?<![\w.,:/]){RANGE}", re.IGNORECASE)


@dataclass(frozen=True)
class Quantity:
    """A number of a constraint, or a range of two, and its position."""

    start: int
    end: int
    low: float
    high: float


def quantities(text: str) -> list[Quantity]:
    """The numbers of `text`, already normalised by `amounts.plain`; "between 2 and 3" is one.

    InputError where one of them is ambiguous.
    """
    found = []
    taken = -1
    for match in BETWEEN.finditer(text):
        low, high = _sure(match["a"]), _sure(match["b"])
        found.append(Quantity(match.start(), match.end(), low, high))
        taken = match.end()
    for match in _QUANTITY.finditer(text):
        if match.start() >= taken:
            ends = sorted(_sure(number) for number in (match["low"], match["high"]) if number)
            found.append(Quantity(match.start(), match.end(), ends[0], ends[-1]))
    return found


def _sure(number: str) -> float:
    """A number with only one reading; InputError for "1.800"."""
    amount = value(number)
    if not amount.sure:
        raise InputError(f"{number!r} may be {amount.text().replace(' to ', ' or ')}.")
    return amount.low


def bound_on(text: str, quantity: Quantity, factor: float = 1) -> Bound:
    """The bound that the words of `text` put on a number, in units of `factor`."""
    low, high = quantity.low * factor, quantity.high * factor
    if low != high:
        return Bound(low, high)
    kind, about = "exact", False
    for found in COMPARISON.finditer(text, 0, quantity.start):
        if found.lastgroup == "about":
            about = True
        else:
            kind = found.lastgroup or "exact"
    if (after := _AFTER.match(text, quantity.end)) is not None:
        kind = "low" if after["low"] or after["least"] else "high"
    match kind:
        case "low":
            return Bound(low=low, about=about)
        case "high":
            return Bound(high=high, about=about)
        case "above":
            return Bound(low=low, strict=True)
        case "below":
            return Bound(high=high, strict=True)
    return Bound(low, high, about=about)
