"""`tamis estimate`: calls, tokens and cost of a run, before it starts."""

from __future__ import annotations

import hashlib
from pathlib import Path

import click

from tamis.cli._common import (
    benchmark_argument,
    give_records,
    price_of,
    prices_option,
    records_options,
    task_options,
)


@click.command()
@benchmark_argument
@click.option("--model", help="The model whose price is looked up.")
@task_options
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    metavar="N",
    help="Only the first N samples of each task.",
)
@click.option(
    "--epochs", type=click.IntRange(min=1), default=1, metavar="N", help="Run each sample N times."
)
@prices_option()
@records_options
def estimate(
    benchmark: str,
    model: str | None,
    settings: tuple[str, ...],
    data: str | None,
    data_dir: str | None,
    limit: int | None,
    epochs: int,
    prices: Path | None,
    as_json: bool,
    csv_file: Path | None,
) -> None:
    """Count the samples, calls and tokens of a run, and its cost where the price is known.

    A call that several methods share is counted once, as in a run. Tokens are estimated from
    characters (four per token). Output tokens are given twice: for replies with the right
    answer, and the most that the token limits allow.
    """
    from tamis.benchmarks import load_benchmark
    from tamis.cli._job import Job, task_values
    from tamis.spending import CHARACTERS_PER_TOKEN, cost_of

    job = Job(benchmark, model or "any", task_values(benchmark, settings, data, data_dir))
    job.check()
    price = price_of(prices, model)
    chosen = load_benchmark(benchmark)
    samples = calls = tokens_in = typical = most = 0
    asked_before: set[tuple[str, int]] = set()
    for options in chosen.plan(job.values, job.model):
        asked: set[tuple[str, int]] = set()
        for request in chosen.requests_of_first(options, limit):
            samples += not request.follow_up
            call = (hashlib.sha256(request.prompt.encode()).hexdigest(), request.max_tokens)
            asked.add(call)
            if call in asked_before:
                continue
            calls += epochs
            tokens_in += epochs * round(len(request.prompt) / CHARACTERS_PER_TOKEN)
            right = round(request.typical_characters / CHARACTERS_PER_TOKEN)
            typical += epochs * min(right, request.max_tokens)
            most += epochs * request.max_tokens
        asked_before |= asked
    low = high = None
    if price is not None:
        low, high = (cost_of((tokens_in, out), price) for out in (typical, most))
    record = {
        "samples": samples,
        "calls": calls,
        "tokens_in": tokens_in,
        "tokens_out": typical,
        "tokens_out_most": most,
        "cost": low,
        "cost_most": high,
        "prices": price.source if price is not None else None,
    }

    def show() -> None:
        click.echo(f"samples     {samples:>14,}")
        click.echo(f"calls       {calls:>14,}")
        click.echo(f"tokens in   {tokens_in:>14,}  (estimated)")
        click.echo(f"tokens out  {typical:>14,}  (right answers, estimated; at most {most:,})")
        if price is not None:
            click.echo(f"cost        {low:>14,.2f}  (right answers; at most {high:,.2f})")
            click.echo(f"prices of   {price.source}")
        elif model is None:
            click.echo("cost        unknown: give --model NAME")
        else:
            click.echo(f"cost        unknown: no price of {model} is known; give --prices FILE")

    give_records([record], as_json, csv_file, show)
