"""Where the passes do their work: on this machine, unless an engine says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

from tamis.collect.books.faults import Faults
from tamis.collect.books.passes.dump import Records
from tamis.collect.books.passes.people import Dump

T = TypeVar("T")


class Engine:
    """Reads dumps and works on the parts of a step one after the other, in this process.

    Others run the same scans and the same work elsewhere, and give the same in the same order.
    """

    def records(self, paths: Sequence[Path], kind: str, faults: Sequence[Faults]) -> Records:
        """The records of one kind in dumps of Open Library."""
        return Records(paths, kind, faults)

    def people(self, path: Path, occupations: tuple[str, ...], faults: Faults) -> Dump:
        """The people and works in a dump of Wikidata."""
        return Dump(path, occupations, faults)

    def parts(self, work: Callable[[int], Iterable[T]], count: int) -> Iterator[T]:
        """What the work gives of the parts 0 to `count` - 1, in their order."""
        for number in range(count):
            yield from work(number)
