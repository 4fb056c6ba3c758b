"""The text of a workbook: its sheets with their names, and what stands in their cells."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, NamedTuple

from tamis.documents.office._cell_formats import (
    CellFormats,
    cell_formats,
    open_document_formats,
    powers,
)
from tamis.documents.office.archive import Archive
from tamis.documents.parts import Extracted, Part, UnreadableError

MOST_CELLS = 1_000_000
"""The most filled cells of a workbook."""

_MOST_PLACES = 5 * MOST_CELLS
"""The most rows and cells, empty ones included: one cell may stand far from all others."""

_MOST_REPEATED = 20_000
"""Merged cells may add at most this many."""

_ZIPPED = b"PK"
_OPEN_DOCUMENT = "content.xml"


class _Row(NamedTuple):
    """A row: its number from 0, the text and the value of each cell, and which are bold.

    `spans`: one of its values reaches over several columns.
    """

    number: int
    texts: list[str]
    values: list[Any]
    bold: frozenset[int]
    spans: bool = False


def workbook(data: bytes) -> Extracted:
    """The title in the properties, and the text of all sheets, hidden ones included.

    Values are read, not formulas: those that the program that saved the file computed. Dates are
    ISO, percentages end in "%" and numbers keep zeros before them; other formats of numbers
    (currencies, places) are left out, and so are comments. A value that reaches over several cells
    is in each. In a table that has a row of headers, or two of which the upper one reaches over
    several columns, each cell comes with its header. Raises UnreadableError for more than
    MOST_CELLS cells, and for a broken file any exception.
    """
    from python_calamine import CalamineWorkbook, PasswordError

    formats: Mapping[str, CellFormats] = {}
    marked: Mapping[str, str] = {}
    title = ""
    if data.startswith(_ZIPPED):
        archive = Archive(data)
        archive.check_xml(tree=False)
        if _OPEN_DOCUMENT in archive.names:
            formats = open_document_formats(archive)
        else:
            title, formats, marked = archive.title(), cell_formats(archive), powers(archive)
        for one in formats.values():
            _check_places(one.rows * one.columns)
    try:
        book = CalamineWorkbook.from_filelike(BytesIO(data))
    except PasswordError as error:
        raise UnreadableError("is encrypted; save it without a password") from error
    parts: list[Part] = []
    filled = 0
    for sheet in book.sheets_metadata:
        if "Work" not in str(sheet.typ):
            continue
        name = " ".join(sheet.name.split())
        found = book.get_sheet_by_name(sheet.name)
        rows = _rows(found, formats.get(sheet.name, CellFormats()), marked)
        begun = False
        for block in _blocks(rows):
            filled += sum(map(_filled, block))
            if filled > MOST_CELLS:
                raise UnreadableError(
                    f"has more than the {MOST_CELLS:,} filled cells that are read; split it, or "
                    "save it as .csv"
                )
            if not begun:
                parts.append(Part(f"## {name}", name))
                begun = True
            parts.append(_part(name, block))
    return Extracted(title, "", tuple(parts))


def _check_places(places: int) -> None:
    if places > _MOST_PLACES:
        raise UnreadableError(
            f"has cells too far apart: more than {_MOST_PLACES:,} places, most of them empty; "
            "save what it says as a smaller table"
        )


def _rows(sheet: Any, formats: CellFormats, marked: Mapping[str, str]) -> Iterator[_Row]:
    """The rows of a sheet, each cell at its place; `marked` are texts in place of others."""
    if sheet.start is None:
        return
    top, margin = sheet.start
    _check_places(sheet.height * sheet.width)
    merged = _merged(sheet.merged_cell_ranges or formats.merged)
    reaching: list[_Merged] = []
    for number, found in enumerate(sheet.iter_rows(), top):
        values: list[Any] = [""] * margin + found
        reaching += [
            one._replace(value=values[one.first])
            for one in merged.get(number, ())
            if one.first < len(values) and not _is_title(one, values)
        ]
        spans = any(one.last > one.first for one in reaching)
        for one in reaching:
            columns = range(one.first, min(one.last + 1, len(values)))
            values[one.first : one.last + 1] = [one.value for _ in columns]
        reaching = [one for one in reaching if one.bottom > number]
        if marked:
            values = [marked.get(one, one) if isinstance(one, str) else one for one in values]
        texts = [_text(value) for value in values]
        if formats.percent:
            for column, value in enumerate(values):
                if (number, column) in formats.percent and isinstance(value, int | float):
                    texts[column] = f"{value * 100:.12g}%"
        for column, value in enumerate(values if formats.digits else ()):
            if isinstance(value, int | float) and value >= 0:
                texts[column] = texts[column].zfill(formats.digits.get((number, column), 0))
        bold = frozenset(n for n in range(len(values)) if (number, n) in formats.bold)
        yield _Row(number, texts, values, bold, spans)


class _Merged(NamedTuple):
    """Cells that are one: the columns and the last row that its value reaches over."""

    first: int
    last: int
    bottom: int
    value: Any = ""


def _is_title(one: _Merged, values: Sequence[Any]) -> bool:
    """Whether a value that reaches over several columns is alone in its row: it is written once."""
    return one.last > one.first and sum(value != "" for value in values) <= 1


def _merged(ranges: Sequence[Any]) -> Mapping[int, list[_Merged]]:
    """Cells that are merged, by their first rows."""
    found: dict[int, list[_Merged]] = {}
    left = _MOST_REPEATED
    for (top, first), (bottom, last) in ranges:
        left -= (bottom - top + 1) * (last - first + 1)
        if left < 0:
            break
        found.setdefault(top, []).append(_Merged(first, last, bottom))
    return found


def _blocks(rows: Iterator[_Row]) -> Iterator[list[_Row]]:
    """The rows of a sheet, those with no blank row between them together."""
    block: list[_Row] = []
    for row in rows:
        if any(row.texts):
            block.append(row)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _part(sheet: str, rows: Sequence[_Row]) -> Part:
    """A block as a part, without the columns on its left that are blank in all of it."""
    margin = min(next(n for n, text in enumerate(row.texts) if text) for row in rows)
    lines = "\n".join(_lines(rows, margin))
    return Part(lines, f"{sheet}!{_letters(margin)}", rows[0].number + 1, cut="lines")


def _letters(column: int) -> str:
    """The name of a column, from 0: A, …, Z, AA."""
    name = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        name = chr(65 + rest) + name
    return name


def _lines(rows: Sequence[_Row], margin: int) -> Iterator[str]:
    """The lines of a block; below a row of headers each cell comes with its own."""
    start = next((n for n, row in enumerate(rows) if _filled(row) > 1), len(rows))
    head = _header(rows[start:])
    below = start + len(head)
    for row in rows[:below] if head else rows:
        yield _plain(row.texts[margin:])
    if head:
        names = [f"{text}: " if text else "" for text in _under_each_other(head).texts]
        for row in rows[below:]:
            names += [""] * (len(row.texts) - len(names))
            yield " | ".join(
                [name + text for name, text in zip(names, row.texts, strict=False) if text]
            )


def _header(rows: Sequence[_Row]) -> Sequence[_Row]:
    """The rows at the top that name the columns: one, two or none."""
    for number in (1, 2):
        head = rows[:number]
        if len(head) == number and _is_header(_under_each_other(head), rows[number:]):
            return head
        if not any(row.spans for row in head):
            break
    return ()


def _under_each_other(rows: Sequence[_Row]) -> _Row:
    """A row with the different texts of each column: `1st quarter / Plan`."""
    columns = itertools.zip_longest(*(row.texts for row in rows), fillvalue="")
    held = itertools.zip_longest(*(row.values for row in rows), fillvalue="")
    return rows[0]._replace(
        texts=[" / ".join(dict.fromkeys(filter(None, column))) for column in columns],
        values=[next((one for one in cells if not isinstance(one, str)), "") for cells in held],
        bold=frozenset.intersection(*(row.bold for row in rows)),
    )


def _is_header(row: _Row, below: Sequence[_Row]) -> bool:
    """Whether a row names the columns below it, by what can be seen.

    Its cells are different texts, and either they alone are bold, or most cells of some column
    below are numbers or dates.
    """
    filled = [n for n, text in enumerate(row.texts) if text]
    if not below or len({row.texts[n] for n in filled}) < len(filled):
        return False
    if all(n in row.bold for n in filled):
        return not all(n in below[0].bold for n, text in enumerate(below[0].texts) if text)
    if not all(isinstance(row.values[n], str) for n in filled):
        return False
    for n in filled:
        cells = [one.values[n] for one in below if n < len(one.texts) and one.texts[n]]
        if 2 * sum(not isinstance(value, str) for value in cells) > len(cells):
            return True
    return False


def _plain(texts: Sequence[str]) -> str:
    end = next(n for n in range(len(texts), 0, -1) if texts[n - 1])
    return " | ".join(texts[:end])


def _filled(row: _Row) -> int:
    return sum(1 for text in row.texts if text)


def _text(value: Any) -> str:
    """The value of a cell as text, "" for none."""
    if isinstance(value, str):
        return " ".join(value.split())
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return f"{value:.15g}"
    if isinstance(value, dt.datetime):
        # A date is a point in time at midnight.
        at_midnight = value.time() == dt.time()
        return value.date().isoformat() if at_midnight else value.isoformat(" ", "seconds")
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    return "" if value is None else " ".join(str(value).split())
