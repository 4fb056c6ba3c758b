"""From queries to the questions of each condition (KITAB, §3.2 and §C.2)."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tamis.benchmarks.kitab.data import Dataset, load
from tamis.benchmarks.kitab.options import Condition, Options
from tamis.benchmarks.kitab.prompts import wording
from tamis.benchmarks.kitab.query import Query
from tamis.benchmarks.kitab.reply import SHAPES, schema_of
from tamis.benchmarks.order import handed_out

SINGLE_ITEM_QUERIES: dict[str, int] = {
    "starts-with": 50,
    "ends-with": 50,
    "publishing-year": 30,
    "word-count": 30,
    "human-name": 20,
    "city-name": 20,
}
"""Queries by stored type, two items each: 400 in all. A stored type holds its negation too: only
then are the accuracies of Tables 3 and 4 whole numbers of items."""

OTHER_SINGLE_ITEM_QUERIES = {"category": 50, "number": 30}
"""The same for the families that only collected tables have."""


@dataclass(frozen=True)
class Question:
    """One prompt (`input`) about one query; `item` and `satisfies` are set for single items.

    With `every`, all books of the author are asked for, whatever the query's constraints.
    """

    id: str
    query: Query
    input: str
    item: int | None = None
    satisfies: bool | None = None
    every: bool = False

    @property
    def target(self) -> str:
        """The books to list; for a single item, whether it satisfies the constraints."""
        listed = "; ".join(self.golds) or "(no book satisfies)"
        return listed if self.satisfies is None else str(self.satisfies)

    @property
    def golds(self) -> tuple[str, ...]:
        """The titles of the books to list."""
        query = self.query
        return tuple(book.title for book in query.books) if self.every else query.gold

    @property
    def metadata(self) -> dict[str, Any]:
        """What tables and figures break down by; `author` clusters the standard errors."""
        query = self.query
        return {
            "author": query.author,
            "question": self.fingerprint,
            "types": "|".join(query.types),
            "constraints": len(query.constraints),
            "sitelinks": query.sitelinks,
            "constrainedness": round(query.constrainedness, 6),
            "golds": len(self.golds),
        }

    @property
    def fingerprint(self) -> str:
        """Eight hex digits of the question, whatever the prompt: ids alone are row numbers."""
        query = self.query
        books = query.context if self.item is None else (query.context[self.item],)
        asked = "\0".join((query.author, str(query.birth_year), query.criteria, *books))
        return hashlib.sha256(asked.encode(errors="replace")).hexdigest()[:8]


@lru_cache(maxsize=8)
def load_samples(options: Options) -> tuple[Dataset, tuple[Question, ...]]:
    """The data and the questions that the options describe; InputError without the data."""
    dataset = load(options.data, options.data_dir, options.book_constraints)
    return dataset, tuple(questions(dataset.queries, options))


def questions(queries: Sequence[Query], options: Options) -> list[Question]:
    """The questions of the condition, of this shard, in the order of the options."""
    match options.condition:
        case "all_books":
            found = list(_all_books(queries, options))
        case "single_item":
            found = list(_single_items(queries, options))
        case condition:
            found = [Question(q.id, q, _prompt(condition, q, options)) for q in queries]
    return list(handed_out(found, options, lambda one: (one.query.types, one.query.author)))


def _all_books(queries: Sequence[Query], options: Options) -> Iterator[Question]:
    seen: dict[tuple[str, int | None], Query] = {}
    for query in queries:
        seen.setdefault((query.author, query.birth_year), query)
    for number, query in enumerate(seen.values()):
        prompt = _prompt("all_books", query, options)
        yield Question(f"author-{number:03d}", query, prompt, every=True)


def _single_items(queries: Sequence[Query], options: Options) -> Iterator[Question]:
    """For each sampled query, one title that satisfies it and one that does not."""
    rng = random.Random(options.seed)
    for family, number in (SINGLE_ITEM_QUERIES | OTHER_SINGLE_ITEM_QUERIES).items():
        usable = [
            query
            for query in queries
            if query.constraints[0].family == family
            and len(query.constraints) == 1
            and 0 < len(query.listed) < len(query.books)
        ]
        for query in rng.sample(usable, min(number, len(usable))):
            others = [i for i in range(len(query.books)) if i not in query.listed]
            picks = ((rng.choice(sorted(query.listed)), True), (rng.choice(others), False))
            for item, satisfies in picks:
                prompt = _prompt("with_context", query, options, (query.context[item],))
                id = f"{query.id}{'+' if satisfies else '-'}"
                yield Question(id, query, prompt, item, satisfies)


def _prompt(
    condition: Condition,
    query: Query,
    options: Options,
    books: tuple[str, ...] | None = None,
) -> str:
    domain = query.domain
    about = {} if domain is None else {"item": domain.item, "listed": domain.of(query.author)}
    prompt = wording(domain).render(
        condition,
        options.prompts,
        author=query.author,
        birth_year=query.birth_year,
        criteria=query.criteria,
        books=query.context if books is None else books,
        **about,
    )
    return options.asked(prompt, SHAPES[schema_of(options.condition)])
