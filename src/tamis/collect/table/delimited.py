"""CSV as rows with as many cells as the header; broken rows are left out, with their lines."""

from __future__ import annotations

import csv
import io
import re
from array import array
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import IO

_LONGEST_CELL = 16_000_000
"""Characters; a longer cell is a quote that was not closed."""

_IN_QUOTES = re.compile(r'"(?:[^"]|"")*"')
_SINGLE_QUOTE = re.compile(r'(?<!")"(?:"")*(?!")')


@dataclass
class Kept:
    """The rows of a file: its header, and the line on which each complete row begins.

    `broken` has the first and the last line of each part that is not a row; `longest` is the size
    of the longest row in bytes, as it was written. `header` is empty where there is none.
    """

    header: tuple[str, ...] = ()
    lines: array[int] = field(default_factory=lambda: array("Q"))
    broken: list[tuple[int, int]] = field(default_factory=list)
    longest: int = 0


def keep_rows(lines: Iterable[str], prefer_tab: bool, copy: IO[str]) -> Kept:
    """Write the complete rows to `copy`, without the header: commas, and every cell in quotes.

    The first row that is not blank is the header, and the delimiter is the one of comma,
    semicolon, tab and pipe that is most frequent in it. Blank rows are skipped, and so are empty
    cells after those of the header.
    """
    kept = Kept()
    numbered = (part for line in lines for part in _of_one_end(line))
    head = list[str]()
    for line in numbered:
        head.append(line)
        if line.strip():
            break
    count = _IN_QUOTES.sub("", "".join(head)).count
    delimiter = max("\t,;|" if prefer_tab else ",;\t|", key=count)
    with _long_cells():
        for first, last, cells in _records(chain(head, numbered), delimiter):
            if cells == [] or (cells == [""] and not kept.header):
                continue
            if not kept.header:
                if cells is None:
                    kept.broken.append((first, last))
                    break
                names = (cell.replace("\0", "").strip() for cell in cells)
                kept.header = tuple(name or f"column{i}" for i, name in enumerate(names))
            elif cells is None or len(cells) < len(kept.header) or any(cells[len(kept.header) :]):
                kept.broken.append((first, last))
            else:
                doubled = (cell.replace('"', '""') for cell in cells[: len(kept.header)])
                row = '"' + '","'.join(doubled) + '"\n'
                copy.write(row)
                kept.lines.append(first)
                kept.longest = max(kept.longest, len(row) if row.isascii() else len(row.encode()))
    return kept


def _records(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, int, list[str] | None]]:
    """The first and the last line of each record, and its cells: None where its quotes fail."""
    line = ""
    again = list[str]()
    twice = 0

    def fed() -> Iterator[str]:
        nonlocal line
        for line in lines:
            yield line
            while again:
                yield again.pop()
        line = ""

    read = partial(csv.reader, delimiter=delimiter, strict=True, skipinitialspace=True)
    blanks = re.compile(rf'" +(?=[{delimiter}\n])')
    reader = read(fed())
    while True:
        first = reader.line_num - twice + 1
        cells: list[str] | None = None
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:
            if line and reader.line_num - twice == first:
                with suppress(csv.Error):
                    [cells] = read([blanks.sub('"', line)])
            elif _opens_cell(line, delimiter):
                # The quote that ended an unclosed one may be the first of a complete row.
                again.append(line)
                twice += 1
        yield first, reader.line_num - twice, cells


def _opens_cell(line: str, delimiter: str) -> bool:
    """Whether the first single quote of a line is at the beginning of a cell."""
    found = _SINGLE_QUOTE.search(line)
    before = line[: found.start()].rstrip(" ") if found else "none"
    return not before or before.endswith(delimiter)


@contextmanager
def _long_cells() -> Iterator[None]:
    """Raise the limit of the csv module for a while, as it is one for the whole program."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _of_one_end(line: str) -> Iterable[str]:
    """A line with `\\n` for `\\r\\n`, or the lines in it that `\\r` ends."""
    return io.StringIO(line, newline=None) if "\r" in line else (line,)
