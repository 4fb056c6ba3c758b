"""`tamis leaderboard`: many runs of all benchmarks on one page."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._common import (
    key_values,
    name_option,
    of_sound_runs,
    priced_runs,
    readable_runs,
    run_prices_option,
    tell_damage,
)
from tamis.inputs.files import write_text

if TYPE_CHECKING:
    from tamis.benchmarks.benchmark import AnyBenchmark
    from tamis.report.runs import Run
    from tamis.report.standings import Board


@click.command()
@click.argument("runs", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    default=Path("leaderboard.html"),
    show_default=True,
    help="The page to write.",
)
@click.option("--title", default="Leaderboard", show_default=True, help="The title of the page.")
@name_option
@run_prices_option
def leaderboard(
    runs: tuple[Path, ...], html: Path, title: str, names: tuple[str, ...], prices: Path | None
) -> None:
    """Write one page with the systems of RUNS (logs, or folders of them) by benchmark.

    The page needs no network. It has a choice of figure and variant, paired differences with their
    correction for many comparisons (Holm), cost and seconds against quality, and the history of
    each system.
    """
    from tamis import __version__
    from tamis.benchmarks import load_benchmark
    from tamis.cli.report import by_benchmark, check_named
    from tamis.report import card
    from tamis.report.render import leaderboard as page

    read, left_out = readable_runs(runs)
    found = card.named(read, key_values(names, "--name"))
    check_named(found, names)
    found = priced_runs(found, prices)
    boards = []
    for name, own in by_benchmark(found).items():
        boards.append(of_sound_runs(own, partial(_board, name, load_benchmark(name)), left_out))
    tell_damage(found)
    made = f"Tamis {__version__}"
    write_text(html, page.render(boards, title, made))
    for one in boards:
        systems = sum(standing.latest for standing in one.standings)
        click.echo(f"{one.title}: {systems:,} systems, {len(one.standings):,} runs")
    click.echo(f"written: {html}")


def _board(name: str, chosen: AnyBenchmark, runs: Sequence[Run]) -> Board:
    from tamis.benchmarks.options import BASELINE_ROWS
    from tamis.report.standings import board

    complete = chosen.in_order(chosen.completed(runs))
    measures = chosen.measures(complete)
    return board(name, chosen.title, complete, measures, BASELINE_ROWS, chosen.ranks_by)
