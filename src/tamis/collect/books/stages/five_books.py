"""Stage 10: authors of whom enough books are left (KITAB, §3.1: five)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tamis.collect.books.filters import Sifted, counted, sift

T = TypeVar("T")


def five_books(
    authors: Iterable[T], books: Callable[[T], int], shown: Callable[[T], str], least: int = 5
) -> Sifted[T]:
    """Keep the authors with at least so many books."""
    why = f"fewer than {counted(least, 'book')} left"
    return sift(
        authors,
        lambda author: why if books(author) < least else None,
        lambda author: f"{shown(author)}: {books(author)}",
    )
