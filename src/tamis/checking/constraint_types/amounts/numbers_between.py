"""Every number that is named lies in a range: `numbers_between(min=1, max=100)`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pydantic import Field, model_validator

from tamis.checking.constraint_types.amounts._lines import Written, lines_of, noted
from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS
from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    ordered,
    quoted,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.outline import outline
from tamis.checking.worksheet import Span
from tamis.reading.quantities import quantities
from tamis.text.dates import find_dates
from tamis.types import InputError

_NUMBER = re.compile(
    r"(?<![\w.,/#])(?P<minus>(?<!\d)[-−](?=\d))?(?P<digits>\d{1,3}(?:[,\u202f]\d{3})+(?!\d)|\d{1,15})"
    r"(?P<part>\.\d{1,15})?(?![\w/]|[.,]\d)"
)
_NAMES = re.compile(
    r"\b(?:day|step|week|question|item|no|number|part|chapter|table|figure|fig|option|level|round"
    r"|exercise|example|section|page|set|problem|puzzle|task|tip|version|phase|unit|line|row|group"
    r"|lesson|session|module|point|rule|act|scene|verse|stanza|equation)s?\.?\s?#?$",
    re.I,
)
_SHOWN = 20


class NumbersBetween(ConstraintType):
    """Every number in digits lies from `min` to `max`.

    Marks of lists, names ("Step 3"), dates and times of the day are no numbers. A number in a
    heading or a note that is out of the range is undecided.
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
        found, wrong, doubtful = list[Span](), list[Span](), list[Span]()
        for line in lines_of(outline(text.text)):
            beside = line.node.shape == "heading" or noted(line.node)
            for value, start, end in numbers(line):
                span = line.span(start, end, text.start)
                found.append(span)
                low, high = self.min, self.max
                if (low is not None and value < low) or (high is not None and value > high):
                    (doubtful if beside else wrong).append(span)
        if not found:
            return undecided("no number could be read.")
        working = [f"{len(found):,} numbers: {', '.join(map(text.quote, found[:_SHOWN]))}"]
        if wrong:
            return decided(False, *(f"out of the range: {quoted(text, s)}" for s in wrong[:_SHOWN]),
                           places=wrong)  # fmt: skip
        if doubtful:
            why = f"{quoted(text, doubtful[0])} is out of the range, but in a heading or a note."
            return undecided(why, *working, places=doubtful)
        return decided(True, *working, places=found)


def numbers(line: Written) -> Iterator[tuple[float, int, int]]:
    """The numbers of a line in digits, each with its place."""
    text = line.text
    if not any(one.isdigit() for one in text):
        return
    taken = [(one.start, one.end) for one in quantities(text) if one.dimension in ("clock", "span")]
    taken += [(start, end) for start, end, _ in find_dates(text)]
    for one in _NUMBER.finditer(text):
        start, end = one.span()
        named = _NAMES.search(text, max(start - 20, 0), start)
        if named or any(a < end and start < b for a, b in taken):
            continue
        value = float(re.sub(r"\D", "", one["digits"]) + (one["part"] or ""))
        yield (-value if one["minus"] else value), start, end
