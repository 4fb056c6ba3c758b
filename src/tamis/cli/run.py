"""`tamis run`: evaluate a model or baselines, and show the tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli._common import (
    benchmark_argument,
    generation_options,
    job_fields,
    out_option,
    published_option,
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
    help="The model, by its Inspect name (openai/gpt-4o); `none` runs the baselines.",
)
@task_options
@roles_option
@run_options
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Worker processes; more than one is useful with fast local servers.",
)
@published_option
@out_option
@click.option("--worker", metavar="SHARD", hidden=True)
@click.option("--replies", type=click.Path(path_type=Path), hidden=True)
@click.option("--share", type=int, default=1, hidden=True)
@generation_options()
def run(
    benchmark: str,
    model: str,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    roles: tuple[str, ...],
    processes: int,
    no_published: bool,
    out: Path | None,
    worker: str | None,
    replies: Path | None,
    share: int,
    **options: Any,
) -> None:
    """Evaluate a model, or the baselines that need no model, and show the results.

    After an interruption, run the same command again: it continues with the missing samples.
    """
    from tamis.cli._job import Job, task_values

    job = Job(
        benchmark=benchmark,
        model=None if model.lower() == "none" else model,
        values=task_values(benchmark, settings, data, data_dir),
        roles=tuple(roles),
        out=out,
        replies=replies,
        share=share,
        **job_fields(options),
    )
    # Report mistakes before Inspect is imported, which takes a second or two.
    job.check()
    if worker is not None:
        from tamis.cli._shards import work

        work(job, worker)
        return
    from tamis.cli import _runner

    raise SystemExit(_runner.run(job, processes, published=not no_published))
