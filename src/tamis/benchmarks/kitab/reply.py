"""What a reply lists: one list, in self_context after that of all books (KITAB, App. D)."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from pydantic import BaseModel, ConfigDict
from rapidfuzz import fuzz

from tamis.benchmarks.kitab.query import Query
from tamis.reading.known import Known
from tamis.reading.looks_for import Titles
from tamis.reading.replies import Read
from tamis.types import Answer, Reply


class Entry(BaseModel):
    """One book: why it belongs in the list, and its title."""

    model_config = ConfigDict(extra="forbid")

    reason: str
    title: str


class OneList(BaseModel):
    """A reply by schema: the list of the prompt's "Output"."""

    model_config = ConfigDict(extra="forbid")

    output: list[Entry]


class TwoLists(BaseModel):
    """A reply by schema in self_context: all books, and those that meet the criteria."""

    model_config = ConfigDict(extra="forbid")

    all_books: list[str]
    final_output: list[Entry]


_ENTRY = {"reason": "why it belongs here", "title": "its title"}
SHAPES: Mapping[type[BaseModel], Mapping[str, object]] = {
    OneList: {"output": [_ENTRY]},
    TwoLists: {"all_books": ["a title"], "final_output": [_ENTRY]},
}
"""Each schema with the example that the prompt shows."""


def schema_of(condition: str) -> type[BaseModel]:
    """The schema of a reply in a condition."""
    return TwoLists if condition == "self_context" else OneList


RUN = 8
"""So many titles in a row, each nearly the one before, are a runaway reply (KITAB, example 4)."""


def looks_for(condition: str, query: Query | None = None) -> Titles:
    """What the reader of replies is to find: the list below "Output:", or below "Final Output:"
    after that of all books. Of a query the author's books are known, and its criteria.
    """
    wanted = {"self_context": _IN_TWO, "all_books": _OF_ALL}.get(condition, _IN_ONE)
    if query is None:
        return wanted
    return wanted.knowing(_known(query), query.criteria)


_FURTHER = (
    "list every book written by",
    "here are books by",
    "which books did",
    "criteria:",
)
_IN_ONE = Titles(("output",), next_task=_FURTHER, bare_is_empty=True)
_OF_ALL = replace(_IN_ONE, every=True)
_IN_TWO = Titles(
    ("final output", "output"),
    ("all books",),
    next_task=_FURTHER,
    bare_is_empty=True,
)


@lru_cache(maxsize=64)
def _known(query: Query) -> Known:
    """The titles of an author's books, and the author."""
    return Known.titles((book.title for book in query.books), query.author)


def as_answer(found: Read, reply: Reply) -> Answer:
    """What was read of a reply as an answer."""
    retrieved = None if found.first is None else tuple(item.text for item in found.first)
    reasons = tuple(item.reason for item in found.items)
    return Answer(
        found.values, found.outcome, reasons, retrieved, reply.truncated, is_runaway(found.values)
    )


def is_runaway(titles: Sequence[str]) -> bool:
    """Whether `RUN` titles in a row are the same or near-copies of the one before."""
    streak = 0
    for a, b in itertools.pairwise(titles):
        near = fuzz.ratio(a, b) >= 75 or (len(a) > 12 and a[:12] == b[:12])
        streak = streak + 1 if near else 0
        if streak >= RUN - 1:
            return True
    return False
