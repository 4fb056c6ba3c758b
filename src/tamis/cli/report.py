"""`tamis report`: tables and figures from logs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._common import published_option, write_page
from tamis.inputs.files import write_text
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.report.runs import Run


FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write one HTML page."
)
@click.option("--csv", type=FOLDER, help="A folder for CSV files, one per table and figure.")
@click.option("--latex", type=FOLDER, help="A folder for LaTeX files, one per table and figure.")
@click.option("--figures", type=FOLDER, help="A folder for SVG files, one per figure.")
@click.option(
    "--errors",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="Write the wrong verdicts, to be labelled with the kind of error; if FILE.csv exists, its "
    "labels are read and counted (acs).",
)
@published_option
@click.option(
    "--all", "everything", is_flag=True, help="Print every table, not only the main ones."
)
def report(
    logs: tuple[Path, ...],
    html: Path | None,
    csv: Path | None,
    latex: Path | None,
    figures: Path | None,
    errors: Path | None,
    no_published: bool,
    everything: bool,
) -> None:
    """Show the tables of LOGS (files or folders), and write them in other formats."""
    from tamis.benchmarks import load_benchmark
    from tamis.report.logs import read_runs
    from tamis.report.render import delimited, svg, terminal
    from tamis.report.render import latex as tex

    labelled = errors is not None and errors.exists()
    runs = read_runs(logs)
    chosen = load_benchmark(one_benchmark(runs))
    made = chosen.report(runs) if errors is None else chosen.labelled(runs, errors)
    made = made.without_published() if no_published else made
    terminal.print_report(made, tables=None if everything else chosen.main_tables(made))
    if html:
        write_page(made, html)
    for folder, ending, render in ((csv, "csv", delimited.to_csv), (latex, "tex", tex.to_latex)):
        if folder:
            for table in (*made.tables, *(figure.as_table() for figure in made.figures)):
                write_text(folder / f"{table.id}.{ending}", render(table))
    if figures:
        for figure in made.figures:
            write_text(figures / f"{figure.id}.svg", svg.draw(figure))
    if figures and not made.figures:
        click.echo("The report has no figures.", err=True)
        figures = None
    for written in filter(None, (html, csv, latex, figures, None if labelled else errors)):
        click.echo(f"written: {written}")


def one_benchmark(runs: Sequence[Run]) -> str:
    """The benchmark of the runs; InputError if there are several."""
    names = {run.identity.get("benchmark", run.task) for run in runs}
    if len(names) != 1:
        raise InputError(f"the logs are of several benchmarks ({', '.join(sorted(names))}).")
    return names.pop()
