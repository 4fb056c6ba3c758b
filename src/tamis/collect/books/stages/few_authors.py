"""Stage 7: books of at most two authors (KITAB, §C.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Sifted, counted, sift


def few_authors(works: Iterable[Listed], most: int = 2) -> Sifted[Listed]:
    """Keep the works of at most so many authors: those of more are collections by many."""
    return sift(
        works,
        lambda work: f"more than {counted(most, 'author')}" if work.authors > most else None,
        lambda work: f"{work.shown}: {work.authors} authors",
    )
