"""Numbers that are known up to an interval, and what a bound says of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple


class Interval(NamedTuple):
    """A number from `low` to `high`, both included; neither is below zero."""

    low: float
    high: float

    def __add__(self, other: Interval) -> Interval:  # type: ignore[override]
        return Interval(self.low + other.low, self.high + other.high)

    def __mul__(self, other: Interval) -> Interval:  # type: ignore[override]
        high = 0.0 if 0 in (self.high, other.high) else self.high * other.high
        return Interval(self.low * other.low, high)

    @property
    def sure(self) -> bool:
        """Whether it is one number, to a millionth."""
        return math.isfinite(self.high) and self.high - self.low <= 1e-6 * max(self.high, 1.0)

    def near(self, other: Interval, share: float = 0.0) -> bool:
        """Whether both are the same, up to rounding to whole numbers and a share of them."""
        slack = max(1.0, share * max(self.high, other.high)) + 1e-9
        return abs(self.low - other.low) <= slack and abs(self.high - other.high) <= slack

    def or_nothing(self) -> Interval:
        """The interval of something that may not count."""
        return Interval(0.0, self.high)


ZERO = Interval(0.0, 0.0)
UNKNOWN = Interval(0.0, math.inf)


def hull(found: Iterable[Interval]) -> Interval:
    """The smallest interval that holds all."""
    found = list(found)
    return Interval(min(one.low for one in found), max(one.high for one in found))


def added(found: Iterable[Interval]) -> Interval:
    """The sum."""
    total = ZERO
    for one in found:
        total = total + one
    return total
