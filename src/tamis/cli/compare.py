"""`tamis compare`: compare two runs on the same samples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.cli._common import (
    give_records,
    key_values,
    name_option,
    of_sound_runs,
    readable_runs,
    records_options,
    tell_damage,
)
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.report.compare import Pair
    from tamis.report.document import Report
    from tamis.report.runs import Run


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@name_option
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Print every figure of every pair of runs, with all tests.",
)
@records_options
def compare(
    a: Path,
    b: Path,
    names: tuple[str, ...],
    everything: bool,
    as_json: bool,
    csv_file: Path | None,
) -> None:
    """Show paired differences B - A on the samples that both have: with 95% intervals and p-values,
    at most a screen of them.

    A and B are logs, or folders with the logs of a run. Runs of the same condition are compared;
    if A and B have one run each, these are compared in any case. --all also says how many samples
    would tell a difference of .02.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli.report import check_named, one_benchmark
    from tamis.report import card
    from tamis.report.compare import compared, comparison, records
    from tamis.report.render import terminal
    from tamis.report.standings import ranked_by

    shown = key_values(names, "--name")
    (runs, left_out), (others, _) = readable_runs([a]), readable_runs([b])
    first, second = card.named(runs, shown), card.named(others, shown)
    check_named([*first, *second], names)
    chosen = load_benchmark(one_benchmark([*first, *second]))
    _check_two(a, b, first, second)
    first = of_sound_runs(first, chosen.completed, left_out)
    second = of_sound_runs(second, chosen.completed, left_out)
    measures = chosen.measures([*first, *second])
    pairs = compared(first, second, measures)
    tell_damage([*first, *second])
    found = records(pairs, measures)
    if not found:
        raise InputError(
            f"{a} and {b} have no samples in common, in runs of one condition or in a single run "
            "on each side, so nothing can be compared."
        )

    def show() -> None:
        if everything:
            terminal.print_report(comparison(pairs, measures))
        else:
            # What ranks comes first.
            ordered = {**ranked_by(measures, chosen.ranks_by), **measures}
            terminal.print_report(_on_a_screen(pairs, ordered))

    give_records(found, as_json, csv_file, show)


def _check_two(a: Path, b: Path, first: Sequence[Run], second: Sequence[Run]) -> None:
    """InputError where a run would be compared with itself."""
    ours, theirs = ({log.resolve() for run in runs for log in run.logs} for runs in (first, second))
    if both := sorted(ours & theirs):
        raise InputError(
            f"{a} and {b} both have the log {both[0].name}, and a run does not differ from itself; "
            "name two runs."
        )


def _on_a_screen(pairs: Sequence[Pair], measures: Mapping[str, str]) -> Report:
    """The comparison with as many rows as fit a screen."""
    from tamis.report.compare import brief
    from tamis.report.render import terminal

    for most in range(24, 1, -1):
        made = brief(pairs, measures, most)
        if terminal.height(made) <= terminal.LINES:
            return made
    return brief(pairs, measures, 1)
