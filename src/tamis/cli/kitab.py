"""`tamis kitab`: what the data holds, and the manual check of titles that it does not know."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli._common import show_report

_FILE = click.Path(dir_okay=False, path_type=Path)
_FOLDER = click.Path(file_okay=False, path_type=Path)


@click.group()
def kitab() -> None:
    """Statistics of data in KITAB's form, and its manual check of titles (KITAB, §3, App. C.1)."""


@kitab.command()
@click.argument("data", default="mini")
@click.option("--html", type=_FILE, help="Write one HTML page.")
@click.option("--csv", type=_FOLDER, help="A folder for CSV files, one per table and figure.")
@click.option("--figures", type=_FOLDER, help="A folder for SVG files, one per figure.")
def statistics(data: str, html: Path | None, csv: Path | None, figures: Path | None) -> None:
    """Show the queries of DATA by type, popularity and constrainedness (Table 2, Figures 1, 5, 6).

    DATA is mini, released, or a folder in the released layout, such as one that `tamis collect
    books` or `tamis collect table` has made.
    """
    from tamis.benchmarks.kitab.data import load_all
    from tamis.benchmarks.kitab.statistics import statistics as made_of

    show_report(made_of(load_all(data)), html, csv, figures)


@kitab.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--out", type=_FILE, required=True, help="The CSV file to write.")
@click.option(
    "--queries",
    type=click.IntRange(min=1),
    default=200,
    show_default=True,
    help="How many queries of each run are drawn.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the draw.")
def sheet(logs: tuple[Path, ...], out: Path, queries: int, seed: int) -> None:
    """Write the titles of LOGS that the data does not know, for a person to look for.

    LOGS may be the folder of a sweep: baselines and single_item, which name only titles of the
    data, are left out.

    In the column `exists` write yes where there is such a book by the author, else no; then
    `tamis kitab checked FILE` gives the shares.
    """
    from tamis.benchmarks.kitab import manual_check
    from tamis.cli._common import readable_runs, tell_damage
    from tamis.inputs.answer_sheets import write_sheet
    from tamis.types import InputError

    runs = [run for run in readable_runs(logs)[0] if run.task.rpartition("/")[2] == "kitab"]
    if not runs:
        raise InputError("the logs have no run of kitab.")
    lines, left_out = manual_check.drawn(runs, queries, seed)
    tell_damage(runs)
    write_sheet(out, lines)
    asked = len({(line.model, line.condition, line.query) for line in lines})
    titles = sum(bool(line.title) for line in lines)
    click.echo(f"written: {out}, {titles} titles of {asked} queries to look for")
    if left_out:
        said = manual_check.told(left_out)
        click.echo(f"Left out, as they name no title that the data may lack: {said}.")
    if asked and any(not line.title for line in lines):
        click.echo("A line without a title is a query that has none to look for: leave it empty.")


@kitab.command()
@click.argument("sheets", nargs=-1, required=True, type=_FILE)
def checked(sheets: tuple[Path, ...]) -> None:
    """Show the share of queries with a title that exists, from SHEETS that were filled in."""
    from tamis.benchmarks.kitab.manual_check import Line, report
    from tamis.inputs.answer_sheets import read_sheets
    from tamis.report.render import terminal

    terminal.print_report(report(read_sheets(sheets, Line, "exists", "tamis kitab sheet")))
