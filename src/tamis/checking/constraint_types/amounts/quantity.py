"""A bound on an amount of a unit: `quantity(max=2000, unit="kcal", per="day")`."""

from __future__ import annotations

import re

from pydantic import Field

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts._figures import Figure, bounded
from tamis.checking.constraint_types.amounts._plans import by_program
from tamis.checking.constraint_types.amounts._sums import Ledger
from tamis.checking.constraint_types.constraint_type import undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.activities import stems
from tamis.checking.program.interval import Interval
from tamis.checking.program.mentions import NUTRIENTS, measured
from tamis.checking.program.outline import Cell, Node
from tamis.checking.program.requirement import Scope
from tamis.reading.quantities import Quantity as Read
from tamis.reading.quantities import quantities

_SCOPES: dict[str, Scope] = {"total": "plan", "day": "day", "meal": "meal"}


class Quantity(Amount):
    """An amount of a unit: of the entries in `total`, of each `item`, each `day`, or at a rate.

    `unit` is any unit ("kcal", "g", "km", "%") or what is counted ("pages"). `subject` names a
    nutrient ("protein") or the entries that are meant. Calories and nutrients of plans are added
    by the program judge. Figures that are goals, totals or rates are no entries; what is not sure
    makes an interval.
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
            "min": 30,
            "unit": "g",
            "subject": "protein",
            "per": "meal",
        },
        "at least 100 g of protein per day": {
            "min": 100,
            "unit": "g",
            "subject": "protein",
            "per": "day",
        },
        "no more than 10 km in total": {"max": 10, "unit": "km"},
    }

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

    def read(self, text: str, header: str) -> list[Figure]:
        """As `Amount.read`: the figures in the unit, be it written or that of the column."""
        if nutrient := self.nutrient:
            return self._nutrients(text, header, nutrient)
        unit = self.measure
        heads = (one for word in _WORDS.findall(header) for one in quantities(f"1 {word}"))
        # What a number alone is worth in this column.
        alone = next((one.low for one in heads if _is_of(unit, one)), 0.0)
        return [
            Figure(
                bounded(text, one.start, one.low * factor, one.high * factor, one.hedge),
                one.start,
                _end(unit, one),
            )
            for one in quantities(text)
            if (factor := self._factor(one, unit, alone))
        ]

    def _factor(self, one: Read, unit: Read, alone: float) -> float:
        """What a quantity is times in the unit; 0 where it is none of it."""
        if _is_of(unit, one):
            return 1.0 / unit.low
        bare = one.dimension == "count" and not one.noun and not one.ordinal
        return alone / unit.low if bare else 0.0

    def _nutrients(self, text: str, header: str, nutrient: str) -> list[Figure]:
        cell = Node("cell", text, range(len(text)))
        node = Node("row", cells=[Cell(header, cell)]) if header else Node("line", text)
        # Sodium and cholesterol are measured in mg.
        one_unit = self.measure.low * (1000 if nutrient in ("sodium", "cholesterol") else 1)
        return [
            Figure(
                Interval(one.value.low / one_unit, one.value.high / one_unit),
                one.quantity.start,
                one.quantity.end,
            )
            for one in measured(node)
            if one.subject == nutrient
        ]

    def meant(self, ledger: Ledger) -> list[Node]:
        """As `Amount.meant`; a nutrient is no entry."""
        return [ledger.root] if self.nutrient else super().meant(ledger)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if self.nutrient and self.per in _SCOPES:
            judged = self._as_plan(text)
            if judged.satisfied is not None:
                return self._checked(judged, super().verify(text))
            if judged.worksheet:
                return judged
        judged = super().verify(text)
        if judged.satisfied is None and self.per == "total":
            # "450 kcal per serving" is said of what one person eats.
            served = self.model_copy(update={"per": "serving"})
            rates = {one.rate for line in self.ledger(text).ordered() for one in line.come.figures}
            return Amount.verify(served, text) if rates == {"serving"} else judged
        return judged

    def _checked(self, judged: Judgement, again: Judgement) -> Judgement:
        """A verdict on a plan, unless its lines come to another when they are added as such."""
        if again.satisfied is None or again.satisfied is judged.satisfied:
            return judged
        why = "it is not clear which of its figures are entries, and which are totals."
        return undecided(why, *judged.working, *again.working)

    def _as_plan(self, text: Text) -> Judgement:
        """The verdict of the program judge, which knows days, meals and what a dish is."""
        energy = self.nutrient == "energy"
        return by_program(
            self, text, "calorie" if energy else self.nutrient, "amount", _SCOPES[self.per],
            "kcal" if energy else "g", self.measure.low,
        )  # fmt: skip


_WORDS = re.compile(r"[^\W\d_]+|%")


def _end(unit: Read, one: Read) -> int:
    """Where a quantity ends, with the noun that it counts: "42 new pages"."""
    if unit.dimension != "count" or not one.noun:
        return one.end
    wanted, words = stems(unit.noun), one.noun.split(" ")
    last = max((n for n, word in enumerate(words) if stems(word) & wanted), default=0)
    return one.end + 1 + len(" ".join(words[: last + 1]))


def _is_of(unit: Read, one: Read) -> bool:
    """Whether a quantity is one of the unit, or counts the same."""
    if one.dimension != unit.dimension or one.ordinal:
        return False
    if unit.dimension != "count":
        return True
    wanted = stems(unit.noun)
    return bool(wanted) and wanted <= stems(one.noun)
