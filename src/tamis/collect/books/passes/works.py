"""The third pass: the works of the authors, written to disk by their numbers."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tamis.collect.books.entities import Edition, Work
from tamis.collect.books.faults import Faults
from tamis.collect.books.number_set import NumberSet, resolved
from tamis.collect.books.passes.authors import read_matches
from tamis.collect.books.passes.dump import BRACE, Records, parsed
from tamis.collect.books.sources.openlibrary import (
    AUTHOR_KEY,
    LONGEST_TITLE,
    TOO_LONG,
    number_of,
    texts_of,
    work_of,
)
from tamis.collect.books.spill import Spill, write_records
from tamis.collect.books.stages.language import mixed
from tamis.inputs.files import opened

WORKS = "works"
NUMBERS = "numbers.bin"
ALIASES = "aliases.jsonl"
UNTITLED, YEARLESS = "work without a title", "year of publication not known"
MIXED = "title in mixed scripts"


def works(dump: Records, authors: Path, out: Path) -> dict[str, Any]:
    """Write the works of the matched authors; returns their number and the sources."""
    wanted = NumberSet(number for match in read_matches(authors) for number in match.numbers)
    numbers = array("Q")
    with Spill(out / WORKS) as spill:
        for work in dump.each(partial(works_by, wanted)):
            numbers.append(work.number)
            spill.add(work.number, work)
    redirects = dump.redirects.touching(numbers)
    kept = NumberSet(numbers)
    aliases = [(a, end) for a in sorted(redirects) if (end := resolved(redirects, a)) in kept]
    write_records(out / ALIASES, aliases)
    (out / NUMBERS).write_bytes(numbers.tobytes())
    return {
        "sources": dump.sources(),
        **dump.counts(),
        "works": len(numbers),
        "without_year": dump.wrong(YEARLESS),
    }


def works_by(wanted: NumberSet, dump: Records) -> Iterator[Work]:
    """The works that have one of the authors."""
    start, holds = dump.start, wanted.quick()
    for of, first, lines in dump.blocks():
        dump.seen += len(lines)
        for at, line in enumerate(lines, first):
            if not line.startswith(start) or line[-1] != BRACE:
                dump.other(of, at, line)
                continue
            # Most of the lines of a dump are skipped here, so no function is called for them.
            found = line.find(AUTHOR_KEY)
            while found >= 0:
                found += len(AUTHOR_KEY)
                digits = line[found : line.find(b"A", found)]
                if digits.isdigit() and holds(int(digits)):
                    break
                found = line.find(AUTHOR_KEY, found)
            else:
                continue
            if not (values := parsed(of, at, line)):
                continue
            work = work_of(number_of(values[0][1].decode("latin-1")) or 0, values[1])
            if not any(author in wanted for author in work.authors):
                continue
            if not work.title:
                of.add(UNTITLED, f"line {at}")
            if work.year is None and (date := values[1].get("first_publish_date")):
                of.add(YEARLESS, f"line {at}", str(date))
            check_title(work, of, f"line {at}")
            yield work


def check_title(record: Work | Edition, faults: Faults, location: str) -> None:
    """Add a fault where a title (also with its subtitle) is too long, or in two scripts."""
    if mixed(record.title):
        faults.add(MIXED, location, record.title)
    for text, kind in zip(texts_of(record.title, record.subtitle), TOO_LONG, strict=False):
        if len(text) > LONGEST_TITLE:
            faults.add(kind, location, text)
            break


def read_numbers(folder: Path) -> NumberSet:
    """The numbers of the works that were kept."""
    numbers = array("Q")
    with opened(folder / NUMBERS) as file:
        numbers.frombytes(file.read())
    return NumberSet(numbers)
