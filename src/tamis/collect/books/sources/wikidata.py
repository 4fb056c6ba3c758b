"""Wikidata's entities, in the forms of two dumps.

Wikidata's own JSON dump has an array with an entity on each line. Open Library's
(`ol_dump_wikidata`) has lines of an id, an entity in the form of the REST API and a time, with
tabs between them, the entity quoted as in CSV or not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tamis.collect.books.dates import wikidata_year
from tamis.collect.books.entities import Known, Person
from tamis.collect.books.sources.openlibrary import number_of, text_of

HUMAN = "Q5"
WRITER = "Q36180"
_ARTICLES = frozenset({"Q13442814", "Q18918145", "Q23927052"})  # scholarly papers, by the million
_LANGUAGES = ("en", "mul", "en-gb", "en-us", "en-ca")


def entity_json(line: bytes) -> bytes | None:
    """The JSON of an entity on a line; empty for the brackets of the array, None for no entity."""
    line = line.strip()
    if line in (b"", b"[", b"]"):
        return b""
    if line.startswith(b"{"):
        return line.rstrip(b",")
    for cell in line.split(b"\t"):
        if cell.startswith(b"{"):
            return cell
        if cell.startswith(b'"{') and cell.endswith(b'}"'):
            return cell[1:-1].replace(b'""', b'"')
    return None


def person_of(entity: Mapping[str, Any]) -> Person:
    """An entity as a person; `human` is False where it is not a human being."""
    births = values(entity, "P569")
    years = [year for value in births if (year := wikidata_year(value)) is not None]
    deaths = [year for value in values(entity, "P570") if (year := wikidata_year(value))]
    birth = next((str(v.get("time", "")) for v in births if isinstance(v, Mapping)), "")
    numbers = [
        number
        for value in values(entity, "P648")
        if isinstance(value, str) and value.endswith("A") and (number := number_of(value))
    ]
    sitelinks = entity.get("sitelinks")
    return Person(
        qid=str(entity.get("id", "")),
        names=tuple(dict.fromkeys(_names(entity))),
        occupations=tuple(dict.fromkeys(map(item_id, values(entity, "P106")))),
        birth=birth[:40],
        # Sources that disagree are both on record; the earlier year is the safer for "born since".
        birth_year=min(years, default=None),
        death_year=max(deaths, default=None),
        sitelinks=len(sitelinks) if isinstance(sitelinks, (dict, list)) else 0,
        openlibrary=tuple(dict.fromkeys(numbers)),
        human=HUMAN in map(item_id, values(entity, "P31")),
    )


def known_of(entity: Mapping[str, Any]) -> Known | None:
    """A work with its authors; None for scholarly papers and what has no author or title."""
    authors = tuple(dict.fromkeys(filter(None, map(item_id, values(entity, "P50")))))
    kinds = set(map(item_id, values(entity, "P31")))
    if not authors or kinds & _ARTICLES or HUMAN in kinds:
        return None
    titles = list(_names(entity))
    for value in values(entity, "P1476"):
        if isinstance(value, Mapping) and str(value.get("language", "")).startswith("en"):
            titles.append(text_of(value.get("text")))
    titles = [title for title in dict.fromkeys(titles) if title]
    return Known(str(entity.get("id", "")), tuple(titles), authors) if titles else None


def values(entity: Mapping[str, Any], property: str) -> list[Any]:
    """The values of a property: the preferred ones where some are, else all not deprecated."""
    statements = entity.get("claims", entity.get("statements"))
    found = statements.get(property) if isinstance(statements, Mapping) else None
    ranked: dict[str, list[Any]] = {"preferred": [], "normal": []}
    for statement in found if isinstance(found, list) else ():
        if isinstance(statement, Mapping) and (value := _value(statement)) is not None:
            ranked.setdefault(str(statement.get("rank", "normal")), []).append(value)
    return ranked["preferred"] or ranked["normal"]


def _value(statement: Mapping[str, Any]) -> Any:
    snak = statement.get("mainsnak")
    if isinstance(snak, Mapping):
        data = snak.get("datavalue")
        return data.get("value") if isinstance(data, Mapping) else None
    value = statement.get("value")
    return value.get("content") if isinstance(value, Mapping) else None


def item_id(value: Any) -> str:
    """The id of a value that is an item; empty for other values."""
    if isinstance(value, Mapping):
        if isinstance(value.get("id"), str):
            return str(value["id"])
        return f"Q{value['numeric-id']}" if "numeric-id" in value else ""
    return value if isinstance(value, str) else ""


def _names(entity: Mapping[str, Any]) -> Iterator[str]:
    """The label in English, or in all languages, and the other names in English."""
    labels = entity.get("labels")
    if isinstance(labels, Mapping):
        for language in _LANGUAGES:
            if name := text_of(labels.get(language)):
                yield name
                break
    aliases = entity.get("aliases")
    if isinstance(aliases, Mapping):
        for language in _LANGUAGES[:2]:
            others = aliases.get(language)
            for other in others if isinstance(others, list) else ():
                if name := text_of(other):
                    yield name
