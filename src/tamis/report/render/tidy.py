"""All figures of reports as one tidy CSV file: a line for each figure, in full precision."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tamis.inputs.spreadsheets import plain_csv
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.render.delimited import as_text
from tamis.stats import Estimate

FIELDS = (
    "benchmark", "system", "kind", "variant", "table", "row", "measure", "value",
    "standard_error", "low", "high", "n", "asked",
)  # fmt: skip
"""The columns of the file."""


def to_tidy_csv(*reports: Report) -> str:
    """Every table and figure of the reports as CSV text with CRLF line ends.

    `system` is the label of the row, empty where the row is a measure or a bin; `row` is the
    heading that it stands under, such as a condition or a type of constraint. `table` and `measure`
    are the id of the table or figure, and the key of its column. `low` and `high` are the 95%
    interval, `n` how many samples the figure is over, and `asked` how many were asked in this row.
    What a paper printed has only a value. A field without a figure is empty; a cell that is text is
    given as its `value`.

    A text that a spreadsheet would run as a formula has an apostrophe in front (see `delimited`).
    """
    return plain_csv(FIELDS, (line for report in reports for line in _of(report)))


def _of(report: Report) -> Iterator[list[str]]:
    for table in (*report.tables, *(figure.as_table() for figure in report.figures)):
        yield from _lines(report.benchmark, table)


def _lines(benchmark: str, table: Table) -> Iterator[list[str]]:
    for row in table.rows:
        for column in table.columns:
            cell = row.cells.get(column.key)
            if cell is not None and cell != "":
                yield [benchmark, *_named(table, row, column), *_figures(cell), _asked(row)]


def _named(table: Table, row: Row, column: Column) -> list[str]:
    measured = row.kind == "measure"
    system = "" if measured else row.label
    heading = " / ".join(filter(None, (row.group, row.label))) if measured else row.group
    variant = column.variant or table.variant
    fields = (system, row.kind, variant, table.id, heading, column.key)
    return [as_text(field) for field in fields]


def _figures(cell: Cell) -> list[str]:
    """The value of a cell, its standard error, its interval, and what it is over."""
    if isinstance(cell, Estimate):
        figures = (cell.value, cell.error, *cell.interval)
        return [*map(_number, figures), str(cell.n)]
    value = as_text(cell) if isinstance(cell, str) else _number(cell)
    return [value, "", "", "", ""]


def _number(value: float | int | None) -> str:
    return "" if value is None or math.isnan(value) else str(value)


def _asked(row: Row) -> str:
    asked = row.cells.get("n", row.cells.get("asked"))
    return str(asked) if isinstance(asked, int) else ""
