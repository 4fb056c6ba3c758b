"""The lines of a dump: gzip, bzip2 or plain, block by block, in little memory.

A file that is cut off or damaged gives the lines that can still be read, and a fault.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tamis.collect.books.extras import import_extra
from tamis.collect.books.faults import BROKEN, CUT_OFF, Faults
from tamis.inputs.files import opened

_READ = 1 << 18
_BLOCK = 1 << 18  # fits the processor's caches: larger blocks are slower
LONGEST = 1 << 26
"""Bytes of the longest line that is read, 64 MiB; the largest entities have some 5."""


@dataclass(frozen=True)
class Share:
    """The lines that begin in what is unpacked from bytes `start` to `end` of a file.

    An `end` of None is that of the file. What one block of a file unpacks to belongs to one share
    as a whole. So each line is in exactly one share where the shares follow each other.
    """

    start: int = 0
    end: int | None = None


WHOLE = Share()


class Lines:
    """The lines of one file, in blocks; `sha256` and `size` are the file's after the last one.

    Of a `share` only its lines are given. Only the last share of a file has its sha256, size and
    count, and says that it is cut off or broken.
    """

    def __init__(self, path: Path, faults: Faults, share: Share = WHOLE) -> None:
        self.path, self.faults, self.share = path, faults, share
        self._at = 0
        self._sha = hashlib.sha256()
        self.size = self.count = 0
        self._harm: tuple[str, int, str] | None = None

    @property
    def sha256(self) -> str:
        """The sha256 of the bytes read so far, in hex."""
        return self._sha.hexdigest()

    def blocks(self) -> Iterator[tuple[int, list[bytes]]]:
        """Lists of lines without their ends, each with the number of its first line, from 1."""
        tail, skipping, first = b"", False, 1
        start, end = self.share.start, self.share.end
        for data in self._decoded():
            if self._at <= start:
                first += data.count(b"\n")
                # The next block may begin with the rest of a line of the share before.
                skipping = not data.endswith(b"\n")
                continue
            if end is not None and self._at > end:
                if not tail:
                    return
                # All that is left is the rest of the last line.
                data = data[: data.find(b"\n") + 1] or data
            lines = data.split(b"\n")
            if skipping:
                if len(lines) == 1:
                    continue
                lines, skipping = lines[1:], False
                first += 1
            lines[0] = tail + lines[0]
            tail = lines.pop()
            if lines:
                yield first, lines
                first += len(lines)
            if len(tail) > LONGEST:
                self.faults.add("line too long", f"line {first}", tail[:60].decode("latin-1"))
                tail, skipping = b"", True
        self.count = first - 1
        if self._harm:
            # The rest is a piece of a line; it is no further fault.
            kind, byte, why = self._harm
            if end is None:
                self.faults.add(kind, f"byte {byte:,}, line {first}", why)
            return
        # A last line without an end.
        self.count += bool(tail or skipping)
        if tail:
            yield first, [tail]

    def _decoded(self) -> Iterator[bytes]:
        with opened(self.path) as file:
            magic = file.read(3)
            file.seek(0)
            if magic[:2] == b"\x1f\x8b":
                yield from self._unpacked(file, _Gzip(), "gzip")
            elif magic == b"BZh":
                yield from self._unpacked(file, _Bzip2(), "bzip2")
            else:
                while data := self._read(file):
                    self._at = self.size
                    yield data

    def _read(self, file: BinaryIO) -> bytes:
        data = file.read(_READ)
        self._sha.update(data)
        self.size += len(data)
        return data

    def _unpacked(self, file: BinaryIO, stream: Any, kind: str) -> Iterator[bytes]:
        while data := self._read(file):
            # The rest of a damaged file is read only for its hash.
            while data and not self._harm:
                try:
                    out, data = stream.feed(data)
                except Exception as error:  # each library has its own errors
                    self._harm = (f"{kind} {BROKEN}", self.size - len(data), str(error))
                    break
                if out:
                    self._at = self.size - len(data)
                    yield out
        if not self._harm and not stream.whole:
            self._harm = (f"{kind} {CUT_OFF}", self.size, "")


class _Gzip:
    """Gzip by isal: one member after the other, at most one block at a time."""

    def __init__(self) -> None:
        self._zlib = import_extra("isal.isal_zlib")
        self._one: Any = None

    @property
    def whole(self) -> bool:
        return self._one is None

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        if self._one is None:
            # Zero bytes between or after members are padding.
            data = data.lstrip(b"\0")
            if not data:
                return b"", b""
            self._one = self._zlib.decompressobj(wbits=31)
        out = self._one.decompress(data, _BLOCK)
        if self._one.eof:
            rest = self._one.unused_data
            self._one = None
            return out, rest
        return out, self._one.unconsumed_tail


class _Bzip2:
    """Bzip2 with several streams one after the other, as in the dumps of Wikidata."""

    def __init__(self) -> None:
        import bz2

        self._make = bz2.BZ2Decompressor
        self._one: Any = None

    @property
    def whole(self) -> bool:
        return self._one is None

    def feed(self, data: bytes) -> tuple[bytes, bytes]:
        if self._one is None:
            self._one = self._make()
        out = self._one.decompress(data, _BLOCK)
        while not self._one.eof and not self._one.needs_input:
            out += self._one.decompress(b"", _BLOCK)
        if self._one.eof:
            rest = self._one.unused_data
            self._one = None
            return out, rest
        return out, b""
