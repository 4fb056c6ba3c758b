"""Percentages that add up: `shares()` to 100, or `shares(max=30, per="item")` each."""

from __future__ import annotations

import math
import re
from typing import Any

from pydantic import model_validator

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts._figures import Figure, bounded
from tamis.checking.constraint_types.amounts._lines import is_prose
from tamis.checking.constraint_types.amounts._parts import Line
from tamis.checking.constraint_types.amounts._sums import Ledger
from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.interval import Interval, added
from tamis.reading.quantities import quantities

_HEAD = re.compile(r"(?:%|\bper ?cent(?:age)?s?\b|\bshares?\b)", re.I)
_SHOWN = 30


class Shares(Amount):
    """Percentages of a list or a table: together 100 (without a bound), or each (`per="item"`).

    Each list or table is added on its own; all must keep to the bound. Percentages in sentences
    count only where nothing is listed. A sum that misses 100 by no more than its digits are rounded
    is undecided.
    """

    id = "shares"
    one = "percentage"
    passes = ({}, "- Rent: 50%\n- Food: 30%\n- Savings: 20%\n")
    fails = ({}, "- Rent: 50%\n- Food: 30%\n- Savings: 25%\n")
    wordings = {
        "the percentages must add up to 100": {"exactly": 100},
        "the percentages must add up to 100%": {"exactly": 100},
        "the shares must add up to 100%": {"exactly": 100},
        "the percentages must sum to 100%": {"exactly": 100},
        "no share above 40%": {"max": 40, "per": "item"},
        "each share between 10% and 50%": {"min": 10, "max": 50, "per": "item"},
    }

    @model_validator(mode="before")
    @classmethod
    def _whole(cls, given: Any) -> Any:
        ends = ("exactly", "min", "max", "about", "below", "above")
        if isinstance(given, dict) and not any(given.get(end) is not None for end in ends):
            return {**given, "exactly": 100}
        return given

    def counted(self, number: float) -> str:
        """As `Count.counted`: "40%"."""
        return f"{round(number, 2):g}%"

    def read(self, text: str, header: str) -> list[Figure]:
        """As `Amount.read`: percentages, and bare numbers of a column of percentages."""
        bare = bool(header) and _HEAD.search(header) is not None
        return [
            Figure(bounded(text, one.start, one.low, one.high, one.hedge), one.start, one.end)
            for one in quantities(text)
            if one.dimension == "share"
            or (bare and one.dimension == "count" and not one.noun and not one.ordinal)
        ]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if self.per != "total" or self.subject:
            return super().verify(text)
        ledger = self.ledger(text)
        groups = _groups(ledger)
        if not groups:
            return undecided("no list of percentages could be read.")
        found = [self._of_group(lines, text, ledger) for lines in groups]
        if len(found) > 1 and {one.satisfied for one in found} != {True}:
            every = [line for lines in groups for line in lines]
            whole = self._of_group(every, text, ledger)
            if whole.satisfied is not False:
                return whole if whole.satisfied else undecided(whole.reason, *whole.working)
            if any(one.satisfied is not False for one in found):
                return undecided("it is not clear which percentages belong together.")
        return self.together(found, "no list of percentages could be read.")

    def _of_group(self, lines: list[Line], text: Text, ledger: Ledger) -> Judgement:
        value = added(one for line in lines for one in _values(line))
        if self.lacking(ledger, lines):
            value = Interval(value.low, math.inf)
        working = [*self.entries(lines), f"together: {self.between(value)}"]
        rounded = sum(_rounding(line) for line in lines)
        holds = self.holds(value)
        near = Interval(max(value.low - rounded, 0.0), value.high + rounded)
        why = ""
        if holds is None:
            why = "and it is not clear which of them count"
        elif not holds and self.holds(near) is not False:
            why = "which may be a matter of rounding"
        elif not holds and len(lines) > 1 and is_prose(lines[0].node):
            why = "and sentences may speak of several things"
        if why:
            return undecided(f"they add up to {self.between(value)}, {why}.", *working)
        return decided(holds is True, *working)


def _values(line: Line) -> list[Interval]:
    """The percentages of a line; what it comes to where they are for each of something."""
    found = [one.value for one in line.come.figures if one.role == "entry"]
    return found or ([line.come.value] if line.come.value else [])


def _groups(ledger: Ledger) -> list[list[Line]]:
    """The entries of each list or table; those of sentences where nothing is listed."""
    groups: dict[int, list[Line]] = {}
    told: list[Line] = []
    for line in ledger.ordered():
        if line.role != "entry":
            continue
        if is_prose(line.node):
            told.append(line)
        else:
            groups.setdefault(id(line.node.parent), []).append(line)
    found = [lines for lines in groups.values() if len(lines) > 1]
    several = sum(len(line.come.figures) for line in told) > 1
    return found or ([told] if several else [])


def _rounding(line: Line) -> float:
    """By how much a percentage may be rounded: half of its last digit; nothing for whole ones."""
    figure = next((one for one in line.come.figures if one.role == "entry"), None)
    said = re.search(r"\.(\d+)", figure.written(line.text)) if figure else None
    return 0.5 * 10 ** -len(said[1]) if said else 0.0
