"""The first pass: the people of Wikidata, and the stages that need only them."""

from __future__ import annotations

import hashlib
from bisect import insort
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Any

from tamis.collect.books.collection_options import Options
from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.entities import Known, Person
from tamis.collect.books.extras import import_extra
from tamis.collect.books.faults import Faults
from tamis.collect.books.filters import SAMPLE, Dropped, Filtered, Tally, drops
from tamis.collect.books.number_set import NumberSet
from tamis.collect.books.passes.dump import shown
from tamis.collect.books.sources.wikidata import entity_json, known_of, person_of
from tamis.collect.books.spill import Spill, hashed, write_records
from tamis.collect.books.stages.authors import LINKED, born, linked, writers
from tamis.text.normalised import plain_words

KNOWN = "known"
PEOPLE = "people.jsonl"
_BATCH = 500
_ID = b"Q"


def people(
    sources: Sequence[Iterable[Person | Known]], options: Options, out: Path
) -> dict[str, Any]:
    """Write the people who are kept, and Wikidata's works by title; returns the tallies.

    `sources` give people and works in any order; a dump counts the lines that it skips itself.
    """
    tally = Tally("writers", "people")
    drawn = _Drawn(options.sample, options.seed)
    linked_to: Counter[str] = Counter()
    works = 0
    with Spill(out / KNOWN) as spill:
        batch: list[Person] = []
        for one in chain.from_iterable(sources):
            if isinstance(one, Known):
                works += 1
                linked_to.update(one.authors)
                for key in {plain_words(title) for title in one.titles} - {""}:
                    spill.add(hashed(key), [key, one.authors])
                continue
            batch.append(one)
            if len(batch) == _BATCH:
                _take(batch, options, tally, drawn)
                batch = []
        _take(batch, options, tally, drawn)
    for source in sources:
        if isinstance(source, Dump):
            tally.merge(source.others, 0, source.passed_over())
    sampled = drawn.people()
    tallies = [tally.as_json()]
    if options.sample:
        drawing = Tally("sample", "people")
        drawing.merge(drawn.seen, len(sampled), drawn.others())
        tallies.append(drawing.as_json())
    filtered = born(sampled, options.born_since)
    tallies.append(_tally_json("born", sampled, filtered))
    persons = filtered.kept
    # The source counts works only if it has works, or gives their number with the people.
    if counted := works > 0 or any(person.works is not None for person in persons):
        persons = tuple(
            person if person.works is not None else replace(person, works=linked_to[person.qid])
            for person in persons
        )
        before, filtered = (
            persons,
            linked(
                persons,
                lambda person: person.works or 0,
                lambda person: person.shown,
                options.least_works,
                options.most_works,
            ),
        )
        tallies.append(_tally_json(LINKED, before, filtered))
        persons = filtered.kept
    write_records(out / PEOPLE, persons)
    return {
        "tallies": tallies,
        "people": len(persons),
        "works_known": works,
        "works_counted_in": "Wikidata" if counted else "Open Library",
    }


class Dump:
    """The people and works of a dump of Wikidata, in either of its two forms.

    Only lines that mention one of the occupations, or an author (P50), are parsed; `others` counts
    the rest.
    """

    def __init__(self, path: Path, occupations: tuple[str, ...], faults: Faults) -> None:
        self.lines, self.faults = Lines(path, faults), faults
        self._marks = tuple(f'{qid}"'.encode() for qid in occupations)
        self.others = 0
        self._examples: list[str] = []

    def __iter__(self) -> Iterator[Person | Known]:
        loads, marks = import_extra("orjson").loads, self._marks
        for first, lines in self.lines.blocks():
            for at, line in enumerate(lines):
                writes = b'P106"' in line and any(mark in line for mark in marks)
                written = b'P50"' in line
                if not (writes or written) and line.rstrip(b", \r\n\t")[-1:] not in b"[]":
                    self._pass_over(line, first + at)
                    continue
                if (text := entity_json(line)) == b"":
                    continue
                try:
                    entity = loads(text or b"")
                except ValueError:
                    self.faults.add("not JSON", f"line {first + at}", shown(line))
                    continue
                if not isinstance(entity, dict):
                    self.faults.add("not an entity", f"line {first + at}", shown(line))
                    continue
                if writes:
                    yield person_of(entity)
                elif known := known_of(entity):
                    yield known

    def source(self) -> dict[str, Any]:
        """Name, size, sha256 and lines of the file, once it has been read."""
        of = self.lines
        return {"file": of.path.name, "bytes": of.size, "sha256": of.sha256, "lines": of.count}

    def passed_over(self) -> list[Dropped]:
        """The lines that were not parsed, counted as dropped by the stage of writers."""
        dropped = Dropped("not marked as a writer", self.others, tuple(self._examples))
        return [dropped] if self.others else []

    def _pass_over(self, line: bytes, number: int) -> None:
        if not line.strip():
            return
        start = line.find(_ID, 0, 60)
        if start < 0 or b"}" not in line[-80:]:
            self.faults.add("not an entity", f"line {number}", shown(line))
            return
        self.others += 1
        if len(self._examples) < SAMPLE:
            end = start + 1
            while line[end : end + 1].isdigit():
                end += 1
            self._examples.append(line[start:end].decode())


class _Drawn:
    """A random sample of people that does not depend on their order."""

    def __init__(self, wanted: int, seed: int) -> None:
        self._wanted, self._seed, self.seen = wanted, seed, 0
        self._met = NumberSet()
        self._kept: dict[str, Person] = {}
        self._ranks: list[tuple[bytes, str]] = []

    def add(self, person: Person) -> bool:
        """Add a person; False where an earlier record of the same person was added."""
        number = person.qid[1:]
        if person.qid in self._kept or (number.isdecimal() and int(number) in self._met):
            return False
        if number.isdecimal():
            self._met.add(int(number))
        self.seen += 1
        if self._wanted:
            key = f"{self._seed}:{person.qid}".encode()
            rank = (hashlib.blake2b(key, digest_size=8).digest(), person.qid)
            # The ranks after the sample are kept as examples of those not drawn.
            if len(self._ranks) == self._wanted + SAMPLE:
                if rank > self._ranks[-1]:
                    return True
                del self._kept[self._ranks.pop()[1]]
            insort(self._ranks, rank)
        self._kept[person.qid] = person
        return True

    def people(self) -> list[Person]:
        undrawn = {qid for _, qid in self._ranks[self._wanted :]}
        found = (person for qid, person in self._kept.items() if qid not in undrawn)
        return sorted(found, key=lambda one: (len(one.qid), one.qid))

    def others(self) -> list[Dropped]:
        """The count of those who were not drawn, with examples."""
        examples = [self._kept[qid].shown for _, qid in self._ranks[self._wanted :]]
        dropped = Dropped("not drawn", self.seen - self._wanted, tuple(examples))
        return [dropped] if examples else []


def _take(batch: list[Person], options: Options, tally: Tally, drawn: _Drawn) -> None:
    filtered = writers(batch, options.occupations)
    kept = tuple(person for person in filtered.kept if drawn.add(person))
    again = Counter(person.shown for person in filtered.kept) - Counter(one.shown for one in kept)
    repeated = drops({"another record of the same": [*again.elements()]})
    tally.add(len(batch), Filtered(kept, filtered.dropped + repeated))


def _tally_json(stage: str, before: Iterable[Person], filtered: Filtered[Person]) -> dict[str, Any]:
    tally = Tally(stage, "people")
    tally.add(len(tuple(before)), filtered)
    return tally.as_json()
