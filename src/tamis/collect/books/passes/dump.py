"""What all passes over Open Library's dumps use: their records, redirects and faults."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.extras import import_extra
from tamis.collect.books.faults import DELETED, REDIRECT, Faults
from tamis.collect.books.sources.openlibrary import columns, number_of, redirect_of

T = TypeVar("T")

BRACE = ord("}")
"""The last byte of a whole line."""


class Redirects:
    """Redirects of one kind, sixteen bytes each."""

    def __init__(self) -> None:
        self._pairs: tuple[array[int], array[int]] = (array("Q"), array("Q"))

    def add(self, start: int, end: int) -> None:
        """Add one redirect."""
        self._pairs[0].append(start)
        self._pairs[1].append(end)

    def pairs(self) -> tuple[list[int], list[int]]:
        """The numbers from which they lead, and those to which."""
        return self._pairs[0].tolist(), self._pairs[1].tolist()

    def update(self, other: tuple[list[int], list[int]]) -> None:
        """Add the pairs of another piece of the dump."""
        for mine, others in zip(self._pairs, other, strict=True):
            mine.extend(others)

    def touching(self, numbers: Iterable[int]) -> dict[int, int]:
        """The redirects that lead, over however many steps, from or to one of the numbers."""
        start, end = set(numbers), set(numbers)
        found: dict[int, int] = {}
        while True:
            more = {
                a: b
                for a, b in zip(*self._pairs, strict=True)
                if a not in found and (a in start or b in end)
            }
            if not more:
                return found
            found.update(more)
            start.update(b for a, b in more.items() if a in start)
            end.update(a for a, b in more.items() if b in end)


class Records:
    """The records of one kind in dumps of Open Library.

    Lines that are not in the form of a dump are counted as faults; redirects and deleted records
    are counted with them. A line of the kind begins with `start` and ends with BRACE. Whoever
    reads the blocks adds the number of their lines to `seen`.
    """

    def __init__(self, paths: Sequence[Path], kind: str, faults: Sequence[Faults]) -> None:
        self.start = f"/type/{kind}\t".encode()
        self.faults = tuple(faults)
        self._files = [Lines(path, of) for path, of in zip(paths, faults, strict=True)]
        self.redirects = Redirects()
        self._letter = {"author": b"A", "work": b"W", "edition": b"M"}[kind]
        self.seen = 0

    def each(self, scan: Callable[[Records], Iterable[T]]) -> Iterator[T]:
        """The results of a scan of the blocks, in the order of the lines.

        A scan has no state except what it yields and counts here, as another engine runs it on
        pieces of the files.
        """
        return iter(scan(self))

    def wrong(self, kind: str) -> int:
        """How many faults of a kind there were."""
        return sum(of.counts[kind] for of in self.faults)

    def counts(self) -> dict[str, int]:
        """The records of the kind, the redirects and the deleted records, once all are read."""
        gone = {"redirects": self.wrong(REDIRECT), "deleted": self.wrong(DELETED)}
        return {"seen": self.seen, **gone}

    def sources(self) -> list[dict[str, Any]]:
        """Of each file its name, size, sha256 and lines, once all have been read."""
        return [
            {"file": f.path.name, "bytes": f.size, "sha256": f.sha256, "lines": f.count}
            for f in self._files
        ]

    def blocks(self) -> Iterator[tuple[Faults, int, list[bytes]]]:
        """Lists of lines with the faults of their file and the number of the first line.

        Call `other` for each line that does not begin with `start` and end with BRACE.
        """
        for file in self._files:
            for first, lines in file.blocks():
                yield file.faults, first, lines

    def other(self, faults: Faults, number: int, line: bytes) -> None:
        """Count a line that is no whole record of the kind; it is taken out of `seen`."""
        self.seen -= 1
        if line.strip():
            self._other(faults, number, line)

    def _other(self, faults: Faults, number: int, line: bytes) -> None:
        line = line.rstrip(b"\r")
        if line.startswith(b"/type/redirect\t"):
            values = parsed(faults, number, line)
            if values and values[0][1].endswith(self._letter):
                faults.add(REDIRECT, f"line {number}", shown(values[0][1]))
                if found := redirect_of(*values):
                    self.redirects.add(*found[1:])
        elif (cells := columns(line)) is None:
            faults.add("not a line of a dump", f"line {number}", shown(line))
        elif line.startswith(b"/type/delete\t"):
            faults.add(DELETED, f"line {number}", shown(cells[1]))
        elif line.startswith(self.start):
            faults.add("carriage return after the record", f"line {number}", shown(line))


def parsed(faults: Faults, number: int, line: bytes) -> tuple[list[bytes], dict[str, Any]] | None:
    """The columns and the record of a line; None, and a fault, where they cannot be read."""
    found = columns(line)
    if found is None:
        faults.add("not a line of a dump", f"line {number}", shown(line))
        return None
    try:
        values = import_extra("orjson").loads(found[4])
    except ValueError:
        faults.add("not JSON", f"line {number}", shown(found[4]))
        return None
    if number_of(found[1].decode("latin-1")) is None or not isinstance(values, dict):
        faults.add("not a record", f"line {number}", shown(line))
        return None
    return found, values


def shown(line: bytes) -> str:
    """The beginning of a line, for a message."""
    return line[:60].decode("utf-8", "replace")
