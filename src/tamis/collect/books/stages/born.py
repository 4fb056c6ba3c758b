"""Stage 2: authors born since a year (KITAB, §3.1: 1850)."""

from __future__ import annotations

from collections.abc import Iterable

from tamis.collect.books.entities import Person
from tamis.collect.books.filters import Filtered, filter_records


def born(persons: Iterable[Person], since: int = 1850) -> Filtered[Person]:
    """Keep those whose birth year is known, and not before `since`."""

    def reason(person: Person) -> str | None:
        if person.birth_year is None:
            return "birth not known to the year" if person.birth else "no date of birth"
        return f"born before {since}" if person.birth_year < since else None

    return filter_records(
        persons, reason, lambda person: f"{person.shown}: {person.birth}".rstrip(": ")
    )
