"""Tables in text files (CSV, TSV): each row with its headers, and a passage of its own."""

from __future__ import annotations

import contextlib
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from tamis.documents.parts import Part, Read, UnreadableError

_LIMIT = 131_072
"""The longest cell that the library reads if nothing is said."""

_MARKS = ",;\t|"
_SEP = re.compile(r"sep=(.)\n")
_LOOKED_AT = 100_000
_NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?\s*")


def table(text: str, suffix: str) -> Read:
    """The rows of a table as lines `name: value | name: value`.

    The first row of two cells or more names the columns; what stands above it is a title. Where it
    is only numbers, or another row stands directly above it, it names nothing, and rows stand as
    they are. Cells end at the mark by which the
    most cells fall into rows of one length, or at that of a first line `sep=;`, as Excel has it.
    Rows are counted as a spreadsheet counts them. Raises UnreadableError where it is no table.
    """
    said = _SEP.match(text)
    mark = said[1] if said else "\t" if suffix == ".tsv" else _mark_of(text[:_LOOKED_AT])
    before = csv.field_size_limit(max(len(text), _LIMIT))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise UnreadableError(f"is not valid {suffix[1:].upper()} ({error})") from error
    finally:
        csv.field_size_limit(before)
    if said:
        rows[0] = []
    return Read("", tuple(_parts([[" ".join(cell.split()) for cell in row] for row in rows])))


def _mark_of(text: str) -> str:
    """What separates the cells, by the rows of the most frequent length."""

    def cells(mark: str) -> int:
        lengths: Counter[int] = Counter()
        # Strange quotes end the look; what was read until there counts.
        with contextlib.suppress(csv.Error):
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=mark):
                lengths[len(row) if any(row) else 0] += 1
        return max((number * (length - 1) for length, number in lengths.items()), default=0)

    return max(_MARKS, key=cells)


def _parts(rows: Sequence[Sequence[str]]) -> Iterator[Part]:
    filled = [sum(map(bool, row)) for row in rows]
    least = min(2, max(filled, default=0))
    start = next((n for n, number in enumerate(filled) if number >= least), len(rows))
    for number, row in enumerate(rows[:start], 1):
        if any(row):
            yield Part(_line(row, ()), "row ", number)
    names = rows[start] if start < len(rows) else ()
    directly = start > 0 and filled[start - 1] > 0
    if directly or all(_NUMBER.fullmatch(name) for name in names if name):
        names = ()
    begins = start + bool(names)
    if names and not any(any(row) for row in rows[begins:]):
        yield Part(" | ".join(names), "row ", start + 1)
    lines: list[str] = []
    for number in range(begins, len(rows) + 1):
        line = _line(rows[number], names) if number < len(rows) else ""
        if line:
            lines.append(line)
        elif lines:
            yield Part("\n".join(lines), "row ", number + 1 - len(lines), cut="each")
            lines = []


def _line(row: Sequence[str], names: Sequence[str]) -> str:
    return " | ".join(
        f"{names[nth]}: {cell}" if nth < len(names) and names[nth] else cell
        for nth, cell in enumerate(row)
        if cell
    )
