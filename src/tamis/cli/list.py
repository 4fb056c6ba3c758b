"""`tamis list`: the tasks and their parameters."""

from __future__ import annotations

import click


@click.command("list")
def list_tasks() -> None:
    """List the tasks, their parameters and baselines."""
    from tamis.benchmarks import BENCHMARKS, suite

    for name, about in BENCHMARKS.items():
        click.echo(f"tamis/{name}: {about}")
        for parameter, meaning in suite(name).parameters().items():
            click.echo(click.wrap_text(meaning, 96, f"  -T {parameter:15} ", " " * 21))
    click.echo("\nRun one with `tamis run NAME`, or with `inspect eval tamis/NAME --model …`.")
