"""`tamis prompts`: write the prompts, to answer them with another system."""

from __future__ import annotations

import json

import click

from tamis.cli._common import benchmark_argument, task_options


@click.command()
@benchmark_argument
@task_options
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the first N samples.")
def prompts(
    benchmark: str,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    limit: int | None,
) -> None:
    """Write the prompt of each sample as a line of JSON (id, prompt, max_tokens) to stdout.

    Answer them with any system, and score the answers with `tamis score`. For a method with
    several calls per sample, these are the prompts of the first call.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli._job import Job, task_values

    job = Job(benchmark, "elsewhere", task_values(benchmark, settings, data, data_dir))
    job.check()
    chosen = load_benchmark(benchmark)
    for options in chosen.plan(job.values, job.model):
        requests = chosen.requests_of_first(options, limit)
        for request in (request for request in requests if not request.follow_up):
            record = {"id": request.id, "prompt": request.prompt, "max_tokens": request.max_tokens}
            click.echo(json.dumps(record, ensure_ascii=False))
