"""What a collection of books can be told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.books.sources.wikidata import WRITER
from tamis.collect.books.stages.language import THRESHOLD
from tamis.collect.books.stages.linked import LINKED
from tamis.collect.books.titles import Dedup
from tamis.collect.kitab import Shares
from tamis.collect.kitab.candidates import LAST_YEAR


@dataclass(frozen=True)
class Options:
    """The numbers of the paper's steps, and where they may differ (§3.1 and §C.1).

    `sample` writers are drawn (0: all). `least_works` and `most_works` are those linked to an
    author in Wikidata, or listed in Open Library where the source of people does not tell.
    `latest_year` is the last one that can be a book's.
    """

    seed: int = 0
    occupations: tuple[str, ...] = (WRITER,)
    sample: int = 20_000
    born_since: int = 1850
    least_works: int = 10
    most_works: int = 300
    language_threshold: float = THRESHOLD
    most_authors: int = 2
    dedup: Dedup = "strict"
    least_books: int = 5
    latest_year: int = LAST_YEAR
    shares: Shares = field(default_factory=Shares)


RELAX = {
    "writers": "--occupation",
    "born": "--born-since",
    LINKED: "--works-between",
    "language": "--language-threshold",
    "five books": "--least-books",
}
"""By which option a stage keeps more."""


def emptied(tallies: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """Of the stages in their order the one that has left nothing, as it has told of itself."""
    return next((tally for tally in tallies if tally["in"] and not tally["out"]), None)


def relaxing(tallies: Sequence[Mapping[str, Any]]) -> str:
    """How the end of a sentence names the options that would leave something, `""` for none."""
    last = emptied(tallies)
    options = [RELAX[last["stage"]]] if last and last["stage"] in RELAX else []
    if any(tally["stage"] == "sample" and tally["in"] > tally["out"] for tally in tallies):
        options.append("--sample")
    return f" or relax {' or '.join(options)}" if options else ""
