"""What stands below a line: entries, options to choose from, sentences, lines without a figure."""

from __future__ import annotations

import math
import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace

from tamis.checking.constraint_types.amounts._figures import Come, same
from tamis.checking.constraint_types.amounts._lines import Written, cut, is_aside, is_prose
from tamis.checking.program.groups import RANK
from tamis.checking.program.interval import ZERO, Interval, added
from tamis.checking.program.outline import Node

_EXTRA = re.compile(
    r"\W*(?:optional\w*|extras?|add-?ons?|upgrades?|nice[- ]to[- ]haves?|if (?:you|there|budget)"
    r"|splurges?)\b",
    re.I,
)
_OPTION = re.compile(
    r"\W*(?:(?:option|alternative|choice|plan|package|tier|variant|scenario|version)s?\s?#?"
    r"(?:\d{1,2}|[a-e]\b|one|two|three|i{1,3}\b|:)|or\b|alternatively\b|alternatives?\b)",
    re.I,
)
_TIER = re.compile(
    r"\W*(?:(?:low[- ])?budget|cheap\w*|mid-?range|splurge|luxury|premium|low-cost|basic|standard"
    r"|deluxe)(?:[- ](?:pick|option|choice|friendly|tier))?\s?[:(–-]",
    re.I,
)
_CHOICES = re.compile(
    r"\b(?:options|ideas|suggestions|recommendations|choices|alternatives|picks|choose|pick one"
    r"|pick any|any of|one of|compar\w+|models)\b",
    re.I,
)
_TOTAL_LINE = re.compile(
    r"\W*(?:(?:estimated|approx\.?|approximate|grand|sub-?|final|overall|daily|day|weekly|monthly"
    r"|running|new|trip|the|your|combined|expected|projected|session|workout|meal) ?){0,3}"
    r"(?:totals?|sum|altogether|all in all|in all)\b|\W*(?:overall|total|final|estimated|expected"
    r"|approximate) (?:costs?|price|spend\w*|budget|time|duration|amount|length)\b"
    r"|\W*(?:gross (?:price|amount)|(?:amount|balance) due|to pay|you pay)\b"
    r"|\W*[\w ]{1,25} (?:sub)?total\b\s?(?:\([^)]{0,40}\)\s?)?"
    r"[:=–|-]",
    re.I,
)
GRAND = re.compile(
    r"\b(?:grand|overall|entire|whole|trip|final|estimated|all (?:days|items|together)|in all"
    r"|altogether|everything|combined)\b",
    re.I,
)
_UNKNOWN = re.compile(
    r"\b(?:varies|tbd|tba|market price|depends|to be decided|n/?k)\b|\?{1,3}$", re.I
)
_FREE = re.compile(
    r"\b(?:free|no (?:extra )?(?:cost|charge)|included|complimentary|none|nothing|n/a|already|own"
    r"|pantry|home|bring|walk\w*|rest)\b",
    re.I,
)
_LETTERS = re.compile(r"[^\W\d_]{2}")


@dataclass(eq=False)
class Line(Written):
    """A line of the response with what it comes to."""

    come: Come

    @property
    def role(self) -> str:
        """Whether it is an entry, a total, or neither."""
        if self.come.value is None:
            return ""
        said = self.come.total or self.node.kind == "total" or _TOTAL_LINE.match(self.text)
        return "total" if said else "entry"


@dataclass
class Total:
    """What a part comes to, None where it has no entry; `plain`: its entries are one list."""

    value: Interval | None = None
    lines: list[Line] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    totals: list[Line] = field(default_factory=list)
    direct: Interval | None = None
    """What those surely below it come to, where others may as well stand beside it."""
    from_total: bool = False
    settled: bool = False
    """Whether a total that the response names decided among its readings."""

    def take(self, other: Total) -> None:
        """Keep what another found, but not its value."""
        self.lines += other.lines
        self.doubts += other.doubts
        self.told += other.told
        self.without += other.without
        self.totals += other.totals

    @property
    def plain(self) -> bool:
        """Whether it is one list of entries without any doubt."""
        parents = {id(one.node.parent) for one in self.lines}
        return len(parents) == 1 and not self.doubts and not self.from_total


@dataclass
class Parts:
    """The parts below a node, one after the other, and what they come to together."""

    node: Node
    choosing: bool
    """Whether they are options, as far as the words around them say."""
    made: Total = field(default_factory=Total)
    values: list[Interval] = field(default_factory=list)
    direct: list[Interval] = field(default_factory=list)
    options: list[Interval] = field(default_factory=list)
    told: list[tuple[Line, Interval]] = field(default_factory=list)
    bare: list[Node] = field(default_factory=list)
    listed: int = 0
    columns: set[str] = field(default_factory=set)
    """The headers of the rows that have a figure."""
    headed: Interval | None = None
    below_head: Interval = ZERO

    def __post_init__(self) -> None:
        self.choosing = self.choosing or _CHOICES.search(self.node.text) is not None
        named = sum(_TIER.match(child.text) is not None for child in self.node.children)
        self.tiers = named > 1

    def add(self, child: Node, line: Line | None, one: Total) -> None:
        """A further part: its line, if that has figures, and what it comes to."""
        told = line is not None and is_prose(child) and not child.children
        if line is None and child.shape in ("sentence", "line"):
            self.choosing = self.choosing or _CHOICES.search(child.text) is not None
        self.made.take(replace(one, lines=[]) if told else one)
        value = one.value
        if value is None:
            if line is None and is_bare(child):
                self.bare.append(child)
            return
        if told and line:
            self.told.append((line, value))
            return
        if _EXTRA.match(child.text):
            self.made.doubts.append(f"whether {cut(child.text)!r} counts")
            value = value.or_nothing()
        self._heads(child, value)
        if _OPTION.match(child.text) or (self.tiers and _TIER.match(child.text)):
            self.options.append(value)
            return
        self.listed += child.shape in ("item", "row")
        self.columns |= columns_of(child)
        self.values.append(value)
        if not child.doubtful:
            self.direct.append(value)

    def _heads(self, child: Node, value: Interval) -> None:
        """Items below a line that only looks like one of them: "Cool-down (3 min)"."""
        if self.headed is not None and child.shape == "item":
            self.below_head = self.below_head + value
            if same(self.below_head, self.headed):
                self.values.remove(self.headed)
                self.headed = None
            return
        alone = child.shape == "line" and child.kind in RANK and not child.children
        self.headed, self.below_head = value if alone else None, ZERO

    def total(self, known: Collection[float]) -> Total:
        """What they come to; a sentence may name an amount again that is `known`."""
        made = self.made
        value = added(self.values) if self.values else None
        if self.options:
            value = self._with_options(value)
        elif self.choosing and len(self.values) > 1 and value is not None:
            made.doubts.append("whether its entries are options to choose from")
            value = Interval(min(one.low for one in self.values), value.high)
        if self.told:
            value = self._with_sentences(value, known)
        if value is not None and value.high <= 0 and value.low < 0:
            # Nothing that it could be taken off.
            value = None
        if value is not None and self.bare:
            value = self._with_bare(value)
        made.value = value
        made.direct = added(self.direct) if len(self.direct) < len(self.values) else None
        if value is None and made.totals and self.node.kind in ("day", "session", "meal", "week"):
            own = [one for one in made.totals if not GRAND.search(one.text)] or made.totals
            made.value, made.from_total, made.lines = own[0].come.value, True, [own[0]]
        return made

    def _with_options(self, value: Interval | None) -> Interval:
        self.made.doubts.append("which of the options is meant")
        least, most = min(o.low for o in self.options), max(o.high for o in self.options)
        if len(self.options) == 1 and value is not None and self.values:
            # One alternative to something else.
            highest = max(one.high for one in self.values)
            return Interval(max(value.low - highest, 0.0), value.high + most)
        return Interval(least, most) if value is None else value + Interval(least, most)

    def _with_sentences(self, value: Interval | None, known: Collection[float]) -> Interval:
        """What sentences add: all they have where nothing is listed, else perhaps something."""
        values = [one for _, one in self.told]
        if value is None:
            self.made.lines += [line for line, _ in self.told]
            if len(values) == 1:
                return values[0]
            self.made.doubts.append("its figures are in sentences")
            return Interval(max(one.low for one in values), added(values).high)
        for line, one in self.told:
            if round(one.low, 2) in known or same(one, value):
                continue
            self.made.doubts.append(f"whether {line.short!r} adds something")
            value = Interval(min(value.low, value.low + one.low), value.high + max(one.high, 0.0))
        return value

    def _with_bare(self, value: Interval) -> Interval:
        """Lines without a figure: one that has none yet, or one among many that have."""
        texts = [_text(one) for one in self.bare]
        self.made.without += map(cut, texts)
        few = self.listed > 2 * len(texts) and self.node.kind != "day"
        few = few or any(
            one.shape == "row" and columns_of(one) <= self.columns for one in self.bare
        )
        if few or any(_UNKNOWN.search(one) for one in texts):
            self.made.doubts.append(f"{cut(texts[0])!r} has no figure")
            return Interval(value.low, math.inf)
        return value


def in_option(node: Node) -> bool:
    """Whether a part is in one of several options: "Option A"."""
    at: Node | None = node
    while at is not None:
        if at.text and (_OPTION.match(at.text) or _TIER.match(at.text)):
            return True
        at = at.parent
    return False


def _text(node: Node) -> str:
    return " | ".join(cell.node.text for cell in node.cells) if node.cells else node.text


def columns_of(row: Node) -> set[str]:
    """The headers of the cells of a row that are not empty."""
    return {cell.header for cell in row.cells}


def is_bare(node: Node) -> bool:
    """Whether a line without a figure may be an entry that lacks one."""
    if node.shape not in ("item", "row") or node.kind in ("total", "rest") or node.children:
        return False
    text = _text(node)
    return bool(_LETTERS.search(text)) and not _FREE.search(text) and not is_aside(text)
