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
    shell_complete=methods_complete,
    help="What is compared, with commas between: quest's methods, kitab's conditions, fanoutqa's "
    "settings, the shots of acs and kiwi  [all].",
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
    methods: str | None,
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
    if not axis and methods is not None and methods.lower() != "all":
        raise InputError(
            f"{benchmark} has one way of asking, so leave out --methods {methods}; its models are "
            "compared."
        )
    values = task_values(benchmark, settings, data, data_dir)
    if axis and methods is not None and axis in values:
        raise InputError(f"give --methods {methods} or -T {axis}={values[axis]}, not both.")
    if axis:
        values = {axis: methods or "all", **values}
    fields = job_fields(options)
    jobs = [
        Job(benchmark, model, values, roles=roles, **fields)
        for model in model_names(models, "every sweep has the baselines anyway")
    ]
    beside = None if no_baselines else chosen.of_baselines(values)
    if beside is not None:
        # Judges would judge in place of a baseline, or cost a call for each of its answers.
        other = tuple(role for role in roles if not role.startswith("judge"))
        jobs.append(Job(benchmark, None, beside, roles=other, **fields))
    for job in jobs:
        job.check()
    from tamis.cli import _sweep

    raise SystemExit(_sweep.sweep(jobs, against, out))
