"""`tamis check`: check responses against the constraints of their request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
from tamis.cli._progress import Failures, Progress, status_line
from tamis.inputs.files import STANDARD_INPUT, read_text, write_text
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.checking.response_check import Checked

_FILE = click.Path(path_type=Path, allow_dash=True)
_STRICT = (
    "--strict is the default now: what is undecided or was not read ends with exit code 3; leave "
    "it out, or give --allow-undecided for the opposite."
)


@click.command()
@click.argument("files", nargs=-1, type=_FILE)
@click.option(
    "--response", type=_FILE, help="The text to check, if it is not given as an argument; - reads."
)
@click.option(
    "--request", type=_FILE, help="The request that was answered: its requirements are read."
)
@click.option(
    "--constraints",
    type=_FILE,
    help="Sentences, one per line, or typed constraints as JSON or YAML; --request is then not "
    "read.",
)
@click.option(
    "--pairs",
    type=_FILE,
    help="JSON Lines instead of files: response, and request or constraints, on each line.",
)
@click.option("--model", metavar="MODEL", help="A model, by its Inspect name: openai/gpt-4o.")
@click.option(
    "--judge",
    type=click.Choice(["program", "model", "hybrid"]),
    help="hybrid: the program where it can decide, else the model  [program; hybrid with --model].",
)
@click.option(
    "--read-request",
    type=click.Choice(["program", "model"]),
    help="Who reads the request  [program; model with --model].",
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
@click.option(
    "--allow-undecided",
    is_flag=True,
    help="Exit with 0 although something is undecided or was not read.",
)
@click.option("--strict", is_flag=True, hidden=True)
@token_limit_option
@cost_limit_option
@prices_option()
@model_args_option
@click.option(
    "--json", "as_json", is_flag=True, help="Print JSON instead of a table; a line per response."
)
@click.option(
    "--junit",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write JUnit's XML, which CI services show.",
)
@click.option(
    "--explain", is_flag=True, help="Also print every number of the response, with its role."
)
@click.option(
    "--html",
    "page",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write a page that opens offline, with what was counted marked in the response.",
)
@generation_options()
def check(
    files: tuple[Path, ...],
    response: Path | None,
    request: Path | None,
    constraints: Path | None,
    pairs: Path | None,
    model: str | None,
    judge: str | None,
    read_request: str | None,
    read_response: str,
    shots: str,
    prompts: Path | None,
    allow_undecided: bool,
    strict: bool,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    model_args: tuple[str, ...],
    generation: Mapping[str, Any],
    as_json: bool,
    junit: Path | None,
    explain: bool,
    page: Path | None,
) -> None:
    """Judge whether responses keep to their constraints, and show the working.

    FILES are the responses. The constraints come from --constraints, or are read from --request:
    by a program, or with --model by the model. What was not read of a request is told, and is never
    part of a pass.

    Exit code 0: everything was read, decided and satisfied. 1: something is not satisfied. 3:
    something is undecided or was not read. 2: the input cannot be used.
    """
    from tamis.cli import _checked

    if strict:
        raise InputError(_STRICT)
    responses = [*files, *([] if response is None else [response])]
    _one_source(responses, request, constraints, pairs, page)
    given = _Given(
        model=model,
        judge=judge,
        read_request=read_request,
        read_response=read_response,
        shots=int(shots),
        prompts=None if prompts is None else str(prompts),
        model_args=typed_values(model_args, "-M"),
        generation=generation,
        limits=spending_limits(token_limit, cost_limit, prices, model),
    )
    price = None if prices is None else model_price(prices, model)
    items = list(_pairs(pairs) if pairs else _files(responses, request, constraints))
    results: list[tuple[str, Checked]] = []
    for name, text, checked in _each(items, given):
        results.append((name, checked))
        if as_json:
            click.echo(_checked.as_json(checked, price, "" if len(items) == 1 else name))
        elif len(items) == 1:
            _checked.show(checked, price, explain=explain)
        else:
            _checked.show_briefly(name, checked, allow_undecided=allow_undecided)
        if page is not None:
            write_text(page, _checked.as_html(checked, text))
    if len(items) > 1 and not as_json:
        click.echo(_checked.summary_of(results))
    if junit is not None:
        write_text(junit, _checked.as_junit(results, allow_undecided=allow_undecided))
    if limited := next((checked.limited for _, checked in results if checked.limited), ""):
        click.echo(f"STOPPED: {limited}; what the model did not judge is undecided.", err=True)
    codes = {checked.exit_code(allow_undecided=allow_undecided) for _, checked in results}
    if code := next((code for code in (1, 3) if code in codes), 0):
        raise SystemExit(code)


class _Given:
    """The options that are the same for all responses."""

    def __init__(self, **options: Any) -> None:
        self.options = options


_Item = tuple[str, str, Any, str | None]
"""The name of a response, its text, its constraints or None, and its request or None."""


def _one_source(
    responses: Sequence[Path],
    request: Path | None,
    constraints: Path | None,
    pairs: Path | None,
    page: Path | None,
) -> None:
    """InputError for files that do not go together."""
    if [*responses, request, constraints, pairs].count(STANDARD_INPUT) > 1:
        raise InputError("only one file can be read from standard input (-).")
    if pairs is not None and (responses or request or constraints):
        raise InputError("--pairs holds responses with their requests; give no other file with it.")
    if pairs is None and not responses:
        raise InputError("there is no response; name a file, or - for standard input.")
    if pairs is None and request is None and constraints is None:
        raise InputError("there is nothing to check against; give --constraints or --request.")
    if page is not None and (pairs is not None or len(responses) > 1):
        raise InputError("--html writes a page for one response; check them one by one.")


def _files(
    responses: Sequence[Path], request: Path | None, constraints: Path | None
) -> Iterator[_Item]:
    from tamis.checking.response_check import read_constraints

    texts = [(_name(path), _read(path, "response")) for path in responses]
    given = (
        None
        if constraints is None
        else read_constraints(_read(constraints, "constraints"), _name(constraints))
    )
    asked = None if request is None or given is not None else _read(request, "request")
    for name, text in texts:
        yield name, text, given, asked


def _pairs(path: Path) -> Iterator[_Item]:
    """The pairs of a file of JSON Lines; InputError for a line that is none."""
    import json

    from tamis.checking.response_check import read_constraints

    for number, line in enumerate(_read(path, "pairs").splitlines(), 1):
        if not line.strip():
            continue
        where = f"{_name(path)}, line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict) or not isinstance(row.get("response"), str):
            raise InputError(f"{where}: expected an object with a response, and a request.")
        request, given = row.get("request", row.get("prompt")), row.get("constraints")
        if isinstance(given, str):
            given = read_constraints(given, where)
        if not isinstance(given, list | tuple | None) or not isinstance(request, str | None):
            raise InputError(f"{where}: request is a text, and constraints a list.")
        if given is None and request is None:
            raise InputError(f"{where}: there is no request and there are no constraints.")
        yield str(row.get("id", row.get("key", number))), row["response"], given, request


def _each(items: Sequence[_Item], given: _Given) -> Iterator[tuple[str, str, Checked]]:
    """Each response with its result, in order; at most 20 wait for a model at a time."""
    import asyncio

    from tamis.checking import response_check

    options = dict(given.options)
    name = options["model"]
    if len(items) == 1:
        with status_line() as say:
            ((label, text, constraints, request),) = items
            checked = asyncio.run(
                response_check.check(
                    text, constraints, request, **options, say=say, on_failure=Failures()
                )
            )
        yield label, text, checked
        return
    spending = None
    if name is not None:
        spending, options["model"] = response_check.opened(
            name, options["model_args"], options["generation"], options["limits"], Failures()
        )

    async def some(batch: Sequence[_Item]) -> list[Checked]:
        return await asyncio.gather(
            *(response_check.check(text, con, req, **options) for _, text, con, req in batch)
        )

    with Progress(len(items)) as progress:
        for at in range(0, len(items), 20):
            batch = items[at : at + 20]
            done = asyncio.run(some(_not_empty(batch)))
            for (label, text, _, _), checked in zip(batch, done, strict=True):
                named = checked if name is None else replace(checked, model=name)
                yield label, text, replace(named, limited=spending.limited if spending else "")
            progress.advance(len(batch))


def _not_empty(batch: Sequence[_Item]) -> Sequence[_Item]:
    for label, text, _, _ in batch:
        if not text.strip():
            raise InputError(f"{label}: the response is empty; there is nothing to check.")
    return batch


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def _read(path: Path, what: str) -> str:
    """The text of a file; InputError if it cannot be read or is empty."""
    text = read_text(path, stdin=True)
    if not text.strip():
        raise InputError(f"{_name(path)} is empty; it should hold the {what}.")
    return text
