"""The tables of a page: spans are expanded.

They are written as Markdown, as rows of plain text, as an infobox, or on one line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

Kind = Literal["plain", "data", "infobox", "layout"]
"""What a table is: rows of an `infobox` are labels and values, cells of a `layout` are paragraphs;
a plain table turns out to be a layout where it has a heading or a table inside, one of `data` not.
"""

_MAX_REPEATED = 20_000
"""Spans may enlarge a table by at most this many cells, and ten times as many characters."""

_MOST_HEADINGS = 4

_OPEN, _CLOSED = frozenset(",;:–—(/-"), frozenset("(,;:/–—")
_BULLET = re.compile(r"^[•·]\s*")


@dataclass(eq=False)
class Cell:
    """A cell: its pieces of text, its spans, and whether it is a heading."""

    heading: bool
    columns: int = 1
    rows: int = 1
    pieces: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Its text on one line; without text, the descriptions of its pictures."""
        return joined(self.pieces or self.pictures)


@dataclass(eq=False)
class Table:
    """A table, filled row by row."""

    kind: Kind = "plain"
    rows: list[list[Cell]] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)

    def markdown(self) -> str:
        """The table as Markdown, without its caption; empty where no cell has text.

        An infobox is a list of "label: value".
        """
        if self.kind == "infobox":
            return "\n".join(line for row in self.rows if (line := _infobox_line(row)))
        return _markdown(_expanded(self.rows), [_is_heading(row) for row in self.rows])

    def plain(self) -> str:
        """Its rows as lines, without its caption: cells separated by " | ", no row without text."""
        lines = []
        for row, texts in zip(self.rows, _expanded(self.rows), strict=True):
            # A cell that is alone in its row reaches over others, which are not there.
            said = texts[:1] if len(row) == 1 and not any(texts[1:]) else texts
            if any(said):
                lines.append(" | ".join(said))
        return "\n".join(lines)

    def header(self) -> str:
        """The rows at the top that name the columns, as `plain` has them; "" where none can.

        They are the rows of headings; where there are none, the first one.
        """
        number = next((n for n, row in enumerate(self.rows) if not _is_heading(row)), 0)
        if number > _MOST_HEADINGS or len(self.rows) <= max(number, 1):
            return ""
        return Table(rows=self.rows[: max(number, 1)]).plain()

    def line(self) -> str:
        """The table on one line, for the cell that contains it: every value is kept."""
        rows = []
        for row in self.rows:
            texts = [text for cell in row if (text := cell.text)]
            label = len(texts) == 2 and not texts[0].endswith(":")
            rows.append(
                (": " if label else " ").join(texts) if len(texts) < 3 else ", ".join(texts)
            )
        return joined([joined(self.captions), *rows])


def joined(pieces: list[str], by: str = ";") -> str:
    """Pieces of a cell on one line, separated by `by` unless punctuation already does."""
    parts: list[str] = []
    end = ""
    for piece in filter(None, pieces):
        if end:
            parts.append(" " if not by or end in _OPEN or piece[0] in _CLOSED else f"{by} ")
        parts.append(piece)
        end = piece[-1]
    return "".join(parts)


def _is_heading(row: list[Cell]) -> bool:
    return bool(row) and all(cell.heading or not cell.text for cell in row)


def _infobox_line(row: list[Cell]) -> str:
    label = _BULLET.sub("", row[0].text) if row else ""
    values = [text for cell in row[1:] if (text := cell.text)]
    if not values:
        bare = label and row[0].heading
        return f"**{label}**" if bare else f"- {label}" if label else ""
    said = " | ".join(values)
    return f"- {label.rstrip(':')}: {said}" if label else f"- {said}"


def _expanded(rows: list[list[Cell]]) -> list[list[str]]:
    """The grid that the spans of the cells make.

    A value that spans several columns or rows is repeated in each; one that spans a whole row of
    several columns is a heading within the table, and is written once.
    """
    if all(cell.columns == cell.rows == 1 for row in rows for cell in row):
        return [[cell.text for cell in row] for row in rows]
    budget, letters = _MAX_REPEATED, 10 * _MAX_REPEATED
    grid: list[list[str]] = []
    pending: dict[int, tuple[int, str]] = {}  # by column: rows still to be filled, with what
    widest = max((sum(cell.columns for cell in row) for row in rows), default=0)
    for row in rows:
        line: list[str] = []
        coming = dict(pending)
        pending = {c: (n - 1, text) for c, (n, text) in coming.items() if n > 1}

        def filled(line: list[str], coming: dict[int, tuple[int, str]]) -> None:
            while len(line) in coming:
                line.append(coming.pop(len(line))[1])

        for cell in row:
            filled(line, coming)
            text = cell.text
            alone = len(row) == 1 and cell.columns > 1 and cell.columns >= widest
            columns = max(1, min(cell.columns, budget))
            cells = columns * max(1, min(cell.rows, budget // columns))
            if cells > 1 and len(text) * (cells - 1) > letters:
                columns, cells = min(columns, 1), 1
            budget -= cells - 1
            letters -= len(text) * (cells - 1)
            for n in range(columns):
                if n:
                    coming.pop(len(line), None)
                said = text if not (alone and n) else ""
                if cells > columns:
                    pending[len(line)] = (cells // columns - 1, said)
                line.append(said)
        filled(line, coming)
        for column in sorted(coming):
            line.extend([""] * (column - len(line)))
            line.append(coming[column][1])
        grid.append(line)
    return grid


def _markdown(grid: list[list[str]], headings: list[bool]) -> str:
    """A Markdown table of the rows with text; leading rows of headings become one."""
    rows = [(row, heading) for row, heading in zip(grid, headings, strict=True) if any(row)]
    if not rows:
        return ""
    width = max(len(row) for row, _ in rows)
    # A column without any text, such as one of flags, is dropped.
    used = sorted({i for row, _ in rows for i, text in enumerate(row) if text})
    if width == 1 or len(used) == 1:
        return "\n".join(row[used[0]] for row, _ in rows if used[0] < len(row))
    table = [[row[i] if i < len(row) else "" for i in used] for row, _ in rows]
    first = next((i for i, (_, heading) in enumerate(rows) if not heading), len(rows))
    if first == len(rows):
        first = 1
    head = [
        " / ".join(dict.fromkeys(row[i] for row in table[:first] if row[i]))
        for i in range(len(used))
    ]
    lines = [head, ["---"] * len(used), *table[first:]]
    escaped = ([text.replace("|", "\\|") for text in row] for row in lines)
    return "\n".join(f"| {' | '.join(row)} |" for row in escaped)
