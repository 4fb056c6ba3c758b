"""`tamis check`: check responses against the constraints of their request."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from tamis.cli._common import (
    cost_limit_option,
    generation_options,
    model_args_option,
    prices_option,
    retry_options,
    spending_limits,
    token_limit_option,
    told_cost,
    typed_values,
)
from tamis.cli._progress import Failures, Progress, status_line
from tamis.inputs.files import STANDARD_INPUT, check_writable, read_text, write_text
from tamis.types import InputError

if TYPE_CHECKING:
    import asyncio

    from tamis.checking.demands import Demands
    from tamis.checking.response_check import Checked, Model

_FILE = click.Path(path_type=Path, allow_dash=True)


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
    help="model: it copies the figures that the program does not read; the program checks every "
    "quote, and computes  [program; model with --model].",
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
@click.option(
    "--strict",
    is_flag=True,
    help="Exit with 3 too where a model set anything aside but what is to be made.",
)
@click.option(
    "--draft",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what is read of --request as a file of constraints, for you to look over; check "
    "nothing.",
)
@token_limit_option
@cost_limit_option
@prices_option()
@retry_options(3)
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
@click.option(
    "--schema",
    type=click.Choice(["output", "constraints"]),
    help="Print a JSON Schema and stop: of --json's output, or of files of constraints.",
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
    read_response: str | None,
    shots: str,
    prompts: Path | None,
    allow_undecided: bool,
    strict: bool,
    draft: Path | None,
    token_limit: int | None,
    cost_limit: float | None,
    prices: Path | None,
    max_retries: int,
    attempt_timeout: int,
    model_args: tuple[str, ...],
    generation: Mapping[str, Any],
    as_json: bool,
    junit: Path | None,
    explain: bool,
    page: Path | None,
    schema: str | None,
) -> None:
    """Judge whether responses keep to their constraints, and show the working.

    FILES are the responses. The constraints come from --constraints, or are read from --request:
    by a program, or with --model by the model. What was not read of a request is told, and is never
    part of a pass.

    Exit code 0: everything was read, decided and satisfied. 1: something is not satisfied. 3:
    something is undecided or was not read. 2: the input cannot be used.
    """
    from tamis.cli import _checked

    if schema is not None:
        return _show_schema(schema)
    responses = [*files, *([] if response is None else [response])]
    if draft is not None and (request is None or responses or constraints or pairs):
        raise InputError(
            "--draft takes --request alone: it writes what is read, and checks nothing."
        )
    if strict and allow_undecided:
        raise InputError("--strict and --allow-undecided contradict each other; give one of them.")
    if draft is None:
        _one_source(responses, request, constraints, pairs, page)
    for target in (page, junit, draft):
        if target is not None:
            if target in (*responses, request, constraints, pairs):
                raise InputError(f"{target} is read, and would be written over; name another file.")
            check_writable(target)
    if draft is not None and draft.exists():
        raise InputError(f"{draft} is there already; name another file, or take it away first.")
    if prices is not None and model is None:
        raise InputError("--prices needs --model, as nothing else costs anything.")
    limits = spending_limits(token_limit, cost_limit, prices, model)
    given = _Given(
        model=model,
        judge=judge,
        read_request=read_request,
        read_response=read_response,
        shots=int(shots),
        prompts=None if prompts is None else str(prompts),
        model_args=typed_values(model_args, "-M"),
        generation=generation,
        max_retries=max_retries,
        attempt_timeout=attempt_timeout,
        limits=limits,
    )
    if draft is not None and request is not None:
        return _draft(request, draft, given)
    items = list(_pairs(pairs) if pairs else _files(responses, request, constraints))
    results: list[tuple[str, Checked]] = []
    codes: list[int] = []
    for item, checked in _each(items, given, bar=pairs is not None):
        results.append((item.name, checked))
        codes.append(checked.exit_code(allow_undecided=allow_undecided, strict=strict))
        if as_json:
            named = item.name if pairs is not None or len(items) > 1 else ""
            click.echo(_checked.as_json(checked, named))
        elif len(items) == 1:
            _checked.show(checked, told_cost(checked.cost, limits), explain=explain)
        else:
            _checked.show_briefly(item.name, checked, codes[-1])
        if page is not None:
            write_text(page, _checked.as_html(checked, item.text))
    if len(items) > 1 and not as_json:
        click.echo(_checked.summary_of(results, strict=strict))
    if junit is not None:
        write_text(junit, _checked.as_junit(results, allow_undecided=allow_undecided))
    if limited := next((checked.limited for _, checked in results if checked.limited), ""):
        click.echo(f"STOPPED: {limited}; what the model did not judge is undecided.", err=True)
    if code := next((code for code in (1, 3) if code in codes), 0):
        raise SystemExit(code)


def _draft(request: Path, path: Path, given: _Given) -> None:
    """Write what is read of a request as a file of constraints, and say how much there is."""
    import asyncio

    from tamis.checking.draft import as_rules

    options, asked = given.options, _read(request, "request")
    reader = _Requests(given.model(), options["read_request"], options["prompts"])
    with status_line() as say:
        say("reading the request")
        read = asyncio.run(reader(asked))
    write_text(path, as_rules(read, _name(request)))
    rules, unread = len(read.listed), len(read.unread)
    click.echo(
        f"{path}: {rules:,} rule{'s' * (rules != 1)}; {unread:,} not read, "
        f"{len(read.aside) + len(read.background):,} set aside. Look it over."
    )


def _show_schema(of: str) -> None:
    import json

    from tamis.checking import schemas

    click.echo(json.dumps(schemas.output() if of == "output" else schemas.constraints(), indent=1))


class _Given:
    """The options that are the same for all responses."""

    def __init__(self, **options: Any) -> None:
        self.options = options

    def model(self) -> Model | None:
        """The model for many calls, with one limit of spending, if one is named."""
        from tamis.checking import response_check

        given = self.options
        if given["model"] is None:
            return None
        told = Failures()
        return response_check.Model(
            given["model"],
            given["limits"],
            model_args=given["model_args"],
            generation=given["generation"],
            retries=given["max_retries"],
            attempt_timeout=given["attempt_timeout"],
            on_failure=told,
            on_wait=told.waits,
        )


class _Item(NamedTuple):
    """A response with its name, and what it is held to: constraints, or else its request."""

    name: str
    text: str
    constraints: Demands | None
    request: str | None


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
    from tamis.checking.response_check import bounded

    given = None
    if constraints is not None:
        given = _demands(_read(constraints, "constraints"), _name(constraints))
    asked = None if request is None else _read(request, "request")
    for path in responses:
        # One reply that is empty is no reason to lose the others.
        several = len(responses) > 1
        text = read_text(path, stdin=True) if several else _read(path, "response")
        yield _Item(_name(path), bounded(text, _name(path)), given, asked)


def _demands(given: str | list[Any], name: str) -> Demands:
    """Given constraints; InputError that begins with `name` for what is none."""
    from tamis.checking.demands import Demands, demands
    from tamis.checking.response_check import read_constraints

    entries = read_constraints(given, name) if isinstance(given, str) else given
    if not entries:
        raise InputError(f"{name}: the list of constraints is empty.")
    return Demands(demands(entries, f"{name}, constraint"))


def _pairs(path: Path) -> Iterator[_Item]:
    """The pairs of a file of JSON Lines; InputError for a line that is none."""
    import json

    from tamis.checking.requests.rules import without_repetitions
    from tamis.checking.response_check import bounded

    for number, line in enumerate(_read(path, "pairs").splitlines(), 1):
        if not line.strip():
            continue
        where = f"{_name(path)}, line {number}"
        try:
            row = json.loads(line, object_pairs_hook=without_repetitions)
        except (json.JSONDecodeError, RecursionError):
            row = None
        except ValueError as error:
            raise InputError(f"{where}: {error}; take one of them out.") from None
        if not isinstance(row, dict) or not isinstance(row.get("response"), str):
            raise InputError(
                f"{where}: give a JSON object with a response, and a request or constraints."
            )
        request, given = row.get("request", row.get("prompt")), row.get("constraints")
        if not isinstance(given, str | list | None) or not isinstance(request, str | None):
            raise InputError(f"{where}: request is a text, and constraints a list.")
        if given is None and not (request or "").strip():
            raise InputError(f"{where}: there is no request and there are no constraints.")
        name = str(row.get("id", row.get("key", number)))
        demands = None if given is None else _demands(given, where)
        yield _Item(name, bounded(row["response"], f"{where}: the response"), demands, request)


def _each(items: Sequence[_Item], given: _Given, *, bar: bool) -> Iterator[tuple[_Item, Checked]]:
    """Each response with its result, in order; at most 20 wait for a model at a time.

    A request that several answer is read once.
    """
    import asyncio

    from tamis.checking import response_check
    from tamis.spending import Limits

    options = dict(given.options)
    if len(items) == 1 and items[0].text.strip():
        (item,) = items
        told = Failures()
        with status_line() as say:
            checked = asyncio.run(
                response_check.check(
                    item.text, item.constraints, item.request, **options, say=say,
                    on_failure=told, on_wait=told.waits,
                )
            )  # fmt: skip
        yield item, checked
        return
    model = options["model"] = given.model()
    # The limits are for all of them; of each only its cost is counted.
    options["limits"] = Limits(price=given.options["limits"].price)
    for name in ("model_args", "generation", "max_retries", "attempt_timeout"):
        del options[name]
    read = _Requests(model, options["read_request"], options["prompts"])

    async def one(item: _Item) -> Checked:
        demands = item.constraints or await read(item.request or "")
        if not item.text.strip():
            return response_check.without_response(demands)
        return await response_check.check(item.text, demands, item.request, **options)

    async def some(batch: Sequence[_Item]) -> list[Checked]:
        return await asyncio.gather(*map(one, batch))

    # A model's connections belong to the loop in which they were opened: there is only one.
    with Progress(len(items)) if bar else nullcontext() as progress, asyncio.Runner() as runner:
        for at in range(0, len(items), 20):
            batch = items[at : at + 20]
            for item, checked in zip(batch, runner.run(some(batch)), strict=True):
                yield item, replace(checked, limited=model.spending.limited if model else "")
            if progress is not None:
                progress.advance(len(batch))


class _Requests:
    """Reads requests by program or by a model, each once."""

    def __init__(self, model: Model | None, reader: str | None, prompts: str | None) -> None:
        self._model = None if reader == "program" else model
        self._prompts = prompts
        self._read: dict[str, asyncio.Task[Demands]] = {}

    async def __call__(self, request: str) -> Demands:
        import asyncio

        if request not in self._read:
            self._read[request] = asyncio.create_task(self._once(request))
        return await self._read[request]

    async def _once(self, request: str) -> Demands:
        from tamis.checking.demands import Demands
        from tamis.checking.requests.by_model import NoList
        from tamis.checking.response_check import read_by_model, read_by_program

        if self._model is None:
            return read_by_program(request)
        try:
            return await read_by_model(self._model, request, self._prompts)
        except NoList as error:
            # One reply that cannot be read is no reason to lose the others.
            return Demands((), "model", (f"the whole request: {error}",))


def _name(path: Path) -> str:
    return "standard input" if path == STANDARD_INPUT else str(path)


def _read(path: Path, what: str) -> str:
    """The text of a file; InputError if it cannot be read or is empty."""
    text = read_text(path, stdin=True)
    if not text.strip():
        raise InputError(f"{_name(path)} is empty; it should hold the {what}.")
    return text
