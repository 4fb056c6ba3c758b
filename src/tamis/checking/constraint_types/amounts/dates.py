"""Dates: in a range, named, in order, or in a format: `dates(not_before="2025-06-01")`."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.dates import MONTHS, SHORT_MONTHS, Reading, find_dates
from tamis.types import InputError

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

_ISO_8601 = {"ISO": "YYYY-MM-DD", "ISO 8601": "YYYY-MM-DD", "ISO8601": "YYYY-MM-DD"}
_NUMERIC = re.compile(r"(?<![\w./-])\d{1,4}([-/.])\d{1,2}\1\d{2,4}(?![\w/-]|\.\d)")
_TO_DAY = re.compile(r"\s?[-–—]\s?(?P<day>\d{1,2})(?:st|nd|rd|th)?\b(?!\s?[-–:/.]\d|\s[A-Z])")
_YEAR_FIRST = re.compile(
    r"^[^\w\n]{0,12}(?:\d{1,2}[.)]\s{1,3})?[^\w\n]{0,6}(?:in )?(?P<year>1[0-9]{3}|20[0-9]{2})\b"
    r"(?![-/.]\d)",
    re.I | re.M,
)
_SHOWN = 20


class Named(NamedTuple):
    """A date where it stands, with all that it may mean."""

    span: Span
    readings: tuple[Reading, ...]


class Dates(ConstraintType):
    """Dates of the response: all in a range, one that is named, all in order, all in a format.

    A date without a year is taken to be in the year of the bound; a month alone is all of its days.
    "02/05/2025" is read both ways, and decides only where both say the same. A `format` is one of
    YYYY-MM-DD (ISO 8601), DD/MM/YYYY, "Month D, YYYY" and the like; every date must have it.
    """

    id = "dates"
    passes = (
        {"not_before": "2025-06-01", "not_after": "2025-06-30"},
        "We meet on June 12, 2025, and again on 2025-06-26.",
    )
    fails = ({"format": "YYYY-MM-DD"}, "Due on 2025-06-12; the talk is on 14 June 2025.")
    wordings = {
        "all dates must be in June 2025": {"not_before": "2025-06-01", "not_after": "2025-06-30"},
        "use ISO 8601 dates (YYYY-MM-DD)": {"format": "YYYY-MM-DD"},
        "write dates as DD/MM/YYYY": {"format": "DD/MM/YYYY"},
        "mention the deadline of March 3, 2026": {"mentions": "2026-03-03"},
        "list the events in chronological order": {"order": "ascending"},
        "most recent first": {"order": "descending"},
        "no date after 15 May 2025": {"not_after": "2025-05-15"},
        "everything before 1 July 2025": {"before": "2025-07-01"},
    }

    not_before: str = Field("", description="This date or later.")
    not_after: str = Field("", description="This date or earlier.")
    before: str = Field("", description="Earlier than this date.")
    after: str = Field("", description="Later than this date.")
    mentions: str = Field("", description="A date that is named.")
    order: Literal["", "ascending", "descending"] = Field("", description="The order of the dates.")
    format: str = Field("", description="The format of every date: `YYYY-MM-DD`.")

    @field_validator("not_before", "not_after", "before", "after", "mentions")
    @classmethod
    def _date(cls, value: str) -> str:
        if not value or re.fullmatch(r"--\d\d-\d\d", value):
            return value
        found = list(find_dates(value))
        if len(found) != 1 or found[0][2][0][2] is None:
            raise InputError(f"dates: {value!r:.40} is no date; write `2025-06-12`.")
        year, month, day = found[0][2][0]
        return f"{year:04d}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"

    @field_validator("format")
    @classmethod
    def _format(cls, value: str) -> str:
        value = _ISO_8601.get(value, value)
        if value and value not in FORMATS:
            raise InputError(f"dates: the format is {value!r:.40}; there are {', '.join(FORMATS)}.")
        return value

    @model_validator(mode="after")
    def _something(self) -> Dates:
        if not any(value for name, value in self if name != "where"):
            raise InputError("dates needs a bound, an order, a format, or a date that is named.")
        return self

    def __str__(self) -> str:
        said = [
            f"{words} {value}"
            for words, value in (
                ("not before", self.not_before), ("not after", self.not_after),
                ("before", self.before), ("after", self.after), ("one is", self.mentions),
                ("in order,", self.order), ("written", self.format),
            )
            if value
        ]  # fmt: skip
        return f"dates: {', '.join(said)}"

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = list(_dates(text))
        if not found and not (self.order and _with_years(found, text)):
            if self.mentions:
                return decided(False, "no date is named")
            return undecided("no date could be read.")
        parts = []
        if self.format:
            parts.append(self._in_format(text))
        if self.mentions:
            parts.append(self._one_of(found, text))
        if self.not_before or self.not_after or self.before or self.after:
            parts.append(self._in_range(found, text))
        if self.order:
            parts.append(self._in_order(_with_years(found, text), text))
        return next((one for verdict in (False, None, True) for one in parts
                     if one.satisfied is verdict), parts[0])  # fmt: skip

    def _in_format(self, text: Text) -> Judgement:
        spans = sorted({one.span for one in _dates(text)} | set(text.matches(_NUMERIC)))
        full = re.compile(FORMATS[self.format])
        wrong = [span for span in spans if not full.fullmatch(text.quote(span).rstrip("."))]
        # "2025-06-12" within a longer match is one date.
        wrong = [s for s in wrong if not any(o != s and o[0] <= s[0] and s[1] <= o[1]
                 for o in spans)]  # fmt: skip
        if not wrong:
            return decided(True, *(quoted(text, span) for span in spans[:_SHOWN]), places=spans)
        partial = [span for span in wrong if not re.search(r"\d{4}", text.quote(span))]
        if len(partial) == len(wrong):
            return undecided(f"{quoted(text, wrong[0])} names no year.", places=wrong)
        return decided(False, *(f"another format: {quoted(text, s)}" for s in wrong[:_SHOWN]),
                       places=wrong)  # fmt: skip

    def _one_of(self, found: Sequence[Named], text: Text) -> Judgement:
        wanted = _parts(self.mentions)
        said = [_all(one, lambda r: _compared(r, wanted, 0)) for one in found]
        for verdict in (True, None):
            if verdict in said:
                one = found[said.index(verdict)]
                line = f"{quoted(text, one.span)} is {_shown(one)}"
                if verdict:
                    return decided(True, line, places=[one.span])
                return undecided(f"{quoted(text, one.span)} may be {self.mentions}.", line)
        return decided(False, *(f"{quoted(text, o.span)} is {_shown(o)}" for o in found[:_SHOWN]))

    def _in_range(self, found: Sequence[Named], text: Text) -> Judgement:
        bounds = [
            (_parts(value), side, strict)
            for value, side, strict in (
                (self.not_before, 1, False), (self.not_after, -1, False), (self.before, -1, True),
                (self.after, 1, True),
            )
            if value
        ]  # fmt: skip

        def keeps(reading: Reading) -> bool | None:
            said = [_beyond(reading, bound, side, strict) for bound, side, strict in bounds]
            return False if False in said else None if None in said else True

        said = [_all(one, keeps) for one in found]
        verdict = False if False in said else None if None in said else True
        telling = [one for one, v in zip(found, said, strict=True) if v is verdict]
        lines = [f"{quoted(text, one.span)} is {_shown(one)}" for one in telling[:_SHOWN]]
        places = [one.span for one in telling]
        if verdict is None:
            why = f"{quoted(text, telling[0].span)} may be in the range or not."
            return undecided(why, *lines, places=places)
        return decided(verdict, *lines, places=places)

    def _in_order(self, found: Sequence[Named], text: Text) -> Judgement:
        if len(found) < 2:
            return undecided("fewer than two dates could be read.")
        side = 1 if self.order == "ascending" else -1
        lines = [f"{quoted(text, one.span)} is {_shown(one)}" for one in found[:_SHOWN]]
        open_pair: str = ""
        for one, other in pairwise(found):
            said = {
                None if None in (a[0], b[0]) and a[0] != b[0] else _later(a, b, side)
                for a in one.readings
                for b in other.readings
            }
            pair = f"{quoted(text, other.span)} after {quoted(text, one.span)}"
            if said == {False}:
                return decided(False, pair, places=[one.span, other.span])
            if said != {True}:
                open_pair = open_pair or pair
        if open_pair:
            return undecided(f"it is not clear whether {open_pair} is in order.", *lines)
        return decided(True, *lines, places=[one.span for one in found])


def _dates(text: Text) -> Iterator[Named]:
    """The dates of a text; "June 10–12" is two."""
    for start, end, readings in find_dates(text.text):
        yield Named((start + text.start, end + text.start), readings)
        more = _TO_DAY.match(text.text, end)
        year, month, day = readings[0]
        if more and year is None and day is not None and day < int(more["day"]) <= 31:
            span = (more.start("day") + text.start, more.end("day") + text.start)
            yield Named(span, ((year, month, int(more["day"])),))


def _with_years(found: Sequence[Named], text: Text) -> list[Named]:
    """The dates, with the years that stand alone at the beginning of lines: "1990 – Hubble"."""
    years = [(one.start("year") + text.start, one.end("year") + text.start, int(one["year"]))
             for one in _YEAR_FIRST.finditer(text.text)]  # fmt: skip
    taken = [one.span for one in found]
    alone = [
        Named((start, end), ((year, 0, None),))
        for start, end, year in years
        if not any(a <= start < b for a, b in taken)
    ]
    return sorted([*found, *alone], key=lambda one: one.span)


def _parts(value: str) -> Reading:
    year, month, day = value.replace("--", "0000-").split("-")
    return int(year) or None, int(month), int(day)


def _ends(one: Reading) -> tuple[tuple[int, int], tuple[int, int]]:
    _, month, day = one
    if not month:
        return (1, 1), (12, 31)
    return (month, day or 1), (month, day or monthrange(one[0] or 2024, month)[1])


def _compared(one: Reading, other: Reading, side: int) -> bool | None:
    """Whether a date is another; None for a month that holds it, or where a year is not said."""
    if one[0] and other[0] and one[0] != other[0]:
        return False
    if one[1] != other[1] or (one[2] and one[2] != other[2]):
        return False
    return None if one[2] is None or (other[0] and not one[0]) else True


def _beyond(one: Reading, bound: Reading, side: int, strict: bool) -> bool | None:
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


def _later(one: Reading, other: Reading, side: int) -> bool | None:
    """Whether the second date is not before the first one, in the order that `side` says."""
    if side < 0:
        one, other = other, one
    first, last = ((one[0] or 0, *_ends(one)[1]), (other[0] or 0, *_ends(other)[0]))
    if first <= last:
        return True
    low, high = (one[0] or 0, *_ends(one)[0]), (other[0] or 0, *_ends(other)[1])
    return None if low <= high else False


def _all(one: Named, keeps: Callable[[Reading], bool | None]) -> bool | None:
    said = {keeps(reading) for reading in one.readings}
    return said.pop() if len(said) == 1 else None


def _shown(one: Named) -> str:
    def written(reading: Reading) -> str:
        year, month, day = reading
        rest = [f"{part:02d}" for part in (month, day) if part]
        return "-".join([f"{year:04d}" if year else "-", *rest])

    return " or ".join(map(written, one.readings))
