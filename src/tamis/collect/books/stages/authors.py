"""The stages that keep authors or not: 1 to 3, and 10."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TypeVar

from tamis.collect.books.entities import Person
from tamis.collect.books.filters import Filtered, filter_records
from tamis.collect.books.sources.wikidata import WRITER
from tamis.text.shown import counted

T = TypeVar("T")

LINKED = "linked"
"""The name of stage 3, both where works are counted in Wikidata and in Open Library."""


def writers(
    persons: Iterable[Person], occupations: Collection[str] = (WRITER,)
) -> Filtered[Person]:
    """Stage 1 (KITAB, §3.1): human beings with one of the occupations (P106), and a name.

    The name must be an English one.
    """

    def reason(person: Person) -> str | None:
        if not person.human:
            return "not a human being"
        if not set(person.occupations) & set(occupations):
            return "not marked as a writer"
        return None if person.names else "no English name"

    return filter_records(persons, reason, lambda person: person.shown)


def born(persons: Iterable[Person], since: int = 1850) -> Filtered[Person]:
    """Stage 2 (KITAB, §3.1: 1850): those whose birth year is known, and not before `since`."""

    def reason(person: Person) -> str | None:
        if person.birth_year is None:
            return "birth not known to the year" if person.birth else "no date of birth"
        return f"born before {since}" if person.birth_year < since else None

    return filter_records(
        persons, reason, lambda person: f"{person.shown}: {person.birth}".rstrip(": ")
    )


def linked(
    records: Iterable[T],
    works: Callable[[T], int],
    shown: Callable[[T], str],
    least: int = 10,
    most: int = 300,
) -> Filtered[T]:
    """Stage 3 (KITAB, §3.1: 10 to 300): authors with `least` to `most` works, both included.

    `works` counts them: in Wikidata as in the paper, before authors are matched; or in Open
    Library after that, where the source of people has no count.
    """

    def reason(record: T) -> str | None:
        if (number := works(record)) < least:
            return f"fewer than {counted(least, 'work')}"
        return f"more than {counted(most, 'work')}" if number > most else None

    return filter_records(records, reason, lambda record: f"{shown(record)}: {works(record)}")


def five_books(
    authors: Iterable[T], books: Callable[[T], int], shown: Callable[[T], str], least: int = 5
) -> Filtered[T]:
    """Stage 10 (KITAB, §3.1: five): authors with at least `least` books left."""
    why = f"fewer than {counted(least, 'book')} left"
    return filter_records(
        authors,
        lambda author: why if books(author) < least else None,
        lambda author: f"{shown(author)}: {books(author)}",
    )
