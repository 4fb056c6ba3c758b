"""The fourth pass: the editions of the works, written to disk by the number of their work."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tamis.collect.books.entities import Edition
from tamis.collect.books.number_set import NumberSet
from tamis.collect.books.passes.dump import BRACE, Records, parsed
from tamis.collect.books.passes.works import ALIASES, YEARLESS, check_title, read_numbers
from tamis.collect.books.sources.openlibrary import WORK_KEY, edition_of
from tamis.collect.books.spill import Spill, records

EDITIONS = "editions"


def editions(dump: Records, works: Path, out: Path) -> dict[str, Any]:
    """Write the editions of the works that were kept; returns their number and the sources."""
    wanted = read_numbers(works)
    aliases: dict[int, int] = dict(records(works / ALIASES))
    for old in aliases:
        wanted.add(old)
    count = 0
    with Spill(out / EDITIONS) as spill:
        for edition in dump.each(partial(editions_of, wanted, aliases)):
            count += 1
            spill.add(edition.work, edition)
    return {
        "sources": dump.sources(),
        **dump.counts(),
        "editions": count,
        "without_year": dump.wrong(YEARLESS),
    }


def editions_of(wanted: NumberSet, aliases: Mapping[int, int], dump: Records) -> Iterator[Edition]:
    """The editions of the works; `aliases` lead from an old number to the one that replaced it."""
    start, holds = dump.start, wanted.quick()
    for of, first, lines in dump.blocks():
        dump.seen += len(lines)
        for at, line in enumerate(lines, first):
            if not line.startswith(start) or line[-1] != BRACE:
                dump.other(of, at, line)
                continue
            # Most of the lines of a dump are skipped here, so no function is called for them.
            found = line.find(WORK_KEY)
            digits = line[found + len(WORK_KEY) : line.find(b"W", found + len(WORK_KEY))]
            if found < 0 or not digits.isdigit() or not holds(number := int(digits)):
                continue
            if not (values := parsed(of, at, line)):
                continue
            edition = edition_of(aliases.get(number, number), values[1])
            if edition.year is None and (date := values[1].get("publish_date")):
                of.add(YEARLESS, f"line {at}", str(date))
            check_title(edition, of, f"line {at}")
            yield edition
