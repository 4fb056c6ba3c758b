"""A whole report: what it says first, its tables, figures, notes and cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from tamis.report.elements import Figure, Kind, Table
from tamis.report.first import nearest, sentence
from tamis.report.points import Dots, Scatter
from tamis.report.runs import Run


@dataclass(frozen=True)
class System:
    """One system of a report: what it is, and what it was asked.

    `name` is that of the tables, `model` its full name where that is another. `asked` says how many
    samples of how many, `tokens` and `cost` what they took; empty where nothing is known.
    """

    name: str
    kind: Kind
    condition: str
    model: str = ""
    asked: str = ""
    tokens: str = ""
    cost: str = ""
    run: Run | None = field(default=None, repr=False, compare=False)
    page: str = ""
    """The address of the page of its samples, from that of the report; empty where there is none.
    """


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
    """Everything one page shows. `systems` and `identity` name what the numbers belong to.

    `main` is the id of the table that comes first; without one all tables and figures are shown
    alike. `picture` is drawn before it. Where the published figures are `comparable`, they are on
    the data of the runs. `cases` are shown on the HTML page only, not in the terminal
    or in data files.
    """

    title: str
    subtitle: str
    identity: Mapping[str, str]
    tables: tuple[Table, ...]
    figures: tuple[Figure | Scatter, ...] = ()
    notes: tuple[str, ...] = field(default=())
    cases: tuple[Case, ...] = field(default=())
    benchmark: str = ""
    systems: tuple[System, ...] = ()
    main: str = ""
    picture: Dots | Scatter | None = None
    comparable: bool = False

    @property
    def told(self) -> str:
        """What the figures belong to, in a line."""
        return "; ".join(f"{key.replace('_', ' ')} {said}" for key, said in self.identity.items())

    @property
    def main_table(self) -> Table | None:
        """The table that comes first, whole."""
        return next((table for table in self.tables if table.id == self.main), None)

    @property
    def first(self) -> Table | None:
        """The table that comes first, with the nearest of its published rows alone."""
        return None if self.main_table is None else nearest(self.main_table)

    @property
    def answer(self) -> str:
        """What the best system reached, in a sentence; empty where there is no main table."""
        return "" if self.main_table is None else sentence(self.main_table, self.comparable)

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
        notes = tuple(note for note in self.notes if "published" not in note)
        return replace(
            self,
            tables=tuple(table for table in tables if table.rows),
            figures=tuple(map(_scatter_of_runs, self.figures)),
            picture=None if self.picture is None else _picture_of_runs(self.picture),
            notes=(*notes, "Published figures are left out (--no-published)."),
        )


def _scatter_of_runs(figure: Figure | Scatter) -> Figure | Scatter:
    """A figure without its published points."""
    if isinstance(figure, Figure):
        return figure
    return replace(figure, points=tuple(p for p in figure.points if p.kind != "published"))


def _picture_of_runs(picture: Dots | Scatter) -> Dots | Scatter:
    """A picture without its published rows or points."""
    if isinstance(picture, Dots):
        return replace(picture, rows=tuple(r for r in picture.rows if r.kind != "published"))
    return replace(picture, points=tuple(p for p in picture.points if p.kind != "published"))


def _until(text: str, mark: str) -> str:
    before, found, _ = text.partition(mark)
    return f"{before}." if found else text
