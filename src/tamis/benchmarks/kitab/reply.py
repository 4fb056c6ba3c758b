"""What a reply lists: one list, in self_context after that of all books (KITAB, App. D)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from rapidfuzz import fuzz

from tamis.reading.looks_for import Titles
from tamis.reading.replies import read
from tamis.types import Answer, Reply

RUN = 8
"""So many titles in a row, each nearly the one before, are a runaway reply (KITAB, example 4)."""


def looks_for(condition: str) -> Titles:
    """What the reader of replies is to find: the list below "Output:", or below "Final Output:"
    after that of all books.
    """
    further = ("list every book written by", "here are books by", "criteria:")
    if condition == "self_context":
        return Titles(
            ("final output", "output"),
            ("all books",),
            next_task=(*further, "all books:"),
            bare_is_empty=True,
        )
    single = condition == "single_item"
    return Titles(("output",), next_task=further, bare_is_empty=True, single=single)


def read_answer(reply: Reply, condition: str = "") -> Answer:
    """The titles of a reply, with the outcome of reading it."""
    found = read(reply, looks_for(condition))
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
