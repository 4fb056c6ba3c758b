"""The demand of a constraint on a plan: a quantity, a bound, and where it must hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tamis.checking.ledger.interval import Interval
from tamis.checking.worksheet import amount

Measure = Literal["count", "amount", "duration", "tonnage", "weight"]
"""How a quantity is measured: counting items, adding numbers, adding time spans, adding weight
times sets times repetitions, or the weight of an exercise."""

Scope = Literal["plan", "day", "session", "meal", "exercise"]


@dataclass(frozen=True)
class Bound:
    """An interval that a value must lie in, ends included unless `strict`; minutes for times.

    `about` widens it by a tenth of the value; the papers do not define it.
    """

    low: float = -math.inf
    high: float = math.inf
    strict: bool = False
    about: bool = False

    @property
    def aims(self) -> tuple[float, ...]:
        """The numbers that are asked for."""
        return tuple(end for end in (self.low, self.high) if math.isfinite(end))

    def holds(self, value: float) -> bool:
        """Whether `value` lies inside, to a millionth."""
        low, high = self.reach()
        slack = -1e-6 if self.strict else 1e-6
        return low - slack <= value <= high + slack

    def keeps(self, value: Interval | None) -> bool | None:
        """Whether all of an interval lies inside, or none of it; None for some, or no value."""
        if value is None:
            return None
        if self.holds(value.low) and self.holds(value.high):
            return True
        low, high = self.reach()
        outside = value.high < low or value.low > high
        touches = self.strict and (value.high <= low or value.low >= high)
        return False if value.sure or outside or touches else None

    def reach(self) -> tuple[float, float]:
        """The least and the most that it holds, widened where it is about a value."""
        if not self.about:
            return self.low, self.high
        return self.low - 0.1 * abs(self.low), self.high + 0.1 * abs(self.high)

    def text(self, unit: str) -> str:
        """The bound in words."""
        about = "about " if self.about else ""
        low, high = f"{about}{amount(self.low, unit)}", f"{about}{amount(self.high, unit)}"
        if self.low == self.high:
            return low if about else f"exactly {low}"
        if math.isinf(self.high):
            return f"{'more than' if self.strict else 'at least'} {low}"
        if math.isinf(self.low):
            return f"{'less than' if self.strict else 'at most'} {high}"
        return f"between {low} and {amount(self.high, unit)}"


@dataclass(frozen=True)
class Requirement:
    """A constraint on a plan, as the ledger judges it.

    `subject` is what is measured, in the singular ("protein", "meal", "sleep"); `unit` that of
    the bound ("kcal", "g", "min", "kg", "" for a count); `scope` where it must hold, and `only`
    the meals that are meant ("dinner").
    """

    subject: str
    measure: Measure
    bound: Bound
    unit: str = ""
    scope: Scope = "plan"
    only: str = ""

    @property
    def where(self) -> str:
        """Where it must hold, in words."""
        scope = "in all" if self.scope == "plan" else f"each {self.scope}"
        return f"{scope} {self.only}".strip()
