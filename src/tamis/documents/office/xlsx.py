"""The text of a workbook: its sheets with their names, and what stands in their cells."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from tamis.documents.extracted import Extracted, UnreadableError
from tamis.documents.office.archive import Archive

MOST_CELLS = 1_000_000
"""The most filled cells of a workbook."""

_MOST_PLACES = 5 * MOST_CELLS
"""The most rows and cells, empty ones included: one cell may stand far from all others."""

Row = list[tuple[str, Any]]
"""A row: the text of each cell, and the cell."""


def workbook(data: bytes) -> Extracted:
    """The title in the properties, and the text of all sheets, hidden ones included.

    Values are read, not formulas: those that the program that saved the file computed. Dates are
    ISO, percentages end in "%", other formats of numbers (currencies, places) are left out, and so
    are comments. In a table that has a row of headers, each cell comes with its header. Raises
    UnreadableError for more than MOST_CELLS cells, and for a broken file any exception.
    """
    from openpyxl import load_workbook

    archive = Archive(data)
    archive.check_xml(tree=False)
    book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    sheets: list[str] = []
    count = [0, 0]
    try:
        for sheet in book.worksheets:
            blocks = ["\n".join(_lines(_without_margin(rows))) for rows in _blocks(sheet, count)]
            if blocks:
                sheets.append("\n\n".join([f"## {' '.join(sheet.title.split())}", *blocks]))
    finally:
        book.close()
    return Extracted(archive.title(), "", "\n\n".join(sheets))


def _blocks(sheet: Any, count: list[int]) -> Iterator[list[Row]]:
    """The rows of a sheet, those with no blank row between them together."""
    # The size that a file declares may be wrong.
    sheet.reset_dimensions()
    block: list[Row] = []
    for cells in sheet.iter_rows():
        row = [(_text(cell), cell) for cell in cells]
        filled = sum(1 for text, _ in row if text)
        count[0] += filled
        count[1] += 1 + len(row)
        if count[0] > MOST_CELLS:
            raise UnreadableError(
                f"has more than the {MOST_CELLS:,} filled cells that are read; split it, or save "
                "it as .csv and give that file as the corpus"
            )
        if count[1] > _MOST_PLACES:
            raise UnreadableError(
                f"has cells too far apart: more than {_MOST_PLACES:,} places, most of them empty; "
                "save what it says as a smaller table"
            )
        if filled:
            block.append(row)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _without_margin(rows: Sequence[Row]) -> list[Row]:
    """The rows without the columns on their left that are blank in all of them."""
    margin = min(next(n for n, (text, _) in enumerate(row) if text) for row in rows)
    return [row[margin:] for row in rows]


def _lines(rows: Sequence[Row]) -> Iterator[str]:
    """The lines of a block; below a row of headers each cell comes with its own."""
    start = next((n for n, row in enumerate(rows) if _filled(row) > 1), len(rows))
    below = rows[start + 1 :]
    headed = start < len(rows) and _is_header(rows[start], below)
    for row in rows[: start + 1] if headed else rows:
        yield _plain(row)
    if headed:
        names = [text for text, _ in rows[start]]
        for row in below:
            yield " | ".join(
                f"{names[n]}: {text}" if n < len(names) and names[n] else text
                for n, (text, _) in enumerate(row)
                if text
            )


def _is_header(row: Row, below: Sequence[Row]) -> bool:
    """Whether a row names the columns below it, by what can be seen.

    Its cells are different texts, and either they alone are bold, or most cells of some column
    below are numbers or dates.
    """
    names = [text for text, _ in row if text]
    if not below or len(set(names)) < len(names):
        return False
    if all(_is_bold(cell) for text, cell in row if text):
        return not all(_is_bold(cell) for text, cell in below[0] if text)
    if not all(isinstance(cell.value, str) for text, cell in row if text):
        return False
    for n, (name, _) in enumerate(row):
        cells = [one[n][1].value for one in below if n < len(one) and one[n][0]]
        if name and 2 * sum(not isinstance(value, str) for value in cells) > len(cells):
            return True
    return False


def _plain(row: Row) -> str:
    texts = [text for text, _ in row]
    while not texts[-1]:
        texts.pop()
    return " | ".join(texts)


def _filled(row: Row) -> int:
    return sum(1 for text, _ in row if text)


def _is_bold(cell: Any) -> bool:
    return bool(cell.font is not None and cell.font.b)


def _text(cell: Any) -> str:
    """The value of a cell as text, "" for none."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        percent = str(cell.number_format).endswith("%")
        return f"{value * 100:.12g}%" if percent else f"{value:.15g}"
    if isinstance(value, dt.datetime):
        # A date is a point in time at midnight.
        at_midnight = value.time() == dt.time()
        return value.date().isoformat() if at_midnight else value.isoformat(" ", "seconds")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return " ".join(str(value).split())
