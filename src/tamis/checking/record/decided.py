"""The verdict on a record: its groups with what may belong to them, compared with the bound."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

from tamis.checking.ledger.interval import UNKNOWN, ZERO, Interval
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.words import SAME
from tamis.checking.ledger.working import Group
from tamis.checking.record import scope
from tamis.checking.record.computed import Computed, Found, common, holds, part_of
from tamis.checking.record.reply import Refused
from tamis.checking.record.totals import may_be_totals
from tamis.checking.record.values import Unread, factor
from tamis.text.quantities import DAY


def groups_of(computed: Computed, constraint: str) -> list[Group]:
    """The groups of a record with what they come to, and what that hangs on.

    Raises Refused for a record that contradicts its constraint or itself.
    """
    record, asked = computed.record, computed.asked
    if not record.groups:
        raise Refused("it has no groups")
    if record.aggregate == "each" and any(len(one.spans) > 1 for one in record.groups):
        raise Refused("it looks at each value, and has several in a group")
    if record.aggregate == "sum" and asked.dimension == "clock":
        raise Refused("it adds up times of the clock")
    if record.compare and record.aggregate not in ("sum", "count"):
        raise Refused("it compares what is no sum")
    if record.aggregate == "count" and any(one.how != "one" for one in record.spans):
        raise Refused("it counts, and reads values")
    _in_a_unit_of_the_plan(computed)
    missing = scope.check(computed, constraint)
    made = [_group(one, computed) for one in computed.groups]
    if record.aggregate == "sum":
        for group, found, totals in zip(
            made, computed.groups, may_be_totals(computed), strict=True
        ):
            _without(group, found, totals)
    _add_left(made, computed, missing)
    for what, could in record.missing:
        # "The apple on Sunday has no figure" is of Sunday, if there is such a group.
        named = [one for one in made if one.name.casefold() in what.casefold()]
        for group in named or made:
            group.hang(what, _changed(group.value, could))
    for group, found in zip(made, computed.groups, strict=False):
        if found.against is not None:
            _compare(group, found.against, computed)
    return _divided(made, computed)


def _compare(group: Group, other: Found, computed: Computed) -> None:
    """Hold what a group comes to against what another does: less it, or in percent of it."""
    whole, unit = other.value, computed.record.figures
    if group.value is None or other.unread or not other.items:
        group.hang(f"what {group.name} is compared with", None)
        return
    if computed.record.compare == "minus":
        group.value = Interval(group.value.low - whole.high, group.value.high - whole.low)
        group.entries += [
            replace(one, text=f"less {one.text}", amount=-one.amount,
                    high=None if one.high is None else 0.0) for one in other.entries
        ]  # fmt: skip
        return
    if whole.low <= 0 or not math.isfinite(whole.high):
        group.hang(f"what {group.name} is a share of", None)
        return
    group.value = Interval(100 * group.value.low / whole.high, 100 * group.value.high / whole.low)
    group.entries = [
        replace(one, amount=100 * one.amount / whole.low, high=None,
                working=f"{one.working or f'{one.amount:g} {unit}'} of {whole.low:g} {unit}")
        for one in group.entries
    ]  # fmt: skip


def _in_a_unit_of_the_plan(computed: Computed) -> None:
    """Refused where a bound without a unit is in one that none of the counted figures has."""
    asked = computed.asked
    if not asked.bare or asked.dimension in ("money", "clock"):
        return
    numbers = [one for read in computed.reads for one in read.numbers]
    written = {factor(one.unit) for one in numbers
               if one.unit and one.dimension == asked.dimension}  # fmt: skip
    if written and factor(computed.record.unit) not in written:
        raise Refused(f"the constraint says no unit, and the plan is not in {computed.record.unit}")


def _group(found: Found, computed: Computed) -> Group:
    aggregate = computed.record.aggregate
    group = Group(found.name, None, found.entries)
    if aggregate == "span":
        group.value = _from_first_to_last(found)
    elif found.home is not None:
        group.value = ZERO
    elif aggregate == "count" or found.items:
        group.value = found.value
    else:
        # Nothing that measures is no zero: it may have been left out.
        group.hang(f"what {found.name} comes to", UNKNOWN)
    for why in found.unread:
        more = 1.0 if aggregate == "count" else UNKNOWN.high
        known = None if aggregate == "span" else group.value
        group.hang(why, known and known.or_more(more))
    if aggregate == "each" and any(one.span.maybe for one in found.items):
        # It is there and keeps to the bound, or it is not there.
        group.value = found.items[0].read.value
        if computed.asked.bound.keeps(group.value) is not True:
            group.hang("whether it counts", None)
    return group


def _from_first_to_last(found: Found) -> Interval | None:
    """How long it is from the first time to the last, by the clock."""
    if found.unread or len(found.items) < 2:
        return None
    first, last = found.items[0].read.value, found.items[-1].read.value
    if first.sure and last.sure:
        return Interval.at((last.high - first.high) % DAY)
    return None


def _without(group: Group, found: Found, totals: Collection[int]) -> None:
    """Take the entries that may be totals as what may count or not."""
    for n in totals:
        if group.value is not None:
            low = max(group.value.low - found.items[n].read.value.low, 0.0)
            doubt = f"whether {found.items[n].entry.text!r} is a total"
            group.hang(doubt, Interval(low, group.value.high))


def _add_left(made: list[Group], computed: Computed, missing: Sequence[Row]) -> None:
    """What is in neither list is added to the groups that it may belong to, or stands alone."""
    keeps, open_above = computed.asked.bound.keeps, computed.asked.bound.high == UNKNOWN.high
    places = [part_of(one.rows) if one.rows else one.home for one in computed.groups]
    rows = [row for one in computed.groups for row in one.rows]
    around = common(rows) if rows else computed.values.root
    alone: list[str] = []
    for row, what, value in computed.left():
        doubt = f"the model says nothing of {what}"
        if computed.record.compare:
            for group in made:
                group.hang(doubt, None)
            continue
        if computed.record.aggregate == "each":
            if keeps(value) is not True:
                alone.append(doubt)
            continue
        its = [n for n, top in enumerate(places) if top is not None and holds(top, row)]
        for n in its or [n for n, top in enumerate(places) if top is None]:
            known = made[n].value
            made[n].hang(doubt, known and known.or_more(value.high))
        apart = not its and holds(around, row) and len(made) > 1 and value.high > 0
        if apart and keeps(value.or_more() if open_above else value) is not True:
            alone.append(doubt)
    alone += [f"no group is of {row.quoted}" for row in missing if _has_left(row, computed)]
    if alone:
        made.append(Group("what no group has", None, open=alone))


def _has_left(part: Row, computed: Computed) -> bool:
    """Whether a part points to another ("same as Monday") and is in neither list."""
    below = [
        row for row in part.walk()
        if any(SAME.match(text) for text in (row.said, *(cell.text for cell in row.cells)))
    ]  # fmt: skip
    return any(not computed.accounted((row.span(),)) for row in below)


def _changed(value: Interval | None, could: str) -> Interval | None:
    if value is None or could == "either":
        return None
    return value.or_more() if could == "raise" else value.or_nothing()


def _divided(made: list[Group], computed: Computed) -> list[Group]:
    """The groups, each divided by the number that a record says, if it says one."""
    if not computed.record.per:
        return made
    try:
        many = computed.many(computed.record.per)
    except Unread as why:
        raise Refused(f"it divides by what has {why}") from None
    if many <= 0:
        raise Refused("it divides by nothing")
    for one in made:
        one.name = f"{one.name}, divided by {many:g}"
        one.value = one.value and Interval(one.value.low / many, one.value.high / many)
    return made
