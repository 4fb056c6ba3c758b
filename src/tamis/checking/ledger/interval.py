"""Numbers that are known up to an interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

ROUNDING = 0.005
"""The share of a sum that is taken for the rounding of its parts."""


class Interval(NamedTuple):
    """A number from `low` to `high`, both included; neither is below zero."""

    low: float
    high: float

    @classmethod
    def at(cls, number: float) -> Interval:
        """A number that is known."""
        return cls(number, number)

    def __add__(self, other: Interval) -> Interval:  # type: ignore[override]
        return Interval(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Interval) -> Interval:  # type: ignore[override]
        high = 0.0 if 0 in (self.high, other.high) else self.high * other.high
        return Interval(self.low * other.low, high)

    @property
    def sure(self) -> bool:
        """Whether it is one number, to a millionth."""
        return math.isfinite(self.high) and self.high - self.low <= 1e-6 * max(self.high, 1.0)

    def near(self, other: Interval, share: float = ROUNDING) -> bool:
        """Whether both are the same, up to a share of them, and to rounding to whole numbers where
        that is at most a fiftieth.
        """
        most = max(self.high, other.high)
        slack = max(min(1.0, 0.02 * most), share * most) + 1e-9
        return abs(self.low - other.low) <= slack and abs(self.high - other.high) <= slack

    def times(self, number: float) -> Interval:
        """So many of it; of a factor below one, a part."""
        return self * Interval.at(number)

    def or_nothing(self) -> Interval:
        """The interval of something that may not count."""
        return Interval(0.0, self.high)

    def or_more(self, more: float = math.inf) -> Interval:
        """The interval of something to which so much may be added."""
        return Interval(self.low, self.high + more)


ZERO = Interval(0.0, 0.0)
ONE = Interval(1.0, 1.0)
UNKNOWN = Interval(0.0, math.inf)


def hull(found: Iterable[Interval]) -> Interval:
    """The smallest interval that holds all; ValueError for none."""
    found = list(found)
    return Interval(min(one.low for one in found), max(one.high for one in found))


def added(found: Iterable[Interval]) -> Interval:
    """The sum."""
    total = ZERO
    for one in found:
        total = total + one
    return total


def equal(one: float, other: float, slack: float = 1e-6) -> bool:
    """Whether two numbers differ by less than a slack."""
    return abs(one - other) < slack


def every(said: Sequence[bool | None]) -> bool | None:
    """Whether all are true; None where that hangs on one that is None."""
    return False if False in said else None if None in said else True
