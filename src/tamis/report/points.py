"""Figures of points: rates over a cost, and rates one below the other."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from tamis.report.elements import Cell, Column, Figure, Kind, Row, Table
from tamis.report.first import leading, value_of
from tamis.stats import Estimate

MOST_DOTS = 30
"""The most rows of the picture of a table."""


@dataclass(frozen=True)
class Point:
    """One point of a scatter plot: its cost (`x`, less is better) and its score (`y`).

    `x` is finite, or NaN where it is unknown; `y` is a rate (0 to 1). Points of one `group` have
    the same marker.
    """

    label: str
    kind: Kind
    x: float
    y: Estimate
    group: str = ""

    @property
    def known(self) -> bool:
        """Whether the point can be drawn: neither of its figures is NaN or infinite."""
        return math.isfinite(self.x) and math.isfinite(self.y.value)


@dataclass(frozen=True)
class Scatter:
    """Rates over a cost, a point for each method; `log_x`: the cost has a logarithmic axis."""

    id: str
    title: str
    caption: str
    x_label: str
    y_label: str
    points: tuple[Point, ...]
    log_x: bool = False
    variant: str = ""
    paper: str = ""

    @property
    def counted_caption(self) -> str:
        """The caption, and how many points are left out because one of their figures is NaN."""
        missing = sum(not point.known for point in self.points)
        if not missing:
            return self.caption
        count = "1 point has" if missing == 1 else f"{missing} points have"
        caption = self.caption.rstrip()
        stop = "." if caption and caption[-1] not in ".!?:;" else ""
        return f"{caption}{stop} {count} no figures.".strip()

    def grouped(self) -> dict[str, list[Point]]:
        """The points by group, known and unknown; both in the order in which they are given."""
        groups: dict[str, list[Point]] = {}
        for point in self.points:
            groups.setdefault(point.group, []).append(point)
        return groups

    def front(self) -> tuple[Point, ...]:
        """The Pareto front, from the cheapest point to the best.

        A point is on it when no other point is at least as cheap and at least as good, and better
        in one of the two; equal points are on it together. Only the estimates count: where
        intervals overlap, another sample may give another front.
        """
        found: list[Point] = []
        known = (point for point in self.points if point.known)
        for point in sorted(known, key=lambda point: (point.x, -point.y.value)):
            last = found[-1] if found else None
            equal = last and (last.x, last.y.value) == (point.x, point.y.value)
            if last is None or equal or point.y.value > last.y.value:
                found.append(point)
        return tuple(found)

    def as_table(self) -> Table:
        """All points as a table; those on the front have "yes" under `front`."""
        front = set(self.front())
        whole, digits = _printed_as(tuple(point.x for point in self.points if point.known))
        columns = (
            Column("x", self.x_label, "down", digits),
            Column("y", self.y_label, "up"),
            Column("front", "On the front"),
        )
        rows = tuple(
            Row(point.label, point.kind, _cells(point, whole, point in front), group)
            for group, points in self.grouped().items()
            for point in points
        )
        caption = self.counted_caption
        return Table(self.id, self.title, caption, columns, rows, self.variant, self.paper)


def _printed_as(values: tuple[float, ...]) -> tuple[bool, int]:
    """Whether all are whole numbers, and the decimals that show two figures of the smallest."""
    whole = all(value == int(value) for value in values)
    smallest = min((abs(value) for value in values if value), default=1.0)
    return whole, min(max(2, 1 - math.floor(math.log10(smallest))), 9)


def _cells(point: Point, whole: bool, front: bool) -> dict[str, Cell]:
    x: Cell = None
    if math.isfinite(point.x):
        x = int(point.x) if whole and point.x == int(point.x) else point.x
    return {"x": x, "y": point.y, "front": "yes" if front else ""}


@dataclass(frozen=True)
class Dots:
    """Rates (0 to 1) with their intervals, one below the other: the rows of one column of a table.

    Each row has an estimate, or a plain figure where a paper printed no interval.
    """

    id: str
    title: str
    caption: str
    column: Column
    rows: tuple[Row, ...]
    variant: str = ""
    paper: str = ""

    def as_table(self) -> Table:
        """The rows as a table of one column."""
        columns, caption = (self.column,), self.caption
        return Table(self.id, self.title, caption, columns, self.rows, self.variant, self.paper)


Drawing = Figure | Scatter | Dots
"""Whatever can be drawn; each has `id`, `title`, `caption` and `as_table`."""


def picture(table: Table) -> Dots | None:
    """The leading column of a table, row by row, as a picture; None where no run has a figure.

    Beyond MOST_DOTS rows those of papers are left out first.
    """
    if (column := leading(table)) is None:
        return None
    rows = [row for row in table.rows if value_of(row.cells.get(column.key)) is not None]
    if len(rows) > MOST_DOTS:
        rows = [row for row in rows if row.kind != "published"]
    shown = rows[:MOST_DOTS]
    said = f" The first {len(shown)} rows of {len(rows)}." if len(rows) > len(shown) else ""
    return Dots(
        id=f"picture-{table.id}",
        title=f"{column.label}: {table.title}",
        caption=f"{column.label}, with 95% intervals; what was asked is in the table below.{said}",
        column=column,
        rows=tuple(replace(row, cells={column.key: row.cells[column.key]}) for row in shown),
        variant=table.variant,
    )
