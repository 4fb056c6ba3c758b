"""Stage 3: authors with neither too few works nor too many (KITAB, §3.1: 10 to 300)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from tamis.collect.books.filters import Filtered, counted, filter_records

T = TypeVar("T")

LINKED = "linked"
"""The name of the stage, both where works are counted in Wikidata and in Open Library."""


def linked(
    records: Iterable[T],
    works: Callable[[T], int],
    shown: Callable[[T], str],
    least: int = 10,
    most: int = 300,
) -> Filtered[T]:
    """Keep the authors with `least` to `most` works, both included.

    `works` counts them: in Wikidata as in the paper, before authors are matched; or in Open
    Library after that, where the source of people has no count.
    """

    def reason(record: T) -> str | None:
        if (number := works(record)) < least:
            return f"fewer than {counted(least, 'work')}"
        return f"more than {counted(most, 'work')}" if number > most else None

    return filter_records(records, reason, lambda record: f"{shown(record)}: {works(record)}")
