"""The stages that make books of works: 9 and 11."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from tamis.checking import constraints
from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, drops
from tamis.collect.books.titles import CLUSTERS, Dedup
from tamis.collect.kitab import Book
from tamis.types import Recogniser

HUMAN, CITY = "with the name of a person", "with the name of a city"


@dataclass(frozen=True)
class Merged:
    """One book: the works merged into it, its first title, the other titles, the first year."""

    works: tuple[Listed, ...]
    title: str
    variants: tuple[str, ...]
    year: int | None


def deduplicated(works: Sequence[Listed], dedup: Dedup = "strict") -> Filtered[Merged]:
    """Stage 9 (KITAB, §C.1): works that are the same book merged, in the order of their titles.

    A book's title is the earliest one of an edition in English, the others are kept as variants
    (but for differences of case alone), and its year is the earliest of them all.
    """
    kept, merged = [], []
    for group in CLUSTERS[dedup]([[title.text for title in work.titles] for work in works]):
        members = tuple(works[i] for i in group)
        titles = sorted(
            (title for work in members for title in work.titles), key=attrgetter("rank")
        )
        texts = list({title.text.casefold(): title.text for title in reversed(titles)}.values())
        first = titles[0].text
        others = [text for text in reversed(texts) if text.casefold() != first.casefold()]
        year = min((work.year for work in members if work.year is not None), default=None)
        kept.append(Merged(members, first, tuple(others), year))
        merged += [f"{work.shown} with {first[:80]}" for work in members if work is not members[0]]
    kept.sort(key=lambda book: (book.title, book.works[0].work))
    return Filtered(tuple(kept), drops({"the same book as another": merged} if merged else {}))


def named(
    books: Iterable[Merged], humans: Recogniser | None = None, cities: Recogniser | None = None
) -> tuple[tuple[Book, ...], Filtered[str]]:
    """Stage 11 (KITAB, §3.1): the books of the dataset, with human and city names in their titles.

    The titles are counted.

    The default recognisers work offline, with word lists and a gazetteer. They miss names (a
    recall of .67 and .91 was measured), which matters most to "doesn't contain"; others may be
    given.
    """
    humans = humans or constraints.default_names()
    cities = cities or constraints.default_cities()
    found, seen = list[Book](), list[str]()
    marked: dict[str, list[str]] = {HUMAN: [], CITY: []}
    for book in books:
        titles = (book.title, *book.variants)
        seen += titles
        names: dict[str, dict[str, None]] = {HUMAN: {}, CITY: {}}
        for kind, recognised in ((HUMAN, humans), (CITY, cities)):
            for title in titles:
                if held := recognised(title):
                    names[kind] |= dict.fromkeys(held)
                    marked[kind].append(f"{title[:80]}: {', '.join(held)}")
        found.append(
            Book(
                book.title,
                book.year,
                book.variants,
                tuple(names[HUMAN]),
                tuple(names[CITY]),
                {
                    "openlibrary_ids": [f"OL{work.work}W" for work in book.works],
                    "languages": sorted({code for work in book.works for code in work.languages}),
                    "number_of_editions": sum(work.editions for work in book.works),
                },
            )
        )
    return tuple(found), Filtered(tuple(seen), marked=drops(marked))
