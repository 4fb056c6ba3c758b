"""A quantity: a number, or a range of two, with its unit, the noun it counts and its bound."""

from __future__ import annotations

from dataclasses import dataclass

from tamis.text.hedges import Hedge
from tamis.text.units import UNITS, Dimension

DAY = 24 * 60
"""The minutes of a day."""


@dataclass(frozen=True)
class Quantity:
    """A number, or two of a range, at `text[start:end]`, its unit among it.

    `low` and `high` are in the base unit of the dimension (`units.UNITS`; a clock is in minutes
    from midnight). `unit` is the unit as written, `noun` what a count counts, as written ("egg
    whites"), both empty for none. `hedge` is the word that makes it a bound. A span is a time of
    the clock to another, `high` below `low` where midnight lies between; clocks that are not `sure`
    may be twelve hours later.
    """

    low: float
    high: float
    dimension: Dimension
    start: int
    end: int
    unit: str = ""
    noun: str = ""
    hedge: Hedge = ""
    sure: bool = True
    ordinal: bool = False

    @property
    def written(self) -> tuple[float, float]:
        """Both ends in the unit as written: 1.5 for "1 h 30 min"."""
        one = 1.0 if self.dimension == "money" else factor(self.unit)
        return self.low / one, self.high / one

    @property
    def minutes(self) -> float:
        """How long a span takes, over midnight if need be."""
        return (self.high - self.low) % DAY if self.dimension == "span" else self.high


def factor(unit: str) -> float:
    """The factor of a unit to its base, 1 for none."""
    known = UNITS.get(unit.casefold())
    return known.factor if known else 1.0
