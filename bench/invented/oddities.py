"""What real dumps hold beside sound records."""

from __future__ import annotations

import json

MOVED = 10_000_000
"""What the number of a record that redirects is above that of the one it leads to."""

TITLES = ("", "!!!", "Very " * 600 + "long", "The Сад of the Дом", "1984", "A")

BROKEN_AUTHORS = (
    '/type/delete\t/authors/OL99A\t2\t2020-01-01T00:00:00\t{"key": "/authors/OL99A", "type": '
    '{"key": "/type/delete"}}',
    '/type/author\t/authors/OL98A\t1\t2020-01-01T00:00:00\t{"name": "cut off',
    "this is no line of a dump",
)
BROKEN_WORKS = (
    '/type/work\t/works/OL5W\t1\t2020-01-01T00:00:00\t{"authors": "/authors/OL1A",}',
    "\x00\x01\x02",
)
BROKEN_ENTITIES = (
    'Q5000000001\t"{""type"": ""item"", ""P106"": ""Q36180"", cut',
    "no entity at all",
)


def births(year: int) -> tuple[str, ...]:
    """A birth as it is written where the year is not known for sure."""
    return (f"{year}?", f"ca. {year}", f"{year}-{year + 70}", "19xx", "5 May")


def publications(year: int) -> tuple[str, ...]:
    """A date of publication that says little, or what cannot be."""
    return ("19xx", f"[{year}?]", "", "n.d.", "1066")


def author_moved(number: int) -> bool:
    """Whether an author has an old record that leads here."""
    return number % 40 == 7


def work_moved(number: int) -> bool:
    """Whether a work has an old record that leads here."""
    return number % 60 == 11


def redirect(kind: str, number: int) -> str:
    """The line of the old record of an author or a work."""
    letter = kind[0].upper()
    key, location = f"/{kind}/OL{number + MOVED}{letter}", f"/{kind}/OL{number}{letter}"
    record = {"key": key, "location": location, "type": {"key": "/type/redirect"}}
    return f"/type/redirect\t{key}\t2\t2020-01-01T00:00:00\t{json.dumps(record)}"
