"""What the figures of one row come to: added, chosen among, in columns, in brackets."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from tamis.checking.ledger.figures import Figure, subject_of
from tamis.checking.ledger.interval import UNKNOWN, Interval, added, hull
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.words import is_denied, is_worded, offers_choice

_RATE = re.compile(
    r"\W{0,3}(?:\b(?:(?P<each>each|apiece|a piece|twice|times)|per|every|daily|an?)\b|/\s?\w)", re.I
)
_EACH = re.compile(r"\b(?:each|apiece)\b(?! other\b)", re.I)
_AT = re.compile(r"(?:@|\bat)\s?[$€£]?$", re.I)
_TIMES_AFTER = re.compile(r"\)?\s?[x×]\s?(?P<n>\d{1,3})\b(?!\s?(?:g|ml|kg|oz)\b)", re.I)
_TIMES_BEFORE = re.compile(r"(?<![\d.,])(?P<n>\d{1,3})\s?[x×]\s?[$€£]?$", re.I)
_MANY = re.compile(r"(?<![\d.,])(?P<n>\d{1,3})\s?[x×]\s(?=[^\W\d])")
_APART = re.compile(r"[,;+&|()\n/·•]|\b(?:and|with|plus|then)\b", re.I)
_LISTED = re.compile(r"\s?[+,&]\s?")
_NOT_IN_BRACKETS = re.compile(r"[,;+)]|\band\b")
MAX_COUNT = 10_000
"""No number of a column is taken for a larger quantity."""


@dataclass(eq=False)
class Counted:
    """A row that counts, with what it gives: `working` says how it is computed."""

    row: Row
    value: Interval
    figures: tuple[Figure, ...] = ()
    working: str = ""


@dataclass(eq=False)
class Sum:
    """What rows come to, None where none has a figure.

    `open` is what the value hangs on, `told` totals that do not equal their entries, `missing` rows
    without a figure, `stated` a total where no entry has one. `less` is what is taken off (figures
    with a minus), `loose` what sentences tell where nothing is added.
    """

    value: Interval | None = None
    counted: list[Counted] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    missing: list[Row] = field(default_factory=list)
    stated: Sum | None = None
    less: float = 0.0
    loose: float = 0.0

    def take(self, other: Sum) -> None:
        """Keep what another found, but not its value."""
        self.counted += other.counted
        self.open += other.open
        self.told += other.told
        self.missing += other.missing
        self.less += other.less
        self.loose += other.loose
        self.stated = self.stated or other.stated

    def doubt(self, said: str) -> None:
        """Take what is counted for something that may count or not."""
        self.open.append(said)
        self.value = self.value.or_nothing() if self.value is not None else None
        for one in self.counted:
            one.value = one.value.or_nothing()

    def hang(self, doubt: str, value: Interval) -> None:
        """Take a wider value, which hangs on something."""
        self.open.append(doubt)
        self.value = value


def sum_of_row(row: Row, found: Sequence[Figure]) -> Sum:
    """What the figures of a row's own text, or of its cells, come to."""
    made = Sum(less=sum(one.value.high for one in found if one.minus))
    kept = [one for one in found if not one.minus]
    if not kept:
        return made
    reading = _Reading(row, made)
    value = reading.of_columns(kept)
    often = max(_often(row, kept), _rounds(row, kept))
    product = reading.product_of(kept, often)
    if product is not None:
        value = product
        made.open.clear()
    elif often > 1:
        made.open.append(f"whether {row.quoted} counts {often:g} times")
        least = min((one.value.low for one in kept), default=value.low)
        value = hull([Interval.at(min(least, value.low)), value, value.times(often)])
    said = " ".join(cell.text for cell in row.cells) if row.cells else row.text
    # That one of its figures is chosen says no more of the row than its value does.
    if row.struck or (offers_choice(said) and not reading.chosen) or is_denied(said):
        made.open.append(f"whether {row.quoted} counts")
        value = value.or_nothing()
    made.value = value
    made.counted = [Counted(row, value, tuple(kept), reading.working)]
    return made


@dataclass(eq=False)
class _Reading:
    """How the figures of a row are put together; doubts go into its sum.

    `chosen`: one figure of several is meant.
    """

    row: Row
    sum: Sum
    working: str = ""
    chosen: bool = False

    def doubt(self, said: str) -> None:
        """Note what the value hangs on; {} stands for the row."""
        self.sum.open.append(said.format(self.row.quoted))

    def of_columns(self, found: Sequence[Figure]) -> Interval:
        """What figures come to that may be in several columns: together, or that of the total."""
        by_cell: dict[int, list[Figure]] = {}
        for one in found:
            by_cell.setdefault(id(one.cell), []).append(one)
        values = [self.together(ones) for ones in by_cell.values()]
        totals = [
            value for value, (one, *_) in zip(values, by_cell.values(), strict=True)
            if one.cell and "total" in one.cell.header.casefold()
        ]  # fmt: skip
        if len(values) == 1:
            return values[0]
        if len(totals) == 1 and added(values).near(totals[0].times(2), 0):
            return totals[0]
        if len(set(values)) == 1:
            return values[0]
        self.doubt("which of the columns of {} count")
        return Interval(min(one.low for one in values), added(values).high)

    def product_of(self, found: Sequence[Figure], often: float) -> Interval | None:
        """The figure of a column that is that of another times a quantity: "6 | $65 | $390"."""
        values = [one.value for one in found]
        if len(values) != 2 or found[0].cell is found[1].cell:
            return None
        product = values[0].times(often)
        return values[1] if product.sure and product.near(values[1], 0.001) else None

    def together(self, found: Sequence[Figure]) -> Interval:
        """What the figures of one text come to."""
        text = found[0].text
        values = [self.scaled(one) for one in found]
        units = {one.unit.casefold() for one in found}
        if len(values) == 1 or (
            # The same in another unit.
            len(values) == len(units) == 2 and values[0].near(values[1], 0.01)
        ):  # fmt: skip
            return values[0]
        if any(not one.sure and one.high == math.inf for one in values) or self.working:
            # "12 x $4 — $48", "two at $32 each — $64": one figure may be what another comes to.
            self.doubt("which figure of {} is what the others come to")
            return Interval(min(one.low for one in values), added(values).high)
        outer, inner = _brackets(text, found)
        others = [added([*values[:at], *values[at + 1 :]]) for at in (0, len(values) - 1)]
        for one, rest in zip((values[0], values[-1]), others, strict=True):
            if len(values) > 2 and not inner and one.near(rest):
                self.doubt("whether a figure of {} is a total")
                return hull([rest, added(values)])
        if outer and inner:
            return self.bracketed(added(values[n] for n in outer), added(values[n] for n in inner))
        between = [text[a.end : b.start] for a, b in pairwise(found)]
        if any(map(offers_choice, between)):
            self.chosen = True
            self.doubt("which of the figures of {} is chosen")
            most = hull(values).high if len(values) == 2 else added(values).high
            return Interval(min(one.low for one in values), most)
        listed = found[0].cell is not None and all(map(_LISTED.fullmatch, between))
        if not listed and not all(_APART.search(one) and is_worded(one) for one in between):
            self.doubt("whether figures of {} are parts of others")
            return Interval(min(one.low for one in values), added(values).high)
        self.working = " + ".join(f"{one.low:g}" for one in values)
        return added(values)

    def bracketed(self, outside: Interval, inside: Interval) -> Interval:
        """What figures before a bracket and in it come to, which may be their parts."""
        if outside.near(inside):
            return outside
        self.doubt("whether figures of {} are parts of others")
        return hull([outside, inside, outside + inside])

    def scaled(self, one: Figure) -> Interval:
        """A figure that counts more than once: "2 x 150 kcal", "70 kcal each"."""
        before = one.text[max(one.start - 12, 0) : one.start]
        after = one.text[one.end : one.end + 16]
        if times := _TIMES_AFTER.match(after) or _TIMES_BEFORE.search(before):
            self.working = f"{times['n']} x {one.value.low:g}"
            return one.value.times(float(times["n"]))
        rate = _RATE.match(after)
        if rate is None and not _AT.search(before) and not _EACH.search(one.text, one.end):
            return one.value
        self.sum.open.append(f"how often {one.written!r} of {self.row.quoted} counts")
        return one.value.or_more() if rate is None or rate["each"] else UNKNOWN


def _brackets(text: str, found: Sequence[Figure]) -> tuple[list[int], list[int]]:
    """Which figures stand outside of brackets, and which in them, where an outer one comes first
    and no separator stands between it and the bracket.
    """
    depths = []
    for one in found:
        before = text[: one.start]
        depths.append(sum(map(before.count, "([")) - sum(map(before.count, ")]")))
    outer = [n for n, depth in enumerate(depths) if depth == min(depths)]
    inner = [n for n, depth in enumerate(depths) if depth > min(depths)]
    if not inner:
        return outer, []
    first, second = found[outer[0]], found[inner[0]]
    apart = first.end > second.start or _NOT_IN_BRACKETS.search(text, first.end, second.start)
    return ([], []) if apart else (outer, inner)


def _rounds(row: Row, found: Sequence[Figure]) -> float:
    """A number beside lengths of time, which may be how often: "6 rounds of 40 seconds"."""
    if found[0].subject != "time" or row.cells:
        return 1.0
    many = [
        one.high for one in row.quantities
        if one.dimension == "count" and not one.ordinal and row.text[one.end : one.end + 1] != ":"
    ]  # fmt: skip
    return min(max(many, default=1.0), MAX_COUNT)


def _often(row: Row, found: Sequence[Figure]) -> float:
    """What may be a quantity: of "2 x a bar (200 kcal)", or alone in a column behind the first."""
    said = None if row.cells else _MANY.search(row.said)
    made = float(said["n"]) if said else 1.0
    taken = {id(one.cell) for one in found}
    for cell in row.cells[1:]:
        number = cell.text.strip()
        if number.isdigit() and id(cell) not in taken and subject_of(cell.header)[0] == "":
            made *= max(min(float(number), MAX_COUNT), 1.0)
    return made
