"""The options of `tamis ask` for answers as a table (`--columns`), and the table in the terminal.

Text from a model or a document is escaped: it is neither markup nor terminal control codes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tamis.cli._common import as_one
from tamis.inputs.files import check_writable, write_text
from tamis.inputs.spreadsheets import sheet
from tamis.types import InputError

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from tamis.answering.tables.table import Cell, Table
    from tamis.measures.tables import Share, TableScores


_LONGEST_QUOTE = 120


@dataclass
class TableOptions:
    """The values of `table_options`; `check` reads what is read before anything is asked."""

    columns: str | None
    gold: Path | None
    csv_file: Path | None
    _golds: Sequence[Mapping[str, Any]] | None = field(default=None, init=False)

    def check(self, model: str | None) -> None:
        """InputError for options without --columns, and for a golden table that lacks one."""
        if self.columns is None:
            for option, value in (("--gold", self.gold), ("--csv", self.csv_file)):
                if value is not None:
                    raise InputError(f"{option} goes with --columns, which makes the table.")
            return
        from tamis.answering.tables.golds import read_gold
        from tamis.answering.tables.table import column_names

        names = column_names(self.columns)
        if model is None:
            raise InputError("--columns needs --model, who fills in the table.")
        if self.csv_file is not None:
            check_writable(self.csv_file)
        if self.gold is not None:
            self._golds = read_gold(self.gold, names)

    def scores(self, table: Table) -> TableScores | None:
        """The table against the golden one, where there is one."""
        return None if self._golds is None else table.score(self._golds)

    def write(self, table: Table) -> None:
        """Write the CSV that was asked for."""
        if self.csv_file is not None:
            write_text(self.csv_file, as_csv(table))
            click.echo(f"written: {self.csv_file}", err=True)


table_options = as_one(
    "tabular",
    TableOptions,
    click.option(
        "--columns",
        metavar="NAMES",
        help='The answer as a table with these columns: "name, year, licence".',
    ),
    click.option(
        "--csv",
        "csv_file",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="Also write the table of --columns as CSV, with quotes and documents.",
    ),
    click.option(
        "--gold",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="The right table (.csv or .jsonl), to score the answer's against.",
    ),
)
"""--columns and what belongs to it; the command gets them as `tabular`."""


def as_csv(table: Table) -> str:
    """The table for spreadsheets: the values, then of each column quote, document and status."""
    frame = table.flat()
    cells = ([str("" if v is None else v) for v in row.values()] for row in frame)
    return sheet(table.headings(), cells)


def scores_as_json(scores: TableScores) -> dict[str, Any]:
    """The scores as plain values; precision is null where nothing was given."""
    return {
        "item_f1": scores.items.f1,
        "row_f1": scores.rows.f1,
        "success": scores.success,
        "items": _share(scores.items),
        "rows": _share(scores.rows),
    }


def _share(share: Share) -> dict[str, int]:
    return {"right": share.right, "given": share.given, "wanted": share.wanted}


def scores_in_words(scores: TableScores, gold: Path | None) -> str:
    """The scores in one sentence."""
    items, rows = scores.items, scores.rows
    exact = "the tables are equal" if scores.success else "the tables are not equal"
    return (
        f"Against {gold}: item F1 {items.f1:.2f} ({items.right:,} right of {items.given:,} given "
        f"and {items.wanted:,} wanted), row F1 {rows.f1:.2f} ({rows.right:,} right of "
        f"{rows.given:,} given and {rows.wanted:,} wanted), success {scores.success:.0f}: {exact}."
    )


def drawn(table: Table, narrow: bool) -> RenderableType:
    """The table for a terminal; for a `narrow` one each row is a list."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.table import Table as Drawn
    from rich.text import Text

    from tamis.text.shown import clean

    if narrow:
        parts: list[RenderableType] = []
        for row in table.rows:
            parts += [Text(), Text(clean(row.answer), style="bold")]
            for name, cell in zip(table.columns, row.cells, strict=True):
                line = Text.assemble((f"{clean(name)}: ", "dim"), _cell(cell, " "))
                parts.append(Padding(line, (0, 0, 0, 2)))
        return Group(*parts, Text())
    made = Drawn(show_lines=True, expand=True)
    made.add_column("answer", ratio=2, overflow="fold")
    for name in table.columns:
        made.add_column(Text(clean(name)), ratio=3, overflow="fold")
    for row in table.rows:
        made.add_row(Text(clean(row.answer), style="bold"), *map(_cell, row.cells))
    return made


def _cell(cell: Cell, between: str = "\n") -> Text:
    """The value, then its quote with the document; a mark where it does not stand there."""
    from rich.text import Text

    from tamis.text.shown import clean, cut

    if cell.value is None:
        return Text(cell.status, style="yellow" if cell.status == "not read" else "dim")
    text = Text(clean(cell.value))
    if cell.quote:
        text.append(f"{between}“{cut(clean(cell.quote), _LONGEST_QUOTE)}”", style="dim")
        text.append(f" [{clean(cell.source)}]", style="cyan")
    if cell.status != "stated":
        text.append(f"{between}({cell.status if cell.quote else 'no quote'})", style="yellow")
    return text
