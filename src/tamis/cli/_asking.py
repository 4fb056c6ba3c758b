"""What those of `tamis questions` have in common that ask a model: options, tokens, failures."""

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


def asking_options(command: Command) -> Command:
    """What the commands that ask a model have in common."""
    for option in (
        click.option("-M", "model_args", multiple=True, metavar="NAME=VALUE", help="For --model."),
        click.option("--token-limit", type=click.IntRange(min=1), help="Of all calls, in and out."),
        click.option(
            "--max-connections", type=click.IntRange(1, 10), default=10, show_default=True
        ),
        click.option("--max-tokens", type=click.IntRange(min=1), default=4096, show_default=True),
        click.option(
            "--prompts",
            type=_FOLDER,
            help="A folder of templates before Tamis's own: questions.j2, answerable.j2.",
        ),
        click.option("--model", required=True, help="As Inspect names it: openai/gpt-4o."),
    ):
        command = option(command)
    return command


class Tally:
    """The tokens of the calls of one command."""

    def limit(self, options: Mapping[str, Any], temperature: float) -> Chat:
        """The model that was named, within the limit."""
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
        """Say what was spent, and end with exit code 1 where calls failed."""
        from tamis.report.render.format import clean

        spent = self.spending
        if spent.tokens_in or spent.tokens_out:
            click.echo(f"tokens: {spent.tokens_in:,} in, {spent.tokens_out:,} out", err=True)
        for reason, count in reasons.most_common(5):
            failed = f"{counted(count, 'call')} failed"
            click.echo(f"{failed}: {clean(reason)}; run again to go on.", err=True)
        if reasons:
            raise SystemExit(1)


def counted(number: int, what: str) -> str:
    """A number of things, such as `1 question`."""
    return f"{number} {what}{'' if number == 1 else 's'}"
