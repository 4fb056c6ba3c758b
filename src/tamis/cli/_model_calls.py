"""Shared by `tamis questions propose` and `check`: the model's options, token counts, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tamis.cli._common import typed_values

if TYPE_CHECKING:
    from tamis.types import Chat

Command = TypeVar("Command", bound=Callable[..., Any])
_FOLDER = click.Path(file_okay=False, path_type=Path)


def model_options(command: Command) -> Command:
    """The options of a command that calls a model."""
    for option in (
        click.option(
            "-M",
            "model_args",
            multiple=True,
            metavar="NAME=VALUE",
            help="A model argument, passed on to the provider; may be given several times.",
        ),
        click.option(
            "--token-limit",
            type=click.IntRange(min=1),
            help="Most tokens of all calls, input and output.",
        ),
        click.option(
            "--max-connections",
            type=click.IntRange(1, 10),
            default=10,
            show_default=True,
            help="Calls to the model at the same time.",
        ),
        click.option(
            "--max-tokens",
            type=click.IntRange(min=1),
            default=4096,
            show_default=True,
            help="Most tokens of one reply.",
        ),
        click.option(
            "--prompts",
            type=_FOLDER,
            help="A folder with templates that replace Tamis's own: questions.j2, answerable.j2.",
        ),
        click.option(
            "--model", required=True, help="The model, by its Inspect name, such as openai/gpt-4o."
        ),
    ):
        command = option(command)
    return command


class Tally:
    """The tokens that the calls of one command use."""

    def limit(self, options: Mapping[str, Any], temperature: float) -> Chat:
        """The model of --model; its calls stop at --token-limit."""
        from tamis.answering.spending import Limits, Spending
        from tamis.models import open_chat

        opened = open_chat(
            options["model"],
            options["max_tokens"],
            model_args=typed_values(options["model_args"], "-M"),
            temperature=temperature,
        )
        self.spending = Spending(Limits(options["token_limit"]), options["max_tokens"])
        return self.spending.limit(opened)

    def end(self, reasons: Counter[str]) -> None:
        """Print the tokens used; exit code 1 if calls failed."""
        from tamis.report.render.format import clean

        spent = self.spending
        if spent.tokens_in or spent.tokens_out:
            click.echo(f"tokens: {spent.tokens_in:,} in, {spent.tokens_out:,} out", err=True)
        for reason, count in reasons.most_common(5):
            failed = f"{counted(count, 'call')} failed"
            click.echo(f"{failed}: {clean(reason)}; run the same command again to retry.", err=True)
        if reasons:
            raise SystemExit(1)


def counted(number: int, what: str) -> str:
    """A number of things, such as `1 question`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
