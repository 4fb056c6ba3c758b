"""Open Library's live service, for a few authors: one search each, and one for their names.

Its search returns works, not editions: a work's languages, first year and one title. The published
collection used the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tamis.collect.books.dates import year_of
from tamis.collect.books.entities import Author, Edition, Match, Person, Work
from tamis.collect.books.faults import DELETED, REDIRECT, Faults
from tamis.collect.books.sources.openlibrary import number_of, text_of, title_of
from tamis.collect.books.sources.web import Web
from tamis.types import InputError

_PAGE = 500
_FIELDS = "key,title,subtitle,author_key,language,first_publish_year,edition_count"


class Live:
    """A server that speaks Open Library's API."""

    def __init__(self, url: str = "https://openlibrary.org") -> None:
        self.url = url.rstrip("/")

    def authors(self, web: Web, person: Person, faults: Faults) -> Iterator[tuple[Author, int]]:
        """The authors who may be a person, each with the number that was requested.

        They are looked up by their ids, following redirects; without ids by name. Ids that
        redirect or lead to no author are added to `faults`.
        """
        for number in person.openlibrary:
            requested, seen = number, set[int]()
            while requested not in seen:
                seen.add(requested)
                location = f"/authors/OL{requested}A"
                record = self._get(web, f"{location}.json", {})
                if isinstance(record, Mapping):
                    if (ahead := number_of(record.get("location"))) is not None:
                        faults.add(REDIRECT, location)
                        requested = ahead
                        continue
                    if text_of(record.get("name")):
                        yield _author(requested, record), number
                        break
                faults.add(DELETED, location)
                break
        if not person.openlibrary and person.names:
            found = self._get(web, "/search/authors.json", {"q": person.name, "limit": "20"})
            for record in _docs(found):
                if (key := number_of(record.get("key"))) is not None:
                    yield _author(key, record), key

    def works(self, web: Web, match: Match) -> Iterator[tuple[Work, list[Edition]]]:
        """The works of a person's authors, each with an edition for each of its languages."""
        for author in match.numbers:
            offset = 0
            while True:
                found = self._get(
                    web,
                    "/search.json",
                    {
                        "author_key": f"OL{author}A",
                        "fields": _FIELDS,
                        "sort": "key",
                        "limit": str(_PAGE),
                        "offset": str(offset),
                    },
                )
                docs = _docs(found)
                for record in docs:
                    if (number := number_of(record.get("key"))) is not None:
                        yield _work(number, record)
                offset += len(docs)
                if len(docs) < _PAGE:
                    break

    def _get(self, web: Web, path: str, parameters: Mapping[str, str]) -> Any:
        return web.get(f"{self.url}{path}", parameters)


def _docs(answer: Any) -> list[Mapping[str, Any]]:
    docs = answer.get("docs") if isinstance(answer, Mapping) else None
    if not isinstance(docs, list):
        raise InputError(
            f"the server did not answer as Open Library's search does ({str(answer)[:80]}); check "
            f"--openlibrary."
        )
    return [record for record in docs if isinstance(record, Mapping)]


def _author(number: int, record: Mapping[str, Any]) -> Author:
    birth = text_of(record.get("birth_date"))
    remote = record.get("remote_ids")
    qid = remote.get("wikidata") if isinstance(remote, Mapping) else None
    name = text_of(record.get("name"))
    wikidata = qid if isinstance(qid, str) else ""
    return Author(number, (name,) if name else (), birth, year_of(birth), wikidata)


def _work(number: int, record: Mapping[str, Any]) -> tuple[Work, list[Edition]]:
    authors = [n for key in _texts(record.get("author_key")) if (n := number_of(key)) is not None]
    title, subtitle = title_of(record.get("title")), title_of(record.get("subtitle"))
    year = year_of(record.get("first_publish_year"))
    work = Work(number, title, subtitle, tuple(dict.fromkeys(authors)), year)
    languages = _texts(record.get("language"))
    editions = [
        Edition(number, title, subtitle, (code.lower(),), None) for code in sorted(languages)
    ]
    return work, editions or [Edition(number, title, subtitle, (), None)]


def _texts(value: object) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
