"""A figure of a menu, a workout or a schedule: `plan("calories", per="day", max=1900)`."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from tamis.checking import ledger
from tamis.checking.constraint_types.constraint_type import Count, ordered
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.ledger.requirement import Bound, Measure, Requirement, Scope
from tamis.checking.worksheet import Span
from tamis.checking.worksheet import amount as shown
from tamis.text.quantities import quantities
from tamis.types import InputError

_NUTRIENTS = (
    "protein", "fat", "carbohydrate", "fiber", "sugar", "sodium", "cholesterol",
)  # fmt: skip
_MEALS = ("breakfast", "brunch", "lunch", "dinner", "supper", "snack")
_PER: Mapping[str, tuple[str, ...]] = {
    "calories": ("total", "day", "session", "meal", *_MEALS),
    **dict.fromkeys(_NUTRIENTS, ("total", "day", "meal", *_MEALS)),
    "days": ("total",),
    "sessions": ("total",),
    "meals": ("total", "day"),
    "snacks": ("total", "day"),
    "exercises": ("total", "session"),
    "sets": ("total", "session", "exercise"),
    "tonnage": ("total", "session"),
    "weight": ("exercise",),
}
"""What each measure may be of; any other part of a plan has none of it."""
_LIFTED = ("tonnage", "weight")

SESSIONS = ("session", "workout", "workout session", "training session")
"""The words for a session of a workout plan."""


class Plan(Count):
    """A figure of a plan: in `total`, or of each day, session, exercise or meal (`per`).

    Calories and nutrients are added, days, sessions, meals, snacks, exercises and sets counted;
    `tonnage` is sets times repetitions times weight, `weight` that of each exercise. `below` and
    `above` must not be reached. It is undecided where sensible readings of the plan differ.
    """

    id = "plan"
    recorded = True
    one = "of a plan"
    passes = ({"measure": "meals", "per": "day", "exactly": 2}, "Lunch: soup\nDinner: rice")
    fails = (
        {"measure": "calories", "per": "day", "max": 500},
        "Lunch: soup, 300 kcal\nDinner: rice, 400 kcal",
    )
    wordings = {
        "The daily caloric intake must be at most 2,000 calories.": {
            "measure": "calories", "per": "day", "max": 2000,
        },
        "Each day must contain at most 60 g of fat.": {
            "measure": "fat", "per": "day", "max": 60,
        },
        "Each dinner must have at most 700 calories.": {
            "measure": "calories", "per": "dinner", "max": 700,
        },
        "Dinner must not exceed 700 calories.": {
            "measure": "calories", "per": "dinner", "max": 700,
        },
        "Each workout session must burn at least 300 calories.": {
            "measure": "calories", "per": "session", "min": 300,
        },
        "The meal plan must include 3 meals per day.": {
            "measure": "meals", "per": "day", "exactly": 3,
        },
        "The workout plan must contain 4 sessions.": {"measure": "sessions", "exactly": 4},
        "Total lifting tonnage per session must be at least 5,000 kg.": {
            "measure": "tonnage", "per": "session", "min": 5000,
        },
        "No exercise may use a weight of more than 60 kg.": {
            "measure": "weight", "per": "exercise", "max": 60,
        },
    }  # fmt: skip
    vocabulary = {
        "measure": (
            {
                **{
                    f"{word}{more}": measure
                    for more in ("", " intake")
                    for word, measure in {
                        "caloric": "calories", "calorie": "calories", "energy": "calories",
                        "carb": "carbohydrate", "carbs": "carbohydrate", "fibre": "fiber",
                        **{one: one for one in _NUTRIENTS},
                    }.items()
                },
                "intake": "calories",
            },
            {
                **dict.fromkeys(SESSIONS, "sessions"),
                "day": "days", "meal": "meals", "eating occasion": "meals", "snack": "snacks",
                "exercise": "exercises", "set": "sets",
            },
            {
                "tonnage": "tonnage", "lifting tonnage": "tonnage", "weight lifted": "tonnage",
                "training volume": "tonnage", "weight": "weight",
            },
        ),
        "per": (
            {
                **dict.fromkeys(SESSIONS, "session"),
                **{one: one for one in ("day", "exercise", "meal", *_MEALS)},
            },
        ),
    }  # fmt: skip

    measure: Literal[
        "calories", "protein", "fat", "carbohydrate", "fiber", "sugar", "sodium", "cholesterol",
        "days", "sessions", "meals", "snacks", "exercises", "sets", "tonnage", "weight",
    ] = Field(description="What is added or counted.")  # fmt: skip
    per: Literal[
        "total", "day", "session", "exercise", "meal",
        "breakfast", "brunch", "lunch", "dinner", "supper", "snack",
    ] = Field("total", description="The whole plan in `total`, or each part of it.")  # fmt: skip
    below: float | None = Field(None, ge=0, description="Less than so much.")
    above: float | None = Field(None, ge=0, description="More than so much.")
    unit: str = Field(
        "",
        description="That of the bound: `kcal` (the usual one) or `kJ`; `g` or `mg`; `kg` or `lb`.",
    )

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        if not self._has_bound:
            raise InputError("plan needs a number: exactly, min, max, below, above or about.")
        ordered(self.id, self.min, self.max)
        loose = [one for one in (self.min, self.max) if one is not None]
        strict = [one for one in (self.below, self.above) if one is not None]
        alone = [one for one in (self.exactly, self.about) if one is not None]
        if len(alone) + bool(loose) + bool(strict) > 1:
            raise InputError(
                "plan takes exactly, about, min with max, or above with below; give one of these."
            )
        if len(strict) > 1 and self.above is not None and self.above >= (self.below or 0):
            raise InputError("plan: above is not less than below; exchange them.")
        return self

    @model_validator(mode="after")
    def _means_something(self) -> Self:
        if self.per not in (fit := _PER[self.measure]):
            raise InputError(
                f"plan: {self.measure} per {self.per} mean nothing; per may be {', '.join(fit)}."
            )
        if self.unit and not self._factor:
            wanted = {"kcal": "kcal or kJ", "g": "g or mg", "kg": "kg or lb"}.get(self.unit_name)
            raise InputError(
                f"plan: {self.unit!r:.40} is no unit of {self.measure}; "
                f"{f'write {wanted}' if wanted else 'leave unit out'}."
            )
        return self

    @field_validator("unit")
    @classmethod
    def _usual(cls, unit: str, info: ValidationInfo) -> str:
        # "Calories" and "grams", as sentences have them, are the usual units.
        units = {"calorie": "kcal", "cal": "kcal", "gram": "g", "kilogram": "kg", "kilo": "kg"}
        said = units.get(unit.casefold().removesuffix("s"), unit)
        return "" if said and said == _unit_of(info.data.get("measure", "")) else said

    @property
    def _has_bound(self) -> bool:
        return super()._has_bound or (self.below, self.above) != (None, None)

    @property
    def adds_up(self) -> bool:
        """As `Count.adds_up`."""
        return self.per == "total"

    @property
    def unit_name(self) -> str:
        """The unit in which it is judged: kcal, g, kg, or none for what is counted."""
        return _unit_of(self.measure)

    @property
    def _factor(self) -> float:
        """What the bound's unit is in that in which it is judged; 0 where it is none of it."""
        if not self.unit or not self.unit_name:
            return 0.0 if self.unit else 1.0
        said, own = (next(quantities(f"1 {one}"), None) for one in (self.unit, self.unit_name))
        fits = said and own and said.dimension == own.dimension
        return said.low / own.low if said and own and fits else 0.0

    @property
    def demand(self) -> Requirement:
        """What is demanded, as the ledger judges it."""
        low = [one for one in (self.exactly, self.about, self.min, self.above) if one is not None]
        high = [one for one in (self.exactly, self.about, self.max, self.below) if one is not None]
        bound = Bound(
            low[0] * self._factor if low else -math.inf,
            high[0] * self._factor if high else math.inf,
            strict=self.below is not None or self.above is not None,
            about=self.about is not None,
        )
        measure: Measure = "amount" if self.unit_name else "count"
        if self.measure == "tonnage" or self.measure == "weight":
            measure = self.measure
        scope: Scope = "plan" if self.per == "total" else "meal"
        if self.per == "day" or self.per == "session" or self.per == "exercise":
            scope = self.per
        return Requirement(
            self.measure.removesuffix("s"), measure, bound, self.unit_name, scope,
            only=self.per if self.per in _MEALS else "",
        )  # fmt: skip

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: the places of its entries."""
        return self.verify(text).places

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`, with a worksheet."""
        return ledger.judge(self.demand, text.text, start=text.start)

    def __str__(self) -> str:
        names = {
            "exactly": "exactly", "about": "about", "min": "at least", "max": "at most",
            "above": "more than", "below": "less than",
        }  # fmt: skip
        unit = self.unit or self.unit_name
        said = [
            f"{words} {shown(number, unit)}"
            for name, words in names.items()
            if (number := getattr(self, name)) is not None
        ]
        where = "in all" if self.per == "total" else f"per {self.per}"
        return f"{self.measure}: {' and '.join(said)} {where}"


def _unit_of(measure: str) -> str:
    if measure == "calories":
        return "kcal"
    return "g" if measure in _NUTRIENTS else "kg" if measure in _LIFTED else ""
