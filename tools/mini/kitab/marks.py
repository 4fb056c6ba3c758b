"""Puts the names that are marked by hand in the table on the books that the stages have kept.

The marks replace the results of the recognisers, so that the gold does not depend on them. They are
for the title of a book, not for its variants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from operator import attrgetter

from tamis.checking import constraints
from tamis.collect.kitab import Author, Book
from tamis.types import InputError


def marked(found: Sequence[Author], table: Sequence[Author]) -> list[Author]:
    """The collected authors without ids, and with the names of the table.

    InputError where the stages have changed a row; a person must decide which one is right.
    """
    was, now = (Counter(fact for a in authors for fact in _facts(a)) for authors in (table, found))
    if was != now:
        raise InputError(
            f"books.csv: the stages change {_some(was - now)} to "
            f"{_some(now - was)}; see what they dropped, and correct the rows."
        )
    marks = _by_title(table)

    def mark(author: Author, book: Book) -> Book:
        by_hand = marks[author.name, book.title]
        return replace(book, human_names=by_hand.human_names, city_names=by_hand.city_names)

    return [
        replace(author, ids={}, books=tuple(mark(author, book) for book in author.books))
        for author in found
    ]


def compared(found: Sequence[Author], table: Sequence[Author]) -> Iterator[str]:
    """Compare the recognisers with the marks, for the authors of the table.

    The lines have the numbers of titles with right, wrong and missed names, and the names that the
    stages found in variants only.
    """
    marks = _by_title(table)
    books = [(book, marks[key]) for key, book in _by_title(found).items()]
    for kind, find in (
        ("human", constraints.default_names()),
        ("city", constraints.default_cities()),
    ):
        names = attrgetter(f"{kind}_names")
        got = [(bool(find(book.title)), bool(names(by_hand))) for book, by_hand in books]
        right, wrong, missed = (got.count(g) for g in ((True, True), (True, False), (False, True)))
        yield (
            f"{kind} names in titles: {right} found, {wrong} wrong, {missed} missed (precision "
            f"{right / max(1, right + wrong):.2f}, recall {right / max(1, right + missed):.2f})"
        )
        pairs = zip(books, got, strict=True)
        others = [
            name for (book, _), found_in in pairs if not any(found_in) for name in names(book)
        ]
        if others:
            yield f"{kind} names in variants only, which are not marked: {', '.join(others)}"


def _facts(author: Author) -> Iterator[str]:
    """The facts that the stages must not change, a line for each book."""
    for book in author.books:
        also = f" also {', '.join(book.variants)}" if book.variants else ""
        yield f"{author.name} ({author.birth_year}, {author.sitelinks}): {book.listed}{also}"


def _some(facts: Counter[str]) -> str:
    rows = [*facts.elements()]
    more = f" and {len(rows) - 1} more" if len(rows) > 1 else ""
    return f'"{rows[0]}"{more}' if rows else "nothing"


def _by_title(authors: Sequence[Author]) -> dict[tuple[str, str], Book]:
    return {(author.name, book.title): book for author in authors for book in author.books}
