"""What a report is made of: tables of cells, and figures of points.

A benchmark builds these; the renderers (`terminal`, `html`, `csv`, `latex`) only show them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from tamis.stats import Estimate

Kind = Literal["model", "baseline", "published", "measure"]
"""Whose figures a row has; `measure` marks a row that is a measure or a bin, and has no tag."""

Cell = Estimate | float | int | str | None
"""None is a cell that has no figure: the paper printed none, or the run has no such samples."""


@dataclass(frozen=True)
class Column:
    """One column; `better` is "up" or "down" where a direction exists."""

    key: str
    label: str
    better: Literal["up", "down"] | None = None


@dataclass(frozen=True)
class Row:
    """One row. `kind` says whose figures these are, so that baselines are never taken for models.

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
class Report:
    """Everything one page shows. `identity` names what the numbers belong to."""

    title: str
    subtitle: str
    identity: Mapping[str, str]
    tables: tuple[Table, ...]
    figures: tuple[Figure, ...] = ()
    notes: tuple[str, ...] = field(default=())
