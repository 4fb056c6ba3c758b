"""One KITAB query, read from a row as released (KITAB, §3.1)."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, lru_cache
from typing import Any

from tamis.benchmarks.kitab.clusters import constrainedness
from tamis.benchmarks.kitab.domain import (
    Check,
    Domain,
    Fact,
    checks_in,
    constraint,
    facts_in,
    shown,
)
from tamis.checking import constraints
from tamis.text.normalised import paper_title, split_year
from tamis.types import Constraint, Item


@dataclass(frozen=True)
class Query:
    """One query about one author's books, with its gold answer.

    `gold` lists the satisfying titles as released; `listed` the same as positions in
    `books`. `facts` gives, for a family of names, the positions of the `books` that hold such a
    name, where the data has it. `raw` keeps the columns exactly as released, for the reference
    scorer. `domain` is set where the items are not books, `item_facts` where a collected table has
    facts about each item, and `checks` are the constraints on those facts.
    """

    id: str
    author: str
    birth_year: int | None
    sitelinks: int | None
    constraints: tuple[Constraint, ...]
    books: tuple[Item, ...]
    gold: tuple[str, ...]
    raw_books: tuple[str, ...]
    raw: Mapping[str, Any] = field(repr=False, compare=False)
    facts: Mapping[str, frozenset[int]] = field(default_factory=dict, compare=False)
    domain: Domain | None = None
    item_facts: tuple[Fact, ...] = field(default=(), compare=False)
    checks: tuple[Check | None, ...] = field(default=(), compare=False)

    @cached_property
    def listed(self) -> frozenset[int]:
        """The positions in `books` of the gold titles."""
        known = _positions(self.books)
        return frozenset(i for title in self.gold for i in known.get(paper_title(title), ()))

    def positions(self, title: str) -> tuple[int, ...]:
        """The positions of a released title in `books`; empty where it is not there."""
        return _positions(self.books).get(paper_title(title), ())

    @property
    def criteria(self) -> str:
        """The wording of all constraints, as released."""
        return str(self.raw["constraints"])

    @cached_property
    def context(self) -> tuple[str, ...]:
        """All books as the prompt lists them: `Title (1987)`."""
        books = literal(self.raw["all_books"])
        if not self.item_facts:
            return books
        return tuple(map(shown, books, self.item_facts))

    @property
    def types(self) -> tuple[str, ...]:
        """The constraint types as the paper's tables name them (`no-city-name`)."""
        return tuple(constraint.type for constraint in self.constraints)

    @property
    def constrainedness(self) -> float:
        """κ, 0 to 1, from the counts of released titles (§2)."""
        return constrainedness(len(self.gold), len(self.books))


def from_row(id: str, row: Mapping[str, Any], domain: Domain | None = None) -> Query:
    """The query of one released row; ValueError where a column cannot be read."""
    wordings = constraints.split_criteria(str(row["constraints"]))
    families = _families(row["constraint_type"], wordings)
    checks = checks_in(row.get("checks"), len(wordings))
    books = _items(_column(row, "all_books"))
    return Query(
        id=id,
        author=str(row["Author"]),
        birth_year=_whole(row.get("Birth Year")),
        sitelinks=_whole(row.get("# of sitelinks")),
        constraints=tuple(
            constraint(text, family, check)
            for text, family, check in zip(wordings, families, checks, strict=True)
        ),
        books=books,
        gold=_column(row, "mapped_books"),
        raw_books=_column(row, "raw_books"),
        raw=row,
        domain=domain,
        item_facts=facts_in(row.get("item_facts"), len(books)),
        checks=checks,
    )


def _families(stored: object, wordings: Sequence[str]) -> tuple[str, ...]:
    """The families in the order of the wordings: `starts-with`, or a list literal of two."""
    families = literal(stored, bare=True)
    if len(wordings) != len(families):
        raise ValueError(f"{len(families)} constraint types for {len(wordings)} wordings")
    # The release does not promise that both columns have the same order, so the wordings decide.
    said = tuple(str(constraints.recognise(text)) for text in wordings)
    return said if sorted(said) == sorted(families) else families


def _column(row: Mapping[str, Any], name: str) -> tuple[str, ...]:
    try:
        return literal("[]" if row.get(name) is None else row[name])
    except ValueError as error:
        raise ValueError(f"column {name!r}: {error}") from error


@cache
def _items(titles: tuple[str, ...]) -> tuple[Item, ...]:
    # One author's list occurs in about twenty queries: read once, shared by all of them.
    return tuple(Item(*split_year(title)) for title in titles)


@cache
def _positions(books: tuple[Item, ...]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for i, book in enumerate(books):
        key = paper_title(book.title)
        found[key] = (*found.get(key, ()), i)
    return found


def literal(text: object, *, bare: bool = False) -> tuple[str, ...]:
    """A column that holds a Python list literal as a tuple of strings.

    With `bare`, a text that is no list is read as a list of that text. Only literals are read:
    nothing in the data is ever executed. ValueError for anything else.
    """
    if not isinstance(text, str):
        raise ValueError(f"a Python list in a string was expected, not {str(text)[:40]!r}")
    if bare and not text.lstrip().startswith("["):
        return (text.strip(),)
    return _literal(text)


@lru_cache(maxsize=4096)
def _literal(text: str) -> tuple[str, ...]:
    try:
        value = ast.literal_eval(text.strip())
    # The last two occur for thousands of nested brackets or minus signs.
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise ValueError(f"{text[:40]!r} is not a Python list") from error
    if not isinstance(value, list) or any(isinstance(v, (list, tuple, dict)) for v in value):
        raise ValueError(f"{text[:40]!r} is not a list of texts")
    # An empty entry of the released list is not a title.
    return tuple(str(entry) for entry in value if entry is not None)


def _whole(value: object) -> int | None:
    try:
        return int(float(str(value)))
    except (ValueError, OverflowError):
        return None


def with_facts(queries: Sequence[Query]) -> list[Query]:
    """The same queries, each with the positions of its author's books that hold such a name.

    They are taken from the gold of the queries that ask for a human or city name.
    """
    facts: dict[tuple[str, int | None, str], tuple[frozenset[Item], frozenset[Item]]] = {}
    for query in queries:
        if len(query.constraints) == 1 and query.constraints[0].family.endswith("-name"):
            constraint, listed = query.constraints[0], query.listed
            holding = frozenset(
                book for i, book in enumerate(query.books) if (i in listed) != constraint.negated
            )
            key = (query.author, query.birth_year, constraint.family)
            facts.setdefault(key, (frozenset(query.books), holding))
    return [_knowing(query, facts) for query in queries]


def _knowing(
    query: Query,
    facts: Mapping[tuple[str, int | None, str], tuple[frozenset[Item], frozenset[Item]]],
) -> Query:
    known: dict[str, frozenset[int]] = {}
    for family in {c.family for c in query.constraints}:
        books, holding = facts.get((query.author, query.birth_year, family), (frozenset(), None))
        # Another query may list the author's books in another order, or list others.
        if holding is not None and books.issuperset(query.books):
            known[family] = frozenset(i for i, b in enumerate(query.books) if b in holding)
    return replace(query, facts=known) if known else query
