"""The numbered lines of a table's file, as far as they can be decompressed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tamis.inputs.files import CutShortError, decoded, read_lines


class NumberedLines:
    """The lines of a file with their numbers.

    After reading, `cut` says where a gzip file is cut short or damaged; empty where it is not.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.cut = ""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        """InputError for a line that is not UTF-8, and where no line can be read."""
        number = 0
        try:
            for number, line in read_lines(self.path):
                yield number, decoded(line, f"{self.path}, line {number}")
        except CutShortError as error:
            if not number:
                raise
            self.cut = f"after line {number} ({error.reason})"
