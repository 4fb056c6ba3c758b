"""A response as rows in their parts: what an entry is read from, and what contains it.

The tree of the text (`reading.document`, which knows headings, lists, tables, data) becomes rows.
A row contains what stands deeper: below its heading, in its list, further in. Names of parts say
which contains which where looks do not: days hold sessions and meals, be they bold lines or items.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import zip_longest

from tamis.checking.ledger.names import RANK, Kind, Name, name_of
from tamis.checking.ledger.plain import plain, with_plain_digits
from tamis.checking.ledger.row import Form, Row, is_sentence
from tamis.checking.ledger.tables import (
    columns_as_parts,
    ends_with_sums,
    group_columns,
    headers_of,
    part_of,
    separated,
    table_row,
)
from tamis.reading.data import is_json, is_yaml, parse_data
from tamis.reading.document import Block, Line, parse
from tamis.reading.html import is_html, parse_html

MAX_CHARACTERS = 200_000
TOO_LONG = f"the response has more than {MAX_CHARACTERS:,} characters."
"""Why a longer response is not read."""
MAX_ROWS = 20_000

# The levels of rows: headings have 1 to 6; what is less deep contains what is deeper.
_BOLD_LEVEL, _LINE_LEVEL, _ITEM_LEVEL, _INNER_LEVEL = 7.0, 8.0, 10.0, 12.0

_BOLD = re.compile(r"(?:[^\w*(\[]{0,4})(?:\*\*|__)[^*\n]{1,160}(?:\*\*|__)[:.\s]*")


@lru_cache(maxsize=8)
def rows_of(text: str) -> Row:
    """The rows of a response, below one that is the whole."""
    text = _without_comments(with_plain_digits(text))
    data = parse_data(text) if is_json(text) or is_yaml(text) else None
    builder = _Builder()
    builder.visit(parse_html(text) if is_html(text) else data or parse(text))
    _move_tails(builder.root)
    for row in builder.root.walk():
        if row.kind == "aside" and any(one.kind in RANK and one.rows for one in row.walk()):
            # "Plan overview" over the days is no note.
            row.name = None
    return builder.root


def _without_comments(text: str) -> str:
    """The text with blanks for comments of HTML, which no page shows."""
    made, at = "", 0
    while (begin := text.find("<!--", at)) >= 0 and (end := text.find("-->", begin)) >= 0:
        hidden = text[begin : end + 3].split("\n")
        made += text[at:begin] + "\n".join(" " * len(line) for line in hidden)
        at = end + 3
    return made + text[at:]


class _Builder:
    """Walks the text's tree once; `open` are the rows that a further one would belong to."""

    def __init__(self) -> None:
        self.root = Row("root")
        self.open = [self.root]
        self.count = 0
        self.homes: dict[tuple[Kind, float], Row] = {}
        # Behind a rule begins something else, unless a part does.
        self.ruled = False

    def visit(self, block: Block, nest: float = 0.0) -> None:
        """Add what stands in a block; lists in others have a deeper `nest`."""
        before = ""
        for at, child in enumerate(block.children):
            if self.count > MAX_ROWS:
                return
            after = block.children[at + 1].kind if at + 1 < len(block.children) else ""
            match child.kind:
                case "section":
                    for line in child.lines[:1]:
                        self.push(self.row("head", line, child.level, head=True))
                    self.paragraph(child.lines[1:], nest, after)
                    self.visit(child)
                case "list":
                    # A list behind another one is of its last item, if that is a heading.
                    nest += 0.5 * (before == "list")
                    self.items(child, nest)
                case "paragraph" if rows := separated(child.lines):
                    self.table(rows)
                case "paragraph":
                    self.paragraph(child.lines, nest, after)
                case "code":
                    self.code(child, nest, after)
                case "table":
                    self.table(child.rows)
                case "rule" if block.kind == "text":
                    self.ruled = True
            before = child.kind

    def code(self, block: Block, nest: float, after: str) -> None:
        """Data in code as its tree or its table, and other code as lines."""
        if data := _data(block):
            self.visit(data)
        elif rows := separated([line for line in block.lines if line.text.strip()]):
            self.table(rows)
        else:
            self.paragraph(block.lines, nest, after)

    def row(self, form: Form, line: Line, level: float, *, head: bool = False) -> Row:
        """A row of a line."""
        self.count += 1
        text, places, struck = plain(line)
        return Row(form, text, places, level, name_of(text, head=head), struck=struck)

    def push(self, row: Row) -> None:
        """Open a row: those that cannot contain it are closed."""
        home = self.homes.get((row.kind, row.level)) if row.kind in RANK else None
        self.leave(row)
        while len(self.open) > 1:
            top = self.open[-1]
            if home is not None and home in self.open:
                if top is home:
                    break
            elif _contains(top, row):
                row.tail = bool(_alike(top, row) and top.kind and row.kind not in RANK)
                break
            self.open.pop()
        self.open[-1].add(row)
        if row.kind in RANK:
            self.homes[row.kind, row.level] = self.open[-1]
        self.open.append(row)

    def leave(self, row: Row) -> None:
        """Behind a rule, close all parts for a row that names none."""
        if self.ruled and row.kind not in RANK:
            while len(self.open) > 1 and self.open[-1].level > 6:
                self.open.pop()
            if row.level > 6:
                del self.open[1:]
        self.ruled = False

    def leaf(self, row: Row) -> None:
        """Add a row that contains nothing."""
        self.leave(row)
        while len(self.open) > 1:
            top = self.open[-1]
            if top.level < row.level or (top.level == row.level and top.form == "head"):
                break
            self.open.pop()
        self.open[-1].add(row)

    def items(self, block: Block, nest: float) -> None:
        """Add the items of a list, each with what stands in it."""
        for item in block.children:
            first, *others = item.children or [Block("paragraph")]
            if not first.lines:
                self.visit(item, nest + 1)
                continue
            line, *below = first.lines
            # Markdown takes a line behind an item for a part of it, however far out it stands.
            further = [one for one in below if one.indent > item.level]
            out = [one for one in below if one.indent <= item.level]
            row = self.row("item", line, _ITEM_LEVEL + nest, head=_is_bold(line))
            self.push(row)
            self.paragraph(further, nest + 1, "", inner=True)
            self.visit(Block("item", children=others), nest + 1)
            if not (row.kind in RANK or row.rows or _heads(line)):
                while row in self.open:
                    self.open.pop()
            self.paragraph(out, nest, "")

    def paragraph(
        self, lines: Sequence[Line], nest: float, after: str, *, inner: bool = False
    ) -> None:
        """Lines; by their indentation one holds those below it that stand further in.

        `after` is the kind of the next block, `inner`: they stand in an item.
        """
        lines = [line for line in lines if any(map(str.isalnum, line.text))]
        if not lines:
            return
        before_list = after in ("list", "table")
        for line, following in zip_longest(lines, lines[1:]):
            holds = following is not None and following.indent > line.indent + 1
            level = (_INNER_LEVEL + nest if inner else _LINE_LEVEL) + min(line.indent, 60) / 100
            row = self.row("line", line, level, head=_is_bold(line))
            told = is_sentence(row.text)
            leads = following is None and before_list and not told
            if row.kind in ("aside", "total") and any(map(str.isalnum, row.said)):
                # "Goal: 8 hours of sleep" is all of it.
                leads = False
            alone = row.kind in RANK and not any(map(str.isalnum, row.said))
            if alone or _heads(line) or (leads and not row.quantities):
                row.form = "head"
                row.level = _BOLD_LEVEL if _is_bold(line) and not inner else level
                self.push(row)
            elif row.kind in RANK or holds or leads:
                self.push(row)
            else:
                row.form = "prose" if told else "line"
                self.leaf(row)
        if not before_list and not inner:
            # A further paragraph is no more of the last line.
            while self.open[-1].form == "line":
                self.open.pop()

    def table(self, rows: Sequence[Sequence[Line]]) -> None:
        """A table: columns that name days or meals make parts, be it down or across."""
        if not rows:
            return
        headers = headers_of(rows[0])
        if parts := columns_as_parts(headers, rows):
            for part in parts:
                self.open[-1].add(part)
                self.count += len(part.rows)
            return
        groups = group_columns(headers, rows[1:])
        depth = len(self.open)
        for line in rows[1:]:
            if self.count > MAX_ROWS:
                break
            if (row := table_row(line, headers, groups)) is not None:
                if line is rows[-1] and row.form == "table" and ends_with_sums(rows[1:]):
                    row.name = Name("total", row.text, (), 0)
                self.count += 1
                self.tabled(row, groups, depth)
        if groups:
            del self.open[depth:]

    def tabled(self, row: Row, groups: Sequence[int], depth: int) -> None:
        """Add a row of a table that stands at a depth: a heading, a total, or one of its groups."""
        if row.form == "head":
            while len(self.open) > depth and self.open[-1].level > _LINE_LEVEL:
                self.open.pop()
            self.push(row)
            return
        if row.kind in ("total", "aside"):
            # It is of the part above it, where headings within the table make them.
            del self.open[depth + (not groups and len(self.open) > depth) :]
        else:
            self.regroup(row, groups, depth)
        self.open[-1].add(row)

    def regroup(self, row: Row, groups: Sequence[int], depth: int) -> None:
        """Open the parts that a row's cells name, where they are not open yet."""
        for at, column in enumerate(groups):
            cell = row.cells[column] if column < len(row.cells) else None
            name = part_of(cell.header, cell.text) if cell and cell.text.strip() else None
            if cell is None or name is None:
                continue
            if len(self.open) <= depth + at or self.open[depth + at].name != name:
                del self.open[depth + at :]
                part = Row("head", cell.text, cell.places, 8.5 + at / 10, name)
                self.open[-1].add(part)
                self.open.append(part)
        if groups and row.kind in RANK:
            row.name = None


def _contains(top: Row, row: Row) -> bool:
    """Whether an open row may contain another, by their names, else by their levels."""
    if top.kind in RANK and row.kind in RANK:
        return top.level < row.level <= 6 or RANK[top.kind] < RANK[row.kind]
    if row.level > top.level:
        return True
    return _alike(top, row) and top.kind in RANK and (row.level < top.level or row.level < 10)


def _alike(top: Row, row: Row) -> bool:
    """Whether two heads are of one look: bold lines and lines of their own."""
    return top.form == row.form == "head" and (
        top.level == row.level or (top.level > 6 and row.level > 6 and top.level < 9 > row.level)
    )


def _is_bold(line: Line) -> bool:
    return _BOLD.fullmatch(line.text) is not None


def _heads(line: Line) -> bool:
    """Whether a line heads what follows it: bold as a whole, or with a colon at its end."""
    return _is_bold(line) or line.text.rstrip(" *_").endswith((":", "："))


def _data(block: Block) -> Block | None:
    """The tree of code that is JSON or YAML."""
    if not block.lines or block.language not in ("json", "yaml", "yml", ""):
        return None
    text = "\n".join(line.text for line in block.lines)
    if not (is_json(text) or is_yaml(text)):
        return None
    return parse_data(text, block.lines[0].start)


def _move_tails(root: Row) -> None:
    """Move what stands behind the rows of a last part, and looks as the part does, out of it.

    Prose and further headings below the last day are about the whole, unless the days before it
    have such as well.
    """
    for parent in [row for row in root.walk() if any(one.kind in RANK for one in row.rows)]:
        parts = [one for one in parent.rows if one.kind in RANK]
        last = parts[-1]
        if parent.rows[-1] is not last or last.form != "head":
            continue
        if any(one.tail or one.form == "prose" for part in parts[:-1] for one in part.rows[1:]):
            continue
        first = next(
            (n for n, one in enumerate(last.rows)
             if one.kind == "aside" or (n and (one.tail or one.form == "prose"))), None,
        )  # fmt: skip
        if first is None or (first and all(one.form == "prose" for one in last.rows[:first])):
            continue
        moved = last.rows[first:]
        del last.rows[first:]
        for one in moved:
            one.tail = True
            parent.add(one)
