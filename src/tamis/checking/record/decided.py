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
from tamis.checking.record.asked import Asked
from tamis.checking.record.computed import Computed, Found, common, holds, look, part_of
from tamis.checking.record.reply import Refused
from tamis.checking.record.values import Unread, factor
from tamis.reading.quantities import DAY

_NEAR = 0.9
"""A total that is rounded, or wrong, is at least so much of the three or more that it adds up."""


def groups_of(computed: Computed, asked: Asked, constraint: str) -> list[Group]:
    """The groups of a record with what they come to, and what that hangs on.

    Raises Refused for a record that contradicts its constraint or itself.
    """
    record = computed.record
    if not record.groups:
        raise Refused("it has no groups")
    if record.aggregate == "each" and any(len(one.spans) > 1 for one in record.groups):
        raise Refused("it looks at each value, and has several in a group")
    if record.aggregate == "sum" and asked.dimension == "clock":
        raise Refused("it adds up times of the clock")
    if record.compare and record.aggregate != "sum":
        raise Refused("it compares what is no sum")
    if record.aggregate == "count" and any(one.how != "one" for one in record.spans):
        raise Refused("it counts, and reads values")
    _in_a_unit_of_the_plan(computed, asked)
    missing = scope.check(computed, constraint)
    far = _far(computed)
    made = [
        _group(one, computed, {m for at, m in far if at == n})
        for n, one in enumerate(computed.groups)
    ]
    _add_left(made, computed, asked, missing)
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
    if group.value is None or other.unread or not other.reads:
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


def _in_a_unit_of_the_plan(computed: Computed, asked: Asked) -> None:
    """Refused where a bound without a unit is in one that none of the counted figures has."""
    if not asked.bare or asked.dimension in ("money", "clock"):
        return
    numbers = [one for read in computed.reads for one in read.numbers]
    written = {factor(one.unit) for one in numbers
               if one.unit and one.dimension == asked.dimension}  # fmt: skip
    if written and factor(computed.record.unit) not in written:
        raise Refused(f"the constraint says no unit, and the plan is not in {computed.record.unit}")


def _group(found: Found, computed: Computed, far: Collection[int]) -> Group:
    aggregate = computed.record.aggregate
    group = Group(found.name, None, found.entries)
    if aggregate == "span":
        group.value = _from_first_to_last(found)
    elif found.home is not None:
        group.value = ZERO
    elif aggregate == "count" or found.reads:
        group.value = found.value
    else:
        # Nothing that measures is no zero: it may have been left out.
        group.hang(f"what {found.name} comes to", UNKNOWN)
    for why in found.unread:
        more = 1.0 if aggregate == "count" else UNKNOWN.high
        known = None if aggregate == "span" else group.value
        group.hang(why, known and known.or_more(more))
    if aggregate == "sum":
        _without_totals(group, found, far)
    if aggregate == "each" and any(one.maybe for one in found.spans):
        value = found.reads[0].value
        kept = computed.asked.bound.keeps(value) is True
        group.value = value
        if not kept:
            group.hang("whether it counts", None)
    return group


def _from_first_to_last(found: Found) -> Interval | None:
    """How long it is from the first time to the last, by the clock."""
    if found.unread or len(found.reads) < 2:
        return None
    first, last = found.reads[0].value, found.reads[-1].value
    if first.sure and last.sure:
        return Interval.at((last.high - first.high) % DAY)
    return None


def _without_totals(group: Group, found: Found, far: Collection[int]) -> None:
    """What equals all else in its group, or stands in a row that is named a total, may be one."""
    values = [one.value.low for one in found.reads]
    named = [
        any(row.kind == "total" for one in rows for row in (one, *one.over()))
        for rows in found.by_place
    ]
    for n, value in enumerate(values):
        rest = sum(values) - value
        equals = len(values) > 2 and rest > 0 and abs(rest - value) <= 1e-6 * value
        last = found.places[n][0] == max(one[0] for one in found.places)
        equals = equals or (len(values) > 3 and last and value >= _NEAR * rest > 0)
        if (equals or n in far or (named[n] and not all(named))) and group.value is not None:
            low = max(group.value.low - value, 0.0)
            group.hang(f"whether {found.entries[n].text!r} is a total",
                       Interval(low, group.value.high))  # fmt: skip


def _far(computed: Computed) -> set[tuple[int, int]]:
    """The entry, by group and number, that lies alone outside of the part that holds all others,
    three or more, or looks alone unlike them.
    """
    rows = {
        (n, m): found[0]
        for n, group in enumerate(computed.groups)
        for m, found in enumerate(group.by_place) if found
    }  # fmt: skip
    if not 4 <= len(rows) <= 100:
        return set()
    far = set()
    for place, row in rows.items():
        others = [other for at, other in rows.items() if at != place]
        top, looks = common(others), set(map(look, others))
        unlike = len(looks) == 1 and look(row) not in looks
        if unlike or (top.above is not None and not holds(top, row)):
            far.add(place)
    return far if len(far) == 1 else set()


def _add_left(made: list[Group], computed: Computed, asked: Asked, missing: Sequence[Row]) -> None:
    """What is in neither list is added to the groups that it may belong to, or stands alone."""
    places = [part_of(one.rows) if one.rows else one.home for one in computed.groups]
    rows = [row for one in computed.groups for row in one.rows]
    around = common(rows) if rows else computed.values.root
    alone: list[str] = []
    for row, what, value in computed.left():
        doubt = f"{what}, which is in neither list"
        if computed.record.compare:
            alone.append(doubt)
            continue
        if computed.record.aggregate == "each":
            if asked.bound.keeps(value) is not True:
                alone.append(doubt)
            continue
        its = [n for n, top in enumerate(places) if top is not None and holds(top, row)]
        for n in its or [n for n, top in enumerate(places) if top is None]:
            known = made[n].value
            made[n].hang(doubt, known and known.or_more(value.high))
        if not its and holds(around, row) and len(made) > 1 and value.high > 0:
            ends = value.or_more() if asked.bound.high == UNKNOWN.high else value
            if asked.bound.keeps(ends) is not True:
                alone.append(doubt)
    alone += [f"{row.quoted}, which no group is of" for row in missing if _has_left(row, computed)]
    if alone:
        made.append(Group("what no group has", None, open=alone))


def _has_left(part: Row, computed: Computed) -> bool:
    """Whether a part points to another ("same as Monday") and is in neither list."""
    below = [row for row in part.walk() if row.text and SAME.search(row.text)]
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
