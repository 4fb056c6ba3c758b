"""`tamis compare`: compare two runs on the same samples."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli._common import give_records, key_values, name_option, records_options
from tamis.types import InputError


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
@name_option
@records_options
def compare(a: Path, b: Path, names: tuple[str, ...], as_json: bool, csv_file: Path | None) -> None:
    """Show paired differences B - A on the samples that both have: with 95% intervals, p-values,
    and how many samples would tell a difference of .02.

    A and B are logs, or folders with the logs of a run. Runs of the same condition are compared;
    if A and B have one run each, these are compared in any case.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli.report import check_named, one_benchmark
    from tamis.report import card
    from tamis.report.compare import compared, comparison, records
    from tamis.report.logs import read_runs
    from tamis.report.render import terminal

    shown = key_values(names, "--name")
    first, second = card.named(read_runs([a]), shown), card.named(read_runs([b]), shown)
    check_named([*first, *second], names)
    chosen = load_benchmark(one_benchmark([*first, *second]))
    first, second = chosen.completed(first), chosen.completed(second)
    measures = chosen.measures([*first, *second])
    pairs = compared(first, second, measures)
    found = records(pairs, measures)
    if not found:
        raise InputError(
            f"{a} and {b} have no samples in common, in runs of one condition or in a single run "
            "on each side, so nothing can be compared."
        )
    give_records(
        found, as_json, csv_file, lambda: terminal.print_report(comparison(pairs, measures))
    )
