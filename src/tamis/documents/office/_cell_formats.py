"""What calamine does not tell of a workbook: percentages, leading zeros, bold cells, its size.

It is read from the parts of the archive. Sheets of Excel are looked through by patterns, as they
have a hundred times more cells than those that are looked for. Of a workbook of LibreOffice it
tells no merged cells either.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tamis.documents.office.archive import Archive, elements, parse
from tamis.text.powers import raised

Place = tuple[int, int]
"""Row and column of a cell, from 0."""

_PERCENT = frozenset({"9", "10"})
"""The formats of Excel's own that are percentages."""

_PADDED = re.compile(r"0{2,15}")
"""A format of numbers that writes zeros before them, as those of articles and postcodes."""

_MOST_ALIKE = 1_000
"""The most cells that one element of a workbook of LibreOffice may stand for."""

_RAISED = b'vertAlign val="superscript"'
_ROW = re.compile(rb'<(?:\w{1,20}:)?row\b[^<>]*?\br="(\d{1,7})"')
_FAR = re.compile(rb'\br="(?:([A-Z]{2,3})(\d{1,7})|[A-Z](\d{6,7}))"')
"""A cell beyond column Z, or in a row of six digits."""


@dataclass(frozen=True)
class CellFormats:
    """The cells of a sheet that are percentages, those in bold, and its last row and column.

    `digits` are the least digits of a number, by its cell; `merged` the first and last cells of
    ranges that are one.
    """

    percent: frozenset[Place] = frozenset()
    bold: frozenset[Place] = frozenset()
    rows: int = 0
    columns: int = 0
    digits: Mapping[Place, int] = field(default_factory=dict)
    merged: tuple[tuple[Place, Place], ...] = ()


@dataclass
class _Styles:
    """The numbers of the cell styles with a format of percentages, and with a bold font.

    `digits` has those of numbers with leading zeros, by how many digits there are at least.
    """

    percent: list[str] = field(default_factory=list)
    bold: list[str] = field(default_factory=list)
    digits: dict[int, list[str]] = field(default_factory=dict)


def cell_formats(archive: Archive) -> Mapping[str, CellFormats]:
    """The formats of each sheet, by its name."""
    folder = "xl"
    links = f"{folder}/_rels/workbook.xml.rels"
    if links not in archive.names or f"{folder}/workbook.xml" not in archive.names:
        return {}
    places = {
        one.attributes.get("Id", ""): posixpath.normpath(
            posixpath.join(folder, one.attributes.get("Target", ""))
            if not one.attributes.get("Target", "").startswith("/")
            else one.attributes["Target"][1:]
        )
        for one in elements(archive.read(links))
    }
    styles = _styles(archive)
    return {
        one.attributes.get("name", ""): _of_sheet(archive.read(place), styles)
        for one in elements(archive.read(f"{folder}/workbook.xml"))
        if one.name == "sheet"
        and (place := places.get(one.attributes.get("id", ""), "")) in archive.names
    }


def open_document_formats(archive: Archive) -> Mapping[str, CellFormats]:
    """The percentages, the cells in bold and the merged ones of each sheet of LibreOffice."""
    found: dict[str, CellFormats] = {}
    bold_styles: set[str] = set()
    percent: set[Place] = set()
    bold: set[Place] = set()
    merged: list[tuple[Place, Place]] = []
    sheet = style = ""
    row = column = 0
    rows = 1

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal sheet, style, row, rows, column

        def number(of: str) -> int:
            said = attributes.get(of, "1")
            return int(said) if said.isdecimal() and len(said) < 8 else 1

        if name == "style":
            style = attributes.get("name", "")
        elif name == "text-properties" and attributes.get("font-weight") == "bold":
            bold_styles.add(style)
        elif name == "table":
            sheet, row = attributes.get("name", ""), 0
        elif name == "table-row":
            rows, column = number("number-rows-repeated"), 0
        elif name in ("table-cell", "covered-table-cell"):
            columns = number("number-columns-repeated")
            if columns * rows <= _MOST_ALIKE:
                places = {(row + r, column + c) for r in range(rows) for c in range(columns)}
                if attributes.get("value-type") == "percentage":
                    percent.update(places)
                if attributes.get("style-name") in bold_styles:
                    bold.update(places)
            down, along = number("number-rows-spanned"), number("number-columns-spanned")
            if down > 1 or along > 1:
                merged.append(((row, column), (row + down - 1, column + along - 1)))
            column += columns

    def end(name: str) -> None:
        nonlocal row
        if name == "table-row":
            row += rows
        elif name == "table":
            found[sheet] = CellFormats(frozenset(percent), frozenset(bold), merged=tuple(merged))
            percent.clear()
            bold.clear()
            merged.clear()

    parse(archive.read("content.xml"), start=start, end=end)
    return found


def powers(archive: Archive) -> Mapping[str, str]:
    """The texts of cells with a raised number, by what they are without its height: `106`."""
    found: dict[str, str] = {}
    for name in sorted(archive.names):
        # Excel keeps texts in one part for all sheets, other programs in the sheets.
        if name == "xl/sharedStrings.xml" or name.startswith("xl/worksheets/sheet"):
            data = archive.read(name)
            if _RAISED in data:
                found |= _powers(data)
    return found


def _powers(data: bytes) -> Mapping[str, str]:
    found: dict[str, str] = {}
    flat = text = ""
    high = within = False

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal flat, text, high, within
        if name in ("si", "is"):
            flat = text = ""
        elif name == "r":
            high = False
        elif name == "vertAlign":
            high = attributes.get("val") == "superscript"
        within = name == "t"

    def say(said: str) -> None:
        nonlocal flat, text
        if within:
            text += raised(text, said, words=True) if high else said
            flat += said

    def end(name: str) -> None:
        nonlocal within
        within = False
        if name in ("si", "is") and text != flat:
            found[flat] = text

    parse(data, start=start, end=end, text=say)
    return found


def _of_sheet(data: bytes, styles: _Styles) -> CellFormats:
    far = _FAR.findall(data)
    numbers = (*_ROW.findall(data), *(number or other for _, number, other in far))
    rows = max(map(int, numbers), default=0)
    columns = max((_column(letters) for letters, *_ in far if letters), default=25) + 1
    digits = {place: least for least, same in styles.digits.items() for place in _cells(data, same)}
    percent, bold = _cells(data, styles.percent), _cells(data, styles.bold)
    return CellFormats(percent, bold, rows, columns, digits)


def _cells(data: bytes, styles: list[str]) -> frozenset[Place]:
    """The places of the cells that have one of the styles."""
    if not styles:
        return frozenset()
    style = "|".join(styles).encode()
    found = re.finditer(
        rb'<(?:\w{1,20}:)?c\b(?=[^<>]*\bs="(?:%b)")[^<>]*?\br="([A-Z]{1,3})(\d{1,7})"' % style, data
    )
    return frozenset((int(one[2]) - 1, _column(one[1])) for one in found)


def _column(letters: bytes) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + letter - 64
    return number - 1


def _styles(archive: Archive) -> _Styles:
    styles = _Styles()
    if "xl/styles.xml" not in archive.names:
        return styles
    percent, fonts, padded = set(_PERCENT), list[bool](), dict[str, int]()
    within = [""]
    number = 0

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal number
        above = within[-1]
        within.append(name)
        if name == "numFmt":
            code, id = attributes.get("formatCode", ""), attributes.get("numFmtId", "")
            if code.endswith("%"):
                percent.add(id)
            elif _PADDED.fullmatch(code):
                padded[id] = len(code)
        elif name == "font" and above == "fonts":
            fonts.append(False)
        elif name == "b" and above == "font" and fonts and "fonts" in within:
            fonts[-1] = attributes.get("val", "1") not in ("0", "false")
        elif name == "xf" and above == "cellXfs":
            format = attributes.get("numFmtId", "")
            if format in percent:
                styles.percent.append(str(number))
            elif format in padded:
                styles.digits.setdefault(padded[format], []).append(str(number))
            font = attributes.get("fontId", "")
            if font.isdecimal() and int(font) < len(fonts) and fonts[int(font)]:
                styles.bold.append(str(number))
            number += 1

    def end(name: str) -> None:
        within.pop()

    parse(archive.read("xl/styles.xml"), start=start, end=end)
    return styles
