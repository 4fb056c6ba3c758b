"""A plan as a tree of its parts: weeks, days, sessions, meals, entries.

The tree of the text (`reading.document`) knows headings, lists and tables; models write a day as a
heading, a bold line, a line with a colon, an item, a column of a table. Here all of these become
`Node`s: what a label names (`groups`) says what contains what, and where labels say nothing, what
looks the same is on the same level.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache, wraps
from typing import Any, Literal, TypeVar

from tamis.checking.program.groups import RANK, Kind, Label, label_of
from tamis.reading.data import is_json, is_yaml, parse_data
from tamis.reading.document import Block, Line, parse
from tamis.reading.html import is_html, parse_html
from tamis.reading.quantities import Quantity, quantities

Shape = Literal["root", "heading", "item", "line", "sentence", "row", "cell"]
Style = tuple[str, int]

MAX_CHARACTERS = 200_000
MAX_NODES = 20_000
MAX_CELLS = 60
MAX_LINE = 2_000
"""Longer lines are read as several: every pattern goes over a short text."""


@dataclass
class Cell:
    """A cell of a table's row, with the header of its column."""

    header: str
    node: Node


@dataclass(eq=False)
class Node:
    """A part of the plan: a line with what belongs to it.

    `text` is without marks of emphasis; `offsets` are the places of its characters in the plan.
    `label` is what it begins with, if that names a part of a plan. `doubtful`: it may as well
    belong to the part before the one that it is in.
    """

    shape: Shape
    text: str = ""
    offsets: Sequence[int] = ()
    label: Label | None = None
    children: list[Node] = field(default_factory=list)
    cells: list[Cell] = field(default_factory=list)
    header: str = ""
    parent: Node | None = field(default=None, repr=False)
    doubtful: bool = False
    kept: dict[Any, Any] = field(default_factory=dict, repr=False)
    """What other stages have read of it (`once`)."""

    @property
    def kind(self) -> Kind:
        """What its label names."""
        return self.label.kind if self.label else ""

    @property
    def name(self) -> str:
        """Its label, or its text."""
        return self.label.name if self.label else self.text

    @cached_property
    def quantities(self) -> list[Quantity]:
        """The quantities of its own text."""
        return list(quantities(self.text))

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The place in the plan of a part of its text."""
        if not self.offsets or end <= start:
            return (0, 0)
        return self.offsets[start], self.offsets[min(end, len(self.offsets)) - 1] + 1

    def add(self, child: Node) -> Node:
        """Add a part below it."""
        child.parent = self
        self.children.append(child)
        return child

    def walk(self) -> Iterator[Node]:
        """The node and all below it, in the order of the text; cells after their row."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))
            waiting.extend(cell.node for cell in reversed(node.cells))

    def within(self, kind: Kind) -> Node | None:
        """The innermost part of a kind that it is in; itself, if it is one."""
        node: Node | None = self
        while node is not None and node.kind != kind:
            node = node.parent
        return node

    @property
    def beside(self) -> bool:
        """Whether it, or a part that it is in, is beside the plan: notes, totals."""
        node: Node | None = self
        while node is not None:
            if node.kind in ("aside", "total"):
                return True
            node = node.parent
        return False


_Read = TypeVar("_Read")


def once(read: Callable[[Node], _Read]) -> Callable[[Node], _Read]:
    """A reading of a node that is made once and kept with it: not to be changed by who gets it."""

    @wraps(read)
    def kept(node: Node) -> _Read:
        if read not in node.kept:
            node.kept[read] = read(node)
        made: _Read = node.kept[read]
        return made

    return kept


@lru_cache(maxsize=8)
def outline(text: str) -> Node:
    """The tree of a plan."""
    text = _plain(text)
    builder = _Builder()
    data = parse_data(text) if is_json(text) or is_yaml(text) else None
    builder.visit(parse_html(text) if is_html(text) else data or parse(text))
    return builder.root


def _plain(text: str) -> str:
    """The text with digits of all scripts as those of ASCII; of the same length."""
    if text.isascii():
        return text
    return (
        "".join(
            one if one < "\u0660" or not one.isdecimal() else str(unicodedata.decimal(one))
            for one in text
        )
        .replace("\u2028", "\n")
        .replace("\u2029", "\n")
    )


_MARKS = re.compile(
    r"(?<!\w)[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}(?!\w)|\*\*|~~|<br ?/?>|</?(?:b|i|strong|em|u)>"
)
_KEY = re.compile(r"(?<=[^\W_])_(?=[^\W_])")
_BOLD = re.compile(r"(?:[^\w*(\[]{0,4})(?:\*\*|__)[^*\n]{1,160}(?:\*\*|__)[:.\s]*")
_BOLD_NAME = re.compile(r"\W{0,4}(?:\*\*|__)[^*\n]{1,80}(?:\*\*|__)[\s\W]{0,6}\w")
_SENTENCE = re.compile(r"(?<=[.!?])[\s]+(?=[A-ZÀ-Ý\"“(])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|approx|min|max|ca|vs|incl|tbsp|tsp|oz|lb|No|St)\.$")
_WORDS = re.compile(r"[a-z]\w{0,30}(?: [\w',’-]{1,30}){4}")
# A line that begins with a time is an entry, whatever its end.
_TIMED = re.compile(r"\W*\d{1,2}(?:[:.h]\d\d|\s?[ap]\.?m\b)", re.I)
_ONLY_TIME = re.compile(
    r"\W*\d{1,2}(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?(?:\s?(?:-|–|—|to|until)\s?\d{1,2}"
    r"(?:[:.h]\d\d)?(?:\s?[ap]\.?m\.?)?)?\W*", re.I,
)  # fmt: skip
# "🔥 585 kcal | …", "Energy 753 kJ / 180 kcal; …", "Macros: 17 g fat …".
_FIGURES = re.compile(
    r"\W*(?:(?:energy|calories|kcal|macros?|nutrition|protein|fat|carbs?)\b\W{0,4})?"
    r"(?:[~≈]\s?)?\d[\d.,]*\s?(?:kj|k?cal|calories|g)\b", re.I,
)  # fmt: skip
_LED = re.compile(r"^(?:then |and |next,? )?(?:on|for|your|at|as|the)\s+(?=\w)", re.I)
_OPENS = re.compile(
    r"^(?:,|\s(?:is|are|was|consists?|starts?|begins?|brings?|has|will|features?|you|i|we"
    r"|we['’]ll|you['’]ll|comes|means"
    r"|includes?|ends?|have|eat|do|with|we)\b)",
    re.I,
)


def clean(line: Line) -> tuple[str, Sequence[int]]:
    """A line's text without marks of emphasis, and the places of its characters."""
    # "morning_snack" of a key.
    text = _KEY.sub(" ", line.text)
    if not any(mark in text for mark in "*_`~<"):
        return text, range(line.start, line.start + len(text))
    kept: list[str] = []
    places: list[int] = []
    at = 0
    for mark in _MARKS.finditer(text):
        kept.append(text[at : mark.start()])
        places.extend(range(line.start + at, line.start + mark.start()))
        if mark[0].startswith("<br"):
            kept.append(";")
            places.append(line.start + mark.start())
        at = mark.end()
    kept.append(text[at:])
    places.extend(range(line.start + at, line.start + len(text)))
    return "".join(kept), places


class _Builder:
    """Walks the text's tree once; `open` are the parts that a further line would belong to."""

    def __init__(self) -> None:
        self.root = Node("root")
        self.open: list[tuple[Node, Style]] = [(self.root, ("root", 0))]
        self.count = 0
        # Lines that have left the items that Markdown takes them for.
        self.late: list[Line] = []
        # After a rule prose is about the whole plan.
        self.ruled = False

    @property
    def top(self) -> Node:
        return self.open[-1][0]

    def visit(self, block: Block) -> None:
        for at, child in enumerate(block.children):
            if self.count > MAX_NODES:
                return
            below = block.children[at + 1] if at + 1 < len(block.children) else None
            match child.kind:
                case "section":
                    if child.lines:
                        self.heading(child.lines[0], ("h", child.level))
                    self.visit(child)
                case "list":
                    self.items(child, 0)
                case "paragraph" | "code":
                    if child.kind == "code" and (data := _data(child)):
                        self.visit(data)
                        continue
                    lines = [line for line in child.lines if not _DRAWN.fullmatch(line.text)]
                    self.paragraph(lines, below)
                case "table":
                    self.table(child.rows)
                case "rule":
                    self.ruled = True
                case _:
                    pass

    # What is opened.

    def node(self, shape: Shape, line: Line, *, whole: bool = False) -> Node:
        text, offsets = clean(line)
        self.count += 1
        return Node(shape, text, offsets, label_of(text, whole=whole))

    def heading(self, line: Line, style: Style) -> None:
        first, *more = _cut(line)
        self.push(self.node("heading", first, whole=True), style)
        self.paragraph(more)

    def push(self, node: Node, style: Style, floor: int = 1) -> None:
        """Open a part: what cannot contain it is closed; the first `floor` stay open."""
        self.ruled = False
        kind = node.kind
        while len(self.open) > floor:
            top, own = self.open[-1]
            if kind in RANK and top.kind in RANK:
                if RANK[top.kind] < RANK[kind]:
                    break
            elif kind in RANK and top.kind in ("aside", "total"):
                # A summary may name the days in a list; a heading begins a day of the plan.
                below = own[0] == "h" and style[0] == "h" and own[1] < style[1]
                if below or style[0] not in ("h", "b", "c"):
                    break
            elif kind in RANK and top.kind == "":
                # A title above: it stays open unless it looks like what is opened.
                if own[0] == "h" and style[0] == "h":
                    if own[1] < style[1]:
                        break
                    self.open.pop()
                    continue
                if own != style and not (
                    own[0] != "h" and any(one == style for _, one in self.open)
                ):
                    break
                if own == style and not top.children and len(self.open) == 2:
                    break
            elif own[0] == "h" and style[0] == "h":
                if own[1] < style[1]:
                    break
            elif own == style:
                if kind == "" and top.kind in RANK:
                    # It looks like the day above, and may be a part of it.
                    node.doubtful = bool(top.children)
                    break
            elif not any(one == style for _, one in self.open):
                break
            self.open.pop()
        self.top.add(node)
        self.open.append((node, style))
        self.inline(node, style)

    def inline(self, node: Node, style: Style) -> None:
        """A label after the label: "Day 1: Breakfast: oats"."""
        if node.label is None or node.kind not in RANK:
            return
        rest = node.text[node.label.rest :]
        if not rest.strip():
            return
        below = label_of(rest)
        if below is None or below.kind not in RANK or RANK[below.kind] <= RANK[node.kind]:
            return
        cut = node.label.rest
        child = Node(node.shape, rest, node.offsets[cut:], below)
        node.text, node.offsets = node.text[:cut], node.offsets[:cut]
        self.push(child, (style[0] + "+", style[1]), floor=len(self.open))

    # Lines.

    def paragraph(self, lines: list[Line], below: Block | None = None) -> None:
        """Lines; the last may be the heading of the list or the table that is `below` them."""
        leads = below is not None and below.kind in ("list", "table")
        numbered = leads and below is not None and any(one.number for one in below.children[:1])
        lines = [part for line in lines for part in _cut(line)]
        first, rows = _separated(lines)
        if rows:
            self.paragraph(lines[:first], Block("table"))
            self.table(rows)
            self.paragraph(lines[first + len(rows) :])
            return
        for at, line in enumerate(lines):
            # Plain text by its indentation: a line holds those below it that stand further in.
            while self.open[-1][1][0] == "n" and self.open[-1][1][1] >= line.indent:
                self.open.pop()
            node = self.node("line", line)
            heads = leads and line is lines[-1] and _heads(node)
            further = at + 1 < len(lines) and lines[at + 1].indent >= line.indent + 2
            if further and not node.kind and _heads(node):
                self.top.add(node)
                self.open.append((node, ("n", line.indent)))
                continue
            bold = _BOLD.fullmatch(line.text) is not None
            ends = node.text.rstrip().endswith((":", "："))
            if at and (above := self.timed(node)):
                node.label = None
                above.add(node)
            elif node.kind == "part" and numbered and not bold and _after_label(node):
                # "Warm-up: 5 min of rowing", and then the exercises by their numbers.
                self.top.add(node)
            elif node.kind in RANK:
                self.push(node, ("b" if bold else "c", 0))
                self.told(node)
            elif (
                node.kind in ("aside", "total") or bold or heads or (ends and len(node.text) < 100)
            ):
                whole = label_of(node.text, whole=True) if bold or ends or heads else node.label
                node.label = whole
                told = node.label is not None and node.kind in ("aside", "total")
                if (bold or ends or heads) and not (told and _after_label(node)):
                    self.push(node, ("b" if bold else "c", 0))
                else:
                    self.owner(node).add(node)
            else:
                if self.ruled:
                    del self.open[1:]
                if _prose(node.text) and not _TIMED.match(node.text):
                    self.sentences(node)
                elif at and (named := self.named(node)):
                    named.add(node)
                else:
                    self.top.add(node)

    def owner(self, node: Node) -> Node:
        """The part that a line belongs to: the total of a day below its last meal is no meal's."""
        if node.kind != "total" or not _OF_DAY.match(node.text):
            return self.top
        return next((one for one, _ in reversed(self.open) if one.kind != "meal"), self.top)

    def timed(self, node: Node) -> Node | None:
        """The line above, if it is but a time and this one says what is done then."""
        last = self.top.children[-1] if self.top.children else None
        if last is None or last.shape != "line" or not _ONLY_TIME.fullmatch(last.text):
            return None
        return None if last.children or _TIMED.match(node.text) else last

    def named(self, node: Node) -> Node | None:
        """The line above one that begins with a figure, if it is but a name: "Oats"."""
        last = self.top.children[-1] if self.top.children else None
        bare = last is not None and last.shape == "line" and not last.kind and len(last.text) < 60
        if last is None or not bare or last.text.endswith((":", ".", "!")):
            return None
        if any(one.dimension == "energy" for one in last.quantities):
            return None
        return last if _FIGURES.match(node.text) else None

    def sentences(self, node: Node) -> None:
        """A paragraph of prose, by sentences; one may begin a day or a meal."""
        at = 0
        cuts = [found.start() for found in _SENTENCE.finditer(node.text)]
        for cut in [*cuts, len(node.text)]:
            if cut != len(node.text) and _ABBREVIATION.search(node.text[max(at, cut - 8) : cut]):
                continue
            said, places = node.text[at:cut], node.offsets[at:cut]
            lead = len(said) - len(said.lstrip())
            said, places = said.strip(), places[lead:]
            at = cut
            if not said:
                continue
            one = Node("sentence", said, places)
            self.count += 1
            if said.endswith("?"):
                # "Would you like a version for week 2?"
                one.label = Label("aside", said, len(said))
                self.top.add(one)
                continue
            begun = _LED.match(said)
            skip = begun.end() if begun else 0
            label = _led(said[skip:])
            # "Each day comes to 1,800 kcal" begins no day.
            if label and label.kind in RANK and label.days != ("all",):
                one.label = Label(label.kind, label.name, label.rest + skip, label.days, label.note)
                self.push(one, ("s", 0))
                self.told(one)
            else:
                one.label = label_of(said)
                if one.kind in RANK and one.label and one.label.days != ("all",):
                    self.push(one, ("s", 0))
                else:
                    self.top.add(one)

    def told(self, node: Node) -> None:
        """What a sentence that begins a session says of it: its exercises."""
        cut = node.label.rest if node.label else 0
        rest = node.text[cut:]
        if node.kind != "session" or not _prose(rest):
            return
        if any(one.dimension == "mass" for one in quantities(rest)):
            node.text, below = node.text[:cut], Node("line", rest, node.offsets[cut:])
            node.offsets = node.offsets[:cut]
            self.sentences(below)

    # Lists.

    def items(self, block: Block, depth: int) -> None:
        base = len(self.open)
        items = _nested(block.children)
        for item, following in zip(items, [*items[1:], None], strict=True):
            if self.count > MAX_NODES:
                return
            self.item(item, depth, base, beside=following is not None and _named_in_bold(following))
            if depth == 0:
                late, self.late = self.late, []
                for line in late:
                    self.paragraph([line])

    def item(self, item: Block, depth: int, base: int, *, beside: bool) -> None:
        """An item; `beside` another whose name is in bold, so that its own mark is no heading's."""
        self.ruled = False
        lines = (
            item.children[0].lines if item.children and item.children[0].kind == "paragraph" else []
        )
        nested = item.children[1:] if lines else item.children
        lines = [part for line in lines for part in _cut(line)]
        if not lines:
            self.visit(item)
            return
        node = self.node("item", lines[0])
        # The parser of lists has taken the opening marks of "**1. Squat**".
        cut = re.fullmatch(r"[^*]+(?:\*\*|__):?\s*", lines[0].text) is not None
        if cut:
            node.text = node.text.rstrip("*_ :")
        bold = not beside and (cut or _BOLD.fullmatch(lines[0].text) is not None)
        ends = node.text.rstrip().endswith((":", "："))
        if bold or ends or nested:
            node.label = (
                label_of(node.text, whole=bold or ends or not node.quantities) or node.label
            )
        opens = node.kind in RANK and (node.label is not None)
        empty = node.label is not None and not node.text[node.label.rest :].strip()
        if opens and empty and not nested and len(lines) == 1:
            # A flat list: the items that follow belong to it.
            self.push(node, ("i", depth), floor=self.floor(base, depth))
            return
        if (bold or ends) and not nested and len(lines) == 1 and node.kind != "total":
            self.push(node, ("i", depth), floor=self.floor(base, depth))
            return
        if opens:
            self.push(node, ("i", depth), floor=self.floor(base, depth))
        else:
            self.owner(node).add(node)
            self.open.append((node, ("i", depth)))
        inside = len(self.open)
        after = [line for line in lines[1:] if _leaves(line, item, node)]
        for line in lines[1:]:
            if line in after:
                continue
            if _ONLY_TIME.fullmatch(node.text):
                # "7:00 – 7:30", and below it what is done then.
                said = self.node("line", line)
                said.label = None
                node.add(said)
            else:
                self.paragraph([line])
        for block in nested:
            if block.kind == "list":
                self.items(block, depth + 1)
            else:
                self.visit(Block("text", children=[block]))
        del self.open[inside - 1 :]
        self.late += after

    def floor(self, base: int, depth: int) -> int:
        """How many parts an item leaves open: those that its list is in, if that list is nested."""
        base = min(base, len(self.open))
        kind, level = self.open[base - 1][1]
        return base if kind == "i" and level < depth else 1

    # Tables.

    def table(self, rows: Sequence[Sequence[Line]]) -> None:
        rows = [[part for cell in row[:MAX_CELLS] for part in _cut(cell) or [cell]] for row in rows]
        if not rows:
            return
        head = [clean(cell)[0].strip() for cell in rows[0]]
        labels = [label_of(cell, whole=True) for cell in head]
        days = [n for n, label in enumerate(labels) if label and label.kind in ("day", "session")]
        if len([n for n in days if n]) >= 2 or (len(days) >= 2 and len(days) == len(head)):
            self.columns(rows, head, days)
            return
        if _numeric(rows[0]) or any(
            one.dimension in ("clock", "span") for cell in rows[0] for one in quantities(cell.text)
        ):
            head, body = [""] * len(head), rows
        else:
            body = rows[1:]
        base = list(self.open)
        naming = _naming_columns(head, body)
        for row in body:
            if self.count > MAX_NODES:
                break
            self.row(row, head, naming, base)
        self.open = base

    def row(
        self, row: Sequence[Line], head: list[str], naming: set[int],
        base: list[tuple[Node, Style]],
    ) -> None:  # fmt: skip
        cells = [
            self.node("cell", cell, whole=n in naming or bool(_TOTAL.match(cell.text)))
            for n, cell in enumerate(row)
        ]
        said = [n for n, cell in enumerate(cells) if cell.text.strip()]
        if not said:
            return
        alone = len(said) == 1 and len(cells) > 1
        self.count += 1
        node = Node("row", "", ())
        grouping = []
        totals = [
            cell
            for n, cell in enumerate(cells)
            if cell.kind == "total"
            and (n < 3 or (cell.label and cell.label.rest == len(cell.text)))
        ]
        total = bool(totals)
        # "Breakfast | 7:30 | 8:15" is what is done then, and no heading.
        clocked = sum(one.dimension in ("clock", "span") for c in cells for one in c.quantities) > 1
        for n, cell in enumerate(cells):
            cell.header = head[n] if n < len(head) else ""
            names = n in naming
            if names and cell.label is None and re.fullmatch(r"\W*\d{1,3}\W*", cell.text):
                cell.label = label_of(
                    f"{_KIND_OF_COLUMN.get(head[n].strip().casefold(), head[n].strip())} "
                    f"{cell.text.strip()}",
                    whole=True,
                )
            if cell.kind in RANK and (names or alone or (n == 0 and not clocked)):
                grouping.append((n, cell))
        if alone and cells[said[0]].kind in RANK:
            # A row across the table is a heading in it.
            self.push(cells[said[0]], ("t", 0), floor=len(base))
            return
        taken = {n for n, _ in grouping}
        kept: Node | None = None
        for n, cell in grouping:
            same = next(
                (one for one, _ in self.open if one.kind == cell.kind and one.name == cell.name),
                None,
            )
            if same is not None and kept is None:
                continue
            kept = cell
            self.push(cell, ("t", n), floor=len(base))
        if kept is None and grouping:
            # The same day and meal as in the row above.
            last = grouping[-1][1]
            while len(self.open) > len(base) and (self.top.kind, self.top.name) != (
                last.kind,
                last.name,
            ):
                self.open.pop()
        kinds = [label_of(cell.header, whole=True) for cell in cells]
        for n, (cell, kind) in enumerate(zip(cells, kinds, strict=True)):
            if n in taken or not cell.text.strip() or kind is None or total:
                continue
            # A column of a meal, or of what the row comes to.
            meal = kind.kind == "meal" and len(head) > 2 and re.search(r"[^\W\d_]{3}", cell.text)
            if meal or kind.kind == "total":
                cell.label = Label(kind.kind, kind.name, 0)
                taken.add(n)
                self.top.add(cell)
        node.cells = [
            Cell(cell.header, cell)
            for n, cell in enumerate(cells)
            if n not in taken and cell.text.strip()
        ]
        lettered = (
            c for n, c in enumerate(cells) if n not in taken and re.search(r"[^\W\d_]{2}", c.text)
        )
        first = next(lettered, next((cell for cell in cells if cell.text.strip()), None))
        node.text, node.offsets = (first.text, first.offsets) if first else ("", ())
        if total:
            node.label = totals[0].label
        elif first is not None and first.kind in ("rest", "aside", "part"):
            node.label = first.label
        for one in node.cells:
            one.node.parent = node
        if node.cells:
            self.top.add(node)

    def columns(self, rows: Sequence[Sequence[Line]], head: list[str], days: list[int]) -> None:
        """A table with a column for each day."""
        base = list(self.open)
        for n in days:
            day = self.node("heading", rows[0][n], whole=True)
            self.push(day, ("t", 0), floor=len(base))
            for row in rows[1:]:
                if n >= len(row) or not row[n].text.strip():
                    continue
                cell = self.node("line", row[n])
                if 0 not in days:
                    named = label_of(clean(row[0])[0], whole=True)
                    cell.label = named or cell.label
                    cell.header = clean(row[0])[0]
                    if named:
                        cell.label = Label(named.kind, named.name, 0, named.days)
                day.add(cell)
        self.open = base


def _data(code: Block) -> Block | None:
    """What a block of code in JSON or YAML holds."""
    text = "\n".join(line.text for line in code.lines)
    if code.language in ("json", "yaml", "yml") or is_json(text):
        return parse_data(text, code.lines[0].start if code.lines else 0)
    return None


def _nested(items: Sequence[Block]) -> list[Block]:
    """Items by their indentation, where a list of marks that Markdown does not know is flat."""
    made: list[Block] = []
    for item in items:
        if made and item.level >= made[0].level + 2:
            last = made[-1]
            if not (last.children and last.children[-1].kind == "list"):
                last.children = [*last.children, Block("list", level=item.level)]
            last.children[-1].children.append(item)
        else:
            made.append(item)
    return made


def _named_in_bold(item: Block) -> bool:
    """Whether an item begins with a name in bold and says something of it."""
    lines = item.children[0].lines if item.children else []
    return bool(lines) and _BOLD_NAME.match(lines[0].text) is not None


def _leaves(line: Line, item: Block, node: Node) -> bool:
    """Whether a line that Markdown takes for the end of an item is one of its own: "Total: …",
    or figures after an item that has its own.
    """
    if line.indent > item.level:
        return False
    text = clean(line)[0]
    label = label_of(text)
    named = label is not None and (label.kind in RANK or label.kind in ("total", "aside"))
    figures = any(one.dimension == "energy" for one in node.quantities) and _FIGURES.match(text)
    return named or bool(figures) or _BOLD.fullmatch(line.text) is not None


def _prose(text: str) -> bool:
    """Whether a line is a sentence: five words in a row, and a full stop."""
    return text.rstrip("\"'”’)*_ ").endswith((".", "!", "?")) and bool(_WORDS.search(text[:400]))


def _cut(line: Line) -> list[Line]:
    """A line, or the parts of one that is too long; parted at blanks where it has some."""
    if len(line.text) <= MAX_LINE:
        return [line]
    made, at = [], 0
    while at < len(line.text):
        end = at + MAX_LINE
        blank = line.text.rfind(" ", at + MAX_LINE // 2, end)
        end = blank if 0 <= blank < end < len(line.text) else end
        made.append(line.part(at, end))
        at = end
    return [part for part in made if part.text]


def timed(text: str) -> bool:
    """Whether a line begins with a time of the clock."""
    return _TIMED.match(text) is not None


def _heads(node: Node) -> bool:
    """Whether a line before a list is its heading: short, no sentence, no entry of its own."""
    return len(node.text) < 80 and not _prose(node.text) and not _TIMED.match(node.text)


def _after_label(node: Node) -> str:
    """What a line says after its label."""
    return node.text[node.label.rest :].strip(" :*_") if node.label else ""


def _led(text: str) -> Label | None:
    """The label that a sentence begins with: "Monday you run", "breakfast is"."""
    words = text.split(" ")
    for n in (1, 2, 3, 4):
        head = " ".join(words[:n]).rstrip(",:")
        label = label_of(head, whole=False)
        if label and label.rest >= len(head) and label.kind in RANK and not label.note:
            after = text[len(head) :]
            if _OPENS.match(after) or after.startswith((":", " –", " -")):
                return Label(label.kind, label.name, len(head), label.days)
    return None


_OF_DAY = re.compile(
    r"\W{0,9}(?:(?:estimated|approx(?:imate)?|est)\.? )?(?:daily|grand"
    r"|(?:full |whole )?day(?:['’]s)?(?: \d+)?|totals?,? day \d"
    r"|total (?:for|of) (?:the |this )?(?:whole )?day)\b",
    re.I,
)
_TOTAL = re.compile(r"\W*(?:grand |sub-?)?totals?\b", re.I)
_NAMING = re.compile(
    r"(?:day|date|week|weekday|session|workout|meal|time of day|meals?|occasion|eating occasion"
    r"|training)s?", re.I,
)  # fmt: skip


def _naming_columns(head: Sequence[str], body: Sequence[Sequence[Line]]) -> set[int]:
    """The columns that name the parts that their rows belong to: by their header, or because all
    of their cells do.
    """
    made = {n for n, name in enumerate(head) if _NAMING.fullmatch(name.strip())}
    for n in range(len(head)):
        cells = {row[n].text for row in body if n < len(row) and row[n].text.strip()}
        if n in made or not 0 < len(cells) < 40 or max(map(len, cells)) > 40:
            continue
        labels = [label_of(one) for one in cells]
        if all(one and one.kind in ("day", "session", "meal", "total") for one in labels):
            made.add(n)
    return made


_KIND_OF_COLUMN = {
    "date": "day",
    "weekday": "day",
    "days": "day",
    "workouts": "workout",
    "sessions": "session",
}


def _numeric(row: Sequence[Line]) -> bool:
    return sum(bool(re.search(r"\d", cell.text)) for cell in row) * 2 > len(row)


# The rules of a table drawn with signs, lines of one sign, and lines of blanks.
_DRAWN = re.compile(r"\s*|[|+][|\s:+=─-]+|[_=~*.·•─━═-]{3,}")
_SEPARATORS = ("\t", "|", ";", ",")


def _separated(lines: Sequence[Line]) -> tuple[int, list[list[Line]]]:
    """The rows of a table without Markdown's rule, and where it begins: the same number of
    separators on each of three lines or more, up to the end or a line without any.
    """
    for separator in _SEPARATORS:
        tabbed = separator == "\t" and any("\t" in line.text for line in lines)
        leads = _leading(lines) if tabbed else [0] * len(lines)
        counts = [
            lead + line.text.strip("| ").count(separator)
            for lead, line in zip(leads, lines, strict=True)
        ]
        if separator == "\t" and max(counts, default=0) > 1:
            # Empty cells at the end of a row are blanks at the end of a line.
            counts = [max(counts) if 2 * count >= max(counts) else count for count in counts]
        least = 1 if separator == "\t" else 2
        first = next((n for n, count in enumerate(counts) if count >= least), len(lines))
        last = next((n for n in range(first, len(lines)) if not counts[n]), len(lines))
        if last - first < 3 or len(set(counts[first:last])) > 1 or first > 2:
            continue
        head = lines[first].text.strip("| ").split(separator)
        if separator in ",;" and (
            any(re.search(r"\d", one) for one in head) or max(map(len, head)) > 30
        ):
            continue
        return first, [
            [line.part(0, 0)] * lead + _split(line, separator)
            for lead, line in zip(leads[first:last], lines[first:last], strict=True)
        ]
    return 0, []


def _leading(lines: Sequence[Line]) -> list[int]:
    """How many cells are empty before each line: its tabs, beyond those that all lines have."""
    least = min((line.indent for line in lines), default=0)
    return [min(line.indent - least, MAX_CELLS) for line in lines]


def _split(line: Line, separator: str) -> list[Line]:
    cells, at = [], 0
    text = line.text
    begin = len(text) - len(text.lstrip("| ")) if separator == "|" else 0
    end = len(text.rstrip("| ")) if separator == "|" else len(text)
    at = begin
    for found in re.finditer(re.escape(separator), text[:end]):
        if found.start() < at:
            continue
        cells.append(line.part(at, found.start()))
        at = found.end()
    cells.append(line.part(at, end))
    return cells
