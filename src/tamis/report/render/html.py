"""A report as one HTML page that needs nothing else: no network, no script, no other file."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import groupby
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Figure, Kind, Row, Table
from tamis.report.points import Dots, Drawing, Scatter
from tamis.report.render import svg
from tamis.report.render.format import ARROWS, KINDS, Shown, row_count, samples, show, slug
from tamis.text.shown import clean

_WIDE = 9
"""From this many columns a table is printed on a page turned sideways."""


@dataclass(frozen=True)
class _Head:
    label: str
    arrow: str = ""
    meaning: str = ""
    text: bool = False
    about: str = ""


@dataclass(frozen=True)
class _Line:
    label: str
    kind: Kind
    count: str
    cells: tuple[Shown, ...]


@dataclass(frozen=True)
class _Sheet:
    """A table as the template shows it; `groups` are headings with their lines."""

    id: str
    title: str
    caption: str
    corner: str
    tags: bool
    heads: tuple[_Head, ...]
    groups: tuple[tuple[str, tuple[_Line, ...]], ...]
    wide: bool


@dataclass(frozen=True)
class _Plot:
    id: str
    title: str
    caption: str
    drawing: str
    sheet: _Sheet


def render(report: Report) -> str:
    """The report as an HTML document, complete in itself.

    The same report gives the same text. Whatever the report says is escaped, and the page's
    own policy forbids scripts and loads. Write the text as UTF-8.

    Raises ValueError for a figure that cannot be drawn (see `svg.draw`).
    """
    kinds = {row.kind for table in report.tables for row in table.rows}
    scatters = (figure for figure in report.figures if isinstance(figure, Scatter))
    kinds |= {point.kind for scatter in scatters for point in scatter.points}
    first, whole = report.first, report.main_table
    main = None if first is None else _sheet(first)
    sheets = [_sheet(table) for table in report.tables if table.id != report.main]
    if first is not None and whole is not None and len(first.rows) < len(whole.rows):
        all_rows = replace(whole, title=f"{whole.title}, with all published rows")
        sheets.insert(0, replace(_sheet(all_rows), id=f"all-{slug(whole.id)}"))
    plots = [_plot(figure) for figure in report.figures if figure is not report.picture]
    chart = None if report.picture is None else _plot(report.picture)
    return _template().render(
        title=clean(report.title),
        subtitle=clean(report.subtitle),
        answer=clean(report.answer),
        told=clean(report.told),
        identity=[
            (clean(key.replace("_", " ")), clean(value)) for key, value in report.identity.items()
        ],
        systems=[
            replace(
                one,
                name=clean(one.name),
                model=clean(one.model),
                condition=clean(one.condition),
            )
            for one in report.systems
        ],
        contents=_contents(main, chart, sheets, plots, report),
        main=main,
        chart=chart,
        sheets=sheets,
        plots=plots,
        notes=[clean(note) for note in report.notes],
        cases=[
            replace(
                case,
                title=clean(case.title),
                caption=clean(case.caption),
                texts=tuple((clean(heading), _lines(text)) for heading, text in case.texts),
            )
            for case in report.cases
        ],
        kinds=[(kind, meaning) for kind, meaning in KINDS.items() if meaning and kind in kinds],
    )


def environment(package: str) -> Environment:
    """The templates of pages in a package.

    Whatever they are filled with is escaped, without characters that act on what shows it.
    `own_script(NAME)` is the policy of a page that runs no script but the one in its template.
    """
    pages = Environment(
        loader=PackageLoader(package, "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_harmless,
    )
    pages.globals["own_script"] = partial(_own_script, pages)
    return pages


_ACTS = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufffe\uffff\ud800-\udfff]"
)


def _harmless(value: Any) -> Any:
    if not isinstance(value, str) or isinstance(value, Markup) or not _ACTS.search(value):
        return value
    return "\n".join(map(clean, value.split("\n")))


def _own_script(pages: Environment, name: str) -> str:
    assert pages.loader is not None
    script = pages.loader.get_source(pages, name)[0].partition("<script>")[2]
    written = script.partition("</script>")[0].encode()
    digest = base64.b64encode(hashlib.sha256(written).digest()).decode()
    return f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{digest}'"


@lru_cache(maxsize=1)
def _template() -> Template:
    return environment("tamis.report.render").get_template("report.html.j2")


def _lines(text: str) -> str:
    """A text with its line breaks, and nothing else that could act on what shows it."""
    return "\n".join(map(clean, text.splitlines()))


def _sheet(table: Table, corner: str = "", tags: bool = True) -> _Sheet:
    return _Sheet(
        id=f"table-{slug(table.id)}",
        title=clean(table.title),
        caption=clean(table.caption),
        corner=clean(corner),
        tags=tags,
        heads=tuple(_head(table, column) for column in table.columns),
        groups=tuple(
            (clean(group), tuple(_line(table, row) for row in rows))
            for group, rows in groupby(table.rows, key=lambda row: row.group)
        ),
        wide=len(table.columns) >= _WIDE,
    )


def _head(table: Table, column: Column) -> _Head:
    text = any(isinstance(row.cells.get(column.key), str) for row in table.rows)
    label, about = clean(column.label), clean(column.meaning)
    if column.better is None:
        return _Head(label, text=text, about=about)
    meaning = {"up": "higher is better", "down": "lower is better"}[column.better]
    return _Head(label, ARROWS[column.better], meaning, text, about)


def _line(table: Table, row: Row) -> _Line:
    seen = samples(row)
    cells = (_shown(row.cells.get(c.key), seen, c.digits) for c in table.columns)
    return _Line(clean(row.label), row.kind, row_count(row), tuple(cells))


def _shown(cell: Cell, seen: int, digits: int) -> Shown:
    shown = show(cell, seen, digits)
    if not shown.numeric:
        return shown
    # A hyphen is too short for a minus beside tabular figures.
    return Shown(
        shown.value.replace("-", "−"),
        shown.error,
        shown.interval.replace("-", "−"),
        shown.counts,
    )


def _contents(
    main: _Sheet | None,
    chart: _Plot | None,
    sheets: Sequence[_Sheet],
    plots: Sequence[_Plot],
    report: Report,
) -> list[tuple[str, list[tuple[str, str]]]]:
    """The parts of the page with their ids, under the headings of folded ones; empty for one."""
    notes = [("notes", "Notes")] if report.notes else []
    cases = [("cases", "Side by side")] if report.cases else []
    tables, figures = ([(part.id, part.title) for part in parts] for parts in (sheets, plots))
    first = [(part.id, part.title) for part in (chart, main) if part is not None]
    if main is None:
        parts = [("", [*tables, *figures, *cases, *notes])]
        return parts if len(tables) + len(figures) > 1 else []
    folded = [("More tables", tables), ("Figures", figures)]
    return [("", [*first, *notes]), *(part for part in folded if part[1]), ("", cases)]


def _plot(figure: Drawing) -> _Plot:
    """A figure and the same points as a table."""
    drawing = svg.draw(figure)  # before the table, for it checks the figure
    title, caption = f"{figure.title}: the points", figure.caption
    if isinstance(figure, Dots):
        sheet = _sheet(replace(figure.as_table(), title=title))
    elif isinstance(figure, Scatter):
        caption = figure.counted_caption
        sheet = _sheet(replace(figure.as_table(), title=title))
    else:
        sheet = _sheet(_bins(figure, title), corner=figure.x_label, tags=False)
    name = f"figure-{slug(figure.id)}"
    return _Plot(name, clean(figure.title), clean(caption), drawing, sheet)


def _bins(figure: Figure, title: str) -> Table:
    """The points of lines: a row per bin and a column per series."""
    keys = [str(index) for index in range(len(figure.series))]
    columns = tuple(map(Column, keys, (series.label for series in figure.series)))
    rows = tuple(
        Row(tick, "model", dict(zip(keys, points, strict=True)))
        for tick, *points in zip(figure.ticks, *(s.points for s in figure.series), strict=True)
    )
    return Table(figure.id, title, figure.caption, columns, rows)
