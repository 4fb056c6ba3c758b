"""`tamis list`: the benchmarks and their parameters."""

from __future__ import annotations

import click


@click.command("list")
def list_tasks() -> None:
    """List the benchmarks with their -T parameters, values and [defaults]."""
    from tamis.benchmarks import BENCHMARKS, options_of

    for name in BENCHMARKS:
        options = options_of(name)
        click.echo(f"tamis/{name}: {options.about}")
        for parameter in options.described():
            start = f"  -T {parameter.name:15} "
            click.echo(click.wrap_text(str(parameter), 96, start, " " * 21))
    click.echo("\nRun one with `tamis run NAME`, or with `inspect eval tamis/NAME --model …`.")
