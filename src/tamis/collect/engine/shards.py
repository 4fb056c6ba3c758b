"""Large files cut into shards, as a compressed file can be read by one worker only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.extras import import_extra

SHARD = 1 << 28
"""Uncompressed bytes of a shard; a file of more than a quarter of this size on disk is cut."""


@dataclass(frozen=True)
class Shard:
    """A piece of a file that a worker can read, or the file itself.

    `of` is the position of the file among those read, `before` the number of its lines before.
    """

    path: Path
    of: int
    before: int = 0


def large(path: Path, size: int) -> bool:
    """Whether a file is to be cut."""
    return path.stat().st_size > size // 4


def cut(lines: Lines, of: int, folder: Path, size: int) -> Iterator[Shard]:
    """Cut a file at the ends of lines into gzip shards of at least `size` uncompressed bytes.

    Errors in its compression are found here, and added to the faults of `lines`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    open_packed = import_extra("isal.igzip").open
    number, held, before, at = 0, 0, 0, 0
    path, file = folder / f"{of}-{number:05d}.gz", None
    try:
        for first, block in lines.blocks():
            if file is None:
                path = folder / f"{of}-{number:05d}.gz"
                file, before, at = open_packed(path, "wb", compresslevel=0), first - 1, first - 1
            # A line that was too long is replaced by an empty one: line numbers stay right.
            data = b"\n" * (first - 1 - at) + b"\n".join(block) + b"\n"
            at = first - 1 + len(block)
            file.write(data)
            held += len(data)
            if held >= size:
                file.close()
                yield Shard(path, of, before)
                file, held, number = None, 0, number + 1
        if file is not None:
            file.close()
            yield Shard(path, of, before)
    finally:
        if file is not None:
            file.close()
