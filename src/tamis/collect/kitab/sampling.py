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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tamis.collect.kitab.candidates import SUGGESTED, names, possible, suggested
from tamis.collect.kitab.draws import Draw, count_for_share, share_of
from tamis.collect.kitab.facts import Author
from tamis.collect.kitab.pairs import GROUPS, Masked, Pairs
from tamis.collect.kitab.queries import Query, mask
from tamis.types import Family


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
