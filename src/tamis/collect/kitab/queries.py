"""A query about one author's books, and its gold."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from tamis.benchmarks.kitab import clusters
from tamis.checking import constraints
from tamis.collect.kitab.facts import Author, Book
from tamis.types import Constraint

__all__ = ["Query", "constrainedness", "mask", "satisfying"]


@dataclass(frozen=True)
class Query:
    """A query for one author's books, with one constraint or two."""

    author: Author
    wanted: tuple[Constraint, ...]

    @cached_property
    def gold(self) -> tuple[Book, ...]:
        """The books that satisfy all constraints."""
        return satisfying(self.author, self.wanted)

    @property
    def type(self) -> str:
        """As released: the family, or a list literal of two; negation is in the wording only."""
        families = [constraint.family for constraint in self.wanted]
        return families[0] if len(families) == 1 else repr(families)

    @property
    def criteria(self) -> str:
        """As released: `Criterion 1: …, Criterion 2: …`."""
        return ", ".join(f"Criterion {i}: {c.text}" for i, c in enumerate(self.wanted, 1))


def satisfying(author: Author, wanted: Sequence[Constraint]) -> tuple[Book, ...]:
    """The author's books of which each constraint is satisfied by some title (§C.1).

    Two constraints may be satisfied by different titles of one book.
    """
    both = mask(author, wanted[0]) if wanted else (1 << len(author.books)) - 1
    for constraint in wanted[1:]:
        both &= mask(author, constraint)
    return tuple(book for i, book in enumerate(author.books) if both >> i & 1)


def constrainedness(query: Query) -> float:
    """κ = 1 - S / N, 0 to 1, of the query among its author's books (§2)."""
    return clusters.constrainedness(len(query.gold), len(query.author.books))


def mask(author: Author, constraint: Constraint) -> int:
    """A bit mask of the books that satisfy a constraint, by position."""
    key = (constraint.family, constraint.text)
    if (bits := author._masks.get(key)) is None:
        books = enumerate(author.books)
        bits = sum(1 << i for i, book in books if _satisfied(constraint, book))
        author._masks[key] = bits
    return bits


def _satisfied(constraint: Constraint, book: Book) -> bool:
    # Names are facts of the book, so no recogniser is used; a "doesn't" holds for all titles.
    if constraint.family == "human-name":
        return bool(book.human_names) != constraint.negated
    if constraint.family == "city-name":
        return bool(book.city_names) != constraint.negated
    holds = constraints.FAMILIES[constraint.family].holds
    return any(holds(constraint, item) != constraint.negated for item in book._items)
