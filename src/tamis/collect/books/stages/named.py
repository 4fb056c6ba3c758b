"""Stage 11: human and city names in the titles (KITAB, §3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.checking import constraints
from tamis.collect.books.filters import Filtered, drops
from tamis.collect.books.stages.deduplicated import Merged
from tamis.collect.kitab import Book
from tamis.types import Recogniser

HUMAN, CITY = "with the name of a person", "with the name of a city"


def named(
    books: Iterable[Merged], humans: Recogniser | None = None, cities: Recogniser | None = None
) -> tuple[tuple[Book, ...], Filtered[str]]:
    """The books of the dataset, each with the names in any of its titles; and the titles, counted.

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
