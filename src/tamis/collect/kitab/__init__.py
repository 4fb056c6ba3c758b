"""A KITAB dataset from facts of any source (KITAB, §3.1 and §C.2).

    dataset = sampled(authors, seed=7)
    dataset.write(folder)

`Author` and `Book` are the facts; constraints come from the titles themselves, golds from the
facts. The same authors in the same order, the same recipe and the same seed give the same bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from tamis.collect.kitab.facts import Author, Book
from tamis.collect.kitab.queries import Query, constrainedness, satisfying
from tamis.collect.kitab.released_files import (
    AUTHORS,
    BOOKS,
    ONE,
    SINGLE_ITEMS,
    TWO,
    Dataset,
    statistics,
)
from tamis.collect.kitab.sampling import Shares, one_book, two_book
from tamis.collect.kitab.singles import single_items

__all__ = [
    "AUTHORS",
    "BOOKS",
    "ONE",
    "SINGLE_ITEMS",
    "TWO",
    "Author",
    "Book",
    "Dataset",
    "Query",
    "Shares",
    "constrainedness",
    "sampled",
    "satisfying",
    "single_items",
    "statistics",
]


def sampled(authors: Sequence[Author], seed: int, shares: Shares | None = None) -> Dataset:
    """A dataset by the shares of the paper (§C.2), or by others.

    Each kind of query has a random generator of its own: other shares of one kind do not change
    the rest.
    """
    shares = shares or Shares()
    one = one_book(authors, shares, seed)
    return Dataset(
        tuple(authors),
        one,
        two_book(authors, shares, seed),
        single_items(one, seed),
        seed,
    )
