"""What the types of amounts share: a bound on what entries come to, in all or each."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections import deque
from collections.abc import Sequence

from pydantic import Field, model_validator

from tamis.checking.constraint_types.constraint_type import Count, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.ledger.adding import Adder
from tamis.checking.ledger.figures import Figure
from tamis.checking.ledger.interval import Interval, added, hull
from tamis.checking.ledger.names import Kind
from tamis.checking.ledger.parts import Open, parts
from tamis.checking.ledger.requirement import Bound
from tamis.checking.ledger.row import Row
from tamis.checking.ledger.rows import MAX_CHARACTERS, TOO_LONG, rows_of
from tamis.checking.ledger.sums import Counted, Sum
from tamis.checking.ledger.working import Group, judgement
from tamis.checking.worksheet import Capability, Span
from tamis.text.quantities import quantities
from tamis.text.stems import stems
from tamis.types import InputError

_PARTS: dict[str, Kind] = {"day": "day", "meal": "meal", "session": "session", "week": "week"}
_NAMING = 300
"""How many characters of a row may name what it is."""
_RATE = re.compile(r"\W{0,3}(?:per|/|an?|each|every)\s?(?P<unit>[a-z]+)", re.I)


class Amount(Count):
    """An amount that entries come to: in `total`, of each `item`, of each `day`, or at a rate.

    `below` and `above` must not be reached. `per` may be any word that follows "per": with
    `person` the figures for each person are meant. `subject` names the entries that are meant, by
    words that they or their heading have.
    """

    recorded = True

    below: float | None = Field(None, ge=0, description="Less than so much.")
    above: float | None = Field(None, ge=0, description="More than so much.")
    per: str = Field(
        "total", min_length=1, description="`total`, `item`, `day`, or a rate: `person`, `night`."
    )
    subject: str = Field("", description="The entries that are meant, by a word that they have.")

    @model_validator(mode="after")
    def _bounded(self) -> Amount:
        if self.aims == ():
            raise InputError(f"{self.id} needs a number: exactly, min, max, below, above or about.")
        return self

    @property
    def aims(self) -> tuple[float, ...]:
        """The numbers of the bound."""
        ends = (self.exactly, self.min, self.max, self.about, self.below, self.above)
        return tuple(one for one in ends if one is not None)

    @property
    def reach(self) -> Bound:
        """The bound as the ledger compares with it."""
        low = [one for one in (self.exactly, self.min, self.above, self.about) if one is not None]
        high = [one for one in (self.exactly, self.max, self.below, self.about) if one is not None]
        strict = self.below is not None or self.above is not None
        return Bound(
            max(low, default=-math.inf), min(high, default=math.inf), strict, self.about is not None
        )

    @property
    def adds_up(self) -> bool:
        """As `Count.adds_up`."""
        return self.per == "total"

    # What a type says.

    @abstractmethod
    def read(self, row: Row) -> Sequence[Figure]:
        """The figures of a row that measure what is asked for; as an `adding.Reader`."""

    @property
    def unit_name(self) -> str:
        """The unit, as it is shown after a number."""
        return ""

    def unfit(self, root: Row) -> str:
        """Why the figures of a response cannot be compared with the bound; empty where they can."""
        return ""

    def capability(self, root: Row) -> Capability:
        """What it takes of a judge (ACS, §2.3)."""
        return "summation"

    def counted(self, number: float) -> str:
        """As `Count.counted`: the amount with its unit."""
        shown = f"{number:,.2f}".rstrip("0").rstrip(".") if math.isfinite(number) else "any number"
        return f"{shown} {self.unit_name}".strip()

    # The bound.

    def _within(self, share: float) -> tuple[float, float]:
        low, high = super()._within(share)
        if self.below is not None:
            high = min(high, math.nextafter(self.below, -math.inf))
        if self.above is not None:
            low = max(low, math.nextafter(self.above, math.inf))
        return low, high

    def bound(self) -> str:
        """As `Count.bound`."""
        said = [
            f"{words} {self.counted(end)}"
            for words, end in (
                ("exactly", self.exactly), ("about", self.about), ("at least", self.min),
                ("at most", self.max), ("more than", self.above), ("less than", self.below),
            )
            if end is not None
        ]  # fmt: skip
        return " and ".join(said)

    def __str__(self) -> str:
        said = f"{self.bound()} {self.scope}".strip()
        return f"{self.subject}: {said}" if self.subject else said

    @property
    def scope(self) -> str:
        """Where the bound holds, in words."""
        return {"total": "in all", "item": "each", "each": "each", "day": "each day"}.get(
            self.per, f"per {self.per}"
        )

    def holds(self, value: Interval | None) -> bool | None:
        """Whether an amount keeps to the bound; None where only some of the interval does."""
        if value is None:
            return None
        return self.compared(round(value.low, 6), round(value.high, 6)).satisfied

    # The verdict.

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: the places of the figures that are entries."""
        made = self.adder(rows_of(text.text)).rows(rows_of(text.text).rows)
        spans = (figure.span for one in made.counted for figure in one.figures)
        return [(start + text.start, end + text.start) for start, end in spans]

    def adder(self, root: Row) -> Adder:
        """What adds the entries of a response."""
        return Adder(root, self.read, self.aims, doubting=True)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(TOO_LONG)
        root = rows_of(text.text)
        if why := self.unfit(root):
            return undecided(why)
        adder = self.adder(root)
        try:
            groups = self.groups(root, adder)
        except Open as doubt:
            return undecided(str(doubt))
        return judgement(
            groups, self.holds, root, adder, quantity=self.subject or self.one,
            unit=self.unit_name, bound=self.bound(), scope=self.scope,
            capability=self.capability(root), start=text.start,
        )  # fmt: skip

    def groups(self, root: Row, adder: Adder) -> list[Group]:
        """The parts that are compared with the bound."""
        if self.per == "total":
            return [Group.of("the whole", self._in_all(root, adder))]
        if self.per in ("item", "each"):
            return self._each(root, adder)
        if self.per in _PARTS and (found := parts(root, _PARTS[self.per])):
            return self._of_parts([(one.name, row) for one in found for row in one.rows], adder)
        return self._at_rate(root, adder)

    def _nothing(self) -> list[Group]:
        raise Open(f"no {self.one} of an entry could be read.")

    def _of_parts(self, found: Sequence[tuple[str, Row]], adder: Adder) -> list[Group]:
        """What each part comes to, or what the subject names in it."""
        made = []
        for name, row in found:
            group = Group.of(name, adder.part(row))
            if self.subject and not self.named(row):
                try:
                    group = Group.of(name, self._meant(row, adder))
                except Open:
                    # Nothing of that name: it may be there under another.
                    group = Group(name, None, open=[f"what of {name} is {self.subject}"])
            elif group.value is None:
                continue
            made.append(group)
        return made or self._nothing()

    def named(self, row: Row) -> bool:
        """Whether the subject names what a row has."""
        return stems(self.subject) <= stems(row.text[:_NAMING])

    def _in_all(self, root: Row, adder: Adder) -> Sum:
        """What all entries come to, or those that the subject names."""
        made = self._meant(root, adder) if self.subject else adder.rows(root.rows)
        if made.value is None and made.stated is not None:
            # A total alone is the only figure, but for what sentences tell.
            made.value, made.counted = made.stated.value, made.stated.counted
            if made.value is not None and made.loose:
                made.hang("what its sentences come to", hull([made.value, Interval.at(made.loose)]))
        if made.value is None:
            self._nothing()
        return made

    def _meant(self, root: Row, adder: Adder) -> Sum:
        """The sum of the outermost rows that the subject names."""
        made = Sum()
        waiting = deque(root.rows)
        values = []
        while waiting:
            row = waiting.popleft()
            if row.kind in ("aside", "total") or row.told:
                continue
            found = adder.part(row) if self.named(row) else Sum()
            if found.value is None:
                waiting += row.rows
                continue
            made.take(found)
            optional = any(map(adder.is_optional, (row, *row.over())))
            values.append(found.value.or_nothing() if optional else found.value)
        if not values:
            raise Open(f"no entry with a {self.one} is named {self.subject!r}.")
        made.value = added(values)
        return made

    def _each(self, root: Row, adder: Adder) -> list[Group]:
        """Each entry as a part of its own."""
        made = self._meant(root, adder) if self.subject else adder.rows(root.rows)
        groups = []
        for one in made.counted:
            # "3 x $15" is one entry of $45, or of $15.
            values = [figure.value for figure in one.figures]
            known = [value for value in (*values, one.value) if math.isfinite(value.high)]
            if not known:
                groups.append(Group(one.row.short, None, open=[f"what {one.row.quoted} gives"]))
                continue
            low, high = min(one.low for one in known), max(one.high for one in known)
            # "4 chairs: $320": those of one, or of each.
            low /= _many(one.row)
            group = Group(one.row.short, Interval(low, high), Group.of("", _alone(one)).entries)
            if not one.value.sure:
                group.open.append(f"whether {one.row.quoted} is an entry")
                if self.holds(group.value) is False:
                    group.value = None
            groups.append(group)
        for row in made.missing:
            groups.append(Group(row.short, None, open=[f"{row.quoted} has no {self.one}"]))
        for figure in self._told(root, adder):
            if self.holds(figure.value) is not True:
                doubt = f"whether {figure.written!r} is an entry"
                groups.append(Group(figure.row.short, None, open=[doubt]))
        return groups or self._nothing()

    def _told(self, root: Row, adder: Adder) -> list[Figure]:
        """The figures of sentences that say again neither a sum nor what is asked for."""
        return [
            figure
            for row in root.walk()
            if row.form == "prose" and not self.subject
            for figure in adder.read(row)
            if adder.is_open(figure)
        ]

    def _at_rate(self, root: Row, adder: Adder) -> list[Group]:
        """Each figure for one of something: "$80 per night", "450 kcal/serving"."""
        unit = stems("each" if self.per == "each" else self.per)
        made: list[Group] = []
        others: list[Row] = []
        for row in root.walk():
            if row.kind == "aside" or row.form == "root":
                continue
            many = len(made)
            for figure in adder.read(row):
                said = _RATE.match(figure.text, figure.end)
                headed = figure.cell is not None and unit <= stems(figure.cell.header)
                if (said and unit <= stems(said["unit"])) or headed:
                    entry = Counted(row, figure.value, (figure,))
                    made.append(Group.of(row.short, _alone(entry)))
            if len(made) == many and adder.read(row):
                others.append(row)
        if not made:
            raise Open(f"no {self.one} for each {self.per} could be read.")
        for row in others:
            doubt = f"what {row.quoted} comes to for each {self.per}"
            made.append(Group(row.short, None, open=[doubt]))
        if self.per == "person" and len(made) > 1:
            # Whether what several things cost each person is added is not said.
            values = [one.value for one in made if one.value]
            most = Interval(max(one.low for one in values), added(values).high)
            made.append(Group("all of them", most, open=["whether they are added"]))
        return made


def _many(row: Row) -> float:
    """The number that an entry begins with: 4 of "4 chairs: $320", else 1."""
    text = row.cells[0].text if row.cells else row.said
    found = next(quantities(text[:_NAMING]), None)
    if found is None or found.dimension != "count" or found.ordinal or not found.noun:
        return 1.0
    return max(found.high, 1.0) if text[: found.start].strip(" *_-") == "" else 1.0


def _alone(one: Counted) -> Sum:
    return Sum(one.value, [one])
