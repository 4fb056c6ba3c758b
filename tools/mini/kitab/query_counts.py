"""Queries for few authors: a fixed number of each kind, where shares would round to nothing."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tamis.collect.kitab.candidates import SUGGESTED, names, possible, suggested
from tamis.collect.kitab.facts import Author
from tamis.collect.kitab.queries import Query, mask
from tamis.collect.kitab.sampling import count_for_share
from tamis.types import Constraint, Family


@dataclass(frozen=True)
class QueryCounts:
    """How many of each author's constraints are drawn, at most.

    `families` by family. `unsatisfiable` is their share among the one-book queries. `pairs` is
    the number of pairs, all but one of which several books satisfy. `digits` as in `Shares`.
    """

    families: Mapping[Family, int] = field(
        default_factory=lambda: {
            "starts-with": 4,
            "ends-with": 4,
            "word-count": 3,
            "publishing-year": 4,
        }
    )
    unsatisfiable: float = 0.08
    pairs: int = 4
    digits: bool = False


def sampled_by_count(
    authors: Sequence[Author], numbers: QueryCounts, rng: random.Random
) -> tuple[tuple[Query, ...], tuple[Query, ...]]:
    """The one-book and the two-book queries; the constraints on names are always among them.

    One single pair has no common book, as about one in a hundred of the paper's pairs.
    """
    return tuple(_one_book(authors, numbers, rng)), tuple(_two_book(authors, numbers, rng))


def _one_book(authors: Sequence[Author], numbers: QueryCounts, rng: random.Random) -> list[Query]:
    queries, unsatisfiable = [], []
    for author in authors:
        for family in SUGGESTED:
            options = _satisfiable(author, family, numbers)
            chosen = rng.sample(options, min(numbers.families.get(family, 0), len(options)))
            queries += [Query(author, (c,)) for c in chosen]
            impossible = [c for c in possible(author, family) if not mask(author, c)]
            unsatisfiable += [
                Query(author, (c,)) for c in rng.sample(impossible, min(1, len(impossible)))
            ]
        queries += [Query(author, (c,)) for c in names()]
    already = sum(not query.gold for query in queries)
    total = len(queries) + count_for_share(numbers.unsatisfiable, len(queries))
    number = max(0, round(total * numbers.unsatisfiable) - already)
    return queries + rng.sample(unsatisfiable, min(number, len(unsatisfiable)))


def _two_book(authors: Sequence[Author], numbers: QueryCounts, rng: random.Random) -> list[Query]:
    queries = []
    for author in authors:
        single = [c for family in SUGGESTED for c in _satisfiable(author, family, numbers)]
        single += [c for c in names() if mask(author, c)]
        bits = {constraint: mask(author, constraint) for constraint in single}
        pairs = [pair for pair in combinations(single, 2) if pair[0].family != pair[1].family]
        rng.shuffle(pairs)
        books = [(bits[a] & bits[b]).bit_count() for a, b in pairs]
        many = [pair for pair, number in zip(pairs, books, strict=True) if number > 1]
        one = [pair for pair, number in zip(pairs, books, strict=True) if number == 1]
        queries += [Query(author, p) for p in many[: numbers.pairs - 1] + one[:1]]
    author = rng.choice(authors)
    starts, ends = (_satisfiable(author, f, numbers) for f in ("starts-with", "ends-with"))
    apart = [(a, b) for a in starts for b in ends if not mask(author, a) & mask(author, b)]
    return [*queries, Query(author, rng.choice(apart))] if apart else queries


def _satisfiable(author: Author, family: Family, numbers: QueryCounts) -> list[Constraint]:
    found = suggested(author, family, digits=numbers.digits)
    return [constraint for constraint in found if mask(author, constraint)]
