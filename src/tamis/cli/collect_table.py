"""`tamis collect table`: build a benchmark from any table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._progress import status_line
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.collect.table.names_in_titles import Finder


@click.command()
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="FILE…")
@click.option("--item", metavar="COLUMN", help="The column of titles that queries ask for.")
@click.option(
    "--anchor",
    default="",
    metavar="COLUMN",
    help="The column whose items are asked for together, such as the director of films.",
)
@click.option("--year", default="", metavar="COLUMN", help="A column of years or dates.")
@click.option("--category", multiple=True, metavar="COLUMN",
              help="A column of categories (genres); may be given several times.")  # fmt: skip
@click.option("--number", multiple=True, metavar="COLUMN",
              help="A column of numbers; may be given several times.")  # fmt: skip
@click.option(
    "--text",
    default="",
    metavar="COLUMN",
    help="The column of texts; they become the documents of a corpus.",
)
@click.option(
    "--separator", default="", help="Splits cells of --anchor and --category: ';' for 'drama;war'."
)
@click.option(
    "--sql", metavar="QUERY", help="An SQL query over the files; films.csv is the table `films`."
)
@click.option(
    "--where", metavar="SQL", help="Only rows that satisfy this condition: 'year >= 1990'."
)
@click.option(
    "--kappa",
    default="0:1",
    show_default=True,
    metavar="LOW:HIGH",
    help="Bounds on the constrainedness of a query: the share of items that do not satisfy it.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of all random draws."
)
@click.option(
    "--templates",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A YAML file with your own wording of the queries.",
)
@click.option(
    "--show-templates",
    is_flag=True,
    help="Print Tamis's wording, to copy and change for --templates.",
)
@click.option(
    "--min-items",
    type=click.IntRange(min=2),
    default=5,
    show_default=True,
    help="List queries only for anchors with at least this many items.",
)
@click.option(
    "--anchors",
    type=click.IntRange(min=1),
    default=500,
    show_default=True,
    help="Most anchors in list queries, drawn at random.",
)
@click.option("--singles", type=click.IntRange(min=0), default=12, show_default=True,
              help="Queries of one constraint for each anchor.")  # fmt: skip
@click.option("--doubles", type=click.IntRange(min=0), default=4, show_default=True,
              help="Queries of two constraints for each anchor.")  # fmt: skip
@click.option("--questions", type=click.IntRange(min=0), default=10, show_default=True,
              help="Set questions of each of the seven templates.")  # fmt: skip
@click.option("--call", "called", multiple=True, metavar="COLUMN=WORDS",
              help="What queries call a column: 'released=release year'; may be given several "
              "times  [its name].")  # fmt: skip
@click.option("--latest-year", type=int, metavar="YEAR",
              help="A later year in --year counts as unknown  [2026].")  # fmt: skip
@click.option("--names", default="", metavar="MODEL",
              help="Ask about names of people and cities in titles too; this model, by its Inspect "
              "name, finds them, with two calls for each 50 titles.")  # fmt: skip
@click.option("--check", type=click.IntRange(min=0), default=0, metavar="N",
              help="Print N golds with their rows of the table, for you to check.")  # fmt: skip
@click.option(
    "--licence", default="", metavar="NAME", help="The licence of the table: 'CC BY 4.0'."
)
@click.option("--date", "published", default="", metavar="YYYY-MM-DD",
              help="The day on which you publish the data.")  # fmt: skip
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the dataset: new, empty, or with an earlier dataset of this command  "
    "[the first FILE's name up to its first dot].",
)
def table(
    files: tuple[Path, ...],
    item: str | None,
    anchor: str,
    year: str,
    category: tuple[str, ...],
    number: tuple[str, ...],
    text: str,
    separator: str,
    sql: str | None,
    where: str | None,
    kappa: str,
    seed: int,
    templates: Path | None,
    show_templates: bool,
    min_items: int,
    anchors: int,
    singles: int,
    doubles: int,
    questions: int,
    called: tuple[str, ...],
    latest_year: int | None,
    names: str,
    check: int,
    licence: str,
    published: str,
    out: Path | None,
) -> None:
    """Make a benchmark from a table: CSV, TSV, JSONL or parquet, or an SQL query over such files.

    With --anchor it has list queries (`tamis run kitab --data OUT`), with --text it has set
    questions over the texts (`tamis run quest --data OUT`). The same table, options and seed give
    the same bytes. Needs the extra `collect`.
    """
    if show_templates:
        from tamis.inputs.files import shipped_text

        click.echo(shipped_text("tamis.collect.table", "templates.yaml"), nl=False)
        return
    if not item:
        raise InputError("--item is missing: give the column with the titles.")
    if not files:
        raise InputError("FILE is missing: give a table, CSV, TSV, JSONL or parquet.")

    from tamis.collect.packaging import day
    from tamis.collect.table import Columns, Wanted, build
    from tamis.collect.table.columns import parse_called, parse_kappa
    from tamis.text.shown import clean

    if published:
        day(published)
    out = out or Path(files[0].name.split(".")[0])
    columns = Columns(item, anchor, year, category, number, text, separator)
    wanted = Wanted(
        parse_kappa(kappa),
        seed,
        min_items,
        singles,
        doubles,
        questions,
        most_anchors=anchors,
        latest_year=latest_year or Wanted.latest_year,
        names=names,
    )
    with status_line() as say:
        built = build(
            files,
            columns,
            out,
            wanted,
            sql=sql,
            where=where,
            templates=templates,
            called=parse_called(called, columns),
            finder=_finder(names, out) if names else None,
            check=check,
            licence=licence,
            published=published,
            say=say,
        )
    for line in built.lines:
        click.echo(clean(line))
    if missing := [f"--{name}" for name, v in (("licence", licence), ("date", published)) if not v]:
        click.echo(f"croissant.json lacks {' and '.join(missing)}; run again to add.")
    for benchmark in built.benchmarks:
        click.echo(f"Run it: tamis run {benchmark} --data {out}")


def _finder(model: str, out: Path) -> Finder:
    """A model that finds names in titles; its replies are kept next to the folder of the data."""
    from tamis.collect.table.names_in_titles import finder
    from tamis.models import open_chat

    return finder(open_chat(model, 4096, 4), model, out.with_name(f"{out.name}.replies.jsonl"))
