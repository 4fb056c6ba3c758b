"""`tamis check`: check a response against the constraints of its request."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from tamis.cli._common import (
    cost_limit_option,
    generation_options,
    model_args_option,
    model_price,
    prices_option,
    spending_limits,
    token_limit_option,
    typed_values,
)
from tamis.cli._progress import Failures, status_line
from tamis.inputs.files import STANDARD_INPUT, read_text, write_text
from tamis.types import InputError

_FILE = click.Path(path_type=Path, allow_dash=True)


@click.command()
@click.option(
    "--response",
    type=_FILE,
    required=True,
    help="The text to check: a file, or - for standard input.",
)
@click.option(
    "--request", type=_FILE, help="The request that was answered; its constraints are extracted."
)
@click.option(
    "--constraints",
    type=_FILE,
    help="The constraints, one per line or as a JSON list; --request is then not read.",
)
@click.option("--model", metavar="MODEL", help="A model, by its Inspect name: openai/gpt-4o.")
@click.option(
    "--judge",
    type=click.Choice(["program", "model", "hybrid"]),
    help="hybrid: the program where it can decide, else the model  [program; hybrid with --model].",
)
@click.option(
    "--read-response",
    type=click.Choice(["program", "model"]),
    default="program",
    show_default=True,
    help="model: it copies the figures into a table; the program checks every quote, and computes.",
)
@click.option(
    "--shots",
    type=click.Choice(["0", "2"]),
    default="0",
    show_default=True,
    help="Number of worked examples in the model's prompt.",
)
@click.option(
    "--prompts",
    type=click.Path(file_okay=False, path_type=Path),
    help="A folder with prompt templates used instead of Tamis's own.",
)
@click.option("--strict", is_flag=True, help="Undecided constraints also count as failures.")
@token_limit_option
@cost_limit_option
@prices_option()
@model_args_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON instead of a table.")
@click.option(
    "--explain", is_flag=True, help="Also print every number of the response, with its role."
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a page that opens offline, with the numbers marked in the response.",
)
@generation_options()
def check(
    response: Path,
    request: Path | None,
    constraints: Path | None,
    model: str | None,
    judge: str | None,
    read_response: str,
    shots: str,
    prompts: Path | None,
    strict: bool,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    model_args: tuple[str, ...],
    generation: Mapping[str, Any],
    as_json: bool,
    explain: bool,
    page: Path | None,
) -> None:
    """Judge whether a response satisfies each constraint, and show the arithmetic.

    The program reads every number of the response. It decides only where each sensible reading
    says the same, and else says what the verdict hangs on; --explain shows where every number went.

    The constraints come from --constraints, or are extracted from --request: by the model, or
    without one by a program, which lists the parts that it does not understand.

    Exit code 0: every decided constraint is satisfied. 1: a constraint is not satisfied, or none
    could be decided (with --strict: any is undecided), or a limit of spending was reached. 2: the
    input cannot be used.
    """
    import asyncio

    from tamis.checking import response_check
    from tamis.cli import _checked

    if [response, request, constraints].count(STANDARD_INPUT) > 1:
        raise InputError("only one file can be read from standard input (-).")
    price = None if prices is None else model_price(prices, model)
    limits = spending_limits(token_limit, cost_limit, prices, model)
    arguments = typed_values(model_args, "-M")
    text = _read(response, "response")
    given = (
        None
        if constraints is None
        else response_check.read_constraints(_read(constraints, "constraints"), _name(constraints))
    )
    asked = None if request is None or given is not None else _read(request, "request")
    if request is None and given is None:
        raise InputError("there is nothing to check against; give --constraints or --request.")
    with status_line() as say:
        checked = asyncio.run(
            response_check.check(
                text,
                given,
                asked,
                model=model,
                judge=judge,  # type: ignore[arg-type]  # click has checked it
                read_response=read_response,  # type: ignore[arg-type]
                shots=int(shots),
                prompts=None if prompts is None else str(prompts),
                model_args=arguments,
                generation=generation,
                limits=limits,
                say=say,
                on_failure=Failures(),
            )
        )
    if as_json:
        click.echo(_checked.as_json(checked, price))
    else:
        _checked.show(checked, price, explain=explain)
    if page is not None:
        write_text(page, _checked.as_html(checked, text))
    if checked.limited:
        click.echo(
            f"STOPPED: {checked.limited}; what the model did not judge is undecided.", err=True
        )
        raise SystemExit(1)
    if not checked.passed(strict):
        raise SystemExit(1)


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def _read(path: Path, what: str) -> str:
    """The text of a file; InputError if it cannot be read or is empty."""
    text = read_text(path, stdin=True)
    if not text.strip():
        raise InputError(f"{_name(path)} is empty; it should hold the {what}.")
    return text
