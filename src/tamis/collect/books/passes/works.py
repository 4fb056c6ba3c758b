"""The third pass: the works of the authors, put on disk by their numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from tamis.collect.books.faults import Faults
from tamis.collect.books.numbers import Numbers, resolved
from tamis.collect.books.passes.authors import read_matches
from tamis.collect.books.passes.dump import Records, parsed
from tamis.collect.books.sources.openlibrary import AUTHOR, number_of, work_of
from tamis.collect.books.spill import Spill, write_records

WORKS = "works"
NUMBERS = "numbers.bin"
ALIASES = "aliases.jsonl"


def works(
    paths: Sequence[Path], faults: Sequence[Faults], authors: Path, place: Path
) -> dict[str, Any]:
    """Write the works of the matched authors; returns their number and the sources."""
    wanted = Numbers(number for match in read_matches(authors) for number in match.numbers)
    dump = Records(paths, "work", faults)
    numbers = array("Q")
    with Spill(place / WORKS) as spill:
        for of, at, line in dump.lines():
            if not any(int(number) in wanted for number in AUTHOR.findall(line)):
                continue
            if not (values := parsed(of, at, line)):
                continue
            number = number_of(values[0][1].decode("latin-1")) or 0
            work = work_of(number, values[1])
            if not any(author in wanted for author in work.authors):
                continue
            if not work.title:
                of.add("work without a title", f"line {at}")
            numbers.append(number)
            spill.add(number, asdict(work))
    redirects = dump.redirects.touching(numbers)
    kept = Numbers(numbers)
    aliases = [(a, end) for a in sorted(redirects) if (end := resolved(redirects, a)) in kept]
    write_records(place / ALIASES, aliases)
    (place / NUMBERS).write_bytes(numbers.tobytes())
    return {
        "sources": dump.sources(),
        "seen": dump.seen,
        "redirects": dump.redirected,
        "deleted": dump.deleted,
        "works": len(numbers),
    }


def read_numbers(folder: Path) -> Numbers:
    """The numbers of the works that were kept."""
    numbers = array("Q")
    numbers.frombytes((folder / NUMBERS).read_bytes())
    return Numbers(numbers)
