"""A table of answers: its cells, each with the quote that it rests on, and how it stands there."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from tamis.answering.findings import cited
from tamis.answering.tables.golds import column_key, read_gold
from tamis.results import Result
from tamis.types import InputError, Outcome

if TYPE_CHECKING:
    from tamis.measures.tables import TableScores

Status = Literal["stated", "not stated", "quote not found", "not read"]
"""How a cell stands.

`stated`: it has a value, and its quote stands in the document that is named; `not stated`: the
documents do not say it, by the model's judgement; `quote not found`: it has a value, but without a
quote, or with one that does not stand there; `not read`: there is no reply that could be read.
"""

ANSWER = "answer"
"""The first column, which says what a row is about."""

MOST_COLUMNS = 30
LONGEST_NAME = 100

_PARTS = ("quote", "document", "status")


@dataclass(frozen=True)
class Cell:
    """A cell; `value` is None where there is none.

    `document` is an id and `place` where the quote stands in its file, as in the evidence.
    """

    status: Status
    value: str | None = None
    quote: str = ""
    document: str = ""
    place: str = ""

    @property
    def source(self) -> str:
        """The document and the place, for a reader."""
        return cited(self.document, self.place)


@dataclass(frozen=True)
class Row:
    """The cells of one answer, in the order of the columns.

    Where `outcome` is not `ok` the reply could not be had or read, which `why` says, and each cell
    is `not read`.
    """

    answer: str
    cells: tuple[Cell, ...]
    outcome: Outcome = "ok"
    why: str = ""


@dataclass(frozen=True, repr=False)
class Table(Result):
    """A row for each answer that was found; `columns` are the names that were asked for."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...] = ()

    @property
    def records(self) -> list[dict[str, str | None]]:
        """The values alone, by the names of the columns, a row each; None for no value."""
        return [
            {name: cell.value for name, cell in zip(self.columns, row.cells, strict=True)}
            for row in self.rows
        ]

    def count(self, status: Status) -> int:
        """How many cells stand so."""
        return sum(cell.status == status for row in self.rows for cell in row.cells)

    def score(
        self, gold: str | Path | Sequence[Mapping[str, Any]], key: str | None = None
    ) -> TableScores:
        """The table against a golden one: item F1, row F1 and success (`measures.tables`).

        `gold` are rows by the names of the columns, or a file of them (.csv or .jsonl); other
        columns of it do not count. Values count whether or not their quotes stand. `key` is the
        column that says which rows belong together; without it the best pairs are taken. Raises
        InputError for a file that lacks a column, and for a key that is no column.
        """
        from tamis.measures.tables import score_table

        rows = read_gold(Path(gold), self.columns) if isinstance(gold, (str, Path)) else gold
        try:
            return score_table(self.records, rows, key=key, columns=self.columns)
        except ValueError as error:
            raise InputError(f"the table cannot be scored: {error}") from error

    def to_dict(self) -> dict[str, Any]:
        """The columns, and each row with its cells by the names of the columns."""
        return {
            "columns": list(self.columns),
            "rows": [
                {
                    ANSWER: row.answer,
                    "cells": dict(zip(self.columns, map(asdict, row.cells), strict=True)),
                    "outcome": row.outcome,
                    "why": row.why,
                }
                for row in self.rows
            ],
        }

    def headings(self) -> list[str]:
        """The columns of `to_pandas` and of files: values first, then what each rests on."""
        return headings(self.columns)

    def flat(self) -> list[dict[str, Any]]:
        """A row for each answer: the values, then of each column quote, document and status."""
        rows: list[dict[str, Any]] = []
        for row in self.rows:
            values: list[Any] = [row.answer, *(cell.value for cell in row.cells)]
            for cell in row.cells:
                values += [cell.quote, cell.document, cell.status]
            rows.append(dict(zip(self.headings(), values, strict=True)))
        return rows

    def _rows(self) -> list[dict[str, Any]]:
        return self.flat()

    def _columns(self) -> Sequence[str]:
        return self.headings()

    def _shown(self) -> tuple[Sequence[str], list[dict[str, Any]]]:
        names = [ANSWER, *self.columns]
        shown = [[row.answer, *map(in_words, row.cells)] for row in self.rows]
        return names, [dict(zip(names, row, strict=True)) for row in shown]

    def _lines(self) -> Iterator[str]:
        yield f"{len(self.rows):,} rows: {', '.join((ANSWER, *self.columns))}"
        yield self.counted()

    def counted(self) -> str:
        """How many cells stand how, in one sentence."""
        said = [f"{self.count('stated'):,} with a quote that stands in its document"]
        for status in ("not stated", "quote not found", "not read"):
            if number := self.count(status):
                said.append(f"{number:,} {status}")
        return f"Cells: {', '.join(said)}."


def in_words(cell: Cell) -> str:
    """A cell as text: its value, with a mark where its quote does not stand in the document."""
    if cell.value is None:
        return cell.status
    return cell.value if cell.status == "stated" else f"{cell.value} ({cell.status})"


def headings(columns: Sequence[str]) -> list[str]:
    """The headings of a file of the table: values first, then what each of them rests on."""
    return [ANSWER, *columns, *(f"{name}: {part}" for name in columns for part in _PARTS)]


def column_names(columns: str | Sequence[str]) -> tuple[str, ...]:
    """The names of the columns, from a list or from one text with commas ("name, year").

    InputError for none, too many, one that is empty or too long, and for two that are the same
    but for case and punctuation, or that a file of the table could not tell apart.
    """
    given = _split(columns) if isinstance(columns, str) else list(columns)
    if not given:
        raise InputError('there are no columns; name some: "name, year".')
    if len(given) > MOST_COLUMNS:
        raise InputError(f"there are {len(given):,} columns; give at most {MOST_COLUMNS}.")
    seen = {column_key(ANSWER): "answer"}
    names: list[str] = []
    for number, column in enumerate(given, 1):
        if not isinstance(column, str):
            raise InputError(f"column {number} is {column!r:.40}, where a name is needed.")
        name = " ".join(column.split())
        if not name:
            raise InputError(f"column {number} has no name; give it one, or leave it out.")
        if len(name) > LONGEST_NAME:
            raise InputError(
                f"the name of column {number} has more than {LONGEST_NAME} characters; shorten it."
            )
        key = column_key(name)
        if key == column_key(ANSWER):
            raise InputError(
                f"the first column is called {ANSWER!r} in any case; leave {name!r} out."
            )
        if key in seen:
            raise InputError(f"the columns {seen[key]!r} and {name!r} are the same; leave one out.")
        seen[key] = name
        names.append(name)
    if twice := [name for name in names if headings(names).count(name) > 1]:
        raise InputError(f"the column {twice[0]!r} is made in any case; leave it out.")
    return tuple(names)


def _split(text: str) -> list[str]:
    """The names in a line; one with a comma in it stands in double quotes, as in CSV."""
    if not text.strip():
        return []
    return next(csv.reader([text.replace("\n", " ")], skipinitialspace=True))
