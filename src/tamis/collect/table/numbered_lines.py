"""A file of text as its lines, plain or gzipped."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, cast

from tamis.types import InputError


class Numbered:
    """The lines of a file with their numbers, as far as it can be unpacked.

    Once they are read `cut` says where a gzip is cut short or broken, empty where it is whole.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cut = ""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """InputError for a line that is not UTF-8, and where there is not one line."""
        number = 0
        try:
            with _open(self.path) as file:
                for number, line in enumerate(file, 1):
                    yield number, self._decoded(number, line)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            if not number:
                raise InputError(
                    f"{self.path} is cut short or broken ({error}); get it again."
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
