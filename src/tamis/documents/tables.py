"""Tables in text files (CSV, TSV): each row with its headers, and a passage of its own."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from tamis.documents.parts import Part, Read, UnreadableError

_LIMIT = 131_072
"""The longest cell that the library reads if nothing is said."""

_QUOTED = re.compile(r'"[^"]*"')
_NUMBER = re.compile(r"\s*[+-]?\d+(?:[.,]\d+)?\s*")


def table(text: str, suffix: str) -> Read:
    """The rows of a table as lines `name: value | name: value`, the first row naming the columns.

    Where the first row is only numbers it names nothing, and rows stand as they are. Rows are
    counted as a spreadsheet counts them. Raises UnreadableError where it is no table.
    """
    first, _, _ = text.partition("\n")
    bare = _QUOTED.sub("", first)
    mark = "\t" if suffix == ".tsv" else max(",;\t", key=bare.count)
    before = csv.field_size_limit(max(len(text), _LIMIT))
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=mark))
    except csv.Error as error:
        raise UnreadableError(f"is not valid {suffix[1:].upper()} ({error})") from error
    finally:
        csv.field_size_limit(before)
    return Read("", tuple(_parts([[" ".join(cell.split()) for cell in row] for row in rows])))


def _parts(rows: Sequence[Sequence[str]]) -> Iterator[Part]:
    start = next((n for n, row in enumerate(rows) if any(row)), len(rows))
    names = rows[start] if start < len(rows) else ()
    if all(_NUMBER.fullmatch(name) for name in names if name):
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
