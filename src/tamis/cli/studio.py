"""`tamis studio`: write and annotate in the browser."""

from __future__ import annotations

import contextlib
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.studio.settings import Settings


@dataclass(frozen=True)
class _Options:
    database: str | None
    host: str
    port: int
    demo: bool
    names: tuple[str, ...]
    models: tuple[str, ...]
    retriever: str
    behind_proxy: bool


@click.group(invoke_without_command=True)
@click.option(
    "--database",
    metavar="URL",
    help="An SQLite file or postgresql://…  [a file in the user's data folder]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8400,
    show_default=True,
    help="The port to listen on.",
)
@click.option(
    "--demo",
    is_flag=True,
    help="Sign in with one click, with example papers; data is kept only with --database.",
)
@click.option(
    "--model",
    "models",
    multiple=True,
    metavar="MODEL",
    help="A model for writing, by its Inspect name (openai/gpt-4o); may be given several times.",
)
@click.option(
    "--retriever",
    default="auto",
    show_default=True,
    help="How passages are found: bm25, dense:MODEL, …; auto is Contriever if its weights are on "
    "this machine, else BM25.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="HOST",
    help="A host name that the studio answers to, besides localhost; may be given several times.",
)
@click.option(
    "--behind-proxy",
    is_flag=True,
    help="A proxy on this machine serves the studio over HTTPS under --name.",
)
@click.option(
    "--open/--no-open", "browse", default=None, help="Open the browser  [if there is a screen]."
)
@click.option("--verbose", is_flag=True, help="Log every request.")
@click.pass_context
def studio(
    context: click.Context,
    database: str | None,
    host: str,
    port: int,
    demo: bool,
    models: tuple[str, ...],
    retriever: str,
    names: tuple[str, ...],
    behind_proxy: bool,
    browse: bool | None,
    verbose: bool,
) -> None:
    """Write answers from papers, and annotate with others, in the browser.

    The first start prints a link: whoever opens it becomes the owner and can invite others.
    Without --host, only this machine can connect.
    """
    from tamis.studio import require_extra

    require_extra()
    options = _Options(database, host, port, demo, names, models, retriever, behind_proxy)
    context.obj = options
    if context.invoked_subcommand is not None:
        return
    from tamis.studio.serve import is_local, serve

    if demo and not is_local(host):
        raise InputError(
            f"--demo makes every visitor the owner, so it cannot listen on {host}; omit --host."
        )
    _try(retriever)
    if behind_proxy and not names:
        raise InputError("--behind-proxy needs --name, the host name of the proxy.")
    if browse is None:
        browse = sys.stdout.isatty() and not behind_proxy and _has_screen()
    with contextlib.ExitStack() as stack:
        serve(_settings(options, stack), click.echo, browse=browse, verbose=verbose)


@studio.command()
@click.option(
    "--role",
    type=click.Choice(["owner", "annotator"]),
    default="annotator",
    show_default=True,
    help="What the person may do.",
)
@click.option("--for", "name", metavar="NAME", help="The name of the person.")
@click.pass_obj
def invite(options: _Options, role: str, name: str | None) -> None:
    """Print an invitation link; for someone who has an account, a link to set a new password.

    Use the same options as for the running studio: tamis studio --port 9000 invite.
    """
    from tamis.studio.serve import invitation_link

    with contextlib.ExitStack() as stack:
        click.echo(invitation_link(_settings(options, stack), role, name))


@studio.command()
@click.option("--for", "name", metavar="NAME", required=True, help="The name of the person.")
@click.pass_obj
def code(options: _Options, name: str) -> None:
    """Print a code with which someone logs in although others gave wrong passwords for them.

    It holds for an hour, beside the password. Use the same options as for the running studio.
    """
    from tamis.studio.serve import code_for

    with contextlib.ExitStack() as stack:
        click.echo(code_for(_settings(options, stack), name))


def _try(retriever: str) -> None:
    """InputError if the retriever cannot be used: now, not at a writer's first draft."""
    from tamis.retrieve.papers import open_searcher
    from tamis.types import Passage

    if retriever not in ("auto", "bm25"):
        open_searcher([Passage("0:0", 0, "", "a word")], retriever)


def _settings(options: _Options, stack: contextlib.ExitStack) -> Settings:
    import tempfile

    from tamis.studio.settings import (
        Settings,
        data_folder,
        read_secret,
        secret_place,
        sqlite_address,
    )

    address = options.database
    if address is None and options.demo:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tamis-demo-"))
        address = sqlite_address(Path(folder))
    elif address is None:
        address = sqlite_address(data_folder())
    return Settings(
        database=address,
        secret=read_secret(secret_place(address)),
        host=options.host,
        port=options.port,
        names=options.names,
        models=options.models,
        retriever=options.retriever,
        demo=options.demo,
        https=options.behind_proxy,
    )


def _has_screen() -> bool:
    if sys.platform in ("darwin", "win32"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
