"""Stage 1: people marked as writers (KITAB, §3.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tamis.collect.books.entities import Person
from tamis.collect.books.filters import Filtered, filter_records
from tamis.collect.books.sources.wikidata import WRITER


def writers(
    persons: Iterable[Person], occupations: Collection[str] = (WRITER,)
) -> Filtered[Person]:
    """Keep human beings with one of the occupations (P106) and with an English name."""

    def reason(person: Person) -> str | None:
        if not person.human:
            return "not a human being"
        if not set(person.occupations) & set(occupations):
            return "not marked as a writer"
        return None if person.names else "no English name"

    return filter_records(persons, reason, lambda person: person.shown)
