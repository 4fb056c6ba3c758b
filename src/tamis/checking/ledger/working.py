"""A part of the plan with what it comes to, compared with a bound, and the worksheet of all."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import islice

from tamis.checking.judgement import Judgement
from tamis.checking.ledger.adding import Adder, Roles
from tamis.checking.ledger.figures import figures
from tamis.checking.ledger.interval import ONE, UNKNOWN, ZERO, Interval, added
from tamis.checking.ledger.parts import has_clock
from tamis.checking.ledger.requirement import Requirement
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.sums import Counted, Sum
from tamis.checking.worksheet import Capability, Entry, Number, Part, Worksheet, between
from tamis.text.shown import one_line
from tamis.types import Outcome

MAX_ENTRIES = 200
"""The most entries that a part of a worksheet shows."""
MAX_NUMBERS = 2_000
"""The most numbers of a response that a worksheet explains."""
_SHOWN = 8
"""The most doubts and claims of the response that are shown."""


@dataclass
class Group:
    """A day, a session, a meal, the whole plan: what it comes to, None where it gives no figure.

    `count` is how often it is done. `open` and `told` as those of a `Sum`.
    """

    name: str
    value: Interval | None
    entries: list[Entry] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    count: int = 1

    @classmethod
    def of(cls, name: str, found: Sum, count: int = 1) -> Group:
        """The group of a sum."""
        entries = list(map(_entry_of, found.counted))
        return cls(name, found.value, entries, list(found.open), list(found.told), count)

    def hang(self, doubt: str, value: Interval | None) -> None:
        """Take another value, which hangs on something."""
        self.open.append(doubt)
        self.value = value

    def part(self, keeps: Callable[[Interval | None], bool | None]) -> Part:
        """Its part of the worksheet; `keeps` says whether a value keeps to the bound."""
        satisfied = keeps(self.value)
        value = self.value or UNKNOWN
        doubts = tuple(dict.fromkeys(self.open)) if satisfied is None else ()
        if satisfied is None and self.value is None:
            doubts = doubts or ("it gives no figure",)
        return Part(
            one_line(self.name), tuple(self.entries[:MAX_ENTRIES]), value.low, satisfied,
            high_of(value), doubts[:_SHOWN], tuple(self.told[:_SHOWN]),
        )  # fmt: skip


def high_of(value: Interval) -> float | None:
    """The most that a value may be, as worksheets have it: None where that is the value."""
    return None if value.sure else value.high


def _entry_of(one: Counted) -> Entry:
    numbers = tuple(figure.value.low for figure in one.figures)
    span = one.figures[0].span if one.figures else one.row.span()
    high = high_of(one.value)
    return Entry(one_line(one.row.text), one.value.low, numbers, one.working, high, span)


def row_entry(row: Row, value: Interval = ONE, working: str = "") -> Entry:
    """A row as an entry of a worksheet."""
    return Entry(one_line(row.text), value.low, (), working, high_of(value), row.span())


def together(groups: Sequence[Group], name: str = "the plan") -> Group:
    """All parts as one, each as often as it is done."""
    values = [one.value.times(one.count) for one in groups if one.value]
    made = Group(name, added(values) if values else None)
    for one in groups:
        made.entries += one.entries
        made.open += one.open
        made.told += one.told
        if one.value is None and values:
            made.hang(f"{one.name} gives no figure", (made.value or ZERO).or_more())
    return made


def judgement(
    groups: Sequence[Group], keeps: Callable[[Interval | None], bool | None], root: Row,
    adder: Adder, *, quantity: str, unit: str, bound: str, scope: str,
    capability: Capability = "summation", start: int = 0,
) -> Judgement:  # fmt: skip
    """The verdict on parts, each of which `keeps` to the bound or not, with its worksheet.

    `start` is where the text stands in the response: its places are moved by so much.
    """
    if not groups:
        # Nothing found is never satisfied.
        why = f"nothing was found that {quantity} could be read of."
        return Judgement(None, "program", "abstained", why)
    parts = tuple(one.part(keeps) for one in groups)
    roles = adder.roles()
    told = (_ignored(root, adder, roles), _numbers(root, adder, roles))
    sheet = Worksheet(quantity, unit, bound, scope, capability, parts, *told)
    sheet = sheet.moved(start) if start else sheet
    places = tuple(one.span for part in sheet.parts for one in part.entries if any(one.span))
    open_ = sheet.satisfied is None
    outcome: Outcome = "abstained" if open_ else "ok"
    why = reason(sheet) if open_ else ""
    return Judgement(sheet.satisfied, "program", outcome, why, worksheet=sheet, places=places)


def reason(sheet: Worksheet) -> str:
    """What the first open part hangs on, in a sentence."""
    part = next(part for part in sheet.parts if part.satisfied is None)
    if part.open and part.high == math.inf and not part.entries:
        return f"{part.name}: {part.open[0]}."
    said = part.open[0] if part.open else ""
    # "Whether …", "what …"; or a sentence: "'Nuts' has no figure".
    hangs = f"; it hangs on {said}" if said.startswith(("wh", "how")) else f", as {said}"
    value = between(part.total, part.high, sheet.unit)
    return f"{part.name} comes to {value}{hangs if said else ''}."


def capability(demand: Requirement, root: Row) -> Capability:
    """What a demand takes (ACS, §2.3)."""
    match demand.measure:
        case "count":
            return "counting"
        case "tonnage" | "weight":
            return "multiplication and summation"
        case "duration" if sum(has_clock(row) for row in root.walk()) > 1:
            return "date-time"
    return "summation"


def _numbers(root: Row, adder: Adder, roles: Roles) -> tuple[Number, ...]:
    """Every figure of the plan with its role."""

    def explained(row: Row) -> list[Number]:
        wanted = adder.read(row)
        made = []
        for one in figures(row):
            same = next((other for other in wanted if one.is_same(other)), None)
            role, why = roles.get(same, ("note", "")) if same else ("other", "")
            made.append(Number(one.written, one.subject, role, why, one.span))
        return made

    every = (number for row in root.walk() for number in explained(row))
    return tuple(islice(every, MAX_NUMBERS))


def _ignored(root: Row, adder: Adder, roles: Roles) -> tuple[str, ...]:
    """The response's claims about itself: titles, goals, totals, sentences."""
    found = (
        row.short for row in root.walk()
        if any(roles.get(one, ("",))[0] in ("total", "goal", "note") for one in adder.read(row))
    )  # fmt: skip
    return tuple(islice(found, _SHOWN))
