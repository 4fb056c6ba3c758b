"""What a report says first: one sentence, and the published rows that stand nearest.

Both are about one column of the main table, the figure that answers the question of a benchmark.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from tamis.report.elements import Cell, Column, Row, Table
from tamis.stats import Estimate

NEAREST = 3
"""So many published rows stand beside a run's own; the others are folded."""


def leading(table: Table) -> Column | None:
    """The column that a report is about: the first with a sentence of its own, else the first rate
    of which more is better; None where no run has a figure in it."""
    up = [column for column in table.columns if column.better == "up"]
    for column in [*(column for column in up if column.said), *up]:
        if any(value_of(row.cells.get(column.key)) is not None for row in _own(table)):
            return column
    return None


def nearest(table: Table, most: int = NEAREST) -> Table:
    """The table with its own rows and the `most` published rows that are nearest to the best one.

    Rows of a group that has a run are nearer than any other; then the figures of the leading column
    decide. The order of the rows stays.
    """
    published = [row for row in table.rows if row.kind == "published"]
    if (column := leading(table)) is None or len(published) <= most:
        return table
    best = _best(table, column)
    own = {row.group for row in _own(table)}

    def away(row: Row) -> tuple[bool, float]:
        value = value_of(row.cells.get(column.key))
        aim = value_of(best.cells.get(column.key))
        assert aim is not None
        return row.group not in own, math.inf if value is None else abs(value - aim)

    kept = {id(row) for row in sorted(published, key=away)[:most]}
    rows = (row for row in table.rows if row.kind != "published" or id(row) in kept)
    return replace(table, rows=tuple(rows))


def sentence(table: Table, comparable: bool) -> str:
    """What the best system of the table reached, in one sentence; empty where none has a figure.

    The figure has its 95% interval and number of samples. Where the published figures are on the
    same data (`comparable`), the nearest of them in its group is named with the difference.
    """
    if (column := leading(table)) is None:
        return ""
    best = _best(table, column)
    value = value_of(best.cells.get(column.key))
    assert value is not None
    where = f" ({best.group})" if best.group and best.kind == "model" else ""
    reached = (column.said or f"has {{}} {column.label.lower()}").format(f"{value:.0%}")
    parts = [f"{best.label}{where} {reached}", *_beside(table, column, best, value, comparable)]
    others = [row for row in _own(table) if row.kind == best.kind and row is not best]
    values = [value_of(row.cells.get(column.key)) or 0.0 for row in others]
    if others and value > max(values):
        kind = {"baseline": "baselines"}.get(best.kind, "runs")
        parts.append(f"the highest of {len(others) + 1} {kind}")
    return f"{', '.join(parts)}{_uncertainty(best.cells.get(column.key))}."


def value_of(cell: Cell) -> float | None:
    """The figure of a cell; None where there is none, and for text."""
    value = cell.value if isinstance(cell, Estimate) else cell
    return None if value is None or isinstance(value, str) or math.isnan(value) else value


def _own(table: Table) -> Sequence[Row]:
    return [row for row in table.rows if row.kind != "published"]


def _best(table: Table, column: Column) -> Row:
    """The row with the highest figure: of a model, or where none has one of a baseline."""
    rows = [row for row in _own(table) if value_of(row.cells.get(column.key)) is not None]
    models = [row for row in rows if row.kind == "model"]
    return max(models or rows, key=lambda row: value_of(row.cells.get(column.key)) or 0.0)


def _beside(
    table: Table, column: Column, best: Row, value: float, comparable: bool
) -> Sequence[str]:
    """How far the nearest published row of the same group is, where it is on the same data."""
    rows = [
        (abs(theirs - value), theirs, row)
        for row in table.rows
        if row.kind == "published" and row.group == best.group
        if (theirs := value_of(row.cells.get(column.key))) is not None
    ]
    if not comparable or not rows:
        return ()
    _, theirs, row = min(rows, key=lambda found: found[0])
    points = round(100 * (value - theirs))
    if points == 0:
        return (f"as the published {row.label}",)
    plural = "" if abs(points) == 1 else "s"
    way = "above" if points > 0 else "below"
    return (f"{abs(points)} point{plural} {way} the published {row.label}",)


def _uncertainty(cell: Cell) -> str:
    if not isinstance(cell, Estimate):
        return ""
    low, high = cell.interval
    samples = f"{cell.n:,} samples"
    if not (math.isfinite(low) and math.isfinite(high)):
        return f" ({samples})"
    return f" (95% interval {low:.0%} to {high:.0%}, {samples})"
