"""`tamis run`: evaluate a model or baselines, and show the tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from tamis.cli._common import (
    generation_options,
    job_fields,
    model_names,
    out_option,
    processes_option,
    published_option,
    roles_option,
    run_options,
    task_options,
)
from tamis.cli._completing import benchmarks_complete
from tamis.cli.list import with_what
from tamis.types import InputError


@click.command()
@click.argument(
    "benchmark", metavar="BENCHMARK", required=False, shell_complete=benchmarks_complete
)
@click.option(
    "--model",
    default="none",
    show_default=True,
    metavar="MODEL",
    help="The model, by its Inspect name (openai/gpt-4o); `none` runs the baselines.",
)
@click.option(
    "--models",
    metavar="MODEL,MODEL",
    help="Several models in turn, each in a folder of its own below one folder, with one report.",
)
@task_options
@roles_option
@run_options
@processes_option
@published_option
@out_option
@click.option("--worker", metavar="SHARD", hidden=True)
@click.option("--replies", type=click.Path(path_type=Path), hidden=True)
@click.option("--share", type=int, default=1, hidden=True)
@generation_options()
def run(
    benchmark: str | None,
    model: str,
    models: str | None,
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

    Without BENCHMARK it says which there are, and what to type first.

    After an interruption, run the same command again: it continues with the missing samples.
    """
    if benchmark is None:
        _which()
    several = [] if models is None else model_names(models, "run the baselines without --models")
    if several and model.lower() != "none":
        raise InputError("give --model for one model or --models for several, not both.")
    from tamis.cli._job import Job, task_values

    one = Job(
        benchmark=benchmark,
        model=None if model.lower() == "none" else model,
        values=task_values(benchmark, settings, data, data_dir),
        roles=tuple(roles),
        out=out,
        replies=replies,
        share=share,
        **job_fields(options),
    )
    jobs = [replace(one, model=name) for name in several] or [one]
    # Report mistakes before Inspect is imported, which takes a second or two.
    for job in jobs:
        job.check()
    if worker is not None:
        from tamis.cli._shards import work

        work(one, worker)
        return
    if several:
        from tamis.cli import _sweep

        raise SystemExit(_sweep.run_models(jobs, out, processes, published=not no_published))
    from tamis.cli import _runner

    raise SystemExit(_runner.run(one, processes, published=not no_published))


def _which() -> NoReturn:
    """Say which benchmarks there are and what to type, and end as for wrong usage."""
    click.echo(f"Which benchmark? {with_what()}", err=True)
    raise SystemExit(2)
