"""A bound on lengths of time, in minutes: `duration(max=30)`, `duration(max="1 h 30 min")`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import field_validator

from tamis.checking.constraint_types.amounts._amount import Amount
from tamis.checking.constraint_types.amounts.plan import SESSIONS
from tamis.checking.ledger import by_demand
from tamis.checking.ledger.adding import Adder
from tamis.checking.ledger.figures import Figure, figures
from tamis.checking.ledger.interval import ZERO, Interval
from tamis.checking.ledger.parts import has_clock
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.slots import slots
from tamis.checking.ledger.working import Group, row_entry
from tamis.checking.turning import turning_beside
from tamis.checking.worksheet import Capability, amount
from tamis.text.quantities import DAY, quantities
from tamis.types import InputError


class Duration(Amount):
    """Lengths of time in minutes: in `total`, of each `item`, each day or session, or of `subject`.

    A bound may be written as "1 h 30 min". Entries are lines, items and rows with a length of time;
    one in a sentence ("Boil for 8 minutes.") counts at most as far as a stated total does not say
    otherwise. Spans of the clock last from their start to their end; a schedule without ends lasts
    from entry to entry. With a `subject` the entries that it names are meant: "sleep".
    """

    id = "duration"
    one = "length of time"
    passes = (
        {"max": 30},
        "**Prep time:** 10 min\n**Cook time:** 15 min\n**Total time:** 25 min\n\n"
        "1. Boil for 8 min.\n",
    )
    fails = (
        {"max": 10, "per": "item"},
        "- Intro: 5 min\n- Demo: 15 minutes\n- Questions: 10 min\n",
    )
    wordings = {
        "at most 30 minutes in total": {"max": 30},
        "it should take no more than 30 minutes": {"max": 30},
        "at most 2 hours per day": {"max": 120, "per": "day"},
        "at most 2 hours a day": {"max": 120, "per": "day"},
        "at most 10 minutes each": {"max": 10, "per": "item"},
        "total time under 45 minutes": {"below": 45},
        "The schedule must include 8 hours of sleep.": {"exactly": 480, "subject": "sleep"},
        "Each day must include 8 hours of sleep.": {
            "exactly": 480,
            "per": "day",
            "subject": "sleep",
        },
    }
    vocabulary = {"per": ({**dict.fromkeys(SESSIONS, "session"), "day": "day"},)}
    free = "subject"

    @field_validator("exactly", "min", "max", "about", "below", "above", mode="before")
    @classmethod
    def _minutes(cls, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        found = [one for one in quantities(value) if one.dimension == "time"]
        one = found[0] if len(found) == 1 else None
        if not one or one.low != one.high or turning_beside(value, one.start, one.end):
            raise InputError(f"duration: {value!r:.40} is no length of time; write `1 h 30 min`.")
        return one.low

    @property
    def unit_name(self) -> str:
        """As `Amount.unit_name`."""
        return "min"

    def counted(self, number: float) -> str:
        """As `Count.counted`: "1 h 30 min"."""
        return amount(number, "min")

    def read(self, row: Row) -> Sequence[Figure]:
        """As `Amount.read`: lengths, and spans of the clock; days where the bound has some."""
        found = [one for one in figures(row) if one.subject == "time"]
        if max(self.aims) >= DAY:
            found += [made for one in figures(row) if (made := _of_days(one)) is not None]
        return found

    def capability(self, root: Row) -> Capability:
        """As `Amount.capability`."""
        return "date-time" if sum(map(has_clock, root.walk())) > 1 else "summation"

    def adder(self, root: Row) -> Adder:
        """As `Amount.adder`: a step of a recipe is no entry."""
        return Adder(root, self.read, self.aims, listed=True, doubting=True)

    @property
    def demand(self) -> Requirement | None:
        """The demand on an activity or on sessions, which the ledger judges as plans; else None."""
        if self.per == "session" and not self.subject:
            return Requirement("session", "duration", self.reach, "min", "session")
        if self.subject and self.per in ("total", "day"):
            return Requirement(self.subject, "duration", self.reach, "min", "plan")
        return None

    def groups(self, root: Row, adder: Adder) -> list[Group]:
        """As `Amount.groups`: of a schedule from its first minute to its last, or each entry."""
        if (demand := self.demand) is not None and (not self.subject or slots(root.rows)):
            return by_demand(demand, root, adder)
        if self.per in ("total", "item") and not self.subject and (made := self._scheduled(root)):
            return made
        return super().groups(root, adder)

    def _scheduled(self, root: Row) -> list[Group]:
        """The schedule that a response is, if all its entries have times of the clock."""
        found = slots(root.rows)
        if len(found) < 2:
            return []
        if self.per == "item":
            lasts = (None if one.end is None else Interval.at(one.end - one.start) for one in found)
            return [
                Group(one.shown, long, [row_entry(one.row)])
                for one, long in zip(found, lasts, strict=True)
            ]
        first, last = found[0], found[-1]
        entries = [row_entry(one.row, ZERO, one.shown) for one in found]
        made = Group("from its first minute to its last", None, entries)
        if last.end is None:
            made.hang("when its last entry ends", Interval.at(last.start - first.start).or_more())
        else:
            made.value = Interval.at(last.end - first.start)
        return [made]


def _of_days(one: Figure) -> Figure | None:
    """A figure of days or weeks in minutes."""
    days = {"day": 1, "week": 7}.get(one.noun.partition(" ")[0].rstrip("s"))
    return replace(one, value=one.value.times(days * DAY), subject="time") if days else None
