"""A bound on an amount of a unit: `quantity(max=2000, unit="kcal", per="day")`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import Field

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.ledger import by_demand
from tamis.checking.ledger.adding import Adder
from tamis.checking.ledger.figures import NUTRIENTS, Figure, alone, figures, opened, subject_of
from tamis.checking.ledger.parts import Open
from tamis.checking.ledger.requirement import Requirement, Scope
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.sums import Sum
from tamis.checking.ledger.working import Group
from tamis.text.quantities import Quantity as Read
from tamis.text.quantities import quantities
from tamis.text.stems import stems

_SCOPES: dict[str, Scope] = {"day": "day", "meal": "meal", "session": "session"}


class Quantity(Amount):
    """An amount of a unit: of the entries in `total`, of each `item`, each `day`, or at a rate.

    `unit` is any unit ("kcal", "g", "km", "%") or what is counted ("pages"). `subject` names a
    nutrient ("protein") or the entries that are meant. Figures that are goals, totals or rates are
    no entries; what is not sure makes an interval.
    """

    id = "quantity"
    one = "amount"
    passes = ({"min": 8, "unit": "km"}, "- Monday: run 3 km\n- Wednesday: run 5 km\n")
    fails = (
        {"max": 400, "unit": "kcal", "per": "item"},
        "1. Porridge – 350 kcal\n2. Full breakfast – 820 kcal\n",
    )
    wordings = {
        "at most 2,000 kcal per day": {"max": 2000, "unit": "kcal", "per": "day"},
        "at most 2,000 kcal a day": {"max": 2000, "unit": "kcal", "per": "day"},
        "under 500 calories per serving": {"below": 500, "unit": "calories", "per": "serving"},
        "at most 600 kcal per meal": {"max": 600, "unit": "kcal", "per": "meal"},
        "at least 30 g of protein per meal": {
            "min": 30, "unit": "g", "subject": "protein", "per": "meal",
        },
        "at least 100 g of protein per day": {
            "min": 100, "unit": "g", "subject": "protein", "per": "day",
        },
        "no more than 10 km in total": {"max": 10, "unit": "km"},
    }  # fmt: skip

    unit: str = Field("", description="The unit, or what is counted: `kcal`, `g`, `pages`.")

    @property
    def unit_name(self) -> str:
        """As `Amount.unit_name`."""
        return self.unit

    @property
    def measure(self) -> Read:
        """One of the unit, as it is read in texts."""
        return next(quantities(f"1 {self.unit}"), Read(1, 1, "count", 0, 1, noun=self.unit))

    @property
    def nutrient(self) -> str:
        """The nutrient that the subject names; "energy" for calories; else empty."""
        if self.measure.dimension == "energy":
            return "energy"
        named = (n for n, words in NUTRIENTS.items() if re.fullmatch(words, self.subject, re.I))
        return next(named, "") if self.measure.dimension == "mass" else ""

    def read(self, row: Row) -> Sequence[Figure]:
        """As `Amount.read`: the figures in the unit, be it written or that of the column."""
        return [made for one in figures(row) if (made := self._in_unit(one)) is not None]

    def _in_unit(self, one: Figure) -> Figure | None:
        """A figure in the unit; None where it measures something else."""
        if (factor := self._factor(one)) is None:
            return None
        if one.cell and one.subject == "count" and not alone(one.cell.text, [one]):
            return opened(one)
        return replace(one, value=one.value.times(factor), subject="amount")

    def _factor(self, one: Figure) -> float | None:
        """What makes a figure one in the unit; None where it measures something else."""
        unit = self.measure
        header = one.cell.header if one.cell and one.subject == "count" else ""
        if self.nutrient:
            return 1 / unit.low if one.subject == self.nutrient else None
        if unit.dimension == "count":
            wanted = stems(unit.noun)
            named = wanted <= stems(one.noun) or wanted <= stems(header)
            return 1.0 if wanted and named else None
        if one.subject == "weight" and unit.dimension == "mass":
            return 1000 / unit.low
        if one.subject == unit.dimension:
            return 1 / unit.low
        return 1.0 if self._headed(header) else None

    def _headed(self, header: str) -> bool:
        """Whether a column is in the unit."""
        if subject_of(header)[0] in NUTRIENTS:
            return False
        words = re.findall(r"[^\W\d_]+|%", header.casefold())
        return self.unit.casefold() in words

    def named(self, row: Row) -> bool:
        """As `Amount.named`: a nutrient is that of the figures, whatever the row is."""
        return bool(self.nutrient) or super().named(row)

    def _meant(self, root: Row, adder: Adder) -> Sum:
        return adder.rows(root.rows) if self.nutrient else super()._meant(root, adder)

    def groups(self, root: Row, adder: Adder) -> list[Group]:
        """As `Amount.groups`: calories and nutrients of days and meals as those of a plan."""
        if self.nutrient and self.per in _SCOPES:
            demand = Requirement(self.nutrient, "amount", self.reach, self.unit, _SCOPES[self.per])
            try:
                return by_demand(demand, root, adder)
            except Open:
                if self.per != "day":
                    return super().groups(root, adder)
                raise
        return super().groups(root, adder)
