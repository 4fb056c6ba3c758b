"""Every number that is named lies in a range: `numbers_between(min=1, max=100)`."""

from __future__ import annotations

import re
from collections.abc import Iterator
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
from tamis.checking.ledger.plain import MAX_LINE
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.rows import MAX_CHARACTERS, rows_of
from tamis.checking.worksheet import Span
from tamis.text.dates import find_dates
from tamis.text.numbers import GROUPED, MONEY_POWERS, POWERS
from tamis.text.quantities import quantities
from tamis.types import InputError

_NUMBER = re.compile(
    rf"(?P<minus>(?<!\d)[-−–])?(?P<digits>{GROUPED}|\d+)(?P<part>\.\d+)?"
    r"(?P<more>[.,/^]\d[\d.,/^]*|(?: \d{3}(?!\d))+)?(?=\s?(?P<unit>[^\W\d_]*))"
)
# "Step 3", "on page 99", "B12": a name, or a part of one.
_NAMED = re.compile(
    r"\b(?:[^\W\d_]*[A-Z][^\W\d_]*|(?:step|day|week|page|chapter|part|no|question|item|level|table"
    r"|figure|section)s?)\.?\s[#(*_]?$|[^\W\d][.]?$|[#/_.,]$"
)
_POWERS = POWERS | MONEY_POWERS
_SHOWN = 20


class _Number(NamedTuple):
    """A number with its place; not `sure` where it may be none, its value None where not read."""

    value: float | None
    span: Span
    sure: bool


class NumbersBetween(ConstraintType):
    """Every number in digits lies from `min` to `max`.

    Marks of lists, dates and times of the day are no numbers. What only may be one (in a heading,
    a note, or a name such as "Step 3") and is out of the range is undecided.
    """

    id = "numbers_between"
    passes = ({"min": 1, "max": 50}, "1. 7\n2. 23\n3. 41\n")
    fails = ({"min": 1, "max": 50}, "The numbers are 7, 23 and 61.")
    wordings = {
        "all numbers must be between 1 and 100": {"min": 1, "max": 100},
        "every number must be between 1 and 100": {"min": 1, "max": 100},
        "only use numbers between 1 and 100": {"min": 1, "max": 100},
        "no number larger than 1,000": {"max": 1000},
        "no numbers above 100": {"max": 100},
        "no negative numbers": {"min": 0},
    }

    min: float | None = Field(None, description="The least that a number may be.")
    max: float | None = Field(None, description="The most that a number may be.")

    @model_validator(mode="after")
    def _bounded(self) -> NumbersBetween:
        if self.min is None and self.max is None:
            raise InputError(f"{self.id} needs a number: min or max.")
        ordered(self.id, self.min, self.max)
        return self

    def __str__(self) -> str:
        low = f"at least {self.min:g}" if self.min is not None else ""
        high = f"at most {self.max:g}" if self.max is not None else ""
        return f"every number {' and '.join(filter(None, (low, high)))}"

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        if any(end - start > MAX_LINE for start, end in text.lines):
            return undecided(f"a line has more than {MAX_LINE:,} characters.")
        found = list(numbers(text))
        if not found:
            return undecided("no number could be read.")
        working = [
            f"{len(found):,} numbers: {', '.join(text.quote(o.span) for o in found[:_SHOWN])}"
        ]
        out = [one for one in found if not self._holds(one.value)]
        if wrong := [one.span for one in out if one.sure and one.value is not None]:
            lines = [f"out of the range: {quoted(text, span)}" for span in wrong[:_SHOWN]]
            return decided(False, *lines, places=wrong)
        if out:
            why = f"{quoted(text, out[0].span)} may be a number that is out of the range."
            return undecided(why, *working, places=[one.span for one in out])
        return decided(True, *working, places=[one.span for one in found])

    def _holds(self, value: float | None) -> bool:
        low, high = self.min, self.max
        return (
            value is not None and (low is None or low <= value) and (high is None or value <= high)
        )


def numbers(text: Text) -> Iterator[_Number]:
    """The numbers of a text in digits, but for marks of lists, dates and times of the day."""
    for row in rows_of(text.text).walk():
        beside = row.beside or row.form == "head"
        heads = {one.header for one in row.cells}
        yield from (one._replace(sure=False) for h in heads for one in _numbers(h, row, text))
        for one in _numbers(row.text, row, text):
            yield one._replace(sure=one.sure and not beside)


def _numbers(said: str, row: Row, text: Text) -> Iterator[_Number]:
    if not any(map(str.isdigit, said)):
        return
    taken = [(one.start, one.end) for one in quantities(said) if one.dimension in ("clock", "span")]
    taken += [(start, end) for start, end, _ in find_dates(said)]
    for one in _NUMBER.finditer(said):
        start, end = one.span()
        if any(a < end and start < b for a, b in taken):
            continue
        value = float(re.sub(r"\D", "", one["digits"]) + (one["part"] or ""))
        either = one["more"] or len(one["part"] or "") == 4 or one["unit"].lower() in _POWERS
        glued = bool(one["unit"]) and not said[end : end + 1].isspace()
        sure = not (glued or one["minus"] == "–" or _NAMED.search(said, max(start - 20, 0), start))
        place = row.span(start, end) if said == row.text else row.span()
        span = (place[0] + text.start, place[1] + text.start)
        yield _Number(None if either else -value if one["minus"] else value, span, sure)
