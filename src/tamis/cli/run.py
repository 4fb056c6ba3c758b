"""`tamis run`: evaluate, and show the table."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli._common import (
    benchmark_argument,
    out_option,
    roles_option,
    task_options,
    task_values,
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
@click.option("--limit", type=click.IntRange(min=1), help="Only the first N samples of each task.")
@click.option("--epochs", type=click.IntRange(min=1), help="Ask each question N times.")
@click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="A model argument.")
@roles_option
@click.option("--max-connections", type=click.IntRange(min=1), default=10, show_default=True)
@click.option(
    "--attempt-timeout",
    type=click.IntRange(min=1),
    default=180,
    show_default=True,
    help="Seconds after which a call is cut and tried again.",
)
@click.option(
    "--max-retries",
    type=click.IntRange(min=0),
    default=5,
    show_default=True,
    help="How often a failed call is tried again, waiting longer each time.",
)
@click.option(
    "--processes",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    help="Shards side by side; worth it for fast local servers.",
)
@out_option
@click.option("--no-cache", is_flag=True, help="Ask again what this run has already been told.")
@click.option("--worker", metavar="SHARD", hidden=True)
def run(
    benchmark: str,
    model: str,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    limit: int | None,
    epochs: int | None,
    model_args: tuple[str, ...],
    roles: tuple[str, ...],
    max_connections: int,
    attempt_timeout: int,
    max_retries: int,
    processes: int,
    out: Path | None,
    no_cache: bool,
    worker: str | None,
) -> None:
    """Evaluate a model, or the baselines that need none, and report.

    Run the same command again after an interruption: what was answered is not asked again.
    """
    from tamis.cli import _runner

    job = _runner.Job(
        benchmark=benchmark,
        model=None if model.lower() == "none" else model,
        values=task_values(settings, data, data_dir),
        limit=limit,
        epochs=epochs,
        model_args=task_values(model_args, option="-M"),
        roles=tuple(roles),
        max_connections=max_connections,
        attempt_timeout=attempt_timeout,
        max_retries=max_retries,
        cache=not no_cache,
        out=out,
    )
    if worker is not None:
        from tamis.cli._shards import work

        work(job, worker)
        return
    raise SystemExit(_runner.run(job, processes))
