"""The works of one author (a shelf) and the stages that they go through, as a pure function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.books.collection_options import Options
from tamis.collect.books.entities import Listed, Person
from tamis.collect.books.filters import Filtered, Tally
from tamis.collect.books.stages.authors import LINKED, five_books, linked
from tamis.collect.books.stages.books import Merged, deduplicated, named
from tamis.collect.books.stages.language import language
from tamis.collect.books.stages.works import authorship, english, few_authors
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
"""The stages in order, each with what it counts; `language` counts works and titles."""


@dataclass(frozen=True)
class Shelf:
    """An author's works; `known` has the authors that Wikidata gives for works of these titles."""

    person: Person
    numbers: tuple[int, ...]
    works: tuple[Listed, ...]
    known: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class StagesResult:
    """The result of the stages: the author (None where dropped) and the counts of each stage.

    `merged` are the books after deduplication.
    """

    author: Author | None
    counts: tuple[Tally, ...]
    merged: tuple[Merged, ...] = ()


def run_stages(
    shelf: Shelf,
    options: Options,
    *,
    count_works: bool,
    humans: Recogniser | None = None,
    cities: Recogniser | None = None,
) -> StagesResult:
    """Run one author's works through the stages, in the paper's order (§C.1).

    With `count_works` the limits on the number of works apply to the works listed here; it is for
    sources that do not count the works in Wikidata.
    """
    counts: list[Tally] = []

    def counted(stage: str, of: str, seen: int, filtered: Filtered[Any]) -> None:
        counts.append(Tally(stage, of))
        counts[-1].add(seen, filtered)

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
            return StagesResult(None, tuple(counts))
    tagged = english(shelf.works)
    counted("english", "works", len(shelf.works), tagged)
    works = tagged.kept
    english_works, titles = language(works, options.language_threshold)
    counted("language", "works", len(works), english_works)
    counted("language", "titles", sum(len(work.titles) for work in works), titles)
    few = few_authors(english_works.kept, options.most_authors)
    counted("few authors", "works", len(english_works.kept), few)
    theirs = authorship(few.kept, shelf.person.qid, shelf.known)
    counted("authorship", "works", len(few.kept), theirs)
    merged = deduplicated(theirs.kept, options.dedup)
    counted("deduplicated", "works", len(theirs.kept), merged)
    enough = five_books(
        [shelf], lambda one: len(merged.kept), lambda one: one.person.shown, options.least_books
    )
    counted("five books", "people", 1, enough)
    if not enough.kept:
        return StagesResult(None, tuple(counts))
    books, names = named(merged.kept, humans, cities)
    counted("named", "titles", len(names.kept), names)
    return StagesResult(_author(shelf, books), tuple(counts), merged.kept)


def _author(shelf: Shelf, books: tuple[Book, ...]) -> Author:
    """The author with their books; all other titles that were found are unsure."""
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
