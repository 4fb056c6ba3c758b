"""The entries of a record that may be totals of others."""

from __future__ import annotations

from tamis.checking.record.computed import Computed, Found, common, holds, look
from tamis.checking.record.reply import Copied

_NEAR = 0.9
"""A total that is rounded, or wrong, is at least so much of the three or more that it adds up."""


def may_be_totals(computed: Computed) -> list[set[int]]:
    """For each group the entries that may be totals, by their number.

    Plain figures that stand in a row named a total beside others that do not, that equal all else
    in their group or another entry of their row ("2 × $140, so $280"), that come last and outweigh
    it, or that stand apart from all other entries.
    """
    apart = _apart(computed)
    return [_of_group(one, {m for at, m in apart if at == n})
            for n, one in enumerate(computed.groups)]  # fmt: skip


def _of_group(found: Found, apart: set[int]) -> set[int]:
    items = found.items
    values = [one.read.value.low for one in items]
    named = [
        any(row.kind == "total" for own in one.rows for row in (own, *own.over())) for one in items
    ]
    made = apart | {n for n, one in enumerate(named) if one and not all(named)}
    for n, (item, value) in enumerate(zip(items, values, strict=True)):
        rest = sum(values) - value
        last = item.place[0] == max(one.place[0] for one in items)
        outweighs = len(values) > 3 and last and value >= _NEAR * rest
        equals = len(values) > 2 and _equal(rest, value)
        twice = any(
            other is not item and other.rows and other.rows == item.rows and _equal(its, value)
            for other, its in zip(items, values, strict=True)
        )
        if rest > 0 and (equals or outweighs or twice):
            made.add(n)
    return {n for n in made if _is_plain(items[n].span)}


def _equal(one: float, other: float) -> bool:
    return abs(one - other) <= 1e-6 * other


def _is_plain(one: Copied) -> bool:
    """Whether a span is a figure and nothing else: what points, is multiplied or may not count is
    no total.
    """
    return one.how == "figure" and not (one.of or one.times or one.maybe or one.choice)


def _apart(computed: Computed) -> set[tuple[int, int]]:
    """The one entry, by group and number, that lies outside of the part that holds all others,
    three or more, or looks unlike all of them.
    """
    rows = {
        (n, m): one.rows[0]
        for n, group in enumerate(computed.groups)
        for m, one in enumerate(group.items) if one.rows
    }  # fmt: skip
    if not 4 <= len(rows) <= 100:
        return set()
    found = set()
    for place, row in rows.items():
        others = [other for at, other in rows.items() if at != place]
        top, looks = common(others), set(map(look, others))
        unlike = len(looks) == 1 and look(row) not in looks
        if unlike or (top.above is not None and not holds(top, row)):
            found.add(place)
    return found if len(found) == 1 else set()
