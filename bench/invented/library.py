"""The lines of Open Library's dumps: type, key, revision, date and the record as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator

from . import oddities
from .dice import Dice
from .shelves import Shelves
from .words import FAMILY, LANGUAGE_OF, MONTHS, SUBJECTS

_STAMP = (
    '"created": {"type": "/type/datetime", "value": "2009-12-11T01:57:19.964652"}, '
    '"last_modified": {"type": "/type/datetime", "value": "2021-08-18T06:48:43.131520"}'
)


def authors(shelves: Shelves) -> Iterator[str]:
    """The dump of authors; all people, and every fifth of the others, have a date of birth."""
    sizes = shelves.sizes
    for n in range(1, sizes.authors + 1):
        fields = [f'"name": {json.dumps(shelves.name(n))}']
        person = n <= sizes.people
        if person or n % 5 == 0:
            fields.append(f'"birth_date": {json.dumps(_birth(n, shelves))}')
        if person and n % 10 < 2:
            fields.append(f'"remote_ids": {{"viaf": "{n * 7919}", "wikidata": "Q{n * 11}"}}')
        elif n % 17 == 0:
            fields.append(f'"remote_ids": {{"viaf": "{n * 7919}"}}')
        if n % 29 == 0:
            fields.append('"bio": {"type": "/type/text", "value": "Wrote by the sea."}')
        yield _line("author", f"/authors/OL{n}A", fields)
        if sizes.odd and oddities.author_moved(n):
            yield oddities.redirect("authors", n)
    if sizes.odd:
        yield from oddities.BROKEN_AUTHORS


def works(shelves: Shelves) -> Iterator[str]:
    """The dump of works."""
    sizes = shelves.sizes
    for n in range(1, sizes.works + 1):
        title, subtitle, numbers, year = shelves.work(n)
        text = json.dumps(title)
        if sizes.odd and n % 50 == 3:
            text = json.dumps({"type": "/type/text", "value": title})
        fields = [f'"title": {text}', f'"authors": [{", ".join(map(_role, numbers))}]']
        if subtitle:
            fields.append(f'"subtitle": {json.dumps(subtitle)}')
        if n % 5 == 0:
            fields.append(f'"first_publish_date": "{year}"')
        if n % 3:
            fields.append(f'"covers": [{n * 3}], "subjects": {json.dumps(SUBJECTS[: n % 5])}')
        yield _line("work", f"/works/OL{n}W", fields)
        if sizes.odd and oddities.work_moved(n):
            yield oddities.redirect("works", n)
    if sizes.odd:
        yield from oddities.BROKEN_WORKS


def editions(shelves: Shelves) -> Iterator[str]:
    """The dump of editions: one of each work, then further ones; a quarter has no language."""
    sizes = shelves.sizes
    for n in range(1, sizes.editions + 1):
        dice = shelves.dice("edition", n)
        work = n if n <= sizes.works else 1 + n * 7 % sizes.works
        title, subtitle, numbers, year = shelves.work(work)
        year += dice.randrange(12)
        if sizes.odd and n % 2 and oddities.work_moved(work):
            work += oddities.MOVED
        fields = [
            f'"publishers": ["{dice.choice(FAMILY)} & {dice.choice(FAMILY)}"]',
            f'"title": {json.dumps(title)}, "number_of_pages": {100 + n % 700}',
            f'"isbn_13": ["978{n:010d}"], "source_records": ["marc:loc/{n}", "ia:book{n}"]',
            f'"authors": [{{"key": "/authors/OL{numbers[0]}A"}}]',
            f'"works": [{{"key": "/works/OL{work}W"}}]',
            f'"publish_date": {json.dumps(_published(year, n, dice, sizes.odd))}',
            '"physical_format": "Hardcover", "lc_classifications": ["PR6052"]',
        ]
        if dice.random() < 0.75:
            language = LANGUAGE_OF.get(title, "eng")
            fields.append(f'"languages": [{{"key": "/languages/{language}"}}]')
        if subtitle:
            fields.append(f'"subtitle": {json.dumps(subtitle)}')
        yield _line("edition", f"/books/OL{n}M", fields)


def _birth(n: int, shelves: Shelves) -> str:
    year = shelves.born(n)
    shapes = (f"{year}", f"June {year}", f"18 February {year}", f"{year}-02-18")
    if shelves.sizes.odd:
        shapes += oddities.births(year)
    return shapes[n * 7 % len(shapes)]


def _published(year: int, n: int, dice: Dice, odd: bool) -> str:
    shapes = (f"{year}", f"{dice.choice(MONTHS)} {year}", f"c{year}", f"May {1 + n % 28}, {year}")
    if odd:
        shapes += oddities.publications(year)
    return shapes[n % len(shapes)]


def _role(author: int) -> str:
    return (
        f'{{"type": {{"key": "/type/author_role"}}, "author": {{"key": "/authors/OL{author}A"}}}}'
    )


def _line(kind: str, key: str, fields: list[str]) -> str:
    # Put together as text: json.dumps of millions of records would take most of the time.
    return (
        f"/type/{kind}\t{key}\t3\t2021-08-18T06:48:43.131520\t"
        f'{{"key": "{key}", {", ".join(fields)}, "type": {{"key": "/type/{kind}"}}, '
        f'"latest_revision": 3, "revision": 3, {_STAMP}}}'
    )
