"""CSV for spreadsheets: cells cannot run as formulas, and are read back unchanged."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

from tamis.inputs.files import decoded, read_bytes, read_lines
from tamis.text.normalised import visible
from tamis.types import InputError

# Blanks before a formula are allowed, as some spreadsheets remove them on import.
_FORMULA = re.compile(r"'*(?:[\s\x00-\x1f\x7f-\x9f]*[=+\-@＝＋－＠]|[\t\r])")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_LONGEST_CELL = 2**31 - 1


def is_formula(cell: str) -> bool:
    """Whether a spreadsheet may run a cell; apostrophes and what does not show may stand before."""
    return _FORMULA.match(visible(cell)) is not None


def guarded(cell: str) -> str:
    """A cell with an apostrophe before it where a spreadsheet would run it."""
    return f"'{cell}" if is_formula(cell) else cell


def unguarded(cell: str) -> str:
    """The original cell, before `guarded`."""
    return cell[1:] if cell.startswith("'") and is_formula(cell) else cell


def sheet(columns: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A CSV for spreadsheets, its cells guarded.

    It begins with a byte order mark, without which spreadsheets misread UTF-8.
    """
    return "\ufeff" + plain_csv(map(guarded, columns), (map(guarded, row) for row in rows))


def stream_rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file of any size by their columns, each with its first line.

    They are read when they are needed; empty ones are left out, and cells are taken as they are.
    The separator is the comma, semicolon or tab of which the first line has most, outside quotes.
    Raises InputError with the line for what is not CSV in UTF-8, for a row of another width than
    the first line, and where that does not name each column.
    """
    name, number = str(path), 0

    def lines() -> Iterator[str]:
        nonlocal number
        for number, line in read_lines(path):
            yield decoded(line, f"{name}, line {number}")

    given = lines()
    first = next(given, "")
    bare = re.sub(r'"[^"]*"', "", first)
    before = csv.field_size_limit(_LONGEST_CELL)
    start = 1
    try:
        reader = csv.reader(
            itertools.chain([first], given), delimiter=max(",;\t", key=bare.count), strict=True
        )
        header = _header([cell.strip() for cell in next(reader, [])], name)
        start = number + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) < len(header) or "".join(cells[len(header) :]).strip():
                    raise _other_width(name, start, cells, header)
                yield start, dict(zip(header, cells, strict=False))
            start = number + 1
    except csv.Error as error:
        raise _not_csv(name, start, error) from error
    finally:
        csv.field_size_limit(before)


def _header(names: list[str], name: str) -> list[str]:
    """The names of the columns; InputError where they do not name each."""
    while names and not names[-1]:
        names.pop()
    if not names:
        raise InputError(f"{name}: the first line is empty; it must name the columns.")
    if all(_NUMBER.fullmatch(one) for one in names):
        raise InputError(f"{name}, line 1 has only numbers; it must name the columns.")
    if not names[0] and "index" not in names:
        # As pandas writes a table with the numbers of its rows.
        names[0] = "index"
    for nth, one in enumerate(names, 1):
        if not one or one in names[: nth - 1]:
            problem = (
                f"has the column {one!r:.60} twice" if one else f"has no name for column {nth}"
            )
            raise InputError(f"{name}, line 1 {problem}; it must name each column.")
    return names


def _other_width(name: str, line: int, cells: Sequence[str], header: Sequence[str]) -> InputError:
    return InputError(
        f"{name}, line {line}: {len(cells)} cells where the first line names "
        f"{len(header)} columns; put cells with commas or line breaks in quotes."
    )


def _not_csv(name: str, line: int, error: csv.Error) -> InputError:
    return InputError(f"{name}, line {line}: not valid CSV ({error}); a quote may be open.")


def plain_csv(columns: Iterable[str], rows: Iterable[Iterable[object]], end: str = "\r\n") -> str:
    """A CSV whose cells are what they are, as data sets are released."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator=end)
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue()


def read_rows(
    path: Path, check: Callable[[Sequence[str]], None], *, plain: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV file; see `rows_of`."""
    return rows_of(decoded(read_bytes(path), str(path)), str(path), check, plain=plain)


def rows_of(
    text: str, name: str, check: Callable[[Sequence[str]], None], *, plain: bool = False
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows of a CSV by their columns, each with its first line; empty rows are left out.

    Cells are separated by commas, semicolons or tabs, and read back as they were before `sheet`
    guarded them; in a `plain` CSV by commas, and taken as they are. `check` is called with the
    names of the columns and raises for wrong ones. Raises InputError with the line for errors.
    """
    first = re.split(r"[\r\n]", text, maxsplit=1)[0]
    delimiter = "," if plain else max(",;\t", key=first.count)
    before = csv.field_size_limit(_LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    start = 1
    try:
        header = [name.strip() for name in next(reader, [])]
        # Spreadsheets may add columns without a name.
        while header and not header[-1] and not plain:
            header.pop()
        check(header)
        start = reader.line_num + 1
        for cells in reader:
            if any(cell.strip() for cell in cells):
                if len(cells) < len(header) or "".join(cells[len(header) :]).strip():
                    raise _other_width(name, start, cells, header)
                kept = cells if plain else map(unguarded, cells)
                yield start, dict(zip(header, kept, strict=False))
            start = reader.line_num + 1
    except csv.Error as error:
        raise _not_csv(name, start, error) from error
    finally:
        csv.field_size_limit(before)
