"""The options of a collection of books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.books.sources.wikidata import WRITER
from tamis.collect.books.stages.authors import LINKED
from tamis.collect.books.stages.language import THRESHOLD
from tamis.collect.books.titles import Dedup
from tamis.collect.kitab import Shares
from tamis.collect.kitab.candidates import LAST_YEAR


@dataclass(frozen=True)
class Options:
    """The parameters of the paper's steps (§3.1 and §C.1); the defaults are the paper's.

    `sample` writers are drawn (0: all). `least_works` and `most_works` count the works linked to
    an author in Wikidata, or those listed in Open Library where the source of people has no
    count. `latest_year` is the last year that is accepted for a book.
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
"""The option by which a stage keeps more records."""


def emptied(tallies: Sequence[Mapping[str, Any]]) -> Mapping[str, Any] | None:
    """The tally of the first stage that left nothing; None where each left something."""
    return next((tally for tally in tallies if tally["in"] and not tally["out"]), None)


def relaxing(tallies: Sequence[Mapping[str, Any]]) -> str:
    """The end of a message: the options that would leave more records; `""` for none."""
    last = emptied(tallies)
    options = [RELAX[last["stage"]]] if last and last["stage"] in RELAX else []
    if any(tally["stage"] == "sample" and tally["in"] > tally["out"] for tally in tallies):
        options.append("--sample")
    return f" or relax {' or '.join(options)}" if options else ""
