"""The last passes: works joined with their editions, grouped by author, run through the stages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from tamis.collect.books.collection_options import Options
from tamis.collect.books.entities import Edition, Listed, Work, listed_from_json
from tamis.collect.books.filters import Tally
from tamis.collect.books.passes.authors import read_matches
from tamis.collect.books.passes.editions import EDITIONS
from tamis.collect.books.passes.local_engine import Engine
from tamis.collect.books.passes.people import KNOWN
from tamis.collect.books.passes.works import WORKS
from tamis.collect.books.quality import doubts
from tamis.collect.books.shelf import STAGES, Shelf, run_stages
from tamis.collect.books.spill import PARTS, Spill, hashed, part, records, write_records
from tamis.collect.books.stages.authors import LINKED
from tamis.collect.books.stages.folding import folded
from tamis.collect.kitab import Author, Book
from tamis.text.normalised import plain_words

LISTED = "listed"
TITLE_KEYS = "asked"
TITLE_AUTHORS = "said"
"""Folders of the step `joined`: titles of our works, and what Wikidata has on them."""
Folded = tuple[int, Listed]
"""A work with the position of its author."""
Staged = tuple[int, Author | None, tuple[Tally, ...], list[dict[str, Any]]]
"""The position of an author, the author if left, what the stages counted, and the doubts."""
AUTHORS = "authors.jsonl"
DOUBTS = "doubts.jsonl"


def joined(
    folders: Mapping[str, Path], options: Options, out: Path, engine: Engine
) -> dict[str, Any]:
    """Join the editions with their works, and write the works to disk by their authors.

    `folders` are those of the people, authors, works and editions.
    """
    owners = {
        number: (i, match.person.birth_year)
        for i, match in enumerate(read_matches(folders["authors"]))
        for number in match.numbers
    }
    count = agreed = impossible = 0
    with Spill(out / LISTED) as listed, Spill(out / TITLE_KEYS) as title_keys:
        of_part = partial(fold_part, dict(folders), owners, options.latest_year)
        for i, found in engine.parts(of_part, PARTS, Folded):
            listed.add(i, [i, found])
            count += 1
            impossible += len(found.impossible)
            for key in sorted({plain_words(title.text) for title in found.titles} - {""}):
                title_keys.add(hashed(key), [key, i])
    with Spill(out / TITLE_AUTHORS) as title_authors:
        for n in range(PARTS):
            known: dict[str, set[str]] = {}
            for key, authors in records(part(folders["people"] / KNOWN, n)):
                known.setdefault(key, set()).update(authors)
            for key, i in records(part(out / TITLE_KEYS, n)):
                if key in known:
                    agreed += 1
                    title_authors.add(i, [i, key, sorted(known[key])])
    return {"works": count, "titles_known_to_both": agreed, "impossible_years": impossible}


def fold_part(
    folders: Mapping[str, Path],
    owners: Mapping[int, tuple[int, int | None]],
    latest: int,
    number: int,
) -> Iterator[Folded]:
    """The works of one part with their editions, each with the position of its author.

    `owners` are the position and year of birth of the person whose number an author has.
    """
    for work, of in _works(folders, number):
        for i, birth_year in dict.fromkeys(owners[a] for a in work.authors if a in owners):
            yield i, folded(work, of, birth_year, latest)


def shelves(
    authors: Path,
    joined: Path,
    options: Options,
    out: Path,
    engine: Engine,
    *,
    count_works: bool,
) -> dict[str, Any]:
    """Write the authors with their books, and the doubts; returns the tallies."""
    tallies = {
        (stage, of): Tally(stage, of) for stage, of in STAGES if count_works or stage != LINKED
    }
    done: list[tuple[int, Author]] = []
    doubtful: list[tuple[int, list[dict[str, Any]]]] = []
    of_part = partial(stage_part, authors, joined, options, count_works)
    for i, author, counts, author_doubts in engine.parts(of_part, PARTS, Staged):
        for tally in counts:
            tallies[tally.stage, tally.of].update(tally)
        if author is not None:
            done.append((i, author))
            doubtful.append((i, author_doubts))
    order = sorted(done, key=lambda one: one[0])
    write_records(out / AUTHORS, (author for _, author in order))
    sorted_doubts = sorted(doubtful, key=lambda one: one[0])
    write_records(out / DOUBTS, (doubt for _, found in sorted_doubts for doubt in found))
    return {"tallies": [tally.as_json() for tally in tallies.values()], "authors": len(done)}


def stage_part(
    authors: Path, joined: Path, options: Options, count_works: bool, number: int
) -> Iterator[Staged]:
    """The authors of one part with their positions, what the stages counted, and the doubts."""
    for i, shelf in grouped(authors, joined, number):
        found = run_stages(shelf, options, count_works=count_works)
        author_doubts = list(doubts(shelf.person, found.merged)) if found.author is not None else []
        yield i, found.author, found.counts, author_doubts


def grouped(authors: Path, joined: Path, number: int) -> Iterator[tuple[int, Shelf]]:
    """The shelves of one part, each with the position of its author, in their order."""
    works: dict[int, list[Any]] = {}
    for i, values in records(part(joined / LISTED, number)):
        works.setdefault(i, []).append(listed_from_json(values))
    known: dict[int, dict[str, tuple[str, ...]]] = {}
    for i, key, qids in records(part(joined / TITLE_AUTHORS, number)):
        known.setdefault(i, {})[key] = tuple(qids)
    for at, match in enumerate(read_matches(authors, number, PARTS)):
        i = number + at * PARTS
        # Sorted by number, so that the order of the dump does not matter.
        found = tuple(sorted(works.get(i, ()), key=lambda work: work.work))
        yield i, Shelf(match.person, match.numbers, found, known.get(i, {}))


def read_authors(folder: Path) -> list[Author]:
    """The authors with their books, from the file of the pass."""
    found = []
    for row in records(folder / AUTHORS):
        books = tuple(_book(values) for values in row["books"])
        found.append(Author(**{**row, "books": books, "unsure": tuple(row["unsure"])}))
    return found


def _book(values: dict[str, Any]) -> Book:
    arrays: dict[str, Any] = {k: tuple(v) for k, v in values.items() if isinstance(v, list)}
    return Book(**{**values, **arrays})


def _works(folders: Mapping[str, Path], number: int) -> Iterator[tuple[Work, list[Edition]]]:
    """The works of one part, each with its editions; of several records of a work the last."""
    works: dict[int, Work] = {}
    for values in records(part(folders["works"] / WORKS, number)):
        works[values["number"]] = Work(**{**values, "authors": tuple(values["authors"])})
    editions: dict[int, list[Edition]] = {}
    for values in records(part(folders["editions"] / EDITIONS, number)):
        edition = Edition(**{**values, "languages": tuple(values["languages"])})
        editions.setdefault(edition.work, []).append(edition)
    for found, work in works.items():
        yield work, editions.get(found, [])
