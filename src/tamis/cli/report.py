"""`tamis report`: tables and figures from logs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from tamis.bad_input import unknown
from tamis.cli._common import (
    key_values,
    name_option,
    of_sound_runs,
    priced_runs,
    published_option,
    readable_runs,
    run_prices_option,
    tell_damage,
    write_page,
)
from tamis.inputs.files import write_text
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.report.document import Report
    from tamis.report.elements import Figure, Table
    from tamis.report.points import Scatter
    from tamis.report.runs import Run


FILE = click.Path(path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.argument("logs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write one HTML page."
)
@click.option(
    "--csv",
    type=FILE,
    metavar="FILE.csv",
    help="Write every figure of every table as one tidy CSV file: a line for each, all digits.",
)
@click.option(
    "--latex",
    type=FOLDER,
    metavar="FOLDER",
    help="Write a LaTeX file for each table that the paper has; with --all, for every table.",
)
@click.option(
    "--figures",
    type=FOLDER,
    metavar="FOLDER",
    help="Write an SVG file for each figure that the paper has; with --all, for every figure and "
    "for the picture of the page.",
)
@name_option
@run_prices_option
@click.option(
    "--errors",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.csv",
    help="Write the wrong verdicts, to be labelled with the kind of error; if FILE.csv exists, its "
    "labels are read and counted (acs).",
)
@published_option
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print every table with all columns, not only the main one; write all of them, too.",
)
@click.option(
    "--table",
    "chosen_tables",
    multiple=True,
    metavar="ID",
    help="Print the table of this id, which stands after its title in --all; may be given several "
    "times.",
)
def report(
    logs: tuple[Path, ...],
    html: Path | None,
    csv: Path | None,
    latex: Path | None,
    figures: Path | None,
    names: tuple[str, ...],
    prices: Path | None,
    errors: Path | None,
    no_published: bool,
    everything: bool,
    chosen_tables: tuple[str, ...],
) -> None:
    """Show the main table of LOGS (files or folders), and write all of them in other formats.

    LOGS of several benchmarks have a report each; --html FILE.html is then a page that leads to
    FILE-kitab.html, FILE-quest.html and so on.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.report import card
    from tamis.report.render import terminal, tidy

    if csv is not None and csv.is_dir():
        raise InputError(f"{csv} is a folder; --csv writes one file: give --csv {csv / 'all.csv'}.")
    if csv is not None and csv in (latex, figures):
        raise InputError(f"--csv {csv} is a file, and --latex and --figures are folders; give two.")
    labelled = errors is not None and errors.exists()
    found, left_out = readable_runs(logs)
    runs = card.named(found, key_values(names, "--name"))
    check_named(runs, names)
    runs = priced_runs(runs, prices)
    several = by_benchmark(runs)
    if errors is not None or len(several) == 1:
        chosen = load_benchmark(one_benchmark(runs))
        if errors is None:
            made = [of_sound_runs(runs, chosen.report, left_out)]
        else:
            made = [chosen.labelled(runs, errors)]
    else:
        made = [
            of_sound_runs(own, load_benchmark(name).report, left_out)
            for name, own in several.items()
        ]
    made = [replace(one, notes=(*one.notes, *left_out)) for one in made]
    tell_damage(runs)
    if no_published:
        made = [one.without_published() for one in made]
    _check_tables(made, chosen_tables)
    for one in made:
        if chosen_tables:
            own = {table.id for table in one.tables}.intersection(chosen_tables)
            if own:
                terminal.print_report(one, tables=own)
        elif everything:
            terminal.print_report(one)
        else:
            terminal.print_brief(one)
    if html and len(made) == 1:
        write_page(made[0], html)
    elif html:
        _write_index(dict(zip(several, made, strict=True)), html)
    if csv:
        write_text(csv, tidy.to_tidy_csv(*made))
    # Each of several benchmarks has a folder of its own: tables of two may have one name.
    folders = [""] if len(made) == 1 else list(several)
    for folder, one in zip(folders, made, strict=True):
        if latex and not _write_latex(one, latex / folder, everything) and len(made) == 1:
            latex = None
        if figures and not _write_figures(one, figures / folder, everything) and len(made) == 1:
            figures = None
    for written in filter(None, (html, csv, latex, figures, None if labelled else errors)):
        click.echo(f"written: {written}")


def by_benchmark(runs: Sequence[Run]) -> dict[str, list[Run]]:
    """The runs of each benchmark, in the order of the benchmarks."""
    from tamis.benchmarks import BENCHMARKS

    found: dict[str, list[Run]] = {}
    for run in runs:
        found.setdefault(run.identity.get("benchmark", run.task), []).append(run)
    known = [name for name in BENCHMARKS if name in found]
    return {name: found[name] for name in dict.fromkeys([*known, *found])}


def _write_index(made: Mapping[str, Report], path: Path) -> None:
    """Write a page for each benchmark beside `path`, and there one that leads to them."""
    from tamis.report.render import index

    pages = {name: path.with_name(f"{path.stem}-{name}{path.suffix}") for name in made}
    for name, page in pages.items():
        write_page(made[name], page)
    write_text(path, index.render([(made[name], page.name) for name, page in pages.items()]))


def one_benchmark(runs: Sequence[Run]) -> str:
    """The benchmark of the runs; InputError if there are several."""
    names = {run.identity.get("benchmark", run.task) for run in runs}
    if len(names) != 1:
        raise InputError(f"the logs are of several benchmarks ({', '.join(sorted(names))}).")
    return names.pop()


def check_named(runs: Sequence[Run], names: Sequence[str]) -> None:
    """InputError where a name was given to a system that no run has."""
    known = {run.model for run in runs} | {
        model for run in runs for _, _, model in _bound(run.identity.get("roles", ""))
    }
    for name in key_values(names, "--name"):
        if name not in known:
            raise unknown("system", name, sorted(known), where="--name")


def _check_tables(made: Sequence[Report], chosen: Sequence[str]) -> None:
    """InputError for a chosen table that no report has."""
    known = dict.fromkeys(table.id for one in made for table in one.tables)
    for id in chosen:
        if id not in known:
            raise unknown("table", id, known, where="--table")


def _bound(roles: str) -> list[tuple[str, str, str]]:
    """The models bound to roles, as a run's identity has them: "judge=openai/x, names=…"."""
    return [one.partition("=") for one in roles.split(", ") if one]


def _write_latex(made: Report, folder: Path, everything: bool) -> bool:
    """Write the tables as LaTeX; whether there were any."""
    from tamis.report.render import latex

    tables = made.tables if everything else _of_the_paper(made.tables)
    for table in tables:
        write_text(folder / f"{table.id}.tex", latex.to_latex(table))
    if not tables:
        click.echo("The paper has none of these tables; --all writes every one.", err=True)
    return bool(tables)


def _write_figures(made: Report, folder: Path, everything: bool) -> bool:
    """Write the figures as SVG; whether there were any."""
    from tamis.report.render import svg

    picture = [made.picture] if everything and made.picture else []
    drawn = [*picture, *made.figures] if everything else _of_the_paper(made.figures)
    for figure in drawn:
        write_text(folder / f"{figure.id}.svg", svg.draw(figure))
    if not drawn:
        more = "; --all writes every one" if made.figures or made.picture else ""
        click.echo(f"The paper has no figure of these runs{more}.", err=True)
    return bool(drawn)


Part = TypeVar("Part", "Table", "Figure | Scatter")


def _of_the_paper(parts: Sequence[Part]) -> list[Part]:
    """The tables or figures that the paper has, in the first variant that they have."""
    printed = [part for part in parts if part.paper]
    first = next((part.variant for part in printed if part.variant), "")
    return [part for part in printed if part.variant in ("", first)]
