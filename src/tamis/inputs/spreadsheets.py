"""CSV for spreadsheets: cells cannot run as formulas, and are read back unchanged."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from tamis.types import InputError

# Blanks before a formula are allowed, as some spreadsheets remove them on import.
_FORMULA = re.compile(r"'*(?:\s*[=+\-@＝＋－＠]|[\t\r])")
_LONGEST_CELL = 2**31 - 1


def guarded(cell: str) -> str:
    """A cell with an apostrophe before it where a spreadsheet would run it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def unguarded(cell: str) -> str:
    """The original cell, before `guarded`."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


def read_rows(
    path: Path, text: str, check: Callable[[Sequence[str]], None]
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV by their columns, each with its first line; empty rows are left out.

    Cells are separated by commas, semicolons or tabs. `check` is called with the names of the
    columns and raises for wrong ones. Raises InputError with the file and the line for errors.
    """
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    before = csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        # Spreadsheets may add columns without a name.
        while header and not header[-1]:
            header.pop()
        check(header)
        start = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) < len(header) or "".join(cells[len(header) :]).strip():
                    raise InputError(
                        f"{path}, line {start}: {len(cells)} cells where the first line names "
                        f"{len(header)} columns; correct the row."
                    )
                yield start, dict(zip(header, map(unguarded, cells), strict=False))
            start = reader.line_num + 1
    except csv.Error as error:
        message = f"{path}, line {reader.line_num}: not valid CSV ({error}); correct the row."
        raise InputError(message) from error
    finally:
        csv.field_size_limit(before)
