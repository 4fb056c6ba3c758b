"""CSV as rows of as many cells as the header has; what is broken is left out, with its lines."""

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
"""Characters. What is longer is a quote that nobody closed."""

_IN_QUOTES = re.compile(r'"(?:[^"]|"")*"')
_SINGLE_QUOTE = re.compile(r'(?<!")"(?:"")*(?!")')


@dataclass
class Kept:
    """What a file holds: its header, and the line on which each whole row begins.

    `broken` has the first and the last line of everything that makes no row; `longest` bounds the
    bytes of a row as it was written. `header` is empty where there is none.
    """

    header: tuple[str, ...] = ()
    lines: array[int] = field(default_factory=lambda: array("Q"))
    broken: list[tuple[int, int]] = field(default_factory=list)
    longest: int = 0


def keep_rows(lines: Iterable[str], prefer_tab: bool, copy: IO[str]) -> Kept:
    """Write the whole rows to `copy`, without the header: commas, and every cell in quotes.

    The first row that is not blank is the header, and the delimiter is the one of comma,
    semicolon, tab and pipe that stands in it most often. Blank rows are nothing, and neither are
    empty cells beyond those of the header.
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
            if cells == []:
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
                # What ended an unclosed quote was the opening one of a row that may be whole.
                again.append(line)
                twice += 1
        yield first, reader.line_num - twice, cells


def _opens_cell(line: str, delimiter: str) -> bool:
    """Whether the first quote of a line that is not doubled stands where a cell begins."""
    found = _SINGLE_QUOTE.search(line)
    before = line[: found.start()].rstrip(" ") if found else "none"
    return not before or before.endswith(delimiter)


@contextmanager
def _long_cells() -> Iterator[None]:
    """The limit is the whole program's, so it is only lent."""
    before = csv.field_size_limit(_LONGEST_CELL)
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _of_one_end(line: str) -> Iterable[str]:
    """A line with `\\n` for `\\r\\n`, or the lines in it that `\\r` ends."""
    return io.StringIO(line, newline=None) if "\r" in line else (line,)
