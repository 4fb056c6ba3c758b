"""Dates: in a range, named, in order, or in a format: `dates(not_before="2025-06-01")`."""

from __future__ import annotations

import re
from bisect import bisect_right
from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from pydantic import Field, field_validator, model_validator

from tamis.bad_input import unknown
from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.turning import turning_beside
from tamis.checking.worksheet import Span
from tamis.text.dates import MONTHS, SHORT_MONTHS, Reading, find_dates
from tamis.types import InputError

_PARTS = {
    "YYYY": r"\d{4}", "Month": f"(?:{'|'.join(map(str.capitalize, MONTHS))})",
    "Mon": f"(?:{'|'.join(map(str.capitalize, (*SHORT_MONTHS, 'may')))})\\.?",
    "DD": r"(?:0[1-9]|[12]\d|3[01])", "D": r"(?:0?[1-9]|[12]\d|3[01])",
    "MM": r"(?:0[1-9]|1[0-2])", "M": r"(?:0?[1-9]|1[0-2])",
}  # fmt: skip
FORMATS = (
    "YYYY-MM-DD", "DD/MM/YYYY", "MM/DD/YYYY", "DD.MM.YYYY", "DD-MM-YYYY", "YYYY/MM/DD", "D/M/YYYY",
    "M/D/YYYY", "Month D, YYYY", "D Month YYYY", "Mon D, YYYY", "D Mon YYYY",
)  # fmt: skip
"""The formats of dates."""

ISO_8601 = {"ISO": "YYYY-MM-DD", "ISO 8601": "YYYY-MM-DD", "ISO8601": "YYYY-MM-DD"}
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
        "ISO dates": {"format": "YYYY-MM-DD"},
        "dates in ISO format": {"format": "YYYY-MM-DD"},
        "dates as YYYY-MM-DD": {"format": "YYYY-MM-DD"},
        "dates in the format YYYY-MM-DD": {"format": "YYYY-MM-DD"},
        "dates as DD/MM/YYYY": {"format": "DD/MM/YYYY"},
        "dates as MM/DD/YYYY": {"format": "MM/DD/YYYY"},
        "the dates must be in chronological order": {"order": "ascending"},
        'no date after "15 May 2025"': {"not_after": "15 May 2025"},
        'no date before "15 May 2025"': {"not_before": "15 May 2025"},
        'mention the date "March 3, 2026"': {"mentions": "March 3, 2026"},
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
        if not value:
            return value
        if re.fullmatch(r"--\d\d-\d\d", value):
            year, month, day = parts_of(value)
        else:
            found = list(find_dates(value))
            known = len(found) == 1 and found[0][2][0][2] is not None
            if not known or turning_beside(value, *found[0][:2]):
                raise InputError(f"dates: {value!r:.40} is no date; write `2025-06-12`.")
            year, month, day = found[0][2][0]
        if not 1 <= month <= 12 or not 1 <= (day or 0) <= monthrange(year or 2024, month)[1]:
            raise InputError(f"dates: {value!r:.40} is no date: there is no such day.")
        return f"{year:04d}-{month:02d}-{day:02d}" if year else f"--{month:02d}-{day:02d}"

    @field_validator("format")
    @classmethod
    def _format(cls, value: str) -> str:
        value = ISO_8601.get(value, value)
        if value and value not in FORMATS:
            raise unknown("format", value, FORMATS, where="dates")
        return value

    @model_validator(mode="after")
    def _something(self) -> Dates:
        if not any(value for name, value in self if name != "where"):
            raise InputError("dates needs a bound, an order, a format, or a date that is named.")
        for first in filter(None, (self.not_before, self.after)):
            for last in filter(None, (self.not_after, self.before)):
                strict = first == self.after or last == self.before
                if not beyond(parts_of(last), parts_of(first), 1, strict):
                    raise InputError(f"dates: no date is after {first} and before {last}.")
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
        found = list(dates_of(text))
        asked = {name for name, value in self if value} - {"where"}
        if asked == {"format"} and text.matches(_NUMERIC):
            # "25-06-2025" is a date of a format, but which day it is is not read.
            return self._in_format(text)
        if not found and not (self.order and with_years(found, text)):
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
            parts.append(self._in_order(with_years(found, text), text))
        return next((one for verdict in (False, None, True) for one in parts
                     if one.satisfied is verdict), parts[0])  # fmt: skip

    def _in_format(self, text: Text) -> Judgement:
        both = {one.span for one in dates_of(text)} | set(text.matches(_NUMERIC))
        spans: list[Span] = []
        for start, end in sorted(both, key=lambda span: (span[0], -span[1])):
            # What lies within another is no date of its own.
            if not spans or end > spans[-1][1]:
                spans.append((start, end))
        full = re.compile(
            re.sub(r"[A-Z][A-Za-z]*", lambda part: _PARTS[part[0]], re.escape(self.format))
        )
        wrong = [span for span in spans if not full.fullmatch(text.quote(span).rstrip("."))]
        if not wrong:
            return decided(True, *(quoted(text, span) for span in spans[:_SHOWN]), places=spans)
        partial = [span for span in wrong if not re.search(r"\d{4}", text.quote(span))]
        if len(partial) == len(wrong):
            return undecided(f"{quoted(text, wrong[0])} names no year.", places=wrong)
        return decided(False, *(f"another format: {quoted(text, s)}" for s in wrong[:_SHOWN]),
                       places=wrong)  # fmt: skip

    def _one_of(self, found: Sequence[Named], text: Text) -> Judgement:
        wanted = parts_of(self.mentions)
        said = [all_say(one, lambda r: is_date(r, wanted)) for one in found]
        for verdict in (True, None):
            if verdict in said:
                one = found[said.index(verdict)]
                line = f"{quoted(text, one.span)} is {shown(one)}"
                if verdict:
                    return decided(True, line, places=[one.span])
                return undecided(f"{quoted(text, one.span)} may be {self.mentions}.", line)
        return decided(False, *(f"{quoted(text, o.span)} is {shown(o)}" for o in found[:_SHOWN]))

    def _in_range(self, found: Sequence[Named], text: Text) -> Judgement:
        bounds = [
            (parts_of(value), side, strict)
            for value, side, strict in (
                (self.not_before, 1, False), (self.not_after, -1, False), (self.before, -1, True),
                (self.after, 1, True),
            )
            if value
        ]  # fmt: skip

        def keeps(reading: Reading) -> bool | None:
            said = [beyond(reading, bound, side, strict) for bound, side, strict in bounds]
            return False if False in said else None if None in said else True

        said = [all_say(one, keeps) for one in found]
        verdict = False if False in said else None if None in said else True
        telling = [one for one, v in zip(found, said, strict=True) if v is verdict]
        lines = [f"{quoted(text, one.span)} is {shown(one)}" for one in telling[:_SHOWN]]
        places = [one.span for one in telling]
        if verdict is None:
            why = f"{quoted(text, telling[0].span)} may be in the range or not."
            return undecided(why, *lines, places=places)
        return decided(verdict, *lines, places=places)

    def _in_order(self, found: Sequence[Named], text: Text) -> Judgement:
        if len(found) < 2:
            return undecided("fewer than two dates could be read.")
        side = 1 if self.order == "ascending" else -1
        lines = [f"{quoted(text, one.span)} is {shown(one)}" for one in found[:_SHOWN]]
        open_pair: str = ""
        for one, other in pairwise(found):
            said = {
                None if None in (a[0], b[0]) and a[0] != b[0] else later(a, b, side)
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
