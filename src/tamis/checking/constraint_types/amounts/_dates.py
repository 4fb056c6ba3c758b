"""Dates of a text with all that each may mean, and how they compare."""

from __future__ import annotations

import re
from bisect import bisect_right
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.text.dates import MONTHS, SHORT_MONTHS, Reading, find_dates

_MONTH = rf"(?:{'|'.join(name.capitalize() for name in MONTHS)})"
_SHORT = rf"(?:{'|'.join(name.capitalize() for name in (*SHORT_MONTHS, 'may'))})\.?"
_DAY, _NUMBER, _YEAR = r"(?:0[1-9]|[12]\d|3[01])", r"(?:0[1-9]|1[0-2])", r"\d{4}"
_FREE_DAY, _FREE_NUMBER = r"(?:0?[1-9]|[12]\d|3[01])", r"(?:0?[1-9]|1[0-2])"
FORMATS = {
    "YYYY-MM-DD": rf"{_YEAR}-{_NUMBER}-{_DAY}",
    "DD/MM/YYYY": rf"{_DAY}/{_NUMBER}/{_YEAR}",
    "MM/DD/YYYY": rf"{_NUMBER}/{_DAY}/{_YEAR}",
    "DD.MM.YYYY": rf"{_DAY}\.{_NUMBER}\.{_YEAR}",
    "DD-MM-YYYY": rf"{_DAY}-{_NUMBER}-{_YEAR}",
    "YYYY/MM/DD": rf"{_YEAR}/{_NUMBER}/{_DAY}",
    "D/M/YYYY": rf"{_FREE_DAY}/{_FREE_NUMBER}/{_YEAR}",
    "M/D/YYYY": rf"{_FREE_NUMBER}/{_FREE_DAY}/{_YEAR}",
    "Month D, YYYY": rf"{_MONTH} {_FREE_DAY}, {_YEAR}",
    "D Month YYYY": rf"{_FREE_DAY} {_MONTH} {_YEAR}",
    "Mon D, YYYY": rf"{_SHORT} {_FREE_DAY}, {_YEAR}",
    "D Mon YYYY": rf"{_FREE_DAY} {_SHORT} {_YEAR}",
}
"""The formats of dates, each with what it matches."""

ISO_8601 = {"ISO": "YYYY-MM-DD", "ISO 8601": "YYYY-MM-DD", "ISO8601": "YYYY-MM-DD"}
NUMERIC = re.compile(r"(?<![\w./-])\d{1,4}([-/.])\d{1,2}\1\d{2,4}(?![\w/-]|\.\d)")
_TO_DAY = re.compile(r"\s?[-–—]\s?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\s?[-–:/.]\d|\s[A-Z])")
_YEAR_FIRST = re.compile(
    r"^[^\w\n]{0,12}(?:\d{1,2}[.)]\s{1,3})?[^\w\n]{0,6}(?:in )?(?P<year>1[0-9]{3}|20[0-9]{2})\b"
    r"(?![-/.]\d)",
    re.I | re.M,
)


class Named(NamedTuple):
    """A date where it stands, with all that it may mean."""

    span: Span
    readings: tuple[Reading, ...]


def dates_of(text: Text) -> Iterator[Named]:
    """The dates of a text; "June 10–12" is two."""
    for start, end, readings in find_dates(text.text):
        yield Named((start + text.start, end + text.start), readings)
        more = _TO_DAY.match(text.text, end)
        year, month, day = readings[0]
        if more and year is None and day is not None and day < int(more["day"]) <= 31:
            span = (more.start("day") + text.start, more.end("day") + text.start)
            yield Named(span, ((year, month, int(more["day"])),))


def with_years(found: Sequence[Named], text: Text) -> list[Named]:
    """The dates, with the years that stand alone at the beginning of lines: "1990 – Hubble"."""
    years = [(one.start("year") + text.start, one.end("year") + text.start, int(one["year"]))
             for one in _YEAR_FIRST.finditer(text.text)]  # fmt: skip
    ends = [end for one in found for end in one.span]
    # After an odd number of ends it is within a date.
    alone = [
        Named((start, end), ((year, 0, None),))
        for start, end, year in years
        if not bisect_right(ends, start) % 2
    ]
    return sorted([*found, *alone], key=lambda one: one.span)


def parts_of(value: str) -> Reading:
    """The year, month and day of "2025-06-12", or of "--06-12"."""
    year, month, day = value.replace("--", "0000-").split("-")
    return int(year) or None, int(month), int(day)


def _ends(one: Reading) -> tuple[tuple[int, int], tuple[int, int]]:
    _, month, day = one
    if not month:
        return (1, 1), (12, 31)
    return (month, day or 1), (month, day or monthrange(one[0] or 2024, month)[1])


def is_date(one: Reading, other: Reading) -> bool | None:
    """Whether a date is another; None for a month that holds it, or where a year is not said."""
    if one[0] and other[0] and one[0] != other[0]:
        return False
    if one[1] != other[1] or (one[2] and one[2] != other[2]):
        return False
    return None if one[2] is None or (other[0] and not one[0]) else True


def beyond(one: Reading, bound: Reading, side: int, strict: bool) -> bool | None:
    """Whether a date is on the right side of a bound: 1 for later than it, -1 for earlier."""
    if one[0] and bound[0] and one[0] != bound[0]:
        return (one[0] - bound[0]) * side > 0
    month, day = bound[1], bound[2] or 1
    low, high = _ends(one)
    said = set()
    for end in (low, high):
        if end == (month, day):
            said.add(not strict)
        else:
            said.add((end > (month, day)) == (side > 0))
    return said.pop() if len(said) == 1 else None


def later(one: Reading, other: Reading, side: int) -> bool | None:
    """Whether the second date is not before the first one, in the order that `side` says."""
    if side < 0:
        one, other = other, one
    first, last = ((one[0] or 0, *_ends(one)[1]), (other[0] or 0, *_ends(other)[0]))
    if first <= last:
        return True
    low, high = (one[0] or 0, *_ends(one)[0]), (other[0] or 0, *_ends(other)[1])
    return None if low <= high else False


def all_say(one: Named, keeps: Callable[[Reading], bool | None]) -> bool | None:
    """What all that a date may mean says; None where that differs."""
    said = {keeps(reading) for reading in one.readings}
    return said.pop() if len(said) == 1 else None


def shown(one: Named) -> str:
    """All that a date may mean, as people write it for programs."""

    def written(reading: Reading) -> str:
        year, month, day = reading
        rest = [f"{part:02d}" for part in (month, day) if part]
        return "-".join([f"{year:04d}" if year else "-", *rest])

    return " or ".join(map(written, one.readings))
