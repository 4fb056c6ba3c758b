"""`tamis collect`: build data of your own."""

from __future__ import annotations

from pathlib import Path

import click

from tamis.cli._common import (
    cost_limit_option,
    max_connections_option,
    max_tokens_option,
    model_args_option,
    prices_option,
    spending_limits,
    token_limit_option,
    told_cost,
    typed_values,
)
from tamis.cli._progress import status_line
from tamis.cli.collect_books import books
from tamis.cli.collect_table import table
from tamis.types import InputError


@click.group()
def collect() -> None:
    """Build your own data sets: from book catalogues, from a table, or with a model and you."""


collect.add_command(books)
collect.add_command(table)


@collect.command()
@click.argument("domain", metavar="DOMAIN.yaml")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the files of all steps.",
)
@click.option(
    "--show", is_flag=True, help="Print DOMAIN.yaml, to copy and change for your own domain."
)
@click.option(
    "--model",
    metavar="MODEL",
    help="The model of steps 2, 4 and 6, by its Inspect name (openai/gpt-4o).",
)
@click.option(
    "--accept",
    multiple=True,
    metavar="STEP",
    help="Accept a step as it is, with unmarked rows and failed replies, and go on; may be given "
    "several times.",
)
@click.option(
    "--redo",
    metavar="STEP",
    help="Repeat a step; its old files, and those made from them, are kept under other names.",
)
@click.option(
    "--second",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Another annotator's copy of labels.csv; the agreement is reported.",
)
@click.option("--suggest", is_flag=True, help="Show the program's verdicts in labels.csv.")
@click.option(
    "--prompts",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with templates used instead of Tamis's own: request.j2, constraints.j2.",
)
@max_tokens_option()
@max_connections_option()
@token_limit_option
@cost_limit_option
@prices_option()
@model_args_option
def constraints(
    domain: str,
    out: Path | None,
    show: bool,
    model: str | None,
    accept: tuple[str, ...],
    redo: str | None,
    second: Path | None,
    suggest: bool,
    prompts: Path | None,
    max_tokens: int,
    max_connections: int,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    model_args: tuple[str, ...],
) -> None:
    """Build constraint data from DOMAIN.yaml, up to the next step that waits for you.

    DOMAIN.yaml describes the requests and their ranges; event-catering, meal-planning, schedule,
    workout-routine_cardio and workout-routine_strength come with Tamis. The steps: 1 guidelines,
    2 requests (model), 3 instruction, 4 constraints (model), 5 review, 6 responses (model),
    7 edits, 8 labels. Fill in the file that the command names, then run the same command again;
    what you have written into a file is never overwritten. Exit code 1: calls to the model
    failed.
    """
    import asyncio

    from tamis.collect.constraints import collect as build
    from tamis.collect.constraints.domain import domain_text

    if show:
        click.echo(domain_text(domain), nl=False)
        return
    if out is None:
        raise InputError("--out is missing: give a folder for the files of the steps.")
    limits = spending_limits(token_limit, cost_limit, prices, model)
    with status_line() as say:
        found = asyncio.run(
            build(
                domain,
                out,
                model=model,
                accept=accept,
                redo=redo,
                second=second,
                suggest=suggest,
                prompts=None if prompts is None else str(prompts),
                limits=limits,
                max_tokens=max_tokens,
                max_connections=max_connections,
                model_args=typed_values(model_args, "-M"),
                say=say,
            )
        )
    for old, kept in found.aside:
        click.echo(f"renamed: {out / old}, now {out / kept}")
    for line in found.lines:
        click.echo(line)
    if any(found.tokens):
        cost = told_cost(found.cost, limits)
        click.echo(f"tokens: {found.tokens[0]:,} in, {found.tokens[1]:,} out{cost}", err=True)
    if found.waiting:
        click.echo(found.waiting)
    else:
        click.echo(f"Done: judge it with `tamis run acs -T data={out / 'dataset'}`.")
    if found.failed:
        raise SystemExit(1)
