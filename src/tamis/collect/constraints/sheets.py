"""CSV files for spreadsheets: with any columns, and without cells that run as formulas."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tamis.inputs.files import write_text
from tamis.inputs.spreadsheets import guarded, read_rows
from tamis.report.render.format import clean
from tamis.types import InputError


@dataclass(frozen=True)
class Row:
    """The cells of a row by their columns, without outer blanks, and the line it begins at."""

    path: Path
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    @property
    def where(self) -> str:
        """The file and the line, for messages."""
        return f"{self.path}, line {self.line}"


@dataclass(frozen=True)
class Sheet:
    """The rows of a file in order, and its columns; rows with nothing in them are left out."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)


def write_sheet(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, str]]) -> None:
    """Write a CSV; a cell that a spreadsheet would run gets an apostrophe before it.

    It begins with a byte order mark, without which spreadsheets misread UTF-8. Raises InputError.
    """
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(columns)
    writer.writerows([guarded(row.get(column, "")) for column in columns] for row in rows)
    write_text(path, "\ufeff" + out.getvalue())


def read_sheet(path: Path, needed: Sequence[str]) -> Sheet:
    """Read a CSV with at least the columns `needed`, as a spreadsheet may have saved it.

    Commas, semicolons or tabs stand between its cells, and other columns may have been added.
    Raises InputError with the file and the line for errors.
    """
    text = read_plain(path)
    header: list[str] = []

    def check(names: Sequence[str]) -> None:
        _check(list(names), needed, path)
        header.extend(names)

    rows = tuple(
        Row(path, line, {name: _cell(cell) for name, cell in record.items()})
        for line, record in read_rows(path, text, check)
    )
    return Sheet(tuple(header), rows)


def read_plain(path: Path) -> str:
    """A text file in UTF-8, with "\\n" at the ends of its lines; InputError where it cannot be."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8; save it again as UTF-8.") from error
    return one_line_end(text)


def one_line_end(text: str) -> str:
    """Text whose lines end in "\\n", however they did."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _cell(cell: str) -> str:
    # Spreadsheets change the line ends within a cell; blanks at its ends are invisible.
    return one_line_end(cell).strip()


def _check(header: list[str], needed: Sequence[str], path: Path) -> None:
    while header and not header[-1]:
        header.pop()
    for name in needed:
        if name not in header:
            raise InputError(f'{path}, line 1: the column "{name}" is missing; restore it.')
    for name in header:
        if header.count(name) > 1:
            raise InputError(
                f'{path}, line 1: the column "{clean(name)}" occurs twice; rename one of them.'
            )
