"""The elements of a report: tables of cells, and figures of lines or points.

A benchmark builds these; the renderers (`terminal`, `html`, `csv`, `latex`) only show them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from tamis.stats import Estimate

Kind = Literal["model", "baseline", "published", "measure"]
"""Where a row's figures come from; `measure`: the row is a measure or a bin, and has no tag."""


class Part(int):
    """A count of a total, shown with its share: "7 (17.5%)". In data files it is the count."""

    of: int

    def __new__(cls, count: int, of: int) -> Part:
        """`count` of `of` things; without a share where there are none."""
        made = super().__new__(cls, count)
        made.of = of
        return made


Cell = Estimate | float | int | str | None
"""None: there is no figure, because the paper printed none or the run has no such samples."""


@dataclass(frozen=True)
class Column:
    """One column; `better` is "up" or "down" where a direction exists.

    `digits` is the number of decimals printed for a plain float; data files have all.
    """

    key: str
    label: str
    better: Literal["up", "down"] | None = None
    digits: int = 2


@dataclass(frozen=True)
class Row:
    """One row. `kind` says where its figures come from: a baseline must not be taken for a model.

    `group` is the heading the row stands under (a condition, a constraint type); rows of one
    group are adjacent.
    """

    label: str
    kind: Kind
    cells: Mapping[str, Cell]
    group: str = ""


@dataclass(frozen=True)
class Table:
    """A table with its identity: `caption` says the variant, the data and the source."""

    id: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Series:
    """One line of a figure: an estimate, or None, at each tick of the figure's axis."""

    label: str
    points: tuple[Estimate | None, ...]


@dataclass(frozen=True)
class Figure:
    """Rates (0 to 1) over ordered bins."""

    id: str
    title: str
    caption: str
    x_label: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]

    def as_table(self) -> Table:
        """The figure's points as a table: a row for each tick, a column for each line."""
        return Table(
            self.id,
            self.title,
            self.caption,
            tuple(Column(series.label, series.label) for series in self.series),
            tuple(
                Row(tick, "measure", {series.label: series.points[i] for series in self.series})
                for i, tick in enumerate(self.ticks)
            ),
        )


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
        return Table(self.id, self.title, self.counted_caption, columns, rows)


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
class Case:
    """One sample shown in full: texts side by side, each with its heading, line breaks kept.

    The texts come from models and documents; they are escaped, never read as markup.
    """

    title: str
    caption: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Report:
    """Everything one page shows. `identity` names what the numbers belong to.

    `cases` are shown on the HTML page only, not in the terminal or in data files.
    """

    title: str
    subtitle: str
    identity: Mapping[str, str]
    tables: tuple[Table, ...]
    figures: tuple[Figure | Scatter, ...] = ()
    notes: tuple[str, ...] = field(default=())
    cases: tuple[Case, ...] = field(default=())

    def without_published(self) -> Report:
        """The report of the runs alone, with a note that says so.

        For runs that are no measurement, such as those of the tiny model of `make demo-model`.
        """
        tables = (
            replace(
                table,
                rows=tuple(row for row in table.rows if row.kind != "published"),
                caption=_until(table.caption, "; published:"),
            )
            for table in self.tables
        )
        figures = (
            replace(one, points=tuple(p for p in one.points if p.kind != "published"))
            if isinstance(one, Scatter)
            else one
            for one in self.figures
        )
        notes = tuple(note for note in self.notes if "published" not in note)
        return replace(
            self,
            tables=tuple(table for table in tables if table.rows),
            figures=tuple(figures),
            notes=(*notes, "Published figures are left out (--no-published)."),
        )


def _until(text: str, mark: str) -> str:
    before, found, _ = text.partition(mark)
    return f"{before}." if found else text
