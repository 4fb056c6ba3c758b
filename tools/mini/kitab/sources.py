"""Writes the facts of the tables as dumps, in the formats of the real ones.

Numbers and ids are invented: authors are Q1, Q2, … and OL1A, OL2A, … in the order of the table,
and only a name and a year of birth link the two, as in the paper (KITAB, §3.1). A variant that is
the title with a subtitle becomes a second work, as in catalogues, which deduplication must merge
with the first; any other variant is a further edition of the same work. The tables do not have the
years of variants: each gets the year after the one before, which keeps their order.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from tamis.collect.books import Dumps
from tamis.collect.books.sources.wikidata import HUMAN, WRITER
from tamis.collect.kitab import Author, Book


def write(authors: Sequence[Author], folder: Path) -> tuple[Path, Dumps]:
    """Write the dumps into `folder`; returns Wikidata's, and Open Library's three."""
    works = [work for n, author in enumerate(authors, 1) for work in _works(author, n)]
    numbered = list(enumerate(works, 1))
    number = count(1)
    library = {
        "authors": [_author(author, n) for n, author in enumerate(authors, 1)],
        "works": [_line("work", f"/works/OL{n}W", record) for n, (record, _) in numbered],
        "editions": [
            _line("edition", f"/books/OL{next(number)}M", {**record, "works": [_key("works", n)]})
            for n, (_, editions) in numbered
            for record in editions
        ],
    }
    paths = {
        name: _pack(folder / f"ol_dump_{name}.txt.gz", lines) for name, lines in library.items()
    }
    entities = (f"{_entity(author, n)}," for n, author in enumerate(authors, 1))
    wikidata = _pack(folder / "wikidata-all.json.gz", ["[", *entities, "]"])
    return wikidata, Dumps(*((path,) for path in paths.values()))


def _works(author: Author, number: int) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The records of an author's works, each with those of its editions."""
    role = {"type": {"key": "/type/author_role"}, "author": _key("authors", number)}
    for book in author.books:
        same = [_edition(book, book.title, 0)]
        yield {"title": book.title, "authors": [role]}, same
        for after, variant in enumerate(book.variants, 1):
            subtitle = variant.removeprefix(f"{book.title}: ")
            if subtitle != variant:
                titles = {"title": book.title, "subtitle": subtitle}
                yield (
                    {**titles, "authors": [role]},
                    [{**_edition(book, book.title, after), **titles}],
                )
            else:
                same.append(_edition(book, variant, after))


def _edition(book: Book, title: str, after: int) -> dict[str, Any]:
    date = {} if book.year is None else {"publish_date": str(book.year + after)}
    return {"title": title, "languages": [{"key": "/languages/eng"}], **date}


def _author(author: Author, number: int) -> str:
    record = {"name": author.name, "birth_date": str(author.birth_year)}
    return _line("author", f"/authors/OL{number}A", record)


def _entity(author: Author, number: int) -> str:
    """A writer as in Wikidata's own dump, with their number of sitelinks."""
    born = {"time": f"+{author.birth_year:04}-00-00T00:00:00Z", "precision": 9}
    values = {"P31": {"id": HUMAN}, "P106": {"id": WRITER}, "P569": born}
    return json.dumps(
        {
            "type": "item",
            "id": f"Q{number}",
            "labels": {"en": {"language": "en", "value": author.name}},
            "claims": {
                property: [{"mainsnak": {"datavalue": {"value": value}}, "rank": "normal"}]
                for property, value in values.items()
            },
            "sitelinks": {
                f"w{n}wiki": {"title": author.name} for n in range(author.sitelinks or 0)
            },
        }
    )


def _key(kind: str, number: int) -> dict[str, str]:
    return {"key": f"/{kind}/OL{number}{kind[0].upper()}"}


def _line(kind: str, key: str, record: dict[str, Any]) -> str:
    """A line of one of Open Library's dumps: type, key, revision, date and the record."""
    whole = {"key": key, "type": {"key": f"/type/{kind}"}, **record}
    return f"/type/{kind}\t{key}\t1\t2020-01-01T00:00:00\t{json.dumps(whole)}"


def _pack(path: Path, lines: Iterable[str]) -> Path:
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    return path
