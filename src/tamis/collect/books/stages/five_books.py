"""Stage 10: authors with enough books left (KITAB, §3.1: five)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tamis.collect.books.filters import Filtered, counted, filter_records

T = TypeVar("T")


def five_books(
    authors: Iterable[T], books: Callable[[T], int], shown: Callable[[T], str], least: int = 5
) -> Filtered[T]:
    """Keep the authors with at least `least` books."""
    why = f"fewer than {counted(least, 'book')} left"
    return filter_records(
        authors,
        lambda author: why if books(author) < least else None,
        lambda author: f"{shown(author)}: {books(author)}",
    )
