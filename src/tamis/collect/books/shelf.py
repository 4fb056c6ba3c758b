"""One author's books through the stages: a pure function, wherever it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tamis.collect.books.options import Options
from tamis.collect.books.records import Listed, Person
from tamis.collect.books.sifting import Dropped, Sifted
from tamis.collect.books.stages.authorship import authorship
from tamis.collect.books.stages.deduplicated import Merged, deduplicated
from tamis.collect.books.stages.english import english
from tamis.collect.books.stages.few_authors import few_authors
from tamis.collect.books.stages.five_books import five_books
from tamis.collect.books.stages.language import language
from tamis.collect.books.stages.linked import linked
from tamis.collect.books.stages.named import named
from tamis.collect.kitab import Author, Book
from tamis.types import Recogniser

Check = Callable[[tuple[Listed, ...]], Sifted[Listed]]

Counts = tuple[tuple[str, int, int, tuple[Dropped, ...]], ...]
"""Of each stage its name, how many went in and came out, and what it dropped."""

STAGES = (
    ("listed", "people"),
    ("english", "works"),
    ("language", "works"),
    ("few authors", "works"),
    ("authorship", "works"),
    ("deduplicated", "works"),
    ("five books", "people"),
)
"""What a shelf passes, in order, and what each counts."""


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
    counts: Counts
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
    counts: list[tuple[str, int, int, tuple[Dropped, ...]]] = []

    def counted(stage: str, seen: int, sifted: Sifted[Any]) -> None:
        counts.append((stage, seen, len(sifted.kept), sifted.dropped))

    person = shelf.person
    if count_works:
        able = linked(
            [shelf],
            lambda one: len(one.works),
            lambda one: one.person.shown,
            options.least_works,
            options.most_works,
        )
        counted("listed", 1, able)
        if not able.kept:
            return Sorted(None, tuple(counts))
    works, unsure = shelf.works, list[Listed]()
    sifted = english(works)
    counted("english", len(works), sifted)
    checks: tuple[tuple[str, Check], ...] = (
        ("language", lambda found: language(found, options.language_threshold)),
        ("few authors", lambda found: few_authors(found, options.most_authors)),
        ("authorship", lambda found: authorship(found, person.qid, shelf.known)),
    )
    for stage, sift in checks:
        before = sifted.kept
        sifted = sift(before)
        counted(stage, len(before), sifted)
        kept = {work.work for work in sifted.kept}
        unsure += [work for work in before if work.work not in kept]
    merged = deduplicated(sifted.kept, options.dedup)
    counted("deduplicated", len(sifted.kept), merged)
    enough = five_books(
        [shelf], lambda one: len(merged.kept), lambda one: one.person.shown, options.least_books
    )
    counted("five books", 1, enough)
    if not enough.kept:
        return Sorted(None, tuple(counts))
    author = _author(shelf, named(merged.kept, humans, cities), unsure)
    return Sorted(author, tuple(counts), merged.kept)


def _author(shelf: Shelf, books: tuple[Book, ...], unsure: Iterable[Listed]) -> Author:
    known = {title for book in books for title in book.titles}
    titles = [title.text for work in unsure for title in work.titles]
    return Author(
        shelf.person.name,
        shelf.person.birth_year,
        shelf.person.sitelinks,
        books,
        {
            "WikiData ID": shelf.person.qid,
            "OpenLibrary ID": " ".join(f"OL{number}A" for number in shelf.numbers),
        },
        tuple(title for title in sorted(set(titles)) if title not in known),
    )
