"""The elements of a report: tables of cells, and figures of lines.

A benchmark builds these; the renderers (`terminal`, `html`, `latex`, …) only show them. Figures of
points are in `points`, and the whole report is in `document`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self

from tamis.measures.measure import Measure
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

    `digits` is the number of decimals printed for a plain float; data files have all. `variant` is
    that of its figures, where the columns of one table are of several. `meaning` says what its
    figures are, to who asks; `said` is that of its measure.
    """

    key: str
    label: str
    better: Literal["up", "down"] | None = None
    digits: int = 2
    variant: str = ""
    meaning: str = ""
    said: str = ""

    @classmethod
    def of(cls, measure: Measure, variant: str = "") -> Self:
        """The column of a measure: in a table of several variants, that of one of them."""
        label = measure.label + (f" ({variant})" if variant else "")
        key = measure.key(variant)
        return cls(
            key, label, measure.better, measure.digits, variant, measure.meaning, measure.said
        )


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
    """A table with its identity: `caption` says the variant, the data and the source.

    `variant` is the variant of the scoring, where all figures are of one. `paper` says which tables
    of the paper this one is ("Tables 3 and 4"); empty for one that the paper does not have.
    """

    id: str
    title: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    variant: str = ""
    paper: str = ""


@dataclass(frozen=True)
class Series:
    """One line of a figure: an estimate, or None, at each tick of the figure's axis."""

    label: str
    points: tuple[Estimate | None, ...]


@dataclass(frozen=True)
class Figure:
    """Rates (0 to 1) over ordered bins; `variant` and `paper` as of a table."""

    id: str
    title: str
    caption: str
    x_label: str
    ticks: tuple[str, ...]
    series: tuple[Series, ...]
    variant: str = ""
    paper: str = ""

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
            self.variant,
            self.paper,
        )
