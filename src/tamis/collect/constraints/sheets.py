"""CSV files for spreadsheets: with any columns, and without cells that run as formulas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tamis.bad_input import twice
from tamis.inputs.files import one_line_end, write_text
from tamis.inputs.rows import no_column
from tamis.inputs.spreadsheets import read_rows, sheet


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
    """Write a CSV for spreadsheets; InputError where it cannot be written."""
    write_text(path, sheet(columns, ([row.get(name, "") for name in columns] for row in rows)))


def read_sheet(path: Path, needed: Sequence[str]) -> Sheet:
    """Read a CSV with at least the columns `needed`, as a spreadsheet may have saved it.

    Commas, semicolons or tabs stand between its cells, and other columns may have been added.
    Raises InputError with the file and the line for errors.
    """
    header: list[str] = []

    def check(names: Sequence[str]) -> None:
        _check(list(names), needed, path)
        header.extend(names)

    rows = tuple(
        Row(path, line, {name: _cell(cell) for name, cell in record.items()})
        for line, record in read_rows(path, check)
    )
    return Sheet(tuple(header), rows)


def _cell(cell: str) -> str:
    # Spreadsheets change the line ends within a cell; blanks at its ends are invisible.
    return one_line_end(cell).strip()


def _check(header: list[str], needed: Sequence[str], path: Path) -> None:
    while header and not header[-1]:
        header.pop()
    for name in needed:
        if name not in header:
            raise no_column(f"{path}, line 1", name, "restore it")
    for name in header:
        if header.count(name) > 1:
            raise twice("column", name, f"{path}, line 1", remedy="rename one of them")
