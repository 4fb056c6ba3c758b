"""The rows of a table, and the columns that say in which part of the plan a row is."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.checking.ledger.interval import Interval
from tamis.checking.ledger.names import RANK, Name, name_of
from tamis.checking.ledger.plain import plain
from tamis.checking.ledger.row import Cell, Row
from tamis.checking.ledger.words import is_worded
from tamis.reading.document import Line
from tamis.text.quantities import quantities

MAX_CELLS = 60


def headers_of(line: Sequence[Line]) -> list[str]:
    """The headers of a table's first row."""
    return [plain(cell).text for cell in line[:MAX_CELLS]]


def table_row(line: Sequence[Line], headers: Sequence[str], groups: Sequence[int]) -> Row | None:
    """A row of a table with its cells; a heading where it is but the name of a part.

    Its name is that of the first cell with a word that is in no column of groups. None where it is
    empty.
    """
    cells, text, places, struck = list[Cell](), "", list[int](), False
    for n, cell in enumerate(line[:MAX_CELLS]):
        said = plain(cell)
        cells.append(Cell(headers[n] if n < len(headers) else "", said.text, said.places))
        if text:
            text += " | "
            places += [places[-1] if places else 0] * 3
        text += said.text
        places += said.places
        struck = struck or said.struck
    filled = [n for n, cell in enumerate(cells) if cell.text.strip()]
    if not filled:
        return None
    worded = (n for n in filled if n not in groups and is_worded(cells[n].text))
    name = name_of(cells[next(worded, filled[0])].text, head=len(filled) == 1)
    if len(filled) == 1 < len(cells) and name and name.kind in RANK:
        return Row("head", text, places, 8.9, name)
    return Row("table", text, places, 9.0, name, tuple(cells), struck=struck)


def ends_with_sums(rows: Sequence[Sequence[Line]]) -> bool:
    """Whether the last row of a table is the sum of those above it, in each of several columns."""
    found = []
    *above, last = rows
    for n, cell in enumerate(last[:MAX_CELLS]):
        known = [one for line in above if n < len(line) and (one := _number(line[n])) is not None]
        if len(known) > 1 and (total := _number(cell)) is not None:
            found.append(Interval.at(sum(known)).near(Interval.at(total)))
    return len(found) > 1 and all(found)


def _number(cell: Line) -> float | None:
    """The one number of a cell; None for none."""
    found = list(quantities(plain(cell).text))
    return found[0].low if len(found) == 1 else None


def columns_as_parts(headers: Sequence[str], rows: Sequence[Sequence[Line]]) -> list[Row]:
    """The parts of a table whose columns are days or sessions, a cell an entry; else none."""
    names = [name_of(one, head=True) for one in headers]
    if sum(one is not None and one.kind in ("day", "session") for one in names) < 2:
        return []
    parts = []
    for n, name in enumerate(names):
        if name is None or name.kind not in RANK:
            continue
        title = plain(rows[0][n])
        part = Row("head", title.text, title.places, 8.5, name)
        for line in rows[1:]:
            said = plain(line[n]) if n < len(line) else None
            if said and said.text.strip():
                lead = plain(line[0]).text if n else ""
                cell = Cell(lead, said.text, said.places)
                of = name_of(lead, head=True)
                part.add(Row("table", said.text, said.places, 9.0, of, (cell,), struck=said.struck))
        parts.append(part)
    return parts


def group_columns(headers: Sequence[str], rows: Sequence[Sequence[Line]]) -> list[int]:
    """The columns of a table that say in which part a row is, the largest parts first.

    One is a group's if each of its cells that are not empty names a part of one kind (totals and
    notes aside); meals that are all different are entries.
    """
    found: list[tuple[int, int]] = []
    for n, header in enumerate(headers):
        cells = [line[n].text if n < len(line) else "" for line in rows]
        named = [part_of(header, cell) for cell in cells if cell.strip()]
        parts = [one for one in named if one and one.kind not in ("total", "aside")]
        kinds = {one.kind for one in parts}
        if len(kinds) != 1 or None in named:
            continue
        (kind,) = kinds
        single = kind == "meal" and len({one.keys for one in parts}) == len(cells)
        if kind in RANK and not single:
            found.append((RANK[kind], n))
    return [n for _, n in sorted(found)]


def part_of(header: str, cell: str) -> Name | None:
    """The part that a cell names: by itself, or as the number of its column ("Day": 1)."""
    cell = plain(Line(cell, 0)).text.strip()
    made = name_of(cell, head=True)
    if made is not None or not cell.isalnum() or len(cell) > 3:
        return made
    return name_of(f"{header.strip()} {cell}", head=True)


def separated(lines: Sequence[Line]) -> list[list[Line]]:
    """The rows of lines that are data: three and more, each with as many cells; else none."""
    if len(lines) < 3:
        return []
    sign = max("\t;,", key=lines[0].text.count)
    many = lines[0].text.count(sign)
    if many < 2 or any(line.text.count(sign) != many for line in lines):
        return []
    head = [one.text for one in cells_of(lines[0], sign)]
    named = all(map(is_worded, head)) and not any(sign.isdigit() for one in head for sign in one)
    return [cells_of(line, sign) for line in lines] if named else []


def cells_of(line: Line, sign: str) -> list[Line]:
    """The cells of a line of data, which a sign parts."""
    cells, at = [], 0
    for said in line.text.split(sign):
        cells.append(Line(said.strip(), line.start + at + len(said) - len(said.lstrip())))
        at += len(said) + 1
    return cells
