"""What the types of amounts share: a bound on what entries come to, in all or each."""

from __future__ import annotations

import math
import re
from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from pydantic import Field, model_validator

from tamis.checking.constraint_types.amounts._figures import Figure, rate_unit, same
from tamis.checking.constraint_types.amounts._lines import Written, is_prose
from tamis.checking.constraint_types.amounts._parts import (
    Line,
    Total,
    columns_of,
    in_option,
)
from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS, Ledger
from tamis.checking.constraint_types.constraint_type import Count, decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program.activities import stems
from tamis.checking.program.interval import Interval, added
from tamis.checking.program.outline import Node, outline
from tamis.checking.program.sums import parts_of
from tamis.checking.worksheet import Span
from tamis.types import InputError

_SHOWN = 30
_PARTS = ("day", "meal", "session", "week")
_OTHERS = re.compile(
    r"\b(?:left out|leav\w+ out|avoid\w*|skip\w*|unlike|not|\w+n['’]t|without|instead|rather than"
    r"|budget|limit|cheaper than|more than)\b",
    re.I,
)


class Amount(Count):
    """An amount that entries come to: in `total`, of each `item`, of each `day`, or at a rate.

    `below` and `above` must not be reached. `per` may be any word that follows "per": with
    `person` the figures for each person are meant. `subject` names the entries that are meant, by
    words that they or their heading have.
    """

    budgets: ClassVar[bool] = False
    """Whether the word "budget" names a goal."""

    below: float | None = Field(None, ge=0, description="Less than so much.")
    above: float | None = Field(None, ge=0, description="More than so much.")
    per: str = Field("total", description="`total`, `item`, `day`, or a rate: `person`, `night`.")
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
    def adds_up(self) -> bool:
        """As `Count.adds_up`."""
        return self.per == "total"

    @property
    def ends(self) -> tuple[float, float]:
        """The least and the most of the bound, as they are said."""
        low = [one for one in (self.exactly, self.min, self.above, self.about) if one is not None]
        high = [one for one in (self.exactly, self.max, self.below, self.about) if one is not None]
        return max(low, default=-math.inf), min(high, default=math.inf)

    # What a type says.

    @abstractmethod
    def read(self, text: str, header: str) -> list[Figure]:
        """The figures of a text, given the header of its column ("" for none)."""

    def counted(self, number: float) -> str:
        """As `Count.counted`: the amount with its unit."""
        shown = f"{number:,.2f}".rstrip("0").rstrip(".") if math.isfinite(number) else "any number"
        return f"{shown} {self.unit_name}".strip()

    @property
    def unit_name(self) -> str:
        """The unit, as it is shown after a number."""
        return ""

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
        said = []
        if self.exactly is not None:
            said.append(f"exactly {self.counted(self.exactly)}")
        if self.about is not None:
            said.append(f"about {self.counted(self.about)}")
        if self.min is not None and self.max is not None:
            said.append(f"{self.counted(self.min)} to {self.counted(self.max)}")
        elif self.min is not None:
            said.append(f"at least {self.counted(self.min)}")
        elif self.max is not None:
            said.append(f"at most {self.counted(self.max)}")
        if self.above is not None:
            said.append(f"more than {self.counted(self.above)}")
        if self.below is not None:
            said.append(f"less than {self.counted(self.below)}")
        return ", ".join(said)

    def __str__(self) -> str:
        scope = {"total": "in all", "item": "each", "day": "each day"}.get(self.per)
        said = f"{self.bound()} {scope or f'per {self.per}'}".strip()
        return f"{self.subject}: {said}" if self.subject else said

    def holds(self, value: Interval) -> bool | None:
        """Whether an amount keeps to the bound; None where only some of the interval does."""
        return self.compared(round(value.low, 6), round(value.high, 6)).satisfied

    # The verdict.

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: the places of the figures that are entries."""
        return [place for line in self.ledger(text).ordered() for place in places_of(line, text)]

    def unfit(self, ledger: Ledger) -> str:
        """Why the figures of a response cannot be compared with the bound; empty where they can."""
        return ""

    def ledger(self, text: Text, rate: str = "") -> Ledger:
        """The lines of the response with figures; with a rate those for each of something."""
        return Ledger(text.text, self.read, self.aims, rate, self.budgets)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        rate = "" if self.per in ("total", "item", "each") else rate_unit(self.per)
        parts = list(parts_of(outline(text.text), rate)) if rate in _PARTS else []
        added = rate == "person" or (rate == "day" and not parts)
        ledger = self.ledger(text, rate if added else "")
        if not ledger.lines:
            return undecided(f"no {self.one} could be read.")
        if why := self.unfit(ledger):
            return undecided(why)
        if self.per == "total":
            return self._in_all(ledger, text)
        if added:
            return self._in_all(ledger, text, f"per {rate}")
        if parts:
            return self._each_part(ledger, text, parts)
        return self._each(ledger, text, rate)

    def _in_all(self, ledger: Ledger, text: Text, name: str = "total") -> Judgement:
        if self.subject:
            nodes = self.meant(ledger)
            if not nodes:
                return undecided(f"no entry with a {self.one} is named {self.subject!r}.")
            found = [ledger.total(node) for node in nodes]
            made = found[0]
            for one in found[1:]:
                made.take(one)
            values = [one.value for one in found if one.value]
            made.value = added(values) if values else None
            if made.value and len(values) > 1 and any(map(in_option, nodes)):
                made.value = Interval(min(one.low for one in values), made.value.high)
                made.doubts.append("which of the options is meant")
        else:
            made = ledger.total()
        if made.value is None:
            return undecided(f"no {self.one} of an entry could be read.")
        return self.judged(made, text, name)

    def judged(self, made: Total, text: Text, name: str = "total") -> Judgement:
        """The verdict on what entries come to, with a line for each."""
        value = made.value or Interval(0.0, math.inf)
        low, high = round(value.low, 6), round(value.high, 6)
        working = [*self.entries(made.lines), f"{name}: {self.between(value)}"]
        working += [f"without a {self.one}: {one}" for one in made.without[:_SHOWN]]
        working += list(dict.fromkeys(made.told))
        places = [place for line in made.lines for place in places_of(line, text)]
        said = self.compared(low, high).satisfied
        if said is not None:
            return decided(said, *working, places=places)
        hangs = f", {made.doubts[0]}" if made.doubts else ""
        if low == high:
            why = f"whether {self.counted(low)} is {self.bound()} is a matter of taste."
        else:
            why = f"it comes to {self.between(value)}{hangs}."
        return undecided(why, *working, places=places)

    def _each_part(self, ledger: Ledger, text: Text, parts: Sequence[Node]) -> Judgement:
        """The verdict on each day, meal, session or week."""
        found: list[Judgement] = []
        for part in parts:
            made = ledger.total(part)
            if made.value is not None:
                found.append(self.judged(made, text, part.name))
        return self.together(found, f"no {self.per} has a {self.one} that could be read.")

    def _each(self, ledger: Ledger, text: Text, rate: str) -> Judgement:
        """The verdict on each price, or on each at a rate."""
        found: list[Judgement] = []
        meant = {id(below) for node in self.meant(ledger) for below in node.walk()}
        repeated = {id(b) for one in ledger.summaries() for b in one.walk()}
        lines = [line for line in ledger.ordered() if not self.subject or id(line.node) in meant]
        listed = any(not is_prose(line.node) for line in lines)
        whole: Interval | None = None
        entries = [line.come.value for line in lines if line.role == "entry" and line.come.value]
        twice = added(entries) if len(entries) > 2 else None
        for line in lines:
            node = line.node
            if not rate and (
                line.role == "total" or id(node) in repeated or ledger.has_details(node)
            ):
                continue
            wanted = ("rate",) if rate else ("entry", "rate", "part")
            ones = [one for one in line.come.figures if one.role in wanted]
            ones = [one for one in ones if not rate or one.rate == rate]
            if not ones:
                continue
            said = [self.holds(one.value) for one in ones]
            linked = any(one.role == "part" for one in ones) or line.come.doubt
            verdict = (
                True if all(said)
                else None if None in said or (True in said and linked)
                else False
            )  # fmt: skip
            beside = node.shape not in ("item", "row") and bool(listed)
            if verdict is False and not rate and beside and _sums_up(ones, twice):
                # "Singing time: 31 minutes", below nine songs.
                continue
            if verdict is False and is_prose(node) and listed and not rate:
                whole = ledger.total().value if whole is None else whole
                if _OTHERS.search(node.text) or (whole and any(same(o.value, whole) for o in ones)):
                    # "I left out anything that costs $200", "That's $80".
                    continue
                verdict = None
            shown = ", ".join(one.written(line.text) for one in ones)
            working = f"{shown}: {line.short}"
            places = places_of(line, text, ones)
            if verdict is None:
                why = f"it is not clear which amount of {line.short!r} counts."
                found.append(undecided(why, working, places=places))
            else:
                found.append(decided(verdict, working, places=places))
        lacking = [] if rate else self.lacking(ledger, lines)
        if lacking:
            why = f"{lacking[0].short!r} has no {self.one}."
            found.append(undecided(why, places=[]))
        what = f"{self.one} for each {rate}" if rate else f"{self.one} of an entry"
        return self.together(found, f"no {what} could be read.")

    def lacking(self, ledger: Ledger, lines: Sequence[Line]) -> list[Written]:
        """The rows without a figure of the tables whose other rows have one."""
        tables: dict[int, set[str]] = {}
        for line in lines:
            if line.node.shape == "row":
                tables.setdefault(id(line.node.parent), set()).update(columns_of(line.node))
        return [
            one
            for table, columns in tables.items()
            for one in ledger.bare_rows.get(table, ())
            if columns_of(one.node) <= columns
        ]

    def together(self, found: Sequence[Judgement], nothing: str) -> Judgement:
        """All must keep to it; those that decide are shown."""
        if not found:
            return undecided(nothing)
        said = [one.satisfied for one in found]
        verdict = False if False in said else None if None in said else True
        telling = [one for one in found if one.satisfied is verdict]
        working = [f"{said.count(True)} of {len(said)} keep to it"] if len(said) > 1 else []
        working += [line for one in telling[:_SHOWN] for line in one.working]
        places = [place for one in telling for place in one.places]
        if verdict is None:
            return undecided(telling[0].reason, *working, places=places)
        return decided(verdict, *working, places=places)

    def meant(self, ledger: Ledger) -> list[Node]:
        """The outermost parts that the subject names."""
        if not self.subject:
            return []
        wanted = stems(self.subject)
        every = set(ledger.lines)
        listed, told = list[Node](), list[Node]()
        waiting = [ledger.root]
        while waiting:
            node = waiting.pop()
            below = {id(one) for one in node.walk()} & every if node.text else set[int]()
            line = ledger.lines.get(id(node))
            if below and wanted <= stems((line.text if line else node.text)[:300]):
                if is_prose(node):
                    told.append(node)
                    continue
                if len(below) < len(every) or line:
                    # Not the title of the whole.
                    listed.append(node)
                    continue
            waiting.extend(reversed(node.children))
        return listed or told

    # Words.

    def between(self, value: Interval) -> str:
        """An amount, or the two ends of what it may be."""
        low, high = round(value.low, 6), round(value.high, 6)
        if low == high:
            return self.counted(low)
        if math.isinf(high):
            return f"{self.counted(low)} or more"
        return f"{self.counted(low)} to {self.counted(high)}"

    def entries(self, lines: Sequence[Line]) -> list[str]:
        """A line of working for each entry."""
        made = []
        for line in lines[:_SHOWN]:
            come = line.come
            value = self.between(come.value) if come.value else "?"
            how = f"{come.working} = " if come.working else ""
            doubt = f" ({come.doubt})" if come.doubt else ""
            made.append(f"{how}{value}: {line.short}{doubt}")
        if len(lines) > _SHOWN:
            made.append(f"and {len(lines) - _SHOWN:,} more")
        return made


def _sums_up(figures: Sequence[Figure], twice: Interval | None) -> bool:
    """Whether one of the figures of a line is what all others come to: half of all."""
    return twice is not None and any(same(one.value + one.value, twice) for one in figures)


def places_of(line: Line, text: Text, figures: Sequence[Figure] | None = None) -> list[Span]:
    """The places of a line's figures in the whole response."""
    ones = line.come.figures if figures is None else figures
    spans = [line.span(one.start, one.end) for one in ones if one.role in ("entry", "rate", "part",
             "total")]  # fmt: skip
    return [(start + text.start, end + text.start) for start, end in spans if end > start]
