"""Records put on disk in parts by a key, to be grouped part by part in little memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from tamis.collect.books.extras import needed
from tamis.types import InputError

PARTS = 32


class Spill:
    """Writes records into the parts of a folder: JSON Lines, the part chosen by a number."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._files: list[BinaryIO] = [part(folder, n).open("wb") for n in range(PARTS)]
        self._dumps = needed("orjson").dumps

    def add(self, key: int, record: Any) -> None:
        """Put a record with the others of its key."""
        # Half of a surrogate pair cannot come out of orjson, which made all texts.
        self._files[key % PARTS].write(self._dumps(record) + b"\n")

    def __enter__(self) -> Spill:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for file in self._files:
            try:
                file.close()
            except OSError as problem:
                if error is None:
                    raise InputError(
                        f"{file.name} cannot be written: {problem.strerror or problem}."
                    ) from problem


def part(folder: Path, number: int) -> Path:
    """The file of one part."""
    return folder / f"{number:02d}.jsonl"


def records(path: Path, start: int = 0, step: int = 1) -> Iterator[Any]:
    """The records of a file of JSON Lines that was written by a step, or every so many of them."""
    loads = needed("orjson").loads
    with path.open("rb") as file:
        for line in islice(file, start, None, step):
            yield loads(line)


def write_records(path: Path, rows: Iterable[Any]) -> int:
    """Write records as JSON Lines; returns their number."""
    dumps = needed("orjson").dumps
    count = 0
    with path.open("wb") as file:
        for row in rows:
            file.write(dumps(row) + b"\n")
            count += 1
    return count


def hashed(text: str) -> int:
    """A number for a text, the same on every machine: the key of a part."""
    return zlib.crc32(text.encode(errors="replace"))
