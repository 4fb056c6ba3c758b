"""What the passes over Open Library's dumps have in common."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from tamis.collect.books.extras import needed
from tamis.collect.books.faults import Faults
from tamis.collect.books.lines import Lines
from tamis.collect.books.sources.openlibrary import columns, number_of, redirect_of


class Redirects:
    """Redirects of one kind, sixteen bytes each."""

    def __init__(self) -> None:
        self._pairs: tuple[array[int], array[int]] = (array("Q"), array("Q"))

    def add(self, start: int, end: int) -> None:
        """One redirect."""
        self._pairs[0].append(start)
        self._pairs[1].append(end)

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
    """The records of one kind in dumps of Open Library, those that a test on the raw line wants.

    Whatever is not in the form of a dump is a fault; redirects and deleted records are kept
    count of. `seen` counts the records of the kind, parsed or not.
    """

    def __init__(self, paths: Sequence[Path], kind: str, faults: Sequence[Faults]) -> None:
        self._start = f"/type/{kind}\t".encode()
        self._files = [Lines(path, of) for path, of in zip(paths, faults, strict=True)]
        self.redirects = Redirects()
        self._letter = kind[0].upper()
        self.seen = self.redirected = self.deleted = 0

    def sources(self) -> list[dict[str, Any]]:
        """Of each file its name, size, sha256 and lines, once all have been read."""
        return [
            {"file": f.path.name, "bytes": f.size, "sha256": f.sha256, "lines": f.count}
            for f in self._files
        ]

    def lines(self) -> Iterator[tuple[Faults, int, bytes]]:
        """The lines of the kind as they are, with the faults of their file and their numbers."""
        start = self._start
        for file in self._files:
            faults = file.faults
            for first, lines in file.blocks():
                for at, line in enumerate(lines):
                    if line.startswith(start) and line.endswith(b"}"):
                        self.seen += 1
                        yield faults, first + at, line
                    elif line.strip():
                        self._other(faults, first + at, line)

    def _other(self, faults: Faults, number: int, line: bytes) -> None:
        line = line.rstrip(b"\r")
        if line.startswith(b"/type/redirect\t") and (values := parsed(faults, number, line)):
            self.redirected += 1
            found = redirect_of(*values)
            if found and found[0] == self._letter:
                self.redirects.add(*found[1:])
        elif line.startswith(b"/type/delete\t"):
            self.deleted += 1
        elif columns(line) is None:
            faults.add("not a line of a dump", f"line {number}", _shown(line))


def parsed(faults: Faults, number: int, line: bytes) -> tuple[list[bytes], dict[str, Any]] | None:
    """The columns and the record of a line; None, and a fault, where they cannot be read."""
    found = columns(line)
    if found is None:
        faults.add("not a line of a dump", f"line {number}", _shown(line))
        return None
    try:
        values = needed("orjson").loads(found[4])
    except ValueError:
        faults.add("not JSON", f"line {number}", _shown(found[4]))
        return None
    if number_of(found[1].decode("latin-1")) is None or not isinstance(values, dict):
        faults.add("not a record", f"line {number}", _shown(line))
        return None
    return found, values


def _shown(line: bytes) -> str:
    return line[:60].decode("utf-8", "replace")
