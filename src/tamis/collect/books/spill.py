"""Records written to disk in parts by a key, so that they can be grouped in little memory."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from tamis.bad_input import unwritable
from tamis.collect.books.extras import import_extra
from tamis.inputs.files import opened

PARTS = 32


class Spill:
    """Writes records as JSON Lines into the parts of a folder; the key decides the part."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._files: list[BinaryIO] = [part(folder, n).open("wb") for n in range(PARTS)]
        self._dumps = import_extra("orjson").dumps

    def add(self, key: int, record: Any) -> None:
        """Write a record into the part of its key."""
        # All texts come from orjson, so none holds half of a surrogate pair.
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
                    raise unwritable(file.name, problem) from problem


def part(folder: Path, number: int) -> Path:
    """The file of one part."""
    return folder / f"{number:02d}.jsonl"


def records(path: Path, start: int = 0, step: int = 1) -> Iterator[Any]:
    """The records of a JSON Lines file from number `start`, every `step`-th one."""
    loads = import_extra("orjson").loads
    with opened(path) as file:
        for line in islice(file, start, None, step):
            yield loads(line)


def write_records(path: Path, rows: Iterable[Any]) -> int:
    """Write records as JSON Lines; returns how many."""
    dumps = import_extra("orjson").dumps
    count = 0
    with path.open("wb") as file:
        for row in rows:
            file.write(dumps(row) + b"\n")
            count += 1
    return count


def hashed(text: str) -> int:
    """A number for a text, the same on every machine: the key of a part."""
    return zlib.crc32(text.encode(errors="replace"))
