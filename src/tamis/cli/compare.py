"""`tamis compare`: compare two runs on the same samples."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.types import InputError


@click.command()
@click.argument("a", type=click.Path(path_type=Path))
@click.argument("b", type=click.Path(path_type=Path))
def compare(a: Path, b: Path) -> None:
    """Show paired differences B - A on the samples that both have, with 95% intervals.

    A and B are logs, or folders with the logs of a run. Runs of the same condition are compared;
    if A and B have one run each, these are compared in any case.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli.report import one_benchmark
    from tamis.report.compare import comparison
    from tamis.report.logs import read_runs
    from tamis.report.render import terminal

    first, second = read_runs([a]), read_runs([b])
    chosen = load_benchmark(one_benchmark([*first, *second]))
    report = comparison(first, second, chosen.measures([*first, *second]))
    if not report.tables:
        raise InputError(
            f"{a} and {b} have no samples in common, in runs of one condition or in a single run "
            "on each side, so nothing can be compared."
        )
    terminal.print_report(report)
