"""`tamis score`: score answers of another system."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli._common import (
    benchmark_argument,
    out_option,
    roles_option,
    task_options,
)
from tamis.types import InputError


@click.command()
@benchmark_argument
@click.argument("predictions", type=click.Path(path_type=Path))
@task_options
@roles_option
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only N samples, those of `tamis prompts --limit N`.",
)
@out_option
def score(
    benchmark: str,
    predictions: Path,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    roles: tuple[str, ...],
    limit: int | None,
    out: Path | None,
) -> None:
    """Score PREDICTIONS, a JSON Lines file with `id` and `text`; shows the same tables as a run.

    The ids are those of `tamis prompts` with the same parameters. Ids without a prediction are
    counted as missing; an unknown or repeated id is an error.
    """
    from tamis.cli._job import Job, task_values

    values = task_values(benchmark, settings, data, data_dir)
    job = Job(
        benchmark=benchmark,
        model=None,
        values={**values, "predictions": str(predictions.resolve())},
        roles=roles,
        limit=limit,
        out=out,
    )
    job.check()
    from tamis.benchmarks import load_benchmark
    from tamis.benchmarks.predictions import check_ids, read_predictions
    from tamis.cli import _runner

    chosen = load_benchmark(benchmark)
    planned = chosen.plan(values, "elsewhere", job.bound)
    if len(planned) != 1:
        several = " or ".join(f"-T {name}=…" for name in chosen.options.axes())
        raise InputError(f"a prediction file has answers for one condition; choose one: {several}.")
    texts = read_predictions(predictions)
    known = chosen.answerable(planned[0])
    # Older files have answers to questions that were withdrawn since.
    texts = {id: text for id, text in texts.items() if id not in chosen.withdrawn - known}
    check_ids(texts, known, predictions)
    asked = known & {sample.id for sample in chosen.load(planned[0])[1][:limit]}
    if missing := len(asked - texts.keys()):
        click.echo(f"{missing} ids have no prediction; they are counted as missing.", err=True)
    raise SystemExit(_runner.run(job))
