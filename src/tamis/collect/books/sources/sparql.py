"""Writers from a SPARQL endpoint for Wikidata, page by page.

Each page begins after the last address of the page before, in the order of the people's addresses:
nobody is left out or returned twice, however slowly the pages are fetched. Wikidata's own service
stops a query after a minute; QLever, or an endpoint that you run yourself, has no such limit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tamis.collect.books.dates import PRECISE_TO_THE_YEAR, wikidata_year
from tamis.collect.books.entities import Known, Person
from tamis.collect.books.sources.openlibrary import number_of, text_of
from tamis.collect.books.sources.web import Web
from tamis.types import InputError

_ENTITY = "http://www.wikidata.org/entity/"
_PREFIXES = """PREFIX wd: <http://www.wikidata.org/entity/>
PREFIX wdt: <http://www.wikidata.org/prop/direct/>
PREFIX p: <http://www.wikidata.org/prop/>
PREFIX psv: <http://www.wikidata.org/prop/statement/value/>
PREFIX wikibase: <http://wikiba.se/ontology#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
_PEOPLE = """SELECT DISTINCT ?person WHERE {{
  VALUES ?occupation {{ {occupations} }}
  ?person wdt:P31 wd:Q5 ; wdt:P106 ?occupation .
  FILTER(STR(?person) > "{after}")
}} ORDER BY STR(?person) LIMIT {page}"""
_FACTS = """SELECT ?person ?name ?birth ?precision ?death ?sitelinks ?library WHERE {{
  VALUES ?person {{ {people} }}
  OPTIONAL {{ ?person rdfs:label ?name FILTER(LANG(?name) = "en") }}
  OPTIONAL {{ ?person p:P569/psv:P569 ?time .
    ?time wikibase:timeValue ?birth ; wikibase:timePrecision ?precision }}
  OPTIONAL {{ ?person wdt:P570 ?death }}
  OPTIONAL {{ ?person wikibase:sitelinks ?sitelinks }}
  OPTIONAL {{ ?person wdt:P648 ?library }}
}} ORDER BY STR(?person)"""
_WORKS = """SELECT ?work ?person ?name WHERE {{
  VALUES ?person {{ {people} }}
  ?work wdt:P50 ?person .
  OPTIONAL {{ ?work rdfs:label ?name FILTER(LANG(?name) = "en") }}
}} ORDER BY STR(?work) STR(?person)"""


class Sparql:
    """The writers of an endpoint, and the works that are linked to them.

    Of a work's authors only those among the writers are returned; the comparison with one author's
    list needs no others.
    """

    def __init__(self, url: str, occupations: Sequence[str], page: int = 200) -> None:
        if wrong := [one for one in occupations if not re.fullmatch(r"Q\d+", one)]:
            raise InputError(
                f"--occupation {wrong[0]!r:.40} is not an id of Wikidata; give one such as Q36180."
            )
        self.url, self._occupations, self._page = url, tuple(occupations), page

    def read(self, web: Web) -> Iterator[Person | Known]:
        """All writers, each page with its works; InputError where the endpoint gives no answer."""
        after = ""
        while True:
            found = self._rows(
                web,
                _PEOPLE.format(
                    occupations=" ".join(f"wd:{one}" for one in self._occupations),
                    after=after,
                    page=self._page,
                ),
            )
            addresses = sorted({row.get("person", "") for row in found} - {""})
            # With an endpoint that sorts otherwise, or ignores the filter, this would never end.
            addresses = [one for one in addresses if one > after]
            if not addresses:
                return
            people = " ".join(f"<{one}>" for one in addresses if re.fullmatch(r"[^<>\"\s]+", one))
            facts: dict[str, list[Mapping[str, str]]] = {}
            for row in self._rows(web, _FACTS.format(people=people)):
                facts.setdefault(row.get("person", ""), []).append(row)
            works: dict[str, tuple[set[str], set[str]]] = {}
            linked: dict[str, set[str]] = {}
            for row in self._rows(web, _WORKS.format(people=people)):
                names, authors = works.setdefault(row.get("work", ""), (set(), set()))
                authors.add(_qid(row.get("person", "")))
                linked.setdefault(row.get("person", ""), set()).add(row.get("work", ""))
                names.update(filter(None, [text_of(row.get("name"))]))
            for address in addresses:
                rows = facts.get(address, [])
                yield _person(_qid(address), rows, len(linked.get(address, ())), self._occupations)
            for work, (names, authors) in sorted(works.items()):
                if names:
                    yield Known(_qid(work), tuple(sorted(names)), tuple(sorted(authors)))
            after = addresses[-1]

    def _rows(self, web: Web, query: str) -> list[dict[str, str]]:
        answer = web.get(self.url, {"query": _PREFIXES + query, "format": "json"}, post=True)
        try:
            return [
                {name: str(cell["value"]) for name, cell in row.items()}
                for row in answer["results"]["bindings"]
            ]
        except (KeyError, TypeError, AttributeError) as error:
            raise InputError(
                f"{self.url} did not answer as a SPARQL endpoint does ({str(answer)[:80]}); check "
                f"the address given with --sparql."
            ) from error


def _person(
    qid: str, rows: Sequence[Mapping[str, str]], works: int, occupations: tuple[str, ...]
) -> Person:
    def all_of(name: str) -> list[str]:
        return list(dict.fromkeys(row[name] for row in rows if row.get(name)))

    births = [
        (row["birth"], wikidata_year({"time": row["birth"], "precision": _number(row)}))
        for row in rows
        if row.get("birth")
    ]
    numbers = [
        number for one in all_of("library") if one.endswith("A") and (number := number_of(one))
    ]
    deaths = [year for one in all_of("death") if (year := wikidata_year(one))]
    return Person(
        qid=qid,
        names=tuple(filter(None, map(text_of, all_of("name")))),
        occupations=occupations,
        birth=births[0][0][:40] if births else "",
        birth_year=min((year for _, year in births if year is not None), default=None),
        death_year=max(deaths, default=None),
        sitelinks=max((int(one) for one in all_of("sitelinks") if one.isdigit()), default=0),
        openlibrary=tuple(sorted(numbers)),
        works=works,
    )


def _number(row: Mapping[str, Any]) -> int:
    precision = str(row.get("precision", ""))
    return int(precision) if precision.isdigit() else PRECISE_TO_THE_YEAR


def _qid(address: str) -> str:
    return address.removeprefix(_ENTITY)
