"""`tamis sweep`: methods by models, one leaderboard."""

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
from tamis.types import InputError


@click.command()
@benchmark_argument
@click.option("--methods", default="all", show_default=True, help="Names with commas, or all.")
@click.option("--models", required=True, help="As Inspect names them, with commas.")
@click.option(
    "--against",
    metavar="METHOD",
    help="The row from which the others' differences are shown [the first].",
)
@click.option("--no-baselines", is_flag=True, help="Leave out the baselines without a model.")
@task_options
@roles_option
@run_options
@out_option
def sweep(
    benchmark: str,
    methods: str,
    models: str,
    against: str | None,
    no_baselines: bool,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    roles: tuple[str, ...],
    out: Path | None,
    **options: Any,
) -> None:
    """Run every method with every model, and show them side by side.

    What is done is not asked again: run the same command after an interruption. The page has
    the leaderboard beside the published tables, differences from one row, and F1 against cost.
    """
    from tamis.benchmarks import options_of
    from tamis.cli._job import Job, task_values

    axis = options_of(benchmark).compared
    if not axis:
        raise InputError(f"{benchmark} has no methods to sweep over; `tamis run` takes its model.")
    values = task_values(benchmark, settings, data, data_dir)
    names = list(dict.fromkeys(name.strip() for name in models.split(",") if name.strip()))
    if not names:
        raise InputError("--models is empty; name a model, such as openai/gpt-4o.")
    if "none" in map(str.lower, names):
        raise InputError(
            "--models has `none`, which is no model; the baselines without one are in every sweep."
        )
    jobs = [
        Job(
            benchmark,
            model,
            values | ({axis: methods} if model is not None else {}),
            roles=roles if model is not None else (),
            **how(options),
        )
        for model in [*names, *([] if no_baselines else [None])]
    ]
    for job in jobs:
        job.check()
    from tamis.cli import _sweep

    raise SystemExit(_sweep.sweep(jobs, against, out))
