"""Dumps read by a cluster: divided into shards, each scanned by a worker, the results joined.

A packed file can only be unpacked from its beginning. Each worker unpacks what comes before its
share without looking at it, which is cheap, and scans its share. Nothing is written for that, and
nothing has to be done before. Later shares are smaller, so that all workers finish together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tamis.collect.books.dump_lines import WHOLE, Lines, Share
from tamis.collect.books.entities import Author, Edition, Known, Person, Work
from tamis.collect.books.faults import Faults
from tamis.collect.books.filters import SAMPLE, Dropped
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.people import Dump
from tamis.collect.engine.tasks import Task

T = TypeVar("T")
Spread = Callable[[Task, int], Iterator[Any]]

LARGE = 1 << 26
"""Packed bytes from which a file is divided."""

MOST = 8
"""Workers for one file. With more, nearly all time goes into unpacking it once more for each."""

USUAL = 4
"""Workers for one file where the cluster does not say how many tasks it runs at once."""

_SCAN = 4.0
"""Time to scan a share, in the time that it takes to unpack it."""


@dataclass(frozen=True)
class Shard:
    """What one task reads: a share of a file; `of` is the file's position among those read."""

    path: Path
    of: int
    share: Share = WHOLE


def divided(path: Path, of: int, number: int) -> list[Shard]:
    """A file in a number of shares, for as many workers."""
    size, left = path.stat().st_size, _SCAN / (_SCAN + 1)
    # Share n ends at e(n), and takes e(n) + _SCAN * (e(n) - e(n - 1)): the same for all n.
    ends = [round(size * (1 - left**n) / (1 - left**number)) for n in range(1, number)]
    starts = [0, *ends]
    return [
        Shard(path, of, Share(start, end)) for start, end in zip(starts, [*ends, None], strict=True)
    ]


@dataclass(frozen=True)
class ShardSummary:
    """What a worker reports after the records of a shard; fields that do not apply are empty.

    The `source` is known to the last share of a file, which is read to its end.
    """

    of: int
    faults: dict[str, Any]
    source: dict[str, Any] | None
    seen: int = 0
    redirects: tuple[list[int], list[int]] = ([], [])
    passed_over: tuple[Dropped, ...] = ()


SCANNED = (Person, Known, Author, Work, Edition, ShardSummary)
"""The types of all records that the scan of a shard gives."""


class _RecordsOfShard(Records):
    """The records of a shard."""

    def __init__(self, shard: Shard, kind: str, faults: Faults) -> None:
        super().__init__([shard.path], kind, [faults])
        self._files = [Lines(shard.path, faults, shard.share)]


def _records(
    kind: str, scan: Callable[[Records], Iterable[Any]], shards: Sequence[Shard], n: int
) -> Iterator[Any]:
    """The task that scans shard `n` of Open Library's dumps."""
    faults = Faults("")
    dump = _RecordsOfShard(shards[n], kind, faults)
    yield from scan(dump)
    source = dump.sources()[0] if shards[n].share.end is None else None
    redirects = dump.redirects.pairs()
    yield ShardSummary(shards[n].of, faults.as_json(), source, dump.seen, redirects)


def _entities(occupations: tuple[str, ...], shards: Sequence[Shard], n: int) -> Iterator[Any]:
    """The task that reads shard `n` of Wikidata's dump."""
    faults = Faults("")
    dump = Dump(shards[n].path, occupations, faults)
    dump.lines = Lines(shards[n].path, faults, shards[n].share)
    yield from dump
    passed_over = tuple(dump.passed_over())
    source = dump.source() if shards[n].share.end is None else None
    yield ShardSummary(shards[n].of, faults.as_json(), source, passed_over=passed_over)


class _Shards:
    """Files as shards; large ones are divided, by as many as `workers` says."""

    def __init__(self, files: Sequence[Lines], workers: Callable[[], int], large: int) -> None:
        self._files, self._workers, self._large = files, workers, large
        self._sources: dict[int, dict[str, Any]] = {}

    def read(self, task: Callable[..., Iterator[Any]], spread: Spread) -> Iterator[Any]:
        """The results of the tasks, in the order of the lines; a ShardSummary after each shard."""
        shards: list[Shard] = []
        for of, lines in enumerate(self._files):
            path = lines.path.absolute()
            number = self._workers() if path.stat().st_size > self._large else 1
            shards += divided(path, of, number)
        for one in spread(partial(task, shards), len(shards)):
            if isinstance(one, ShardSummary):
                self._files[one.of].faults.update(one.faults)
                if one.source is not None:
                    self._sources[one.of] = one.source
            yield one

    def sources(self) -> list[dict[str, Any]]:
        """Of each file its name, size, sha256 and lines, once all have been read."""
        return [self._sources[of] for of in range(len(self._files))]


class ScannedRecords(Records):
    """The records of one kind in dumps of Open Library, as a cluster scans them."""

    def __init__(
        self,
        paths: Sequence[Path],
        kind: str,
        faults: Sequence[Faults],
        spread: Spread,
        workers: Callable[[], int],
        large: int,
    ) -> None:
        super().__init__(paths, kind, faults)
        self._kind, self._spread = kind, spread
        self._shards = _Shards(self._files, workers, large)

    def each(self, scan: Callable[[Records], Iterable[T]]) -> Iterator[T]:
        """The results of a scan, in the order of the lines."""
        task = partial(_records, self._kind, scan)
        for one in self._shards.read(task, self._spread):
            if not isinstance(one, ShardSummary):
                yield one
                continue
            self.seen += one.seen
            self.redirects.update(one.redirects)

    def sources(self) -> list[dict[str, Any]]:
        """Of each file its name, size, sha256 and lines, once all have been read."""
        return self._shards.sources()


class ScannedDump(Dump):
    """The people and works of a dump of Wikidata, as a cluster reads them."""

    def __init__(
        self,
        path: Path,
        occupations: tuple[str, ...],
        faults: Faults,
        spread: Spread,
        workers: Callable[[], int],
        large: int,
    ) -> None:
        super().__init__(path, occupations, faults)
        self._occupations, self._spread = occupations, spread
        self._shards = _Shards([self.lines], workers, large)

    def __iter__(self) -> Iterator[Person | Known]:
        task = partial(_entities, self._occupations)
        for one in self._shards.read(task, self._spread):
            if not isinstance(one, ShardSummary):
                yield one
                continue
            for dropped in one.passed_over:
                self.others += dropped.count
                # The first ones in the order of the lines, as on one machine.
                self._examples = [*self._examples, *dropped.sample][:SAMPLE]

    def source(self) -> dict[str, Any]:
        """Name, size, sha256 and lines of the file, once it has been read."""
        return self._shards.sources()[0]
