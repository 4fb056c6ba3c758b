"""A table as CSV (RFC 4180), for spreadsheets and for code."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence

from tamis.inputs.spreadsheets import is_formula, plain_csv
from tamis.report.elements import Cell, Column, Row, Table
from tamis.stats import Estimate
from tamis.text.shown import clean

_EXPANSION = ("stderr", "n", "excluded")


def to_csv(table: Table) -> str:
    """The table as CSV text with CRLF line ends; write it to a file with `newline=""`.

    The columns are group, label, kind, then one per column of the table under its key, or
    four (`key`, `key_stderr`, `key_n`, `key_excluded`) where some cell of it is an
    Estimate. Numbers are in full precision and without separators, as data rather than as
    print; what is missing (None, NaN) is an empty field, so that a numeric column stays one.

    A spreadsheet runs a text that begins with `=`, `+`, `-` or `@` as a formula, so such a
    text gets an apostrophe in front. One that begins with an apostrophe gets another, so
    that a reader undoes it always the same way: take one leading apostrophe off.

    Raises ValueError when two columns would have the same name.
    """
    wide = {c.key for c in table.columns if _has_estimate(table, c)}
    names = ["group", "label", "kind"]
    for column in table.columns:
        names.append(column.key)
        if column.key in wide:
            names += [f"{column.key}_{part}" for part in _EXPANSION]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise ValueError(
            f"table {table.id!r} cannot be a CSV file: two columns would be named "
            f"{', '.join(twice)}; rename a column key"
        )
    return plain_csv(map(as_text, names), (_row(row, table.columns, wide) for row in table.rows))


def _row(row: Row, columns: Sequence[Column], wide: Collection[str]) -> list[str]:
    fields = [as_text(row.group), as_text(row.label), row.kind]
    for column in columns:
        fields += _fields(row.cells.get(column.key), column.key in wide)
    return fields


def _has_estimate(table: Table, column: Column) -> bool:
    return any(isinstance(row.cells.get(column.key), Estimate) for row in table.rows)


def _fields(cell: Cell, wide: bool) -> list[str]:
    if isinstance(cell, Estimate):
        return [_number(cell.value), _number(cell.error), str(cell.n), str(cell.excluded)]
    first = as_text(cell) if isinstance(cell, str) else _number(cell)
    return [first, "", "", ""] if wide else [first]


def _number(value: float | int | None) -> str:
    return "" if value is None or math.isnan(value) else str(value)


def as_text(value: str) -> str:
    """A text that no spreadsheet runs as a formula."""
    text = clean(value)
    return "'" + text if is_formula(text) or text.startswith("'") else text
