"""`tamis collect books`: build a KITAB dataset from Wikidata and Open Library."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from tamis.cli._progress import status_line
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.collect.books.names import Finder

Command = TypeVar("Command", bound=Callable[..., Any])
_DUMP = click.Path(dir_okay=False, path_type=Path)


def _dump(name: str, help: str) -> Callable[[Command], Command]:
    return click.option(name, multiple=True, type=_DUMP, metavar="FILE", help=help)


@click.command()
@_dump("--authors", "The dump ol_dump_authors; give each file if it is split into several.")
@_dump("--works", "The dump ol_dump_works.")
@_dump("--editions", "The dump ol_dump_editions.")
@_dump("--redirects", "The dump ol_dump_redirects: authors and works that were merged.")
@_dump("--wikidata", "The dump ol_dump_wikidata, or Wikidata's own JSON dump (gz, bz2).")
@click.option(
    "--sparql", metavar="URL", help="Query a Wikidata SPARQL endpoint instead of --wikidata."
)
@click.option("--live", is_flag=True, help="Query openlibrary.org for a few authors instead of "
              "reading its three dumps; also needs --wikidata or --sparql.")  # fmt: skip
@click.option("--openlibrary", metavar="URL", default="https://openlibrary.org", show_default=True,
              help="The server for --live.")  # fmt: skip
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder for the dataset."
)
@click.option(
    "--work",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of intermediate files, from which a stopped run continues  [OUT/work].",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of all random draws."
)
@click.option("--sample", type=click.IntRange(min=0), metavar="N",
              help="Draw N writers at random; 0 takes all  [20000; 100 with --live].")  # fmt: skip
@click.option("--born-since", type=int, default=1850, show_default=True, metavar="YEAR",
              help="Keep writers born in this year or later.")  # fmt: skip
@click.option("--works-between", type=click.IntRange(min=0), nargs=2, default=(10, 300),
              show_default=True, metavar="LEAST MOST",
              help="Keep authors with this number of works.")  # fmt: skip
@click.option("--occupation", "occupations", multiple=True, metavar="QID",
              help="A Wikidata occupation (P106); may be given several times  "
              "[Q36180, writer].")  # fmt: skip
@click.option("--language-threshold", type=click.FloatRange(0, 1), default=0.1,
              show_default=True,
              help="Keep titles that are English with at least this probability.")  # fmt: skip
@click.option(
    "--dedup",
    type=click.Choice(["strict", "paper"]),
    default="strict",
    show_default=True,
    help="Which titles are one book. paper: 80% alike, or one is part of the other. strict: "
    "volumes of a series stay separate.",
)
@click.option("--names", metavar="WHO", default="lists", show_default=True,
              help="Who finds names of people in titles, beside the word lists: spacy (its English "
              "model), or a model by its Inspect name, which is asked once for each "
              "author.")  # fmt: skip
@click.option("--cluster", metavar="URL",
              help="A Spark cluster that reads and sorts: sc://HOST:PORT, spark://HOST:PORT or "
              "sail. Its workers need the dumps and --work under the same paths.")  # fmt: skip
@click.option("--least-books", type=click.IntRange(min=1), default=5, show_default=True,
              help="Keep authors with at least this many books.")  # fmt: skip
@click.option("--latest-year", type=click.IntRange(min=1850), metavar="YEAR",
              help="A later year of publication counts as unknown  [2026].")  # fmt: skip
@click.option("--allow-truncated", is_flag=True,
              help="Collect from dumps that are cut off or broken, without what is "
              "missing.")  # fmt: skip
@click.option("--licence", default="", metavar="NAME",
              help="The licence under which you publish the data  "
              "[CC0 1.0, that of its sources].")  # fmt: skip
@click.option("--date", "published", default="", metavar="YYYY-MM-DD",
              help="The day on which you publish the data.")  # fmt: skip
def books(
    authors: tuple[Path, ...],
    works: tuple[Path, ...],
    editions: tuple[Path, ...],
    redirects: tuple[Path, ...],
    wikidata: tuple[Path, ...],
    sparql: str | None,
    live: bool,
    openlibrary: str,
    out: Path | None,
    work: Path | None,
    seed: int,
    sample: int | None,
    born_since: int,
    works_between: tuple[int, int],
    occupations: tuple[str, ...],
    language_threshold: float,
    dedup: str,
    names: str,
    cluster: str | None,
    least_books: int,
    latest_year: int | None,
    allow_truncated: bool,
    licence: str,
    published: str,
) -> None:
    """Collect a KITAB dataset of books from Wikidata and Open Library, by the paper's steps.

    Download the four dumps from openlibrary.org/developers/dumps; do not unpack them. The same
    dumps, options and seed give the same bytes, on a cluster too. If it is stopped, run the same
    command again to continue. Needs the extra `collect`; a cluster also needs the extra `cluster`.
    """
    if out is None:
        raise InputError("--out is missing: give the folder for the dataset.")
    if works_between[0] > works_between[1]:
        raise InputError("--works-between takes the smaller number first: 10 300.")
    if bool(wikidata) == bool(sparql):
        raise InputError("give either --wikidata FILE or --sparql URL; they say who is a writer.")
    dumps = {"--authors": authors, "--works": works, "--editions": editions}
    asked = {**dumps, "--redirects": redirects}
    if live and (given := [name for name, paths in asked.items() if paths]):
        raise InputError(f"--live replaces {given[0]}; give only one of the two.")
    if not live and (missing := [name for name, paths in dumps.items() if not paths]):
        raise InputError(
            f"{missing[0]} is missing: give Open Library's dump, or --live for a few authors."
        )
    if wrong := next((one for one in occupations if not re.fullmatch(r"Q\d+", one)), None):
        raise InputError(
            f"--occupation {wrong!r} is not a Wikidata item; write for example Q36180 (writer)."
        )
    from tamis.collect.books import Dumps, Options, collect, output
    from tamis.collect.books.collection import TRUNCATED
    from tamis.collect.books.sources import Live, Sparql
    from tamis.collect.books.sources.wikidata import WRITER
    from tamis.collect.engine import engine_of
    from tamis.collect.packaging import day
    from tamis.text.shown import clean

    if published:
        day(published)
    options = Options(
        seed=seed,
        occupations=occupations or (WRITER,),
        sample=sample if sample is not None else 100 if live else Options.sample,
        born_since=born_since,
        least_works=works_between[0],
        most_works=works_between[1],
        language_threshold=language_threshold,
        dedup="paper" if dedup == "paper" else "strict",
        least_books=least_books,
        latest_year=latest_year or Options.latest_year,
    )
    place = work or out / output.WORK
    output.check(out, place)
    people = Sparql(sparql, options.occupations) if sparql else wikidata
    library = (
        Live(openlibrary) if live else Dumps((*authors, *redirects), (*works, *redirects), editions)
    )
    finder = _finder(names, place)
    with status_line() as say, engine_of(cluster, place) as engine:
        found = collect(
            people,
            library,
            options,
            place,
            say,
            engine=engine,
            allow_truncated=allow_truncated,
            names=finder,
        )
    files = output.write(found, out, licence=licence, published=published)
    if truncated := found.notes.get(TRUNCATED):
        click.echo(clean(f"not whole: {truncated}"), err=True)
    if found.resumed:
        click.echo(f"already done by an earlier run: {', '.join(found.resumed)}")
    for lines in (output.stages(found), output.faults(found), output.queries(found)):
        for line in lines:
            click.echo(clean(line))
        click.echo()
    for name, rows in files.items():
        click.echo(f"{out / name}" + ("" if rows is None else f": {rows:,} rows"))
    click.echo(f"{place} has the intermediate files; it may be deleted.")
    if not published:
        click.echo("croissant.json has no date of publication; run again with --date to add one.")
    click.echo(f"Run it: tamis run kitab --data {out}")


def _finder(names: str, place: Path) -> tuple[Finder, str] | None:
    """What finds names beside the lists, and what it is called; None for the lists alone."""
    from tamis.collect.books import names as finders

    if names == "lists":
        return None
    if names == "spacy":
        return finders.by_spacy(), f"spaCy's {finders.MODEL}"
    from tamis.models import open_chat

    return finders.by_model(open_chat(names, 4096, 4), names, place / "names.jsonl"), names
