"""The queries, sampled by the shares of the paper (KITAB, §C.2).

Where the paper is silent: ranges of years and the four constraints on names are all taken (Table
2 has five ranges and each of the four for every author). The shares are drawn from all authors'
constraints together. Pairs are made of all single constraints, before these are sampled: the 598
one-book queries on the first letter could not give the 2,163 two-book ones. Two constraints of
one family make no pair. Pairs that exactly two books satisfy are in none of the paper's three
groups, and none is drawn.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from tamis.collect.kitab.candidates import SUGGESTED, names, possible, suggested
from tamis.collect.kitab.facts import Author
from tamis.collect.kitab.queries import Query, mask
from tamis.types import Constraint, Family

Masked = tuple[Constraint, int]
"""A constraint with a bit mask of the books that satisfy it."""

GROUPS = ("none", "one", "two", "many", "easy")
"""By how many books satisfy both: none, one, two, more. `easy` are the pairs of a first letter and
a range of years that more than one book satisfies."""


@dataclass(frozen=True)
class Shares:
    """The shares of constraints that are drawn (§C.2), each 0 to 1.

    `families` are shares of the satisfiable one-book constraints. `unsatisfiable` and
    `jointly_unsatisfiable` are shares of the one-book and two-book queries in the end. Of the
    pairs: `easy_pairs` of those of a first letter and a range of years that several books
    satisfy; of the rest `one_book_pairs`, `two_book_pairs` and `many_book_pairs`, by how many
    books satisfy them (many: more than two). `digits`: a first or last digit is a letter too.
    """

    families: Mapping[Family, float] = field(
        default_factory=lambda: {
            "starts-with": 0.15,
            "ends-with": 0.15,
            "word-count": 0.5,
            "publishing-year": 1.0,
        }
    )
    unsatisfiable: float = 0.0799
    easy_pairs: float = 0.25
    one_book_pairs: float = 0.05
    two_book_pairs: float = 0.0
    many_book_pairs: float = 0.10
    jointly_unsatisfiable: float = 0.0076
    digits: bool = False


def one_book(authors: Sequence[Author], shares: Shares, seed: int) -> tuple[Query, ...]:
    """The queries with one book constraint, by author; the appended unsatisfiable ones last."""
    rng = random.Random(f"one book {seed}")
    masked = [_masked(author, shares) for author in authors]
    totals = Counter(c.family for found in masked for c, _ in found)
    wanted = {f: share_of(shares.families.get(f, 0.0), totals[f]) for f in SUGGESTED}
    draws = {family: Draw(rng, wanted[family], totals[family]) for family in SUGGESTED}
    queries: list[Query] = []
    nameless: list[Query] = []
    for author, found in zip(authors, masked, strict=True):
        queries += [Query(author, (c,)) for c, _ in found if draws[c.family].takes()]
        for constraint in names():
            query = Query(author, (constraint,))
            (queries if mask(author, constraint) else nameless).append(query)
    number = count_for_share(shares.unsatisfiable, len(queries))
    return (*queries, *_unsatisfiable(authors, nameless, number, rng))


def _unsatisfiable(
    authors: Sequence[Author], nameless: Sequence[Query], wanted: int, rng: random.Random
) -> list[Query]:
    """`wanted` queries that no book satisfies, of each type in turn.

    Those on names are among them. Where these alone would be too many, some are left out, so that
    each type is there (§C.2); no fact about the titles is lost, as their negations are queries too.
    """
    made: list[list[Query]] = []
    for family in SUGGESTED:
        impossible = []
        for author in authors:
            options = list(possible(author, family)) if author.books else []
            rng.shuffle(options)
            if constraint := next((c for c in options if not mask(author, c)), None):
                impossible.append(Query(author, (constraint,)))
        rng.shuffle(impossible)
        made.append(impossible)
    number = max(wanted - len(nameless), min(wanted, len(SUGGESTED)))
    in_turn = [queries[i] for i in range(len(authors)) for queries in made if i < len(queries)]
    draw = Draw(rng, max(0, wanted - number), len(nameless))
    return [*(query for query in nameless if draw.takes()), *in_turn[:number]]


def two_book(authors: Sequence[Author], shares: Shares, seed: int) -> tuple[Query, ...]:
    """The queries with two book constraints, each satisfiable by itself, by author."""
    rng = random.Random(f"two books {seed}")
    rates = {
        "one": shares.one_book_pairs,
        "two": shares.two_book_pairs,
        "many": shares.many_book_pairs,
        "easy": shares.easy_pairs,
    }
    # Two runs, one to count and one to draw: all pairs of all authors would need too much memory.
    totals: Counter[str] = Counter()
    for author in authors:
        totals.update(pairs(author, shares).counts())
    wanted = {group: share_of(rate, totals[group]) for group, rate in rates.items()}
    wanted["none"] = count_for_share(shares.jointly_unsatisfiable, sum(wanted.values()))
    draws = {group: Draw(rng, wanted[group], totals[group]) for group in GROUPS}
    return tuple(
        Query(author, pair) for author in authors for pair in pairs(author, shares).drawn(draws)
    )


def pairs(author: Author, shares: Shares) -> Pairs:
    """All pairs of an author's satisfiable constraints."""
    single = [*_masked(author, shares)]
    single += [(c, bits) for c in names() if (bits := mask(author, c))]
    return Pairs(single, len(author.books))


def _masked(author: Author, shares: Shares) -> list[Masked]:
    """The satisfiable constraints that the titles suggest, in the order of SUGGESTED."""
    return [
        (constraint, bits)
        for family in SUGGESTED
        for constraint in suggested(author, family, digits=shares.digits)
        if (bits := mask(author, constraint))
    ]


class Pairs:
    """All pairs of constraints of different families, in a fixed order, each in its group."""

    def __init__(self, single: Sequence[Masked], books: int) -> None:
        self._single = single
        families = np.array([constraint.family for constraint, _ in single], dtype=object)
        size = (books + 7) // 8
        packed = b"".join(bits.to_bytes(size, "little") for _, bits in single)
        rows = np.frombuffer(packed, np.uint8).reshape(len(single), size)
        # Floats, as matrix products are fast for them; they hold counts of books exactly.
        held = np.unpackbits(rows, axis=1).astype(np.float32)
        first, second = np.triu_indices(len(single), 1)
        apart = families[first] != families[second]
        first, second = first[apart], second[apart]
        both = (held @ held.T)[first, second].astype(np.int64)
        group = np.minimum(both, GROUPS.index("many"))
        starts, years = families == "starts-with", families == "publishing-year"
        easy = (starts[first] & years[second]) | (years[first] & starts[second])
        group[easy & (both > 1)] = GROUPS.index("easy")
        self._pairs: tuple[Any, Any] = (first, second)
        self._group = group

    def counts(self) -> dict[str, int]:
        """The number of pairs in each group."""
        counted = np.bincount(self._group, minlength=len(GROUPS))
        return {name: int(number) for name, number in zip(GROUPS, counted, strict=True)}

    def drawn(self, draws: Mapping[str, Draw]) -> Iterator[tuple[Constraint, Constraint]]:
        """The pairs that are drawn, each group by its own draw, in order."""
        positions: list[int] = []
        for code, name in enumerate(GROUPS):
            there = np.flatnonzero(self._group == code)
            positions += [int(there[rank]) for rank in draws[name].among(len(there))]
        first, second = self._pairs
        for position in sorted(positions):
            yield self._single[first[position]][0], self._single[second[position]][0]


class Draw:
    """Draws `wanted` of the `total` items of a stream, each equally likely.

    The positions are drawn in advance, so that the number is exact and no item has to be kept.
    """

    def __init__(self, rng: random.Random, wanted: int, total: int) -> None:
        self._ranks = sorted(rng.sample(range(total), min(wanted, total)))
        self._passed = self._next = 0

    def takes(self) -> bool:
        """Whether the next item of the stream is drawn."""
        return bool(self.among(1))

    def among(self, number: int) -> list[int]:
        """Which of the next `number` items are drawn, by their positions from 0, in order."""
        start = self._passed
        self._passed += number
        drawn = []
        while self._next < len(self._ranks) and self._ranks[self._next] < self._passed:
            drawn.append(self._ranks[self._next] - start)
            self._next += 1
        return drawn


def share_of(share: float, total: int) -> int:
    """A share (0 to 1) of a number, to the nearest whole."""
    return round(share * total)


def count_for_share(share: float, others: int) -> int:
    """How many must be added to `others` to be a share (0 to below 1) of the total."""
    return round(others * share / (1 - share))
