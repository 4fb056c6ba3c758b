"""A report in the terminal, or in the file that its output is piped to."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from itertools import groupby

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from tamis.report.document import Report
from tamis.report.elements import Row, Table
from tamis.report.render.format import Shown, header, row_count, samples, show
from tamis.stats import Estimate
from tamis.text.shown import clean, counted

_GAP = 2
_LONGEST_TEXT = 32
_SPELT = str.maketrans({"↑": "^", "↓": "v", "±": "~", "–": "-", "─": "-", "\ufffd": "?"})


WIDTH = 100
"""The columns of output that goes to a file or a pipe."""

LINES = 40
"""The most lines of what a report or a comparison says first."""

_AFTER_TABLE = 4
"""The lines of them that are kept for what is not shown."""


def print_brief(report: Report, console: Console | None = None) -> None:
    """Print what a report says first, in LINES lines at most: the answer, the main table, notes.

    The table has the columns and the published rows that are nearest, and of many systems as many
    as fit; then come as many notes as fit. What is left out is named or counted. All of a report
    without a main table.
    """
    if report.first is None:
        print_report(report, console)
    else:
        _Printer(console or _console()).brief(report, report.first)


def print_report(
    report: Report, console: Console | None = None, *, tables: Collection[str] | None = None
) -> None:
    """Print title, identity, the tables whose ids are in `tables` (None: all), and notes.

    The id of a table stands after its title. Tables come in the report's order. Figures are
    never cut short: labels wrap, and a table wider than the console continues in further blocks
    of columns that repeat the labels; only where the console is narrower than one column do lines
    run over. Nothing that the report says is read as markup, and no colour is written to what is
    not a terminal.

    Raises ValueError for an id that the report does not have.
    """
    console = console or _console()
    known = [table.id for table in report.tables]
    unknown = sorted(set(tables or ()) - set(known))
    if unknown:
        raise ValueError(
            f"the report has no table {', '.join(map(repr, unknown))}; "
            f"it has {', '.join(map(repr, known)) or 'none'}"
        )
    _Printer(console).report(report, [t for t in report.tables if tables is None or t.id in tables])


def height(report: Report) -> int:
    """How many lines `print_report` takes for all of a report."""
    console = _console()
    with console.capture() as printed:
        _Printer(console).report(report, list(report.tables))
    return printed.get().count("\n")


def _console() -> Console:
    """The console, or a file or pipe, which is WIDTH wide unless COLUMNS says otherwise."""
    console = Console()
    if console.is_terminal or "COLUMNS" in os.environ:
        return console
    return Console(width=WIDTH)


class _Printer:
    def __init__(self, console: Console) -> None:
        self._console = console

    def report(self, report: Report, tables: list[Table]) -> None:
        self._title(report)
        if report.identity:
            self._print(Text())
            self._print(self._identity(report))
        for table in tables:
            self._print(Text())
            self._table(table, named=True)
        self._notes(report.notes)

    def brief(self, report: Report, first: Table) -> None:
        fits = _fitting(first, self._console.width)
        table = replace(first, columns=first.columns[:fits])
        room = LINES - self._height(lambda: self._head(report)) - _AFTER_TABLE
        if self._height_of(table) + self._height(lambda: self._notes(report.notes)) > room:
            # What the figures belong to stays; what they mean is in the report itself.
            table = replace(table, caption=f"{table.caption.partition('. ')[0].rstrip('.')}.")
        # The first note says what of the runs was not read.
        told = self._height(lambda: self._notes(report.notes[:1]))
        fitting = bisect_right(
            range(len(table.rows) + 1),
            room - told,
            key=lambda rows: self._height_of(replace(table, rows=table.rows[:rows])),
        )
        table = replace(table, rows=table.rows[: max(1, fitting - 1)])
        self._head(report)
        self._table(table, brief=True)
        room -= self._height_of(table)
        notes = list(report.notes)
        while notes and self._height(lambda: self._notes(notes)) > room:
            notes.pop()
        assert report.main_table is not None
        more = {
            "more row": len(report.main_table.rows) - len(table.rows),
            "more table": len(report.tables) - 1,
            "more note": len(report.notes) - len(notes),
        }
        columns = ", ".join(column.label for column in first.columns[fits:])
        left = [f"the columns {columns}"] if columns else []
        left += [counted(number, what) for what, number in more.items() if number]
        if left:
            self._say(f"Not shown: {'; '.join(left)}. `tamis report LOGS --all` prints all.", "dim")
        self._notes(notes)

    def _head(self, report: Report) -> None:
        self._title(report)
        if report.answer:
            self._say(report.answer)
        self._say(report.told, "dim")
        self._print(Text())

    def _height_of(self, table: Table) -> int:
        return self._height(lambda: self._table(table, brief=True))

    def _height(self, show: Callable[[], None]) -> int:
        """How many lines of the console something takes."""
        with self._console.capture() as shown:
            show()
        return len(shown.get().splitlines())

    def _title(self, report: Report) -> None:
        self._say(report.title, "bold")
        if report.subtitle:
            self._say(report.subtitle)

    def _notes(self, notes: Sequence[str]) -> None:
        if notes:
            self._print(Text())
            self._say("Notes", "bold")
            for note in notes:
                self._print(_hanging("- ", self._text(note)))

    def _identity(self, report: Report) -> Grid:
        grid = Grid.grid(padding=(0, _GAP, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(overflow="fold")
        for key, value in report.identity.items():
            grid.add_row(self._text(key, "dim"), self._text(value))
        return grid

    def _table(self, table: Table, *, brief: bool = False, named: bool = False) -> None:
        # By the id of a table `tamis report --table` prints it, and files are called.
        shown = self._text(table.title, "bold")
        if table.title:
            self._print(shown + self._text(f"  {table.id}", "dim") if named else shown)
        if table.caption:
            self._say(table.caption, "dim")
        label_width, blocks = _layout(table, self._console.width)
        for index, block in enumerate(blocks):
            if index:
                self._print(Text())
            self._print(self._grid(table, label_width, block))
        said = ["± standard error."] if _has_errors(table) else []
        left_out = _left_out(table)
        if left_out and brief:
            said.append("Some averages leave samples out, where they are undefined or unread.")
        if said:
            self._say(" ".join(said), "dim")
        if left_out and not brief:
            self._say(
                "Left out of an average, as it is undefined there or nothing was read:", "dim"
            )
            for line in left_out:
                self._print(_hanging("  ", self._text(line, "dim")))

    def _grid(self, table: Table, label_width: int, block: dict[int, int]) -> Grid:
        # The width is set and not measured: rich would shorten figures to fit the console.
        grid = Grid(
            box=box.SIMPLE_HEAD,
            show_edge=False,
            pad_edge=False,
            padding=(0, _GAP - 1, 0, 0),
            header_style="",
            width=label_width + sum(block.values()) + _GAP * len(block),
        )
        grid.add_column("", width=label_width, overflow="fold")
        for index, width in block.items():
            column = table.columns[index]
            text = any(isinstance(row.cells.get(column.key), str) for row in table.rows)
            grid.add_column(
                self._text(header(column), "bold"),
                justify="left" if text else "right",
                width=width,
                overflow="fold",
                vertical="top",
            )
        keys = [table.columns[index].key for index in block]
        # A row that says nothing in a later part of a wide table is not repeated there.
        told = [
            row
            for row in table.rows
            if 0 in block or any(row.cells.get(key) is not None for key in keys)
        ]
        for name, rows in groupby(told, key=lambda row: row.group):
            if name:
                grid.add_row(self._text(name, "bold"))
            for row in rows:
                seen = samples(row)
                columns = (table.columns[index] for index in block)
                shown = (show(row.cells.get(c.key), seen, c.digits) for c in columns)
                cells = (self._text(_figure(cell)) for cell in shown)
                grid.add_row(self._label(row, indent=bool(name)), *cells)
            grid.add_section()
        return grid

    def _label(self, row: Row, indent: bool) -> RenderableType:
        style = {"model": "bold", "published": "italic"}.get(row.kind, "")
        lines: list[RenderableType] = [self._text(_label(row), style)]
        if row_count(row):
            lines.append(self._text(row_count(row), "dim"))
        return Padding(Group(*lines), (0, 0, 0, 2 if indent else 0))

    def _say(self, text: str, style: str = "") -> None:
        self._print(self._text(text, style))

    def _print(self, what: RenderableType) -> None:
        self._console.print(what, crop=False, overflow="fold")

    def _text(self, text: str, style: str = "") -> Text:
        """Text, never markup, in letters that the console's encoding can write."""
        text, encoding = clean(text), self._console.encoding
        if not encoding.lower().startswith("utf"):
            text = text.translate(_SPELT).encode(encoding, "replace").decode(encoding)
        return Text(text, style)


def _label(row: Row) -> str:
    return clean(row.label) if row.kind == "measure" else f"{clean(row.label)} ({row.kind})"


def _figure(shown: Shown) -> str:
    return f"{shown.value} {shown.error}".rstrip()


def _has_errors(table: Table) -> bool:
    return any(show(cell).error for row in table.rows for cell in row.cells.values())


def _left_out(table: Table) -> list[str]:
    """For each row the counts of samples that its averages leave out, by column."""
    lines = []
    for row in table.rows:
        counts: dict[int, list[str]] = {}
        for column in table.columns:
            cell = row.cells.get(column.key)
            # What was not read is left out of the figures "of those read" by their name.
            of_read = column.key.startswith("read_")
            if isinstance(cell, Estimate) and cell.excluded and not of_read:
                counts.setdefault(cell.excluded, []).append(column.label.lower())
        if counts:
            where = f"{row.group}, {row.label}" if row.group else row.label
            parts = (f"{n:,} of {', '.join(labels)}" for n, labels in counts.items())
            lines.append(f"{where}: {'; '.join(parts)}")
    return lines


def _hanging(mark: str, text: Text) -> Grid:
    grid = Grid.grid()
    grid.add_column(width=len(mark))
    grid.add_column(overflow="fold")
    grid.add_row(mark, text)
    return grid


def _fitting(table: Table, room: int) -> int:
    """How many columns, from the first, fit beside the labels; one at least."""
    widths = [_width(table, index) for index in range(len(table.columns))]
    first = _fill(widths, room - _narrowest(table, room)[0])[:1]
    return max(1, len(first[0])) if first else 0


def _narrowest(table: Table, room: int) -> tuple[int, int]:
    """The least width of the column of labels, and the width in which none would wrap."""
    indent = 2 if any(row.group for row in table.rows) else 0
    longest = max((cell_len(_label(row)) + indent for row in table.rows), default=0)
    return min(longest, max(20, room // 5)), longest


def _layout(table: Table, room: int) -> tuple[int, list[dict[int, int]]]:
    """The width of the label column, and blocks of columns: index to width."""
    narrowest, longest = _narrowest(table, room)
    widths = [_width(table, index) for index in range(len(table.columns))]
    left = room - narrowest
    count = len(_fill(widths, left))
    # Even blocks read better than a full one and a rest: narrow the room while it suffices.
    while left > 1 and len(_fill(widths, left - 1)) == count:
        left -= 1
    blocks = _fill(widths, left) or [{}]
    taken = max(sum(block.values()) + _GAP * len(block) for block in blocks)
    return max(narrowest, min(longest, room - taken)), blocks


def _fill(widths: list[int], room: int) -> list[dict[int, int]]:
    blocks: list[dict[int, int]] = []
    taken = room
    for index, width in enumerate(widths):
        if taken + width + _GAP > room:
            blocks.append({})
            taken = 0
        blocks[-1][index] = width
        taken += width + _GAP
    return blocks


def _width(table: Table, index: int) -> int:
    column = table.columns[index]
    widths = [cell_len(word) for word in header(column).split()] or [0]
    for row in table.rows:
        shown = show(row.cells.get(column.key), samples(row), column.digits)
        needed = cell_len(_figure(shown))
        widths.append(needed if shown.numeric else min(needed, _LONGEST_TEXT))
    return max(widths)
