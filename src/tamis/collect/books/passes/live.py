"""The passes over the live service; they write the same files as those over the dumps."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tamis.collect.books.entities import Author, Person, person_from_json
from tamis.collect.books.faults import Faults
from tamis.collect.books.filters import Tally
from tamis.collect.books.passes.authors import MATCHES, YEARLESS, read_matches
from tamis.collect.books.passes.editions import EDITIONS
from tamis.collect.books.passes.people import PEOPLE
from tamis.collect.books.passes.works import UNTITLED, WORKS, check_title
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.web import Web
from tamis.collect.books.spill import Spill, records, write_records
from tamis.collect.books.stages.matching import matched


def live_authors(live: Live, web: Web, people: Path, out: Path, faults: Faults) -> dict[str, Any]:
    """Write the people with their authors; returns the tally. Locations of faults are keys."""
    persons: Sequence[Person] = [person_from_json(values) for values in records(people / PEOPLE)]
    found: dict[int, Author] = {}
    redirects: dict[int, int] = {}
    for person in persons:
        for author, requested in live.authors(web, person, faults):
            if author.birth and author.birth_year is None and author.number not in found:
                faults.add(YEARLESS, f"/authors/OL{author.number}A", author.birth)
            found[author.number] = author
            if requested != author.number:
                redirects[requested] = author.number
    filtered = matched(persons, found.values(), redirects)
    tally = Tally("matched", "people")
    tally.add(len(persons), filtered)
    write_records(out / MATCHES, filtered.kept)
    hows = [match.how for match in filtered.kept]
    return {
        "tallies": [tally.as_json()],
        "matched_by": {how: hows.count(how) for how in sorted(set(hows))},
    }


def live_works(live: Live, web: Web, authors: Path, out: Path, faults: Faults) -> dict[str, Any]:
    """Write the works and editions of the people; returns their numbers."""
    seen: set[int] = set()
    with Spill(out / WORKS) as works, Spill(out / EDITIONS) as editions:
        for match in read_matches(authors):
            for work, found in live.works(web, match):
                if work.number in seen:
                    continue
                seen.add(work.number)
                key = f"/works/OL{work.number}W"
                if not work.title:
                    faults.add(UNTITLED, key)
                check_title(work, faults, key)
                works.add(work.number, work)
                for edition in found:
                    editions.add(work.number, edition)
    return {"works": len(seen)}
