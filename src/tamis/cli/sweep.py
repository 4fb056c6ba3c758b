"""`tamis sweep`: run several methods with several models, for one leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli._common import (
    benchmark_argument,
    generation_options,
    job_fields,
    out_option,
    roles_option,
    run_options,
    task_options,
)
from tamis.types import InputError


@click.command()
@benchmark_argument
@click.option(
    "--methods", default="all", show_default=True, help="Names separated by commas, or all."
)
@click.option(
    "--models", required=True, help="The models, by their Inspect names, separated by commas."
)
@click.option(
    "--against",
    metavar="METHOD",
    help="The method that the others are compared with  [the first].",
)
@click.option("--no-baselines", is_flag=True, help="Leave out the baselines, which need no model.")
@task_options
@roles_option
@run_options
@out_option
@generation_options()
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
    """Run every method with every model, and compare the results in one report.

    After an interruption, run the same command again: it continues with the missing samples. The
    HTML page has the leaderboard with the published figures, differences from one method, and F1
    against cost.
    """
    from tamis.benchmarks import options_of
    from tamis.cli._job import Job, task_values

    axis = options_of(benchmark).compared
    if not axis:
        raise InputError(f"{benchmark} has no methods to compare; use `tamis run`.")
    values = task_values(benchmark, settings, data, data_dir)
    names = list(dict.fromkeys(name.strip() for name in models.split(",") if name.strip()))
    if not names:
        raise InputError("--models is empty; give a model, such as openai/gpt-4o.")
    if "none" in map(str.lower, names):
        raise InputError(
            "--models has `none`, which is not a model; every sweep has the baselines anyway."
        )
    jobs = [
        Job(
            benchmark,
            model,
            values | ({axis: methods} if model is not None else {}),
            roles=roles if model is not None else (),
            **job_fields(options),
        )
        for model in [*names, *([] if no_baselines else [None])]
    ]
    for job in jobs:
        job.check()
    from tamis.cli import _sweep

    raise SystemExit(_sweep.sweep(jobs, against, out))
