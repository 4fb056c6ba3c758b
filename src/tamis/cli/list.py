"""`tamis list`: the benchmarks and their parameters, and what to type first."""

from __future__ import annotations

import click

FIRST = (
    ("tamis run kitab", "lists of books under constraints: baselines beside the paper's figures"),
    ("tamis run quest", "questions whose answer is a set of documents: retrieval, and the oracle"),
    ('tamis ask --corpus . "a question"', "the passages of your own documents that answer it"),
)
"""Commands for a newcomer: they need no key, no model and no network."""

THEN = (
    ("tamis run kitab --model openai/gpt-4o", "a model; --models A,B for several"),
    ("tamis sweep quest --models openai/gpt-4o", "every method of a benchmark, in one report"),
    ("tamis list", "the benchmarks with their parameters"),
)
"""What comes next, with a model."""


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
    click.echo(f"\n{_next()}")


def with_what() -> str:
    """The benchmarks in a line each, and what to type first."""
    from tamis.benchmarks import BENCHMARKS, options_of

    known = "".join(f"  {name:10} {options_of(name).about}\n" for name in BENCHMARKS)
    return f"There are:\n\n{known}\n{_next()}"


def first() -> str:
    """The commands for a newcomer, for the help of `tamis`; click must not wrap them."""
    return f"\b\n{_lines(FIRST)}"


def _next() -> str:
    return (
        f"Without a key, a model or a network:\n{_lines(FIRST)}\n\n"
        f"With a model (the key of its provider in the environment):\n{_lines(THEN)}"
    )


def _lines(commands: tuple[tuple[str, str], ...]) -> str:
    return "\n".join(f"  {command}\n      {what}" for command, what in commands)
