"""Stage 11: human and city names in the titles (KITAB, §3.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis import constraints
from tamis.collect.books.stages.deduplicated import Merged
from tamis.collect.kitab import Book
from tamis.types import Recogniser


def named(
    books: Iterable[Merged], humans: Recogniser | None = None, cities: Recogniser | None = None
) -> tuple[Book, ...]:
    """The books of the dataset, each with the names in any of its titles.

    The recognisers are by default those that work offline, by word lists and a gazetteer. They
    overlook names (a recall of .67 and .91 was measured), which matters most to "doesn't contain";
    a better one may be given.
    """
    humans = humans or constraints.default_names()
    cities = cities or constraints.default_cities()
    found = []
    for book in books:
        titles = (book.title, *book.variants)
        found.append(
            Book(
                book.title,
                book.year,
                book.variants,
                tuple(dict.fromkeys(name for title in titles for name in humans(title))),
                tuple(dict.fromkeys(name for title in titles for name in cities(title))),
                {
                    "openlibrary_ids": [f"OL{work.work}W" for work in book.works],
                    "languages": sorted({code for work in book.works for code in work.languages}),
                    "number_of_editions": sum(work.editions for work in book.works),
                },
            )
        )
    return tuple(found)
