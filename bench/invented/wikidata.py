"""Wikidata's entities, as Open Library's dump of them has them and as Wikidata's own has."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from typing import Any

from . import oddities
from .shelves import Shelves


def in_library(shelves: Shelves) -> Iterator[str]:
    """The lines of Open Library's dump: id, entity quoted as in CSV, time; people only."""
    for n in range(1, shelves.sizes.people + 1):
        text = json.dumps(_person(n, shelves), ensure_ascii=False)
        quoted = text.replace('"', '""')
        yield f'Q{n * 11}\t"{quoted}"\t2026-01-01 00:00:00.000000'
    if shelves.sizes.odd:
        yield from oddities.BROKEN_ENTITIES


def entities(shelves: Shelves) -> Iterator[str]:
    """The lines of Wikidata's own dump: an array of the people, then works with their authors."""
    yield "["
    for n in range(1, shelves.sizes.people + 1):
        yield f"{json.dumps(_with_claims(_person(n, shelves)))},"
    for work in shelves.of_people:
        title, _, authors, _ = shelves.work(work)
        # Some books are somebody else's, says Wikidata.
        owner = authors[0] + (1 if work % 23 == 0 else 0)
        entity = {
            "type": "item",
            "id": f"Q{500_000_000 + work}",
            "labels": _labels({"en": title[:250] or "untitled"}),
            "claims": {
                "P31": [_claim("P31", "Q7725634")],
                "P50": [_claim("P50", f"Q{owner * 11}")],
            },
            "sitelinks": {},
        }
        yield f"{json.dumps(entity)},"
    yield "]"


def _person(n: int, shelves: Shelves) -> dict[str, Any]:
    """A person as the REST API gives them."""
    odd = shelves.sizes.odd
    sitelinks = min(200, int(-12 * math.log(1 - shelves.dice("person", n).random())))
    name, born = shelves.name(n), shelves.born(n)
    statements: dict[str, list[Any]] = {
        "P31": [_content("P31", "Q5")],
        "P106": [_content("P106", "Q36180" if n % 5 else "Q82955")],
    }
    if not odd or n % 33:
        time = {"time": f"+{born}-02-18T00:00:00Z", "precision": 11}
        statements["P569"] = [_content("P569", time)]
    if n % 3 == 0:
        time = {"time": f"+{born + 70}-00-00T00:00:00Z", "precision": 9}
        statements["P570"] = [_content("P570", time)]
    # By id, by an id that redirects, by the id on the other side, or by name alone.
    if n % 10 >= 3:
        number = n + oddities.MOVED if odd and oddities.author_moved(n) else n
        statements["P648"] = [_content("P648", f"OL{number}A")]
    return {
        "type": "item",
        "id": f"Q{n * 11}",
        "labels": {"en": name, "de": name},
        "descriptions": {"en": f"writer, born in {born}"},
        "aliases": {"en": [name.replace(".", "")]},
        "statements": statements,
        "sitelinks": {
            f"w{k}wiki": {"title": name, "badges": [], "url": f"https://w{k}.test/{n}"}
            for k in range(sitelinks)
        },
    }


def _with_claims(person: dict[str, Any]) -> dict[str, Any]:
    """A person as the dump has them."""
    return {
        **person,
        "labels": _labels(person["labels"]),
        "aliases": {
            code: [{"language": code, "value": name} for name in names]
            for code, names in person["aliases"].items()
        },
        "descriptions": _labels(person["descriptions"]),
        "statements": None,
        "claims": {
            key: [_claim(key, one["value"]["content"]) for one in found]
            for key, found in person["statements"].items()
        },
    }


def _content(key: str, value: Any) -> dict[str, Any]:
    return {
        "id": f"{key}$1",
        "rank": "normal",
        "property": {"id": key, "data_type": "wikibase-item"},
        "value": {"type": "value", "content": value},
        "qualifiers": [],
        "references": [],
    }


def _claim(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, str) and value.startswith("Q"):
        value = {"entity-type": "item", "id": value, "numeric-id": int(value[1:])}
    snak = {"snaktype": "value", "property": key, "datavalue": {"value": value}}
    return {"mainsnak": snak, "type": "statement", "rank": "normal"}


def _labels(names: dict[str, str]) -> dict[str, dict[str, str]]:
    return {code: {"language": code, "value": name} for code, name in names.items()}
