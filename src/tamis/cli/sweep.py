"""`tamis sweep`: run several methods with several models, for one leaderboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from tamis.cli._common import (
    benchmark_argument,
    generation_options,
    job_fields,
    model_names,
    out_option,
    roles_option,
    run_options,
    task_options,
)
from tamis.cli._completing import methods_complete
from tamis.types import InputError


@click.command()
@benchmark_argument
@click.option(
    "--methods",
    default="all",
    show_default=True,
    shell_complete=methods_complete,
    help="What is compared, with commas between, or all: quest's methods, kitab's conditions, "
    "acs's judges, fanoutqa's settings, kiwi's shots.",
)
@click.option(
    "--models", required=True, help="The models, by their Inspect names, separated by commas."
)
@click.option(
    "--against",
    metavar="METHOD",
    shell_complete=methods_complete,
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
    HTML page has the table with the published figures, and differences from one method; for quest
    also F1 against cost.
    """
    from tamis.benchmarks import options_of
    from tamis.cli._job import Job, task_values

    chosen = options_of(benchmark)
    axis = chosen.compared
    if not axis and methods.lower() != "all":
        raise InputError(
            f"{benchmark} has one way of asking, so leave out --methods {methods}; its models are "
            "compared."
        )
    values = task_values(benchmark, settings, data, data_dir)
    if axis and axis in values:
        raise InputError(
            f"-T {axis}={values[axis]}: a sweep takes that as --methods {values[axis]}."
        )
    names = model_names(models, "every sweep has the baselines anyway")
    jobs = []
    for model in [*names, *([] if no_baselines else [None])]:
        # Baselines answer in all conditions of KITAB, but know nothing of methods and shots.
        compared = axis and (model is not None or axis not in chosen.of_a_model)
        jobs.append(
            Job(
                benchmark,
                model,
                values | ({axis: methods} if compared else {}),
                roles=roles if model is not None else (),
                **job_fields(options),
            )
        )
    for job in jobs:
        job.check()
    from tamis.cli import _sweep

    raise SystemExit(_sweep.sweep(jobs, against, out))
