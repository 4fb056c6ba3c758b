"""The second pass: Open Library's authors, those who may be one of the people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tamis.collect.books.faults import Faults
from tamis.collect.books.numbers import Numbers, resolved
from tamis.collect.books.passes.dump import Records, parsed
from tamis.collect.books.passes.people import PEOPLE
from tamis.collect.books.records import Author, Match, Person, person_of
from tamis.collect.books.sifting import Tally
from tamis.collect.books.sources.openlibrary import WIKIDATA, author_of, number_of
from tamis.collect.books.spill import records, write_records
from tamis.collect.books.stages.matching import keys_of, matched

MATCHES = "matches.jsonl"


def authors(
    paths: Sequence[Path], faults: Sequence[Faults], people: Path, place: Path
) -> dict[str, Any]:
    """Write the people with their authors in Open Library; returns the tally and the sources."""
    persons = [person_of(values) for values in records(people / PEOPLE)]
    dump = Records(paths, "author", faults)
    found, ignored = candidates(dump, persons)
    wanted = {number for person in persons for number in person.openlibrary}
    redirects = dump.redirects.touching([*wanted, *found])
    for number in wanted:
        # Of who took another's place the number is enough, and their line may have gone by.
        if (ahead := resolved(redirects, number)) != number:
            found.setdefault(ahead, Author(ahead, ()))
    sifted = matched(persons, found.values(), redirects)
    tally = Tally("matched", "people")
    tally.add(len(persons), sifted)
    write_records(place / MATCHES, map(asdict, sifted.kept))
    hows = [match.how for match in sifted.kept]
    return {
        "tallies": [tally.said()],
        "sources": dump.sources(),
        "seen": dump.seen,
        "redirects": dump.redirected,
        "deleted": dump.deleted,
        "without_birth_year": ignored,
        "matched_by": {how: hows.count(how) for how in sorted(set(hows))},
    }


def candidates(dump: Records, persons: Sequence[Person]) -> tuple[dict[int, Author], int]:
    """The authors who have the id, or a name and the birth year, of one of the people.

    And how many authors have a date of birth, but none known to the year.
    """
    ids = Numbers(number for person in persons for number in person.openlibrary)
    qids = {person.qid.encode() for person in persons}
    names = {key for person in persons for key in keys_of(person.names, person.birth_year)}
    found: dict[int, Author] = {}
    yearless = 0
    for faults, at, line in dump.lines():
        number = number_of(line[:60].decode("latin-1"))
        linked = number is not None and number in ids
        if not linked and b'"wikidata"' in line and (qid := WIKIDATA.search(line)):
            linked = qid[1] in qids
        if not linked and b'"birth_date"' not in line:
            continue
        if number is None or not (values := parsed(faults, at, line)):
            continue
        author = author_of(number, values[1])
        if author.birth and author.birth_year is None:
            yearless += 1
            faults.add("birth not known to the year", f"line {at}", author.birth)
        if linked or any(key in names for key in keys_of(author.names, author.birth_year)):
            found[number] = author
    return found, yearless


def read_matches(folder: Path) -> list[Match]:
    """The people with their authors, as the pass has written them."""
    return [
        Match(person_of(row["person"]), tuple(row["numbers"]), row["how"])
        for row in records(folder / MATCHES)
    ]
