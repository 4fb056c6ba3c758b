"""Single items: one book that satisfies a constraint, and one that does not (KITAB, §C.2)."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from tamis.collect.kitab.facts import Book
from tamis.collect.kitab.queries import Query
from tamis.types import Family

PER_FAMILY: dict[Family, int] = {
    "starts-with": 50,
    "ends-with": 50,
    "publishing-year": 30,
    "word-count": 30,
    "human-name": 20,
    "city-name": 20,
}
"""Number of queries by family, negations included: 200 queries, two items each (§C.2)."""


@dataclass(frozen=True)
class SingleItem:
    """A query of one constraint on one book of its author's."""

    query: Query
    book: Book
    satisfies: bool


def single_items(queries: Sequence[Query], seed: int) -> tuple[SingleItem, ...]:
    """For each sampled query a book of its gold and one that is not, in this order.

    Only queries with one constraint that some books satisfy and some do not can be sampled;
    where there are fewer than wanted, all are.
    """
    rng = random.Random(f"single items {seed}")
    usable: dict[Family, list[tuple[Query, tuple[Book, ...]]]] = {f: [] for f in PER_FAMILY}
    for query in queries:
        if len(query.wanted) == 1 and 0 < len(gold := query.gold) < len(query.author.books):
            usable[query.wanted[0].family].append((query, gold))
    items = []
    for family, number in PER_FAMILY.items():
        options = usable[family]
        for query, gold in rng.sample(options, min(number, len(options))):
            kept = set(map(id, gold))
            others = [book for book in query.author.books if id(book) not in kept]
            items += [SingleItem(query, rng.choice(gold), True)]
            items += [SingleItem(query, rng.choice(others), False)]
    return tuple(items)
