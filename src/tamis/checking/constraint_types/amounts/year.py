"""Every year that is named lies in a range: `year(min=1950, max=1999)`."""

from __future__ import annotations

import re
from typing import NamedTuple

from pydantic import Field, model_validator

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    ordered,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.dates import find_dates
from tamis.text.quantities import quantities
from tamis.text.stems import stems
from tamis.types import InputError

_YEAR = re.compile(
    r"(?<![\w.,$€£#-])(?P<year>[12]\d{3})(?P<decade>['’]?s)?"
    r"(?:\s?[-–—/]\s?(?:(?P<short>\d{2})|(?P<last>[12]\d{3}))(?![\d.,]))?(?![\w%]|[.,]\d)"
)
# Alone in brackets, or behind these words: nothing else is so written.
_BEFORE = re.compile(r"(?:\b(?:in|since|during|circa|ca?\.|years?:?)\s[*_]*|[(\[][*_]*)$", re.I)
_AFTER = re.compile(r"[*_]{0,3}\s?[)\],;]")
_LONGEST = 40
"""Of what comes after a number so much is read as its unit."""
_SHOWN = 20


class _Named(NamedTuple):
    first: int
    last: int
    span: Span
    sure: bool


class Year(ConstraintType):
    """Every year of four digits lies from `min` to `max`; a decade with all of its years.

    "In 1969", "(1969)", "the 1940s", a date and a column of years name a year. Another number of
    four digits ("1500 copies") only may be one: where it is out of the range, it is undecided.
    """

    id = "year"
    passes = ({"min": 1950, "max": 1999}, "- Apollo 11 (1969)\n- Hubble, 1990\n")
    fails = ({"max": 1999}, "It began in 1998 and ended in 2003.")
    wordings = {
        "all years must be between 1900 and 1950": {"min": 1900, "max": 1950},
        "every year must be between 1900 and 1950": {"min": 1900, "max": 1950},
        "only years between 1900 and 1950": {"min": 1900, "max": 1950},
        "no year after 2010": {"max": 2010},
        "no year before 1990": {"min": 1990},
    }

    min: int | None = Field(None, description="The first year that may be named.")
    max: int | None = Field(None, description="The last year that may be named.")

    @model_validator(mode="after")
    def _bounded(self) -> Year:
        if self.min is None and self.max is None:
            raise InputError("year needs a year: min or max.")
        ordered(self.id, self.min, self.max)
        return self

    def __str__(self) -> str:
        if self.min is not None and self.max is not None:
            return f"every year from {self.min} to {self.max}"
        return f"every year {self.min} or later" if self.min else f"every year up to {self.max}"

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = years(text)
        if not any(one.sure for one in found):
            return undecided("no year could be read.")
        low, high = self.min or 0, 9999 if self.max is None else self.max
        wrong = [one for one in found if one.last < low or one.first > high]
        partly = [one for one in found if one not in wrong and (one.first < low or one.last > high)]
        sure = [one for one in wrong if one.sure]
        if sure:
            lines = [f"out of the range: {quoted(text, one.span)}" for one in sure[:_SHOWN]]
            return decided(False, *lines, places=[one.span for one in sure])
        lines = [
            f"{len(found)} years: {', '.join(quoted(text, one.span) for one in found[:_SHOWN])}"
        ]
        for one in (*wrong, *partly):
            how = "may be a year" if one in wrong else "is partly in the range"
            return undecided(f"{quoted(text, one.span)} {how}.", *lines, places=[one.span])
        return decided(True, *lines, places=[one.span for one in found])


def years(text: Text) -> list[_Named]:
    """The years of a text; those that only may be years are not sure."""
    dated = [(start, end) for start, end, readings in find_dates(text.text) if readings[0][0]]
    dated += [
        (cell.start, cell.end)
        for table in text.tables
        for row in table.rows[1:]
        for head, cell in zip(table.rows[0], row, strict=False)
        if stems("year") <= stems(head.text)
    ]
    found = []
    for one in _YEAR.finditer(text.text):
        start, end = one.span()
        counted = next(quantities(text.text[start : end + _LONGEST]), None)
        clock = counted and counted.dimension in ("clock", "span")
        if counted and counted.unit and not (one["decade"] or clock):
            continue
        year = last = int(one["year"])
        if one["decade"]:
            last = year + (99 if year % 100 == 0 else 9)
        elif one["short"] and int(one["short"]) > year % 100:
            last = year - year % 100 + int(one["short"])
        elif one["last"]:
            last = max(int(one["last"]), year)
        before = _BEFORE.search(text.text, max(start - 20, 0), start)
        alone = before and (before[0][0] not in "([" or _AFTER.match(text.text, end))
        bare = counted and counted.dimension == "count" and not counted.noun
        sure = one["decade"] or (alone and bare) or any(a <= start < b for a, b in dated)
        found.append(_Named(year, last, (start + text.start, end + text.start), bool(sure)))
    return found
