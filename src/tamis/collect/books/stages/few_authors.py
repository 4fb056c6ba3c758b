"""Stage 7: books of at most two authors (KITAB, §C.1)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.collect.books.entities import Listed
from tamis.collect.books.filters import Filtered, counted, filter_records


def few_authors(works: Iterable[Listed], most: int = 2) -> Filtered[Listed]:
    """Keep the works of at most `most` authors: others are collections by many."""
    return filter_records(
        works,
        lambda work: f"more than {counted(most, 'author')}" if work.authors > most else None,
        lambda work: f"{work.shown}: {work.authors} authors",
    )
