"""The engine that runs on a cluster: its workers read the dumps and run the parts of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from tamis.bad_input import unwritable
from tamis.collect.books.faults import Faults
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.local_engine import Engine
from tamis.collect.books.passes.people import Dump
from tamis.collect.books.work_folder import EXCHANGE
from tamis.collect.engine.connection import connected, import_cluster_extra
from tamis.collect.engine.scans import LARGE, MOST, SCANNED, USUAL, ScannedDump, ScannedRecords
from tamis.collect.engine.server import Server
from tamis.collect.engine.tasks import Task, parallel, spread
from tamis.collect.engine.worker_setup import reading_task, stage_task
from tamis.collect.packaging.books import LIBRARIES
from tamis.collect.packaging.manifest import versions
from tamis.types import InputError

T = TypeVar("T")


@contextmanager
def cluster(url: str, folder: Path, large: int = LARGE) -> Iterator[Cluster]:
    """The engine of a cluster by its URL, as `connected` takes it.

    `folder` is for what the workers find, and they must see it: `shards` in the work folder, where
    the next run clears what a killed one left. A dump of more than `large` packed
    bytes is divided among them. InputError where the cluster cannot do the work.
    """
    import_cluster_extra("pyarrow")
    with connected(url) as server:
        found = Cluster(server, folder, large)
        try:
            found.check(url)
            yield found
        finally:
            with suppress(OSError):
                folder.rmdir()


@contextmanager
def engine_of(url: str | None, work: Path) -> Iterator[Engine]:
    """The engine of a cluster by its URL, or that of this process where `url` is None."""
    if url is None:
        yield Engine()
        return
    with cluster(url, work / EXCHANGE) as found:
        yield found


class Cluster(Engine):
    """Reads dumps and runs parts on a server of Spark."""

    def __init__(self, server: Server, folder: Path, large: int = LARGE) -> None:
        self._server, self._folder, self._large = server, folder.absolute(), large
        self._parallel: int | None = None

    def check(self, url: str) -> None:
        """InputError where workers have other versions than here, or do not see the folder."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise unwritable(self._folder, error, "give another folder with --work") from error
        [(here, _)] = _mine(self._folder, 0)
        for there, seen in self._spread(partial(_mine, self._folder), 1, [_Seen]):
            if other := [name for name, version in here.items() if there.get(name) != version]:
                theirs = ", ".join(f"{name} {there.get(name)}" for name in other)
                ours = ", ".join(here[name] for name in other)
                raise InputError(
                    f"the workers of {url} have {theirs}, but this machine has {ours}; install the "
                    f"same versions on both."
                )
            if seen:
                continue
            raise InputError(
                f"the workers of {url} do not see {self._folder}; give --work and the dumps on a "
                f"disk that they share under the same path."
            )

    def records(self, paths: Sequence[Path], kind: str, faults: Sequence[Faults]) -> Records:
        """The records of one kind in dumps of Open Library."""
        return ScannedRecords(paths, kind, faults, self._read, self._workers, self._large)

    def people(self, path: Path, occupations: tuple[str, ...], faults: Faults) -> Dump:
        """The people and works in a dump of Wikidata."""
        return ScannedDump(path, occupations, faults, self._read, self._workers, self._large)

    def parts(self, work: Callable[[int], Iterable[T]], count: int, of: Any) -> Iterator[T]:
        """The results of `work` for the parts 0 to `count` - 1, in their order."""
        return self._spread(partial(stage_task, work), count, [of])

    def _workers(self) -> int:
        """Among how many workers a large file is divided."""
        if self._parallel is None:
            self._parallel = min(parallel(self._server) or USUAL, MOST)
        return self._parallel

    def _read(self, task: Task, count: int) -> Iterator[Any]:
        return self._spread(partial(reading_task, task), count, SCANNED)

    def _spread(self, task: Task, count: int, types: Sequence[Any]) -> Iterator[Any]:
        return spread(self._server, task, count, self._folder, types)


_Seen = tuple[dict[str, str], bool]


def _mine(folder: Path, _: int) -> list[_Seen]:
    return [(versions(LIBRARIES), folder.is_dir())]
