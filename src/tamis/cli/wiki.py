"""`tamis wiki`: the dated Wikipedia in which models search to answer open-book questions."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from tamis.retrieve.wiki import Encyclopaedia


@click.group()
def wiki() -> None:
    """Download a dated Wikipedia, search it, and print its pages as a model sees them."""


_wiki = click.option(
    "--wiki",
    "source",
    metavar="WIKI",
    help="mini, a folder, .jsonl or .parquet file of pages, a .zim archive, the name of a "
    "downloaded archive, or live (needs TAMIS_CONTACT)  [the downloaded archive, else mini].",
)
_date = click.option(
    "--date", metavar="DATE", help="Pages as they were on this date, such as 2023-11-20."
)


@wiki.command()
@click.option("--name", metavar="NAME", help="The archive to download  [the recommended one].")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder for the archive  [in Tamis's cache].",
)
@click.option("--yes", is_flag=True, help="Start the download without asking.")
def get(name: str | None, out: Path | None, yes: bool) -> None:
    """Show which archive will be downloaded, and download it; resumes a stopped download."""
    from tamis.cli import _wiki_get
    from tamis.retrieve.wiki.archives import archive, archive_home, archives

    chosen = archive(name)
    path = (out or archive_home()) / chosen.file
    if path.exists():
        click.echo(f"{path} is already downloaded.")
        return
    click.echo(f"{chosen.file} of {chosen.date}, about {chosen.about_bytes / 1e9:.0f} GB")
    click.echo(f"  from: {_wiki_get.base(chosen)}/{chosen.file}\n  to: {path}")
    click.echo(f"  licence: {chosen.licence}\n  {chosen.source}")
    others = [other.name for other in archives() if other.name != chosen.name]
    if others and name is None:
        click.echo(f"  others, with --name: {', '.join(others)}")
    if not yes and not sys.stdin.isatty():
        click.echo("To start the download, give --yes.")
        return
    if yes or click.confirm("Download it now? It can be stopped and resumed later."):
        click.echo(f"{_wiki_get.get(chosen, path.parent)} is complete.")


@wiki.command()
@click.argument("title")
@_date
@_wiki
@click.option(
    "--revision", metavar="NUMBER", help="This revision of the page, if the source has several."
)
def page(title: str, date: str | None, source: str | None, revision: str | None) -> None:
    """Print the page TITLE as Markdown, with its tables and its infobox."""
    from tamis.retrieve.wiki import PageMissing
    from tamis.text.shown import clean
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
@_wiki
@click.option(
    "-k", type=click.IntRange(min=1), default=10, show_default=True, help="How many titles."
)
def search(query: str, date: str | None, source: str | None, k: int) -> None:
    """Print the titles that QUERY finds, the best first, one per line."""
    from tamis.text.shown import clean

    titles = _open(source, date).search(query, k)
    for title in titles:
        click.echo(clean(title))
    if not titles:
        click.echo("Nothing was found.", err=True)


def _open(source: str | None, date: str | None) -> Encyclopaedia:
    """The encyclopaedia; its name is printed to standard error, as the output depends on it."""
    from tamis.retrieve.wiki import open_wiki
    from tamis.retrieve.wiki.archives import fetched

    opened = open_wiki(source or next((str(path) for path in fetched()), "mini"), date)
    click.echo(f"from {opened.name}", err=True)
    return opened
