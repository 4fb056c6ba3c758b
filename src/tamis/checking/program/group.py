"""A part of the plan with what it comes to, compared with a bound."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from tamis.checking.program.interval import Interval, added
from tamis.checking.program.mentions import Mention
from tamis.checking.program.outline import Node
from tamis.checking.program.requirement import Bound, Requirement
from tamis.checking.program.sums import Sum, short
from tamis.checking.worksheet import Entry, Part

MAX_ENTRIES = 200
"""The most entries that a part of a worksheet shows."""


ONE = Interval(1.0, 1.0)


class Open(Exception):
    """A verdict that hangs on how the text is meant; the message says on what, in a sentence."""


@dataclass
class Group:
    """A day, a session, a meal, the whole plan: what it comes to, None where it gives no figure.

    `count` is how often it is done ("Tuesday and Thursday" are two). `kept` is whether it keeps to
    the demand, where that is no matter of `value`.
    """

    name: str
    value: Interval | None
    entries: list[Entry] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    count: int = 1
    kept: bool | None = None

    @classmethod
    def of(cls, name: str, found: Sum, count: int = 1) -> Group:
        """The group of a sum."""
        missing = [f"{short(row_text(node))} has no figure" for node in found.missing]
        return cls(
            name, found.value, entries_of(found.entries),
            [*found.open, *missing], found.told, count,
        )  # fmt: skip

    def part(self, bound: Bound) -> Part:
        """Its part of the worksheet."""
        satisfied = self.kept if self.kept is not None else holds(bound, self.value)
        value = self.value or Interval(0.0, math.inf)
        entries = tuple(self.entries[:MAX_ENTRIES])
        high = None if value.sure else value.high
        doubts = tuple(dict.fromkeys(self.open)) if satisfied is None else ()
        if satisfied is None and self.value is None:
            doubts = doubts or ("it gives no figure",)
        return Part(
            cut(self.name), entries, value.low, satisfied, high, doubts[:8], tuple(self.told[:8])
        )


def entries_of(found: Sequence[Mention]) -> list[Entry]:
    """The numbers as entries of a worksheet, those of one line as one."""
    made = []
    for node, ones in groupby(found, key=_line_of):
        lines = list(ones)
        total = added(one.value for one in lines)
        scaled = [f"{one.text} {one.why}" for one in lines if one.why and one.role == "entry"]
        sums = " + ".join(f"{one.value.low:g}" for one in lines) if len(lines) > 1 else ""
        numbers = tuple(one.value.low for one in lines)
        high = None if total.sure else total.high
        text, span = cut(row_text(node)), span_of(lines[0])
        made.append(Entry(text, total.low, numbers, "; ".join(scaled) or sums, high, span))
    return made


def _line_of(one: Mention) -> Node:
    node = one.node
    in_row = node.shape == "cell" and node.parent is not None and node.parent.shape == "row"
    return node.parent if in_row and node.parent is not None else node


def span_of(one: Mention) -> tuple[int, int]:
    """The place of a number in the plan."""
    return one.node.span(one.quantity.start, one.quantity.end)


def row_text(node: Node) -> str:
    """A line, or the cells of a row."""
    return " | ".join(cell.node.text for cell in node.cells) if node.cells else node.text


def node_entry(node: Node, value: Interval = ONE, working: str = "") -> Entry:
    """A line of the plan as an entry of a worksheet."""
    text = row_text(node)
    high = None if value.sure else value.high
    place = node.cells[0].node if node.cells else node
    return Entry(cut(text), value.low, (), working, high, place.span(0, len(place.text)))


def cut(text: str, most: int = 70) -> str:
    """A text cut to a width, with a mark where it was cut."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def holds(bound: Bound, value: Interval | None) -> bool | None:
    """Whether all of an interval keeps to a bound, none of it, or None for some."""
    if value is None:
        return None
    low, high = bound.holds(value.low), bound.holds(value.high)
    if low and high:
        return True
    if value.sure:
        return False
    least, most = bound.reach()
    if value.high < least or value.low > most:
        return False
    if bound.strict and (value.high <= least or value.low >= most):
        return False
    return None


def together(groups: Sequence[Group], name: str = "the plan") -> Group:
    """All parts as one, each as often as it is done."""
    values = [one.value * Interval(one.count, one.count) for one in groups if one.value]
    value = added(values)
    doubts = [doubt for one in groups for doubt in one.open]
    for one in groups:
        if one.value is None:
            value = Interval(value.low, math.inf)
            doubts.append(f"{one.name} gives no figure")
    entries = [
        replace(
            entry, amount=entry.amount * one.count,
            high=None if entry.high is None else entry.high * one.count,
        )
        for one in groups for entry in one.entries
    ]  # fmt: skip
    told = [claim for one in groups for claim in one.told]
    return Group(name, value, entries, doubts, told)


def whole_or_each(demand: Requirement, groups: list[Group]) -> list[Group]:
    """All parts together; where the words do not say so, each alone must come to the same."""
    if len(groups) < 2:
        return groups
    whole = together(groups)
    if not (demand.whole or demand.scope == "week"):
        each = verdict(holds(demand.bound, one.value) for one in groups)
        if each is None or each != holds(demand.bound, whole.value):
            raise Open("it is not clear whether each part or the whole plan is meant.")
    return [whole]


def verdict(said: Iterable[bool | None]) -> bool | None:
    """Whether all hold: one that does not decides, whatever the open ones are."""
    found = list(said)
    return False if False in found else None if None in found else True
