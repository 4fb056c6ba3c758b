"""The engine that runs the passes in this process; others run them on a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tamis.collect.books.faults import Faults
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.people import Dump

T = TypeVar("T")


class Engine:
    """Reads dumps, and runs the parts of a step one after the other, in this process.

    Other engines run the same functions on other machines; results and their order are the same.
    """

    def records(self, paths: Sequence[Path], kind: str, faults: Sequence[Faults]) -> Records:
        """The records of one kind in dumps of Open Library."""
        return Records(paths, kind, faults)

    def people(self, path: Path, occupations: tuple[str, ...], faults: Faults) -> Dump:
        """The people and works in a dump of Wikidata."""
        return Dump(path, occupations, faults)

    def parts(self, work: Callable[[int], Iterable[T]], count: int, of: Any) -> Iterator[T]:
        """The results of `work` for the parts 0 to `count` - 1, in their order.

        `of` is the type of each result, by which another engine reads it from JSON.
        """
        for number in range(count):
            yield from work(number)
