"""The second pass: the authors of Open Library who may be one of the people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tamis.collect.books.entities import Author, Match, Person, person_from_json
from tamis.collect.books.filters import Tally
from tamis.collect.books.number_set import NumberSet, resolved
from tamis.collect.books.passes.dump import BRACE, Records, parsed
from tamis.collect.books.passes.people import PEOPLE
from tamis.collect.books.sources.openlibrary import AUTHOR, WIKIDATA, author_of, number_of
from tamis.collect.books.spill import records, write_records
from tamis.collect.books.stages.matching import keys_of, matched

MATCHES = "matches.jsonl"
YEARLESS = "birth not known to the year"


def authors(dump: Records, people: Path, out: Path) -> dict[str, Any]:
    """Write the people with their authors in Open Library; returns the tally and the sources."""
    persons = [person_from_json(values) for values in records(people / PEOPLE)]
    found = {author.number: author for author in dump.each(partial(candidates, persons))}
    wanted = {number for person in persons for number in person.openlibrary}
    redirects = dump.redirects.touching([*wanted, *found])
    for number in wanted:
        # For the target of a redirect the number is enough; its line may have been read already.
        if (ahead := resolved(redirects, number)) != number:
            found.setdefault(ahead, Author(ahead, ()))
    filtered = matched(persons, found.values(), redirects)
    tally = Tally("matched", "people")
    tally.add(len(persons), filtered)
    write_records(out / MATCHES, filtered.kept)
    hows = [match.how for match in filtered.kept]
    return {
        "tallies": [tally.as_json()],
        "sources": dump.sources(),
        **dump.counts(),
        "without_birth_year": dump.wrong(YEARLESS),
        "matched_by": {how: hows.count(how) for how in sorted(set(hows))},
    }


def candidates(persons: Sequence[Person], dump: Records) -> Iterator[Author]:
    """The authors who have the id, or a name and the birth year, of one of the people."""
    ids = NumberSet(number for person in persons for number in person.openlibrary)
    qids = {person.qid.encode() for person in persons}
    names = {key for person in persons for key in keys_of(person.names, person.birth_year)}
    start, holds = dump.start, ids.quick()
    for faults, first, lines in dump.blocks():
        dump.seen += len(lines)
        for at, line in enumerate(lines, first):
            if not line.startswith(start) or line[-1] != BRACE:
                dump.other(faults, at, line)
                continue
            key = AUTHOR.search(line)
            linked = key is not None and holds(int(key[1]))
            if not linked and b'"wikidata"' in line and (qid := WIKIDATA.search(line)):
                linked = qid[1] in qids
            if not linked and b'"birth_date"' not in line:
                continue
            if not (values := parsed(faults, at, line)):
                continue
            number = number_of(values[0][1].decode("latin-1")) or 0
            author = author_of(number, values[1])
            if author.birth and author.birth_year is None:
                faults.add(YEARLESS, f"line {at}", author.birth)
            if linked or any(key in names for key in keys_of(author.names, author.birth_year)):
                yield author


def read_matches(folder: Path, start: int = 0, step: int = 1) -> list[Match]:
    """The people with their authors from number `start`, every `step`-th one."""
    return [
        Match(person_from_json(row["person"]), tuple(row["numbers"]), row["how"])
        for row in records(folder / MATCHES, start, step)
    ]
