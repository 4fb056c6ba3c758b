"""`tamis run`: evaluate, and show the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli._common import (
    benchmark_argument,
    how,
    out_option,
    roles_option,
    run_options,
    task_options,
)


@click.command()
@benchmark_argument
@click.option(
    "--model",
    default="none",
    show_default=True,
    metavar="MODEL",
    help="As Inspect names it (openai/gpt-4o); `none` runs the baselines that need no model.",
)
@task_options
@roles_option
@run_options
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Shards side by side; worth it for fast local servers.",
)
@out_option
@click.option("--worker", metavar="SHARD", hidden=True)
def run(
    benchmark: str,
    model: str,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    roles: tuple[str, ...],
    processes: int,
    out: Path | None,
    worker: str | None,
    **options: Any,
) -> None:
    """Evaluate a model, or the baselines that need none, and report.

    Run the same command again after an interruption: what was answered is not asked again.
    """
    from tamis.cli._job import Job, task_values

    job = Job(
        benchmark=benchmark,
        model=None if model.lower() == "none" else model,
        values=task_values(benchmark, settings, data, data_dir),
        roles=tuple(roles),
        out=out,
        **how(options),
    )
    # A mistake is said before what evaluates is imported, which takes a second or two.
    job.check()
    if worker is not None:
        from tamis.cli._shards import work

        work(job, worker)
        return
    from tamis.cli import _runner

    raise SystemExit(_runner.run(job, processes))
