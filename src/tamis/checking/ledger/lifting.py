"""Sets, repetitions and weights of an exercise, and what they lift together.

A row gives them with their words ("3 sets of 8 reps @ 60 kg"), as "3 x 8 @ 60 kg", in columns, or
in attributes below it. What is given twice, in ranges, or for each hand is an interval or open.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tamis.checking.ledger.figures import figures
from tamis.checking.ledger.interval import ONE, UNKNOWN, Interval
from tamis.checking.ledger.row import Row, kept
from tamis.text.quantities import Quantity, quantities

_X = re.compile(r"\s?(?:[x×*]|sets? (?:of|x|×))\s?", re.I)
_BEHIND = re.compile(r"\W{0,3}(?:(?P<sets>sets?)|(?P<reps>rep(?:s|etitions?)?))\b", re.I)
_BEFORE = re.compile(
    r"\b(?:(?P<reps>rep(?:s|etitions)?(?: per set)?)|(?P<sets>sets?))\s?[:=]\s?$", re.I
)
_EACH = re.compile(
    r"\b(?:each|per|pair|both|single|one)\b|/\s?(?:hand|side|arm|leg|db)|\bdumbbells?\b|\bdbs?\b",
    re.I,
)
_RESULT = re.compile(r"[=→⇒]|->|\b(?:tonnage|volume|total)\b", re.I)
_OTHER = re.compile(
    r"[=→⇒]|->|\btonnage|\bvolume|\btotal|\bset \d|\btempo|\bwarm|\bdrop|\brest\b", re.I
)


@dataclass
class Lift:
    """An exercise: its sets, the repetitions of each, the weight in kg; None for what it does not
    say. `unsure`: more is said of it than these. `factor`: how often the weight may count.
    """

    sets: Interval | None = None
    reps: Interval | None = None
    weight: Interval | None = None
    unsure: bool = False
    factor: Interval = ONE

    @property
    def is_empty(self) -> bool:
        """Whether nothing is known of it."""
        return self.sets is self.reps is self.weight is None

    @property
    def tonnage(self) -> Interval:
        """What is lifted in all, in kg."""
        if self.unsure or self.weight is None or self.sets is None or self.reps is None:
            return UNKNOWN
        return self.sets * self.reps * self.weight * self.factor

    @property
    def working(self) -> str:
        """How the tonnage is computed."""
        said = (one for one in (self.sets, self.reps, self.weight) if one)
        return " x ".join(
            f"{one.low:g}" if one.sure else f"{one.low:g}–{one.high:g}" for one in said
        )

    def put(self, name: Literal["sets", "reps", "weight"], value: Interval) -> None:
        """Take what is said of it; it is not sure if that was said before."""
        self.unsure = self.unsure or getattr(self, name) is not None
        setattr(self, name, value)


@kept
def lift(row: Row) -> Lift | None:
    """The exercise of a row; None where it gives neither sets nor repetitions nor a weight."""
    if row.cells:
        return _of_cells(row)
    details = (one.text for one in row.rows if not one.rows)
    return of_text(" ; ".join([row.text, *details]))


def _of_cells(row: Row) -> Lift | None:
    made = Lift()
    for name in ("sets", "reps", "weight"):
        found = [one for one in figures(row) if one.subject == name]
        if len(found) == 1:
            setattr(made, name, found[0].value)
        made.unsure = made.unsure or len(found) > 1
    for cell in row.cells:
        if (own := of_text(cell.text)) is not None:
            made.sets, made.reps = made.sets or own.sets, made.reps or own.reps
            made.weight = made.weight or own.weight
            made.unsure = made.unsure or own.unsure
        if _EACH.search(cell.text) or _EACH.search(cell.header):
            made.factor = Interval(1.0, 2.0)
    return None if made.is_empty else made


def of_text(text: str) -> Lift | None:
    """The exercise that a text describes; None where it gives none of its figures."""
    text, stated = _without_result(text)
    made = Lift()
    waiting = [one for one in quantities(text) if not one.ordinal]
    while waiting:
        del waiting[: _take(made, text, waiting)]
    if made.is_empty:
        return None
    differs = stated is not None and not (made.tonnage.sure and made.tonnage.near(stated, 0.01))
    made.unsure = made.unsure or differs or bool(_OTHER.search(text))
    return made


def _take(made: Lift, text: str, found: Sequence[Quantity]) -> int:
    """Take the first of some quantities, or the first two; how many were taken."""
    one, value = found[0], Interval(found[0].low, found[0].high)
    if one.dimension == "mass":
        made.put("weight", _in_kg(one))
        if _EACH.search(text, one.end, one.end + 24):
            made.factor = Interval(1.0, 2.0)
        return 1
    if one.dimension != "count":
        return 1
    if len(found) > 1 and _is_by(text, one, found[1]):
        made.unsure = made.unsure or made.reps is not None
        made.put("sets", value)
        if found[1].dimension != "count":
            return 1
        made.reps = Interval(found[1].low, found[1].high)
        return 2
    behind = _BEHIND.match(text, one.end, one.end + 16)
    before = _BEFORE.search(text, max(one.start - 24, 0), one.start)
    said = [found.lastgroup for found in (behind, before) if found]
    noun = one.noun.casefold()
    if "sets" in said or noun.startswith("set"):
        made.put("sets", value)
    elif "reps" in said or noun.startswith("rep"):
        made.put("reps", value)
    else:
        # A number behind them that says nothing known: "3 sets of 12/10/8".
        made.unsure = made.unsure or not made.is_empty
    return 1


def _is_by(text: str, one: Quantity, following: Quantity) -> bool:
    """Whether two numbers are sets and repetitions: "3 x 10", "3 sets of 10"."""
    joined = _X.fullmatch(text, one.end, following.start)
    return joined is not None and not one.noun.casefold().startswith("rep")


def _without_result(text: str) -> tuple[str, Interval | None]:
    """A text before its result, and that in kg: "3 x 10 @ 60 kg (= 1,800 kg)"."""
    found = _RESULT.search(text)
    if found is None:
        return text, None
    masses = [one for one in quantities(text[found.end() :]) if one.dimension == "mass"]
    return (text[: found.start()], _in_kg(masses[0])) if len(masses) == 1 else (text, None)


def _in_kg(one: Quantity) -> Interval:
    return Interval(one.low / 1000, one.high / 1000)
