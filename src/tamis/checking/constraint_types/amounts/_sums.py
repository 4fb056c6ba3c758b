"""What the entries of a response come to together, its totals told apart.

The response is read as a tree of parts (`program.outline`). Each line comes to an interval
(`_figures`); here the lines are added. Two readings of the same money, a list and its summary, or
options to choose from, make the interval wider; a total that the response names settles it where it
lies within, and is told where it does not.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from tamis.checking.constraint_types.amounts._figures import (
    SAVINGS,
    Come,
    Figure,
    assign,
    at_rate,
    come_to,
    rate_of_lead,
    same,
)
from tamis.checking.constraint_types.amounts._lines import (
    Written,
    cut,
    is_aside,
    is_prose,
    lines_of,
    noted,
)
from tamis.checking.constraint_types.amounts._rows import COUNT_HEAD, come_of_row, role_of_column
from tamis.checking.program.groups import RANK
from tamis.checking.program.interval import Interval, added, hull
from tamis.checking.program.outline import Node, outline
from tamis.checking.worksheet import Span

Reader = Callable[[str, str], list[Figure]]
"""The figures of a text, given the header of its column ("" for none)."""

MAX_CHARACTERS = 200_000
MAX_DEPTH = 30

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
_PICK = re.compile(
    r"\b(?:my (?:top |first |final )?(?:pick|choice|recommendation)|best (?:choice|value|pick"
    r"|option|overall)|(?:i['’]d|i would) (?:go with|choose|pick|recommend)|whichever"
    r"|if i had to choose|top pick|either of|any of these)\b",
    re.I,
)
_COMPARED = re.compile(r"\W*(?:models?|options?|products?|brands?|choices?|alternatives?)\b", re.I)
_SUMMARY = re.compile(
    r"\W*(?:\w{1,15}\W{1,3}){0,3}(?:summary|recap|at a glance|overview|breakdown|cost estimate"
    r"|estimated (?:costs?|budget)|total (?:costs?|budget))\b",
    re.I,
)
_TOTAL_LINE = re.compile(
    r"\W*(?:(?:estimated|approx\.?|approximate|grand|sub-?|final|overall|daily|day|weekly|monthly"
    r"|running|new|trip|the|your|combined|expected|projected|session|workout|meal) ?){0,3}"
    r"(?:totals?|sum|altogether|all in all|in all)\b|\W*(?:overall|total|final|estimated|expected"
    r"|approximate) (?:costs?|price|spend\w*|budget|time|duration|amount|length)\b"
    r"|\W*[\w ]{1,25} (?:sub)?total\b\s?(?:\([^)]{0,40}\)\s?)?"
    r"[:=–|-]",
    re.I,
)
_GRAND = re.compile(
    r"\b(?:grand|overall|entire|whole|trip|final|estimated|all (?:days|items|together)|in all"
    r"|altogether|everything|combined)\b",
    re.I,
)
_PARTIAL = re.compile(r"\b(?:sub-?total|daily|day|running|so far|session|meal|for)\b", re.I)
_PER = re.compile(r"\bper [^\W\d_]+\b", re.I)
_UNKNOWN = re.compile(
    r"\b(?:varies|tbd|tba|market price|depends|to be decided|n/?k)\b|\?{1,3}$", re.I
)
_FREE = re.compile(
    r"\b(?:free|no (?:extra )?(?:cost|charge)|included|complimentary|none|nothing|n/a|already|own"
    r"|pantry|home|bring|walk\w*|rest)\b",
    re.I,
)


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


class Ledger:
    """The lines of a response with figures, and their sums."""

    def __init__(
        self,
        text: str,
        read: Reader,
        aims: Sequence[float] = (),
        rate: str = "",
        budgets: bool = False,
    ) -> None:
        self.root = outline(text)
        self.text = text
        self.aims = aims
        self.rate = rate
        self.budgets = budgets
        self._sizes: dict[int, int] = {}
        self.gaps = False
        """Whether a total may be more than its entries, as times that pass between them."""
        self.lines: dict[int, Line] = {}
        self.skipped: set[int] = set()
        struck = [found.span() for found in _STRUCK.finditer(text)] if "~~" in text else []
        for one in lines_of(self.root):
            row = one.node.shape == "row"
            come = self._row(one.node, read) if row else self._line(one.node, read, struck)
            if come.figures:
                self.lines[id(one.node)] = Line(one.node, one.text, one.places, come)

    def ordered(self) -> Iterator[Line]:
        """The lines with figures, in order, without those in notes."""
        for node in self.root.walk():
            if (line := self.lines.get(id(node))) and not noted(node):
                yield line

    # Lines.

    def _line(self, node: Node, read: Reader, struck: Sequence[Span]) -> Come:
        figures = read(node.text, node.header)
        prose = is_prose(node)
        for one in figures:
            at = node.offsets[one.start] if one.start < len(node.offsets) else -1
            if any(start <= at < end for start, end in struck):
                one.column = "old"
        if figures:
            heads = node.shape == "heading" or node.text.rstrip().endswith(":")
            lead = rate_of_lead(node.text[: figures[0].start]) or self._rate_above(node)
            for one in figures:
                one.rate = lead
            assign(
                node.text, figures, told=prose, heads=heads, aims=self.aims, budgets=self.budgets
            )
            at_rate(figures, self.rate)
        come = come_to(node.text, figures, prose=prose) if figures else Come()
        alone = node.shape == "line" and not node.children
        if self.budgets and alone and come.value and SAVINGS.match(node.text):
            come.value, come.doubt = come.value.or_nothing(), "whether savings count"
        return come

    def _rate_above(self, node: Node) -> str:
        """What all figures of a part are for each of, by its heading: "Cost per person"."""
        at = node.parent
        while at is not None:
            if at.text and id(at) not in self.lines and (rate := rate_of_lead(at.text)):
                return rate
            at = at.parent
        return ""

    def _row(self, node: Node, read: Reader) -> Come:
        text = ""
        figures: list[tuple[str, Figure]] = []
        counts: list[float] = []
        for cell in node.cells:
            text += " | " if text else ""
            counted = _WHOLE.match(cell.node.text) if COUNT_HEAD.match(cell.header) else None
            if counted:
                counts.append(float(counted[0]))
            found = [] if counted else read(cell.node.text, cell.header)
            for one in found:
                one.column, one.rate = role_of_column(cell.header)
            assign(cell.node.text, found, aims=self.aims, budgets=self.budgets)
            at_rate(found, self.rate)
            for one in found:
                one.start, one.end = one.start + len(text), one.end + len(text)
                figures.append((cell.header, one))
            text += cell.node.text
        return come_of_row(text, figures, counts) if figures else Come()

    # Sums.

    def total(self, node: Node | None = None) -> Total:
        """What a part comes to, by default the whole response."""
        node = node or self.root
        summaries = [one for one in self.summaries(node) if one is not node]
        self.skipped = {id(one) for one in summaries}
        made = self._part(node, 0)
        self.skipped = set()
        said = [self._part(one, 0) for one in summaries]
        said = [one for one in said if one.value is not None]
        if made.value is None or made.from_total:
            totals = made.totals
            if len(said) == 1:
                made = said[0]
            elif said:
                made = _both(said)
            made.totals = [*totals, *(one for one in made.totals if one not in totals)]
        else:
            for one in said:
                made.totals += one.totals
                if one.value and not same(one.value, made.value, 0.01):
                    made.doubts.append(
                        f"whether {one.lines[0].short!r} and more repeats the entries"
                    )
                    made.value = hull([made.value, one.value, made.value + one.value])
        return self._settled(made, node)

    def summaries(self, node: Node | None = None) -> list[Node]:
        """The parts that give the figures once more, together."""
        node = node or self.root
        found: list[Node] = []
        waiting = [node]
        while waiting:
            one = waiting.pop()
            if one is not node and one.children and _SUMMARY.match(one.text):
                if sum(id(below) in self.lines for below in one.walk()) > 1:
                    found.append(one)
                continue
            waiting.extend(reversed(one.children))
        return found

    def _settled(self, made: Total, node: Node) -> Total:
        """What the totals that the response names say of the sum."""
        named = [one for one in made.totals if not noted(one.node)]
        values = [one.come.value for one in named if one.come.value]
        if made.value is None:
            if not named:
                return made
            last = named[-1]
            value = last.come.value or Interval(0.0, math.inf)
            grand = [one for one in named if _GRAND.search(one.text)]
            whole = grand[-1].come.value if grand else None
            others = added(values[:-1])
            if len(values) > 1 and whole is None and not same(value, others):
                made.doubts.append("which of its totals is that of all")
                value = hull([*values, added(values)])
            made.value = whole or value
            made.lines, made.from_total = [grand[-1] if grand else last], True
            return made
        whole_ones = [
            one
            for one in named
            if one.come.value
            and (_GRAND.search(one.text) or not _PARTIAL.search(_lead(one)))
            and self._outer(one.node, node)
        ]
        if not whole_ones:
            return made
        last = whole_ones[-1]
        said = last.come.value
        if said is None or same(said, made.value, 0.001):
            made.settled = said is not None
            return made
        high = math.inf if self.gaps else made.value.high
        if said.low >= made.value.low - 1e-6 and said.high <= high + 1e-6:
            made.value, made.doubts, made.settled = said, [], True
            made.told.append(f"{last.short!r} is one of the readings of the entries")
            return made
        made.told.append(f"{last.short!r} is said, the entries come to something else")
        if not made.plain:
            made.doubts.append(f"{last.short!r} differs from its entries")
            made.value = hull([made.value, said])
        return made

    def _outer(self, node: Node, root: Node) -> bool:
        """Whether a total is not that of a single day or meal."""
        if _GRAND.search(node.text) or node.parent is root:
            return True
        at = node.parent
        while at is not None and at is not root:
            if at.kind and at.kind != "total" and self._size(at) < len(self.lines):
                own = [one for one in at.children if self.lines.get(id(one))]
                totals = [one for one in own if self.lines[id(one)].role == "total"]
                return len(totals) > 1 and totals[-1] is node
            at = at.parent
        return True

    def _size(self, node: Node) -> int:
        """How many lines with figures are in a part."""
        if id(node) not in self._sizes:
            self._sizes[id(node)] = sum(id(one) in self.lines for one in node.walk())
        return self._sizes[id(node)]

    def _part(self, node: Node, depth: int) -> Total:
        if depth > MAX_DEPTH:
            return Total(Interval(0.0, math.inf), doubts=["it is nested too deep"])
        if id(node) in self.skipped or (node.text and is_aside(node.text)):
            return Total()
        own = self.lines.get(id(node))
        below = self._below(node, depth)
        if own is None or own.come.value is None:
            return below
        if own.come.told:
            below.told.append(own.come.told)
        if own.role == "total":
            below.totals.append(own)
            return below if below.value is None else Total(totals=below.totals)
        if own.come.said:
            come = Come(own.come.said, total=True, figures=own.come.figures)
            below.totals.append(Line(node, own.text, own.places, come))
        value = own.come.value
        doubts = [f"{own.come.doubt}: {own.short!r}"] if own.come.doubt else []
        if below.value is None or below.from_total:
            return Total(value, [own], [*doubts, *below.doubts], below.told, [], below.totals)
        agrees = same(value, below.value) or (below.direct and same(value, below.direct))
        if agrees or value.low < 0:
            return below
        if all(one.shape == node.shape and self._column(one) <= self._column(node)
               for one in node.children):  # fmt: skip
            # "Lunch: tapas, €36", and on the next line "Afternoon: the museum, €24".
            below.value += value
            below.lines.insert(0, own)
            below.doubts += doubts
            return below
        below.told.append(f"{own.short!r} is said, what is below comes to something else")
        below.doubts.append(f"whether {own.short!r} is what is below it")
        ends = [value, below.value]
        named = node.kind or node.shape == "heading" or node.text.rstrip().endswith(":")
        below.value = hull(ends if named else [*ends, value + below.value])
        return below

    def _column(self, node: Node) -> int:
        """How far a line stands in."""
        at = node.offsets[0] if node.offsets else 0
        return at - self.text.rfind("\n", 0, at)

    def _below(self, node: Node, depth: int) -> Total:
        made = Total()
        parts: list[Interval] = []
        direct: list[Interval] = []
        options: list[Interval] = []
        items = Interval(0.0, 0.0)
        prose: list[tuple[Line, Interval]] = []
        priced, bare = 0, list[Node]()
        tiers = sum(_TIER.match(child.text) is not None for child in node.children) > 1
        headed: Interval | None = None
        choosing = _CHOICES.search(node.text) is not None or self._picks
        for child in node.children:
            line = self.lines.get(id(child))
            told = is_prose(child) and not child.children
            if line is None and child.shape in ("sentence", "line"):
                choosing = choosing or _CHOICES.search(child.text) is not None
            one = self._part(child, depth + 1)
            made.take(replace(one, lines=[]) if told else one)
            value = one.value
            if value is None:
                if _bare(child) and line is None:
                    bare.append(child)
                continue
            if told and line:
                prose.append((line, value))
                continue
            if _EXTRA.match(child.text):
                made.doubts.append(f"whether {cut(child.text)!r} counts")
                value = value.or_nothing()
            if headed is not None and child.shape == "item":
                # The items below a line that only looks like one of them.
                items = items + value
                if same(items, headed):
                    parts.remove(headed)
            else:
                alone = child.shape == "line" and child.kind in RANK and not child.children
                headed, items = value if alone else None, Interval(0.0, 0.0)
            if _OPTION.match(child.text) or (tiers and _TIER.match(child.text)):
                options.append(value)
                continue
            priced += child.shape in ("item", "row")
            parts.append(value)
            if not child.doubtful:
                direct.append(value)
        total = added(parts) if parts else None
        if options:
            made.doubts.append("which of the options is meant")
            least = min(one.low for one in options)
            if len(options) == 1 and parts:
                # One alternative to something else.
                base = total or Interval(0.0, 0.0)
                highest = max(one.high for one in parts)
                total = Interval(max(base.low - highest, 0.0), base.high + options[0].high)
            else:
                either = Interval(least, max(one.high for one in options))
                total = either if total is None else total + either
        if choosing and len(parts) > 1 and total is not None and not options:
            made.doubts.append("whether its entries are options to choose from")
            total = Interval(min(one.low for one in parts), total.high)
        if prose:
            total = self._with_prose(total, prose, made)
        if total is not None and bare:
            names = [cut(_text(one)) for one in bare]
            made.without += names
            unknown = next((one for one in bare if _UNKNOWN.search(_text(one))), None)
            if unknown is not None or (priced > 2 * len(bare) > 0 and node.kind not in ("day",)):
                made.doubts.append(f"{names[0]!r} has no figure")
                total = Interval(total.low, math.inf)
        made.value = total
        made.direct = added(direct) if len(direct) < len(parts) else None
        if total is None and made.totals and node.kind in ("day", "session", "meal", "week"):
            own = [one for one in made.totals if not _GRAND.search(one.text)] or made.totals
            made.value, made.from_total = own[0].come.value, True
            made.lines = [own[0]]
        return made

    @cached_property
    def _picks(self) -> bool:
        """Whether the response compares things, of which one is to be chosen."""
        return self.budgets and any(
            (is_prose(node) and _PICK.search(node.text[:400]))
            or (node.cells and _COMPARED.match(node.cells[0].header))
            for node in self.root.walk()
        )

    @cached_property
    def _listed(self) -> set[float]:
        """The amounts of lines that are no sentences: a sentence may name one again."""
        lines = [one for one in self.lines.values() if not is_prose(one.node)]
        return {round(one.come.value.low, 2) for one in lines if one.come.value}

    def _with_prose(
        self, total: Interval | None, prose: list[tuple[Line, Interval]], made: Total
    ) -> Interval | None:
        """What sentences add: all they have where nothing is listed, else perhaps something."""
        values = [value for _, value in prose]
        if total is None:
            made.lines += [line for line, _ in prose]
            if len(prose) == 1:
                return values[0]
            made.doubts.append("its figures are in sentences")
            return Interval(max(one.low for one in values), added(values).high)
        for line, value in prose:
            if round(value.low, 2) in self._listed or same(value, total):
                continue
            made.doubts.append(f"whether {line.short!r} adds something")
            total = Interval(min(total.low, total.low + value.low), total.high + max(value.high, 0))
        return total


_STRUCK = re.compile(r"~~[^~\n]{1,300}~~")
_WHOLE = re.compile(r"\d{1,4}(?![\d.,]\d)")


def in_option(node: Node) -> bool:
    """Whether a part is in one of several options: "Option A"."""
    at: Node | None = node
    while at is not None:
        if at.text and (_OPTION.match(at.text) or _TIER.match(at.text)):
            return True
        at = at.parent
    return False


def _both(said: Sequence[Total]) -> Total:
    """What several summaries come to: one of them, or all."""
    made = Total()
    for one in said:
        made.take(one)
    values = [one.value for one in said if one.value]
    made.value = hull([*values, added(values)])
    made.doubts.append("which of its summaries is that of all")
    return made


def _lead(line: Line) -> str:
    """What stands before the first figure of a total, without what it is for each of."""
    return _PER.sub("", line.text[: line.come.figures[0].start])


def _text(node: Node) -> str:
    return " | ".join(cell.node.text for cell in node.cells) if node.cells else node.text


def _bare(node: Node) -> bool:
    """Whether a line without a figure may be an entry that lacks one."""
    if node.shape not in ("item", "row") or node.kind in ("total", "rest") or node.children:
        return False
    text = _text(node)
    return bool(_LETTERS.search(text)) and not _FREE.search(text) and not is_aside(text)


_LETTERS = re.compile(r"[^\W\d_]{2}")
