"""The demand of a constraint: a quantity, a bound, and where it must hold."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tamis.checking.worksheet import amount

Measure = Literal["count", "amount", "duration", "tonnage", "clock", "weight", "gap"]
"""How a quantity is measured: counting items, adding numbers, adding time spans, adding weight
times sets times repetitions, reading clock times, the weight of an exercise, or the time between
the starts of two meals."""

Scope = Literal["plan", "day", "week", "session", "meal", "exercise", "direction", "entry"]


@dataclass(frozen=True)
class Bound:
    """An interval that a value must lie in, ends included unless `strict`; minutes for times.

    `about` widens it by a tenth of the value; the papers do not define it.
    """

    low: float = -math.inf
    high: float = math.inf
    strict: bool = False
    about: bool = False

    def holds(self, value: float) -> bool:
        """Whether `value` lies inside, to a millionth."""
        low, high = self.reach()
        slack = -1e-6 if self.strict else 1e-6
        return low - slack <= value <= high + slack

    def reach(self) -> tuple[float, float]:
        """The least and the most that it holds, widened where it is about a value."""
        if not self.about:
            return self.low, self.high
        return self.low - 0.1 * abs(self.low), self.high + 0.1 * abs(self.high)

    def text(self, unit: str) -> str:
        """The bound in words."""
        about = "about " if self.about else ""
        if self.low == self.high:
            return f"{about or 'exactly '}{amount(self.low, unit)}"
        if math.isinf(self.high):
            return f"{'more than' if self.strict else 'at least'} {about}{amount(self.low, unit)}"
        if math.isinf(self.low):
            return f"{'less than' if self.strict else 'at most'} {about}{amount(self.high, unit)}"
        return f"between {about}{amount(self.low, unit)} and {amount(self.high, unit)}"


@dataclass(frozen=True)
class Requirement:
    """A constraint as the program understands it.

    `subject` is what is measured, in the singular ("protein", "meal", "sleep"); `unit` that of
    the bound ("kcal", "g", "min", "kg", "" for a count); `scope` where it must hold, and `only`
    the sections of it that are meant ("dinner"); `whole` where the words clearly mean the whole
    plan. `distinct` counts each name once; `unbroken` means the longest block of time; with `one`
    the words name one entry ("a walk"), so that it is not clear whether several are added.

    For schedules: `daypart` restricts it to a part of the day ("morning", "afternoon", "evening",
    "night"), `before` and `after` to the time before or after another activity; `start` and `end`
    are demanded clock times in minutes from midnight; where both are the same, it is not said which
    of them is meant.
    """

    text: str
    subject: str
    measure: Measure
    bound: Bound
    unit: str = ""
    scope: Scope = "plan"
    only: str = ""
    whole: bool = False
    distinct: bool = False
    unbroken: bool = False
    one: bool = False
    daypart: str = ""
    before: str = ""
    after: str = ""
    start: Bound | None = None
    end: Bound | None = None
