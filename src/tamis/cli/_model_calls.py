"""Shared by `tamis questions propose` and `check`: the model's options, token counts, failures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tamis.cli._common import (
    max_connections_option,
    max_tokens_option,
    model_args_option,
    token_limit_option,
    typed_values,
)

if TYPE_CHECKING:
    from tamis.types import Chat

Command = TypeVar("Command", bound=Callable[..., Any])
_FOLDER = click.Path(file_okay=False, path_type=Path)


def model_options(command: Command) -> Command:
    """The options of a command that calls a model."""
    for option in (
        model_args_option,
        token_limit_option,
        max_connections_option(most=10),
        max_tokens_option(),
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
        from tamis.models import open_chat
        from tamis.spending import Limits, Spending

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
        from tamis.text.shown import clean, counted

        spent = self.spending
        if spent.tokens_in or spent.tokens_out:
            click.echo(f"tokens: {spent.tokens_in:,} in, {spent.tokens_out:,} out", err=True)
        for reason, count in reasons.most_common(5):
            failed = f"{counted(count, 'call')} failed"
            click.echo(f"{failed}: {clean(reason)}; run the same command again to retry.", err=True)
        if reasons:
            raise SystemExit(1)
