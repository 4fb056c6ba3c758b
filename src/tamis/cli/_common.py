"""Options and small functions that several commands share."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import fields
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from tamis.cli._completing import (
    benchmarks_complete,
    data_complete,
    roles_complete,
    settings_complete,
)
from tamis.inputs.files import write_text
from tamis.inputs.spreadsheets import plain_csv
from tamis.inputs.yaml_files import parsed_yaml
from tamis.text.secrets import without_secrets
from tamis.text.shown import one_line
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.report.document import Report, System
    from tamis.report.runs import Run
    from tamis.spending import Limits, Price

Command = TypeVar("Command", bound=Callable[..., Any])


def benchmark_argument(command: Command) -> Command:
    """The argument BENCHMARK: the name of a benchmark."""
    return click.argument("benchmark", metavar="BENCHMARK", shell_complete=benchmarks_complete)(
        command
    )


def task_options(command: Command) -> Command:
    """-T, --data and --data-dir."""
    for option in (
        click.option(
            "--data-dir", metavar="DIR", help="A folder that already has the released files."
        ),
        click.option(
            "--data",
            metavar="NAME",
            shell_complete=data_complete,
            help="mini (default), another data set (see `tamis list`), or a folder of your own.",
        ),
        click.option(
            "-T",
            "settings",
            multiple=True,
            metavar="NAME=VALUE",
            shell_complete=settings_complete,
            help="A parameter of the benchmark (see `tamis list`); may be given several times.",
        ),
    ):
        command = option(command)
    return command


model_args_option = click.option(
    "-M",
    "model_args",
    multiple=True,
    metavar="NAME=VALUE",
    help="A model argument, passed on to the provider; may be given several times.",
)
_GENERATION: dict[str, Any] = {
    "temperature": click.option(
        "--temperature", type=click.FloatRange(0, 2), help="Sampling temperature; 0 is greedy."
    ),
    "top_p": click.option(
        "--top-p", type=click.FloatRange(0, 1, min_open=True), help="Nucleus sampling."
    ),
    "max_tokens": click.option(
        "--max-tokens", type=click.IntRange(min=1), help="Most tokens of one reply."
    ),
    "seed": click.option(
        "--seed", type=int, help="Seed of the sampling, for providers that take one."
    ),
    "reasoning_effort": click.option(
        "--reasoning-effort",
        type=click.Choice(["none", "minimal", "low", "medium", "high", "xhigh", "max"]),
        help="How much a reasoning model thinks.",
    ),
    "reasoning_tokens": click.option(
        "--reasoning-tokens", type=click.IntRange(min=1), help="Most tokens of its reasoning."
    ),
    "stop_seqs": click.option(
        "--stop-seqs", metavar="TEXT,TEXT", help="Texts at which a reply ends, with commas between."
    ),
}
"""The settings of generation, under the names of Inspect's options and of its GenerateConfig."""


def generation_options(*, but: Collection[str] = ()) -> Callable[[Command], Command]:
    """Options for the settings of the model; the command gets those given as `generation`.

    `but` are settings that the command has an option of its own for. To stand next to the command.
    """

    def added(command: Command) -> Command:
        @wraps(command)
        def gathered(**values: Any) -> Any:
            given = {name: values.pop(name) for name in _GENERATION if name not in but}
            if given.get("stop_seqs") is not None:
                given["stop_seqs"] = [part for part in given["stop_seqs"].split(",") if part]
            chosen = {name: value for name, value in given.items() if value is not None}
            return command(**values, generation=chosen)

        for name in reversed([name for name in _GENERATION if name not in but]):
            gathered = _GENERATION[name](gathered)
        return cast(Command, gathered)

    return added


def as_one(
    name: str, group: type[Any], *options: Callable[[Command], Command]
) -> Callable[[Command], Command]:
    """Options that a command gets as one value: `group`, a dataclass with a field for each."""

    def added(command: Command) -> Command:
        @wraps(command)
        def gathered(**values: Any) -> Any:
            own = {one.name: values.pop(one.name) for one in fields(group) if one.init}
            return command(**values, **{name: group(**own)})

        for option in reversed(options):
            gathered = option(gathered)
        return cast(Command, gathered)

    return added


token_limit_option = click.option(
    "--token-limit", type=click.IntRange(min=1), help="Most tokens of all calls, input and output."
)
cost_limit_option = click.option(
    "--cost-limit",
    type=click.FloatRange(min=0, min_open=True),
    help="Most that all calls may cost, in the currency of the prices.",
)


def prices_option(more: str = ".") -> Callable[[Command], Command]:
    """--prices; `more` ends the sentence of its help."""
    return click.option(
        "--prices",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help="A YAML or JSON file of prices per million tokens, MODEL: {input: 2.5, output: 10}; "
        "without it those of a list count, for the models that it has" + more,
    )


run_prices_option = click.option(
    "--prices",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What the runs cost: a YAML or JSON file of prices per million tokens, MODEL: {input: "
    "2.5, output: 10}; without it those of the log count, or of a list for the models that it has.",
)


def price_of(prices: Path | None, model: str | None) -> Price | None:
    """The price of a model by --prices, or else by the list that Tamis has; None where it has none.

    InputError where the file has none, or there is no model.
    """
    from tamis import prices as known

    if prices is None:
        return None if model is None else known.listed(model)
    if model is None:
        raise InputError("--prices needs --model, the model whose price is looked up.")
    return known.in_file(prices, model)


def no_price(*models: str) -> InputError:
    """The error for --cost-limit where nothing says what a model costs."""
    return InputError(
        f"--cost-limit needs --prices FILE, as no price of {', '.join(models)} is known."
    )


def spending_limits(
    tokens: int | None,
    cost: float | None,
    prices: Path | None,
    model: str | None,
    verifier: str | None = None,
) -> Limits:
    """--token-limit and --cost-limit; InputError where --cost-limit has no price to go by.

    Without a cost limit the price of the limits is None where one of the models has none.
    """
    from tamis.spending import Limits

    if cost is not None and model is None:
        raise InputError("--cost-limit needs --model, as nothing else costs anything.")
    if model is None:
        return Limits(tokens)
    asked = [model] if verifier is None else [model, verifier]
    found = {name: price_of(prices, name) for name in asked}
    if without := [name for name, price in found.items() if price is None]:
        if cost is not None:
            raise no_price(*without)
        return Limits(tokens)
    return Limits(tokens, cost, found[model], found[verifier] if verifier is not None else None)


def priced_runs(runs: Sequence[Run], prices: Path | None) -> list[Run]:
    """The runs with what they cost, by --prices, by their logs or by the list that Tamis has."""
    from tamis.report import card

    asked = dict.fromkeys(model for run in runs for model in run.tokens)
    found = {model: price for model in asked if (price := price_of(prices, model)) is not None}
    return card.priced(runs, found, before_log=prices is not None)


def told_cost(cost: float | None, limits: Limits) -> str:
    """What stands behind tokens: ", cost 0.0123 (prices of FILE)"; nothing where it is unknown."""
    if cost is None:
        return ""
    return f", cost {cost:.4f}" + (f" ({said})" if (said := told_prices(limits)) else "")


def told_prices(limits: Limits) -> str:
    """Where the prices of the limits are from: "prices of FILE"; nothing where there are none."""
    prices = (limits.price, limits.verifier_price)
    sources = dict.fromkeys(getattr(price, "source", "") for price in prices)
    said = " and ".join(filter(None, sources))
    return f"prices of {said}" if said else ""


def retry_options(retries: int = 5) -> Callable[[Command], Command]:
    """--max-retries, of which `retries` is the default, and --attempt-timeout."""

    def added(command: Command) -> Command:
        for option in (
            click.option(
                "--max-retries",
                type=click.IntRange(min=0),
                default=retries,
                show_default=True,
                help="How often a failed call is retried, with a longer wait each time.",
            ),
            click.option(
                "--attempt-timeout",
                type=click.IntRange(min=1),
                default=180,
                show_default=True,
                help="Seconds after which a call is cancelled and retried.",
            ),
        ):
            command = option(command)
        return command

    return added


def max_tokens_option(default: int = 4096) -> Callable[[Command], Command]:
    """--max-tokens."""
    return click.option(
        "--max-tokens",
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        help="Most tokens of one reply.",
    )


def max_connections_option(
    what: str = "Calls to the model", most: int | None = None
) -> Callable[[Command], Command]:
    """--max-connections: how many of `what` run at the same time."""
    return click.option(
        "--max-connections",
        type=click.IntRange(1, most),
        default=10,
        show_default=True,
        help=f"{what} at the same time.",
    )


def roles_option(command: Command) -> Command:
    """--model-role."""
    return click.option(
        "--model-role",
        "roles",
        multiple=True,
        metavar="ROLE=MODEL",
        shell_complete=roles_complete,
        help="Another model for a role: reader (of what the program leaves unread), names (kitab), "
        "verifier (quest), judge, judge_b … (acs, fanoutqa), judge (kiwi).",
    )(command)


def run_options(command: Command) -> Command:
    """How a run is carried out; only --limit and --epochs change which calls are made."""
    for option in (
        prices_option(", for --cost-limit."),
        cost_limit_option,
        token_limit_option,
        click.option(
            "--no-cache",
            is_flag=True,
            help="Call the model again even where this run already has the reply.",
        ),
        retry_options(),
        max_connections_option(),
        model_args_option,
        click.option(
            "--epochs", type=click.IntRange(min=1), metavar="N", help="Run each sample N times."
        ),
        click.option(
            "--limit",
            type=click.IntRange(min=1),
            metavar="N",
            help="Only N samples of each task: the first in its order, a stratified random draw.",
        ),
    ):
        command = option(command)
    return command


def job_fields(options: Mapping[str, Any]) -> dict[str, Any]:
    """The values of `run_options` as fields of a `Job`."""
    other = ("no_cache", "model_args", "prices")
    return {
        **{name: value for name, value in options.items() if name not in other},
        "price_file": options["prices"],
        "cache": not options["no_cache"],
        "model_args": typed_values(options["model_args"], "-M"),
    }


def model_names(models: str, on_none: str) -> list[str]:
    """The models of --models, each once; `on_none` says why `none` is not one of them."""
    names = list(dict.fromkeys(name.strip() for name in models.split(",") if name.strip()))
    if not names:
        raise InputError("--models is empty; give a model, such as openai/gpt-4o.")
    if "none" in map(str.lower, names):
        raise InputError(f"--models has `none`, which is not a model; {on_none}.")
    return names


def published_option(command: Command) -> Command:
    """--no-published."""
    return click.option(
        "--no-published",
        is_flag=True,
        help="Leave out published figures, as for a model that only tries things out.",
    )(command)


def out_option(command: Command) -> Command:
    """--out."""
    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        help="The folder of the run  [runs/NAME-OF-THE-RUN].",
    )(command)


AUTO = 0
"""In the place of a number of processes: as many as are worth their start."""


class _Processes(click.IntRange):
    """A number of processes, or `auto`, which is AUTO."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number; AUTO for `auto`."""
        auto = isinstance(value, str) and value.lower() == "auto"
        return AUTO if auto else int(super().convert(value, param, ctx))


def processes_option(command: Command) -> Command:
    """--processes."""
    return click.option(
        "--processes",
        type=_Processes(min=1),
        default="1",
        show_default=True,
        metavar="N|auto",
        help="Worker processes; more than one is useful with fast servers. auto: as many as cores "
        "are idle, where 200 samples or more remain.",
    )(command)


def typed_values(pairs: Sequence[str], option: str) -> dict[str, Any]:
    """`name=value` pairs of a repeated option, the values parsed as YAML (`1` is a number)."""
    values: dict[str, Any] = {}
    given = key_values(pairs, option)
    if option == "-M":
        # A message about any of them must not show it.
        without_secrets(given)
    for name, text in given.items():
        value = parsed_yaml(text, f"{option} {name}={text:.60}")
        # A day is passed on as it was written: JSON and shards have no dates.
        is_day = isinstance(value, datetime.date)
        values[name.strip().replace("-", "_")] = text.strip() if is_day else value
    return values


def records_options(command: Command) -> Command:
    """--json and --csv; see `give_records`."""
    for option in (
        click.option(
            "--csv",
            "csv_file",
            type=click.Path(dir_okay=False, path_type=Path),
            metavar="FILE",
            help="Write the figures as CSV too.",
        ),
        click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON."),
    ):
        command = option(command)
    return command


def give_records(
    records: Sequence[Mapping[str, Any]],
    as_json: bool,
    csv_file: Path | None,
    show: Callable[[], None],
) -> None:
    """Write figures as CSV if a file is given, and print them as JSON or by `show`.

    All records have the same keys; None is an empty cell and null.
    """
    import json

    if csv_file is not None:
        rows = (["" if cell is None else cell for cell in one.values()] for one in records)
        write_text(csv_file, plain_csv(records[0], rows))
        click.echo(f"written: {csv_file}", err=True)
    if as_json:
        click.echo(json.dumps(records, ensure_ascii=False, indent=1))
    else:
        show()


name_option = click.option(
    "--name",
    "names",
    multiple=True,
    metavar="SYSTEM=NAME",
    help="What a system is called in the tables, such as openai-api/lab/good=Good; may be given "
    "several times.",
)


def show_report(report: Report, html: Path | None, csv: Path | None, figures: Path | None) -> None:
    """Print a report, and write what was asked for: a page, a folder of CSV files (one for each
    table and figure), a folder of SVG files.
    """
    from tamis.report.render import delimited, svg, terminal

    terminal.print_report(report)
    if html:
        write_page(report, html)
    if csv:
        for table in (*report.tables, *(figure.as_table() for figure in report.figures)):
            write_text(csv / f"{table.id}.csv", delimited.to_csv(table))
    if figures:
        for figure in report.figures:
            write_text(figures / f"{figure.id}.svg", svg.draw(figure))
    for written in filter(None, (html, csv, figures)):
        click.echo(f"written: {written}")


def write_page(report: Report, path: Path) -> None:
    """Write the page of a report, and beside it a page for each run of a model, which it leads to.

    Each is written under a temporary name and then renamed into place.
    """
    from dataclasses import replace

    from tamis.report.render import html

    systems = []
    for number, one in enumerate(report.systems, 1):
        page = path.with_name(f"{path.stem}-run-{number}{path.suffix}")
        address = page.name if _write_samples(report.benchmark, one, page) else ""
        systems.append(replace(one, page=address))
    write_text(path, html.render(replace(report, systems=tuple(systems))))


def _write_samples(benchmark: str, system: System, page: Path) -> bool:
    """Write the page of the samples of a model's run; whether there are any."""
    from tamis.benchmarks import load_benchmark
    from tamis.benchmarks.run_pages import shown_of
    from tamis.report import replies

    run = system.run
    if run is None or run.kind != "model" or not run.logs:
        return False
    before = len(run.damage)
    shown = shown_of(load_benchmark(benchmark), run, run.asked, replies.MOST)
    for said in run.damage[before:]:
        click.echo(said, err=True)
    if not shown:
        return False
    heading = ", ".join(filter(None, (system.name, system.condition)))
    counts = " ".join((replies.counted_outcomes(run.asked), *run.damage))
    write_text(page, replies.page([(heading, shown)], counts))
    return True


def readable_runs(places: Sequence[Path]) -> tuple[list[Run], list[str]]:
    """The runs behind the logs that can be read, and a sentence for each log that cannot and was
    left out, which is said. InputError where none can be read.
    """
    from tamis.report.logs import read_runs

    left_out: list[str] = []
    runs = read_runs(places, left_out)
    for said in left_out:
        click.echo(said, err=True)
    return runs, left_out


def tell_damage(runs: Sequence[Run]) -> None:
    """Say what of the logs of runs was found to be damaged, once their samples have been read."""
    from tamis.report import build

    for said in build.damage(runs):
        click.echo(said, err=True)


Made = TypeVar("Made")


def of_sound_runs(
    runs: Sequence[Run], work: Callable[[Sequence[Run]], Made], left_out: list[str]
) -> Made:
    """The work on the runs; one that it fails on by itself is left out, which is said, and added.

    What the samples of a log hold can be anything, where it is damaged or was made by another
    version. InputError where no run remains.
    """
    try:
        return work(runs)
    except InputError:
        raise
    except Exception:
        broken = {id(run): error for run in runs if (error := _failure(work, run)) is not None}
        if not broken:
            raise
        for run in runs:
            if (error := broken.get(id(run))) is not None:
                logs = " and ".join(map(str, run.logs))
                said = (
                    f"{logs}: the samples of {run.label} are not what is expected there "
                    f"({type(error).__name__}: {error}); the log is damaged or of another version."
                )
                left_out.append(f"{one_line(said, 600)} It was left out.")
                click.echo(left_out[-1], err=True)
        if sound := [run for run in runs if id(run) not in broken]:
            return work(sound)
        raise InputError("none of the logs can be used.") from next(iter(broken.values()))


def _failure(work: Callable[[Sequence[Run]], object], run: Run) -> Exception | None:
    try:
        work([run])
    except Exception as error:
        return error
    return None


def key_values(pairs: Sequence[str], option: str) -> Mapping[str, str]:
    """`name=value` pairs of a repeated option."""
    split = [pair.partition("=") for pair in pairs]
    for (name, equals, _), pair in zip(split, pairs, strict=True):
        if not name or not equals:
            raise InputError(f"{option} {pair}: expected NAME=VALUE.")
    return {name: value for name, _, value in split}
