"""What the entries of a response come to together, its totals told apart.

The response is read as a tree of parts (`program.outline`). Each line comes to an interval
(`_figures`); here the lines are added. Two readings of the same money, a list and its summary, or
options to choose from, make the interval wider; a total that the response names settles it where it
lies within, and is told where it does not.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from tamis.checking.constraint_types.amounts._figures import (
    RATE_AFTER,
    SAVES,
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
from tamis.checking.constraint_types.amounts._parts import GRAND, Line, Parts, Total, is_bare
from tamis.checking.constraint_types.amounts._rows import COUNT_HEAD, come_of_row, role_of_column
from tamis.checking.program.interval import Interval, added, hull
from tamis.checking.program.mentions import figures_alone
from tamis.checking.program.outline import Node, outline

Reader = Callable[[str, str], list[Figure]]
"""The figures of a text, given the header of its column ("" for none)."""

MAX_CHARACTERS = 200_000
MAX_DEPTH = 30

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
_PARTIAL = re.compile(r"\b(?:sub-?total|daily|day|running|so far|session|meal|for)\b", re.I)
_PER = re.compile(r"\bper [^\W\d_]+\b", re.I)


_FIRST_OF = re.compile(
    r"(?<!\S)[^\w\s]{0,9}(?:(?:step|phase|part|stage|section|activity) )?1[.):](?!\d)", re.I
)


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
        self.saving = budgets and SAVES.search(text) is not None
        """Whether its sentences tell how money is saved, not how it is spent."""
        self._sizes: dict[int, int] = {}
        self._totals: dict[int, tuple[int, Node | None]] = {}
        self.gaps = False
        """Whether a total may be more than its entries, as times that pass between them."""
        self.lines: dict[int, Line] = {}
        self.skipped: set[int] = set()
        struck = [end for found in _STRUCK.finditer(text) for end in found.span()]
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

    @cached_property
    def bare_rows(self) -> dict[int, list[Written]]:
        """The rows without a figure that may be entries, by the node that they are below."""
        found: dict[int, list[Written]] = {}
        for one in lines_of(self.root):
            if one.node.shape == "row" and id(one.node) not in self.lines and is_bare(one.node):
                found.setdefault(id(one.node.parent), []).append(one)
        return found

    # Lines.

    def _line(self, node: Node, read: Reader, struck: Sequence[int]) -> Come:
        figures = read(node.text, node.header)
        prose = is_prose(node)
        for one in figures:
            at = node.offsets[one.start] if one.start < len(node.offsets) else -1
            if bisect_right(struck, at) % 2:
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
            if prose and self.saving:
                for one in figures:
                    one.role = "note"
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
        unclear = ""
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
            if found and not _is_figure(cell.node.text, found):
                # "Same as day 1", "10 (note 2)": one figure, which may be any.
                found, unclear = found[:1], cut(cell.node.text, 30)
                found[0].value, found[0].role = Interval(0.0, math.inf), "entry"
            for one in found:
                one.start, one.end = one.start + len(text), one.end + len(text)
                figures.append((cell.header, one))
            text += cell.node.text
        made = come_of_row(text, figures, counts) if figures else Come()
        if unclear and not made.doubt:
            made.doubt = f"what {unclear!r} comes to"
        return made

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
            if said:
                made = said[0] if len(said) == 1 else _both(said)
                made.totals = [*totals, *made.totals]
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
            grand = [one for one in named if GRAND.search(one.text)]
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
            and (GRAND.search(one.text) or not _PARTIAL.search(_lead(one)))
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
        if GRAND.search(node.text) or node.parent is root:
            return True
        at = node.parent
        while at is not None and at is not root:
            if at.kind and at.kind != "total" and self._size(at) < len(self.lines):
                many, last = self._totals_in(at)
                return many > 1 and last is node
            at = at.parent
        return True

    def _totals_in(self, node: Node) -> tuple[int, Node | None]:
        """How many of a part's lines are totals, and the last of them."""
        if id(node) not in self._totals:
            found = [
                one
                for one in node.children
                if (line := self.lines.get(id(one))) and line.role == "total"
            ]
            self._totals[id(node)] = len(found), found[-1] if found else None
        return self._totals[id(node)]

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
        if all(self._beside(one, node) for one in node.children):
            # "Lunch: tapas, €36", and on the next line "Afternoon: the museum, €24".
            below.value += value
            below.lines.insert(0, own)
            below.doubts += doubts
            return below
        below.told.append(f"{own.short!r} is said, what is below comes to something else")
        first = not self.budgets and self.root.children[:1] == [node] and not node.kind
        numbered = self._is_numbered(node)
        titled = first or self._size(node) == len(self.lines)
        if node.parent is self.root and titled and not numbered:
            # The title of the whole: "5K plan", but not "1. Warm-up".
            return below
        below.doubts.append(f"whether {own.short!r} is what is below it")
        ends = [value, below.value]
        named = node.kind or node.shape == "heading" or node.text.rstrip().endswith(":")
        below.value = hull(ends if named and not numbered else [*ends, value + below.value])
        return below

    def has_details(self, node: Node) -> bool:
        """Whether there are entries below a line that make it up."""
        inner = (
            below for one in node.children if not self._beside(one, node) for below in one.walk()
        )
        return any((line := self.lines.get(id(one))) and line.role == "entry" for one in inner)

    def _beside(self, child: Node, node: Node) -> bool:
        """Whether a line only follows another that names a part of a plan, and stands beside it."""
        return child.shape == node.shape and self._column(child) <= self._column(node)

    def _column(self, node: Node) -> int:
        """How far a line stands in."""
        at = node.offsets[0] if node.offsets else 0
        return at - self.text.rfind("\n", 0, at)

    def _is_numbered(self, node: Node) -> bool:
        """Whether a line is the first of several by its number: "1. Warm-up"."""
        at = node.offsets[0] if node.offsets else 0
        return bool(_FIRST_OF.match(self.text, self.text.rfind("\n", 0, at) + 1))

    def _below(self, node: Node, depth: int) -> Total:
        parts = Parts(node, self._picks)
        for child in node.children:
            parts.add(child, self.lines.get(id(child)), self._part(child, depth + 1))
        return parts.total(self._listed)

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


def _is_figure(text: str, found: Sequence[Figure]) -> bool:
    """Whether numbers without a unit, to which the column gives one, are all that a cell says."""
    if all(one.unit or _UNIT.search(one.written(text)) for one in found):
        return True
    # "20 per night" has its rate.
    bare = RATE_AFTER.sub(lambda one: " " * len(one[0]), text)
    return figures_alone(bare, [(one.start, one.end) for one in found])


_UNIT = re.compile(r"[^\W\d_]|%")
_STRUCK = re.compile(r"~~[^~\n]{1,300}~~")
_WHOLE = re.compile(r"\d{1,4}(?![\d.,]\d)")


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
