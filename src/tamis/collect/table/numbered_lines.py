"""The numbered lines of a text file, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from tamis.types import InputError


class NumberedLines:
    """The lines of a file with their numbers, as far as it can be decompressed.

    After reading, `cut` says where a gzip file is cut short or damaged; empty where it is not.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cut = ""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """InputError for a line that is not UTF-8, and where no line can be read."""
        number = 0
        try:
            with _open(self.path) as file:
                for number, line in enumerate(file, 1):
                    yield number, self._decoded(number, line)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            if not number:
                raise InputError(
                    f"{self.path} is cut short or damaged ({error}); download or copy it again."
                ) from error
            self.cut = f"after line {number} ({error})"

    def _decoded(self, number: int, line: bytes) -> str:
        try:
            return line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError as error:
            raise InputError(
                f"{self.path}, line {number}: byte {error.start + 1} is not UTF-8; convert the "
                "file to UTF-8."
            ) from error


def _open(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path)) if path.suffix == ".gz" else path.open("rb")
