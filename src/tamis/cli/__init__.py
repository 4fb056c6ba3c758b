"""The command `tamis`: one file per command, each importing its work only when called."""

from __future__ import annotations

import sys
import traceback

import click

from tamis import __version__
from tamis.arguments import as_options
from tamis.bad_input import not_there
from tamis.cli._stopping import stoppable
from tamis.cli.ask import ask
from tamis.cli.check import check
from tamis.cli.collect import collect
from tamis.cli.compare import compare
from tamis.cli.data import data
from tamis.cli.estimate import estimate
from tamis.cli.fanout import fanout
from tamis.cli.gold import gold
from tamis.cli.kitab import kitab
from tamis.cli.kiwi import kiwi
from tamis.cli.leaderboard import leaderboard
from tamis.cli.list import first, list_tasks
from tamis.cli.pool import pool
from tamis.cli.prompts import prompts
from tamis.cli.questions import questions
from tamis.cli.replay import replay
from tamis.cli.replies import replies
from tamis.cli.report import report
from tamis.cli.retrieve import retrieve
from tamis.cli.run import run
from tamis.cli.score import score
from tamis.cli.studio import studio
from tamis.cli.submit import submit
from tamis.cli.sweep import sweep
from tamis.cli.train import train
from tamis.cli.view import view
from tamis.cli.wiki import wiki
from tamis.text.secrets import masked
from tamis.types import InputError


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Completion in bash, zsh and fish: docs/completion.md.",
    help="Hard set questions over many documents: evaluate, answer, check and build.\n\n"
    f"Start with these, which need no key, no model and no network:\n\n{first()}\n\n"
    'Ask your own documents with `tamis ask --corpus DIR "question"`.',
)
@click.version_option(__version__)
def tamis() -> None:
    """The commands, of which each says more by --help."""


for _command in (
    run,
    sweep,
    ask,
    check,
    list_tasks,
    report,
    compare,
    leaderboard,
    replies,
    score,
    prompts,
    estimate,
    data,
    view,
    pool,
    gold,
    collect,
    fanout,
    submit,
    retrieve,
    wiki,
    studio,
    replay,
    kitab,
    kiwi,
    questions,
    train,
):
    tamis.add_command(_command)


def main() -> None:
    """Run the command line; an InputError is printed as one sentence, with exit code 2.

    Stopped by a signal, any command ends with 128 and its number: 130 after Ctrl-C, 143 by SIGTERM.
    """
    with stoppable(heeded=False) as stop:
        try:
            _run()
        except KeyboardInterrupt:
            # Its line may have begun with the terminal's ^C.
            click.echo("\nInterrupted.", err=True)
            sys.exit(stop.code)


def _run() -> None:
    """Run the command line; KeyboardInterrupt where it is interrupted."""
    try:
        with as_options():
            code = tamis.main(standalone_mode=False)
        sys.exit(code)
    except click.Abort as error:
        # Click's own name for an interrupt, and for a question that was answered by no.
        for cause in (error.__cause__, error.__context__):
            if isinstance(cause, KeyboardInterrupt):
                raise cause from None
        click.echo("Aborted!", err=True)
        sys.exit(1)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except InputError as error:
        click.echo(f"Error: {masked(str(error))}", err=True)
        sys.exit(2)
    except BrokenPipeError:
        # The program that reads our output has ended (`tamis report … | head`).
        sys.stderr.close()
        sys.exit(1)
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and (said := not_there(error)):
            # The small install, for rules alone, leaves out most packages.
            click.echo(f"Error: {said}", err=True)
            sys.exit(2)
        # A fault of ours, whose traceback may quote what it was given.
        click.echo(masked(traceback.format_exc()), err=True, nl=False)
        sys.exit(1)
