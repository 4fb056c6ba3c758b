"""Large files cut into shards: one packed file can be read by one worker only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tamis.collect.books.dump_lines import Lines
from tamis.collect.books.extras import needed

SHARD = 1 << 28
"""Bytes of a shard, unpacked; a file of more than a quarter of it, as it is, gets cut."""


@dataclass(frozen=True)
class Shard:
    """A piece of a file that a worker can read, or the file itself.

    `of` is the position of the file among those read; `before` the lines of it that precede.
    """

    path: Path
    of: int
    before: int = 0


def large(path: Path, size: int) -> bool:
    """Whether a file is to be cut."""
    return path.stat().st_size > size // 4


def cut(lines: Lines, of: int, folder: Path, size: int) -> Iterator[Shard]:
    """Cut a file at the ends of lines into packed shards of at least `size` bytes.

    All that is wrong with its packing is found here, and told to the faults of `lines`.
    """
    folder.mkdir(parents=True, exist_ok=True)
    open_packed = needed("isal.igzip").open
    number, held, before, at = 0, 0, 0, 0
    path, file = folder / f"{of}-{number:05d}.gz", None
    try:
        for first, block in lines.blocks():
            if file is None:
                path = folder / f"{of}-{number:05d}.gz"
                file, before, at = open_packed(path, "wb", compresslevel=0), first - 1, first - 1
            # A line that was too long leaves a gap, which keeps the others' numbers.
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
