"""The fourth pass: the editions of the works, put on disk beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tamis.collect.books.faults import Faults
from tamis.collect.books.passes.dump import Records, parsed
from tamis.collect.books.passes.works import ALIASES, read_numbers
from tamis.collect.books.sources.openlibrary import WORK, edition_of
from tamis.collect.books.spill import Spill, records

EDITIONS = "editions"


def editions(
    paths: Sequence[Path], faults: Sequence[Faults], works: Path, place: Path
) -> dict[str, Any]:
    """Write the editions of the works that were kept; returns their number and the sources."""
    wanted = read_numbers(works)
    aliases: dict[int, int] = dict(records(works / ALIASES))
    for old in aliases:
        wanted.add(old)
    dump = Records(paths, "edition", faults)
    count = yearless = 0
    search = WORK.search
    with Spill(place / EDITIONS) as spill:
        for of, at, line in dump.lines():
            found = search(line)
            if found is None or int(found[1]) not in wanted:
                continue
            if not (values := parsed(of, at, line)):
                continue
            number = int(found[1])
            number = aliases.get(number, number)
            edition = edition_of(number, values[1])
            if edition.year is None and values[1].get("publish_date"):
                yearless += 1
                said = str(values[1]["publish_date"])
                of.add("year of publication not known", f"line {at}", said)
            count += 1
            spill.add(number, asdict(edition))
    return {
        "sources": dump.sources(),
        "seen": dump.seen,
        "editions": count,
        "without_year": yearless,
    }
