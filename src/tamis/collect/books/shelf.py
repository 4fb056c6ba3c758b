"""One author's books through the stages: a pure function, wherever it runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.books.collection_options import Options
from tamis.collect.books.entities import Listed, Person
from tamis.collect.books.filters import Sifted, Tally
from tamis.collect.books.stages.authorship import authorship
from tamis.collect.books.stages.deduplicated import Merged, deduplicated
from tamis.collect.books.stages.english import english
from tamis.collect.books.stages.few_authors import few_authors
from tamis.collect.books.stages.five_books import five_books
from tamis.collect.books.stages.language import language
from tamis.collect.books.stages.linked import LINKED, linked
from tamis.collect.books.stages.named import named
from tamis.collect.kitab import Author, Book
from tamis.types import Recogniser

STAGES = (
    (LINKED, "people"),
    ("english", "works"),
    ("language", "works"),
    ("language", "titles"),
    ("few authors", "works"),
    ("authorship", "works"),
    ("deduplicated", "works"),
    ("five books", "people"),
    ("named", "titles"),
)
"""What a shelf passes, in order, and what is counted of it; the language is that of titles too."""


@dataclass(frozen=True)
class Shelf:
    """An author's works, and whom Wikidata has as authors of works of those titles."""

    person: Person
    numbers: tuple[int, ...]
    works: tuple[Listed, ...]
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Sorted:
    """What the stages have made of a shelf: the author, or None, and the counts of each stage.

    `merged` are the books as they were put together.
    """

    author: Author | None
    counts: tuple[Tally, ...]
    merged: tuple[Merged, ...] = ()


def sort_shelf(
    shelf: Shelf,
    options: Options,
    *,
    count_works: bool,
    humans: Recogniser | None = None,
    cities: Recogniser | None = None,
) -> Sorted:
    """Put one author's works through the stages, in the paper's order (§C.1).

    `count_works` asks for 10 to 300 works listed here, where nobody has counted those in Wikidata.
    """
    counts: list[Tally] = []

    def counted(stage: str, of: str, seen: int, sifted: Sifted[Any]) -> None:
        counts.append(Tally(stage, of))
        counts[-1].add(seen, sifted)

    if count_works:
        able = linked(
            [shelf],
            lambda one: len(one.works),
            lambda one: one.person.shown,
            options.least_works,
            options.most_works,
        )
        counted(LINKED, "people", 1, able)
        if not able.kept:
            return Sorted(None, tuple(counts))
    tagged = english(shelf.works)
    counted("english", "works", len(shelf.works), tagged)
    works = tagged.kept
    said, titles = language(works, options.language_threshold)
    counted("language", "works", len(works), said)
    counted("language", "titles", sum(len(work.titles) for work in works), titles)
    few = few_authors(said.kept, options.most_authors)
    counted("few authors", "works", len(said.kept), few)
    theirs = authorship(few.kept, shelf.person.qid, shelf.known)
    counted("authorship", "works", len(few.kept), theirs)
    merged = deduplicated(theirs.kept, options.dedup)
    counted("deduplicated", "works", len(theirs.kept), merged)
    enough = five_books(
        [shelf], lambda one: len(merged.kept), lambda one: one.person.shown, options.least_books
    )
    counted("five books", "people", 1, enough)
    if not enough.kept:
        return Sorted(None, tuple(counts))
    books, names = named(merged.kept, humans, cities)
    counted("named", "titles", len(names.kept), names)
    return Sorted(_author(shelf, books), tuple(counts), merged.kept)


def _author(shelf: Shelf, books: tuple[Book, ...]) -> Author:
    """The author with their books; all other titles ever found are unsure."""
    known = {title for book in books for title in book.titles}
    titles = {title.text for work in shelf.works for title in work.titles}
    return Author(
        shelf.person.name,
        shelf.person.birth_year,
        shelf.person.sitelinks,
        books,
        {
            "WikiData ID": shelf.person.qid,
            "OpenLibrary ID": " ".join(f"OL{number}A" for number in shelf.numbers),
        },
        tuple(sorted(titles - known)),
    )
