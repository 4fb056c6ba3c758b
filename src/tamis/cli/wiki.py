"""`tamis wiki`: the dated encyclopaedia that open-book questions are answered from."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tamis.retrieve.wiki import Encyclopaedia


@click.group()
def wiki() -> None:
    """Get a dated Wikipedia, search it, and see its pages as a model sees them."""


_source = click.option(
    "--source",
    metavar="WIKI",
    help="mini, a folder, .jsonl or .parquet of pages, a .zim archive, the name of one that has "
    "been fetched, or live (needs TAMIS_CONTACT).  [the archive that has been fetched, else mini]",
)
_date = click.option("--date", metavar="DATE", help="As it was on this date, such as 2023-11-20.")


@wiki.command()
@click.option("--name", metavar="NAME", help="Another archive than the one that is recommended.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to put it in, instead of the cache of Tamis.",
)
@click.option("--yes", is_flag=True, help="Do not ask whether to begin.")
def get(name: str | None, out: Path | None, yes: bool) -> None:
    """Say which archive to download, and download it, or what is still missing of it."""
    from tamis.cli import _wiki_get
    from tamis.retrieve.wiki.archives import archive, archive_home, archives

    chosen = archive(name)
    path = (out or archive_home()) / chosen.file
    if path.exists():
        click.echo(f"{path} is here.")
        return
    click.echo(f"{chosen.file} of {chosen.date}, about {chosen.about_bytes / 1e9:.0f} GB")
    click.echo(f"  from: {_wiki_get.base(chosen)}/{chosen.file}\n  to: {path}")
    click.echo(f"  licence: {chosen.licence}\n  {chosen.source}")
    others = [other.name for other in archives() if other.name != chosen.name]
    if others and name is None:
        click.echo(f"  others, with --name: {', '.join(others)}")
    if not yes and not sys.stdin.isatty():
        click.echo("Begin with --yes.")
        return
    if yes or click.confirm("Download it now? It can be stopped and goes on later."):
        click.echo(f"{_wiki_get.get(chosen, path.parent)} is whole.")


@wiki.command()
@click.argument("title")
@_date
@_source
@click.option("--revision", metavar="NUMBER", help="This revision, where the source has several.")
def page(title: str, date: str | None, source: str | None, revision: str | None) -> None:
    """Print the page TITLE as Markdown, with its tables and its infobox."""
    from tamis.report.render.format import clean
    from tamis.retrieve.wiki import PageMissing
    from tamis.types import InputError

    opened = _open(source, date)
    try:
        found = opened.page(title, revision=revision)
    except PageMissing as missing:
        raise InputError(f"{opened.name}: {missing}") from missing
    click.echo(f"# {clean(found.title)}\n")
    for line in found.text.split("\n"):
        click.echo(clean(line))


@wiki.command()
@click.argument("query")
@_date
@_source
@click.option("-k", type=click.IntRange(min=1), default=10, show_default=True, help="How many.")
def search(query: str, date: str | None, source: str | None, k: int) -> None:
    """Print the titles that QUERY finds, the best first, one a line."""
    from tamis.report.render.format import clean

    titles = _open(source, date).search(query, k)
    for title in titles:
        click.echo(clean(title))
    if not titles:
        click.echo("Nothing was found.", err=True)


def _open(source: str | None, date: str | None) -> Encyclopaedia:
    """The encyclopaedia, which is named on standard error, as what is printed depends on it."""
    from tamis.retrieve.wiki import open_wiki
    from tamis.retrieve.wiki.archives import fetched

    opened = open_wiki(source or next((str(path) for path in fetched()), "mini"), date)
    click.echo(f"from {opened.name}", err=True)
    return opened
