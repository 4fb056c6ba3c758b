"""Rows of a table as entries; unusable ones are counted, with the numbers of their rows."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from sys import intern
from typing import Any

from tamis.collect.kitab.candidates import LAST_YEAR
from tamis.collect.table.columns import Columns
from tamis.collect.table.input_table import Table
from tamis.collect.table.sources import first_few
from tamis.text.normalised import paper_title, plain_words, split_year, visible
from tamis.types import InputError

LONGEST = 300
"""Characters of a title, an anchor or a category; a longer text is in the wrong column."""

_SHOWN = 20
_YEAR = re.compile(
    r"\s*(?:(\d{3,4})(?:-\d\d(?:-\d\d)?(?:[T ][\d:.]+Z?)?)?|\d\d?([./-])\d\d?\2(\d{4}))\s*"
)
_NUMBER = re.compile(r"\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?\s*")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item of the table; a fact whose cell is empty or unreadable is not in its mapping.

    `row` is the number of its row or line, `words` the title's plain words. `names` are those of
    the families human-name and city-name that a model has found in the title.
    """

    row: int
    title: str
    anchors: tuple[str, ...] = ()
    year: int | None = None
    categories: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)
    text: str = ""
    names: frozenset[str] = frozenset()
    words: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", plain_words(self.title))


@dataclass
class Counts:
    """The rows with faults, by the kind of fault: rows dropped, cells empty, cells unreadable.

    `unit` says what the numbers count: `row`, or `line` of the file. `late` are the cells with a
    year after `latest`. `spellings` has for each column the spellings that were taken as another,
    which differ from it in capitals alone.
    """

    unit: str = "row"
    dropped: dict[str, list[int]] = field(default_factory=dict)
    empty: dict[str, list[int]] = field(default_factory=dict)
    unreadable: dict[str, list[int]] = field(default_factory=dict)
    late: dict[str, list[int]] = field(default_factory=dict)
    latest: int = LAST_YEAR
    spellings: dict[str, dict[str, str]] = field(default_factory=dict)

    def as_plain(self) -> dict[str, Any]:
        """For the manifest: how many rows of each, and the first of them."""
        found = {
            "dropped": self.dropped,
            "empty": self.empty,
            "unreadable": self.unreadable,
            "after the latest year": self.late,
        }
        plain: dict[str, Any] = {
            kind: {name: {"rows": len(rows), "first": rows[:_SHOWN]} for name, rows in of.items()}
            for kind, of in found.items()
        }
        spelt = {
            name: {"values": len(of), "first": dict([*of.items()][:_SHOWN])}
            for name, of in self.spellings.items()
        }
        return {"numbered by": self.unit, **plain, "spellings": spelt}

    def lines(self) -> Iterator[str]:
        """Lines to print, one for each kind of fault."""
        for name, rows in self.dropped.items():
            yield f"dropped: {name}, {self.count_and_rows(len(rows), rows)}"
        for name, rows in self.empty.items():
            yield f"empty cells in {name}: {self.count_and_rows(len(rows), rows)}"
        for name, rows in self.unreadable.items():
            count = self.count_and_rows(len(rows), rows)
            yield f"cells of {name} that cannot be read, taken as empty: {count}"
        for name, rows in self.late.items():
            count = self.count_and_rows(len(rows), rows)
            yield f"years after {self.latest} in {name}, taken as empty (--latest-year): {count}"
        for name, spelt in self.spellings.items():
            shown = first_few([f"{one!r} as {other!r}" for one, other in spelt.items()])
            yield f"values of {name} that differ in capitals alone, taken as one: {shown}"

    def count_and_rows(self, many: int, rows: Sequence[int]) -> str:
        """How many there are, and the first of them: `2 (rows 3, 4)`."""
        return f"{many:,} ({self.unit}{'s' * (many > 1)} {first_few(rows)})"


def clean(
    table: Table, columns: Columns, latest_year: int = LAST_YEAR
) -> tuple[list[Entry], Counts]:
    """The usable entries, in the order of their titles, and the counts of faults.

    A row with the title of an earlier one of the same anchor is dropped, as an answer could not
    name one of them. Anchors and categories that differ in capitals alone are one, in the spelling
    that most rows have. A year after `latest_year` is unknown. InputError where no row is left.
    """
    _check_records(table, columns)
    counts = Counts(table.unit, latest=latest_year)
    entries: list[Entry] = []
    seen: set[tuple[str, str]] = set()
    shared: dict[Any, Mapping[str, tuple[str, ...]]] = {}
    read: list[tuple[Entry, str]] = []
    for number, *cells in table.rows:
        row = dict(zip(table.columns, cells, strict=True))
        entry = _entry(number, row, columns, counts, shared)
        read.append((entry, _several_lines(row, columns) or _unusable(entry)))
    counts.spellings = _spellings([entry for entry, fault in read if not fault], columns)
    for entry, fault in read:
        entry = _respelt(entry, columns, counts.spellings, shared)
        keys = {
            (anchor, key)
            for anchor in entry.anchors
            for key in (entry.words, paper_title(entry.title))
        }
        if reason := fault or ("the anchor has this title already" if keys & seen else ""):
            counts.dropped.setdefault(reason, []).append(entry.row)
            continue
        seen |= keys
        entries.append(entry)
    if not entries:
        reasons = "; ".join(counts.dropped)
        raise InputError(f"no row of {table.name} can be used ({reasons}); is --item a title?")
    return sorted(entries, key=lambda e: (e.title, e.row)), counts


def _spellings(entries: Sequence[Entry], columns: Columns) -> dict[str, dict[str, str]]:
    """For each column of anchors or categories the spellings that stand for a more frequent one."""
    found: dict[str, dict[str, str]] = {}
    for column in filter(None, (columns.anchor, *columns.category)):
        counts = Counter(value for entry in entries for value in _values(entry, column, columns))
        first: dict[str, str] = {}
        for value in sorted(counts, key=lambda value: (-counts[value], value)):
            kept = first.setdefault(unicodedata.normalize("NFC", value).casefold(), value)
            if kept != value:
                found.setdefault(column, {})[value] = kept
    return found


def _values(entry: Entry, column: str, columns: Columns) -> tuple[str, ...]:
    return entry.anchors if column == columns.anchor else entry.categories.get(column, ())


def _respelt(
    entry: Entry,
    columns: Columns,
    spellings: Mapping[str, Mapping[str, str]],
    shared: dict[Any, Mapping[str, tuple[str, ...]]],
) -> Entry:
    """The entry with each value in its one spelling."""
    if not spellings:
        return entry

    def respelt(column: str) -> tuple[str, ...]:
        known = spellings.get(column, {})
        values = _values(entry, column, columns)
        return tuple(dict.fromkeys(known.get(value, value) for value in values))

    categories = {name: respelt(name) for name in entry.categories}
    return replace(
        entry,
        anchors=respelt(columns.anchor),
        categories=shared.setdefault(tuple(categories.items()), categories),
    )


def _check_records(table: Table, columns: Columns) -> None:
    """InputError for a column that holds only records or bytes; some are unreadable cells."""
    for column in columns.named:
        at = table.columns.index(column) + 1
        kinds = {_nested(row[at]) for row in table.rows if row[at] is not None}
        if kinds and "" not in kinds:
            raise InputError(
                f"column {column!r} holds {' and '.join(sorted(kinds))}; a text, a number or a "
                "list of texts is needed."
            )


def _nested(value: Any) -> str:
    """The kind of a cell that is neither text nor number; empty for all others."""
    match value:
        case dict():
            return "records"
        case bytes():
            return "bytes"
        case list() | tuple():
            return next(filter(None, map(_nested, value)), "")
        case _:
            return ""


def _several_lines(row: Mapping[str, Any], columns: Columns) -> str:
    """A cell of CSV over several lines, which in most cases is a quote that was not closed."""
    for what, names in (
        ("a title", [columns.item]),
        ("an anchor", [columns.anchor]),
        ("a category", columns.category),
    ):
        cells = (row[name] for name in names if name)
        if any(isinstance(cell, str) and "\n" in cell.strip() for cell in cells):
            return f"{what} of several lines"
    return ""


def _unusable(entry: Entry) -> str:
    title = entry.title
    if not title:
        return "no title"
    if len(title) > LONGEST:
        return f"a title of more than {LONGEST} characters"
    if not entry.words or not paper_title(title):
        return "a title without a letter or digit"
    if entry.year is None and split_year(title)[1] is not None:
        # KITAB's lists write years in this way, so it would be read as the year of the row.
        return "a title that ends in a year, where the row has none"
    return ""


def _entry(
    number: int,
    row: Mapping[str, Any],
    columns: Columns,
    counts: Counts,
    shared: dict[Any, Mapping[str, tuple[str, ...]]],
) -> Entry:
    """The entry of a row; equal categories share one object, to save memory."""

    def note(found: dict[str, list[int]], column: str) -> None:
        found.setdefault(column, []).append(number)

    def listed(column: str) -> tuple[str, ...]:
        if _nested(row[column]):
            note(counts.unreadable, column)
            return ()
        values = tuple(_texts(row[column], columns.separator))
        # Many rows have the same value, so they share one text.
        usable = tuple(dict.fromkeys(intern(value) for value in values if len(value) <= LONGEST))
        if len(values) > len(usable) and any(len(value) > LONGEST for value in values):
            note(counts.unreadable, column)
        elif not usable:
            note(counts.empty, column)
        return usable

    def figure(column: str, value: float | int | None) -> Any:
        if value is not None and column == columns.year and value > counts.latest:
            note(counts.late, column)
            return None
        if value is None:
            blank = row[column] is None or not str(row[column]).strip()
            note(counts.empty if blank else counts.unreadable, column)
        return value

    def joined(column: str, lines: bool = False) -> str:
        if _nested(row[column]):
            note(counts.unreadable, column)
            return ""
        return " ".join(_texts(row[column], "", lines))

    title = joined(columns.item)
    text = joined(columns.text, lines=True) if columns.text else ""
    if columns.text and not text and not _nested(row[columns.text]):
        note(counts.empty, columns.text)
    listing = {name: listed(name) for name in columns.category}
    categories = {name: values for name, values in listing.items() if values}
    numbers = {name: figure(name, number_in(row[name])) for name in columns.number}
    return Entry(
        number,
        title,
        listed(columns.anchor) if columns.anchor else (),
        figure(columns.year, year_in(row[columns.year])) if columns.year else None,
        shared.setdefault(tuple(categories.items()), categories),
        {name: value for name, value in numbers.items() if value is not None},
        text,
    )


def _texts(value: Any, separator: str, lines: bool = False) -> Iterator[str]:
    """The texts of a cell with white space folded; `lines` keeps the ends of lines."""
    match value:
        case None:
            return
        case bool():
            yield "yes" if value else "no"
        case list() | tuple():
            for part in value:
                yield from _texts(part, separator, lines)
        case float() if not math.isfinite(value):
            return
        case float() | Decimal() if value == int(value):
            yield str(int(value))
        case _:
            parts = str(value).split(separator) if separator else [str(value)]
            for part in parts:
                kept = part.replace("\0", "").strip() if lines else " ".join(_plain(part).split())
                if kept:
                    yield kept


def _plain(text: str) -> str:
    text = visible(text)
    return text if text.isprintable() else "".join(c if c.isprintable() else " " for c in text)


def year_in(value: Any) -> int | None:
    """The year of a cell, 100 to 9999: a whole number, a date, or one of them as text.

    Texts are read in the forms `1994`, `1994-05-01` and `1/5/1994` (also with dots or hyphens).
    None for everything else ("19xx", "ca. 1900"), as a wrong guess would make a wrong gold.
    """
    if isinstance(value, date):
        return value.year if value.year >= 100 else None
    if isinstance(value, str):
        found = _YEAR.fullmatch(value)
        # Spreadsheets write `1994.0` in columns with empty cells.
        value = float(found[1] or found[3]) if found else number_in(value)
    number = number_in(value)
    if number is None or number != int(number) or not 100 <= number <= 9999:
        return None
    return int(number)


def number_in(value: Any) -> float | None:
    """The finite number of a cell, None where it holds none ("90 min", "n/a", true)."""
    if isinstance(value, str):
        value = float(value) if _NUMBER.fullmatch(value) else None
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        return None
    number = float(value)
    return number if math.isfinite(number) else None
