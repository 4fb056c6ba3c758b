"""The golds: which entries satisfy a condition, computed by DuckDB with SQL's logic of NULL.

A missing fact is unknown: neither "is drama" nor "is not drama" holds for a film without a genre,
so that no gold is based on an empty cell. `Holds` says for which entries an answer is in doubt;
queries whose answers depend on one of these are not asked.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tamis.checking.constraints.word_count import TOLERANCE
from tamis.collect.table.atoms import LETTERS_AND_LENGTHS, Atom
from tamis.collect.table.cleaning import Entry
from tamis.collect.table.columns import Columns
from tamis.collect.table.input_table import connection
from tamis.collect.table.sql import literal
from tamis.collect.table.title_readings import as_written

_AT_ONCE = 2_000

TEMPLATES = {
    "_": "{a}",
    "_ or _": "{a} OR {b}",
    "_ that are also _": "{a} AND {b}",
    "_ that are not _": "{a} AND NOT {b}",
    "_ or _ or _": "{a} OR {b} OR {c}",
    "_ that are also both _ and _": "{a} AND {b} AND {c}",
    "_ that are also _ but not _": "{a} AND {b} AND NOT {c}",
}
"""QUEST's seven set templates, as its data name them, in SQL."""


@dataclass(frozen=True)
class Holds:
    """The entries for which an atom holds, as bit masks.

    `sure` are those for which it holds however one reads it, `may` those for which it holds by
    some reading of the title; and of a negation, those of which nothing is known as well. `empty`
    are the entries whose cell is empty.
    """

    sure: int
    may: int
    empty: int = 0


class EntryDatabase:
    """The entries as a table of a database; `id` is their position in the sequence.

    Facts that SQL cannot compute (the folded letters of a title, the names in it) are columns of
    the table, computed once for each title.
    """

    def __init__(self, entries: Sequence[Entry], columns: Columns) -> None:
        self.size = len(entries)
        self._everything = (1 << self.size) - 1
        self._empty: dict[tuple[str, str], int] = {}
        self._column = {name: f"c{i}" for i, name in enumerate(columns.category)}
        self._column |= {name: f"n{i}" for i, name in enumerate(columns.number)}
        shape = {
            "id": "INTEGER",
            "anchors": ["VARCHAR"],
            "words": "INTEGER",
            "head": "VARCHAR",
            "tail": "VARCHAR",
            "words_written": "INTEGER",
            "head_written": "VARCHAR",
            "tail_written": "VARCHAR",
            "human": "BOOLEAN",
            "city": "BOOLEAN",
            "year": "INTEGER",
        }
        shape |= {
            column: ["VARCHAR"] if column[0] == "c" else "DOUBLE"
            for column in self._column.values()
        }
        self._con = connection()
        self._con.execute(f"CREATE TABLE items ({', '.join(_declared(shape))})")
        for start in range(0, self.size, _AT_ONCE):
            part = enumerate(entries[start : start + _AT_ONCE], start)
            facts = json.dumps([self._facts(id, entry) for id, entry in part])
            self._con.execute(
                "INSERT INTO items BY NAME SELECT unnest(from_json($1, $2), max_depth := 2)",
                [facts, json.dumps([shape])],
            )

    def close(self) -> None:
        """Close the database."""
        self._con.close()

    def satisfying(self, condition: str) -> tuple[int, ...]:
        """The ids of the entries for which a condition is true, in order."""
        query = f"SELECT id FROM items WHERE {condition} ORDER BY id"
        return tuple(id for (id,) in self._con.execute(query).fetchall())

    def answers(self, within: str, conditions: Sequence[str]) -> list[tuple[int, ...]]:
        """The ids for which each condition is true, among those where `within` is; in one pass."""
        if not conditions:
            return []
        query = f"SELECT id, {', '.join(conditions)} FROM items WHERE {within} ORDER BY id"
        rows = self._con.execute(query).fetchall()
        return [tuple(row[0] for row in rows if row[i]) for i in range(1, len(conditions) + 1)]

    def holds(self, atom: Atom) -> Holds:
        """The entries for which an atom holds, surely and perhaps."""
        if atom.negated:
            positive = self.holds(replace(atom, negated=False))
            may = self._everything & ~positive.sure
            return Holds(may & ~positive.may & ~positive.empty, may, positive.empty)
        found = self.mask(condition := self.condition(atom))
        if atom.family in LETTERS_AND_LENGTHS:
            written = self.mask(f"coalesce({self.condition(atom, '_written')}, true)")
            return Holds(found & written, found | written)
        if atom.kind not in self._empty:
            self._empty[atom.kind] = self.mask(f"{condition} IS NULL")
        return Holds(found, found, self._empty[atom.kind])

    def mask(self, condition: str) -> int:
        """The entries for which a condition is true as a bit mask, bit `id` for each."""
        bits = bytearray(self.size // 8 + 1)
        for id in self.satisfying(condition):
            bits[id // 8] |= 1 << id % 8
        return int.from_bytes(bits, "little")

    def condition(self, atom: Atom, reading: str = "") -> str:
        """An atom as a condition in SQL; the reading `_written` takes titles as they stand."""
        match atom.family:
            case "starts-with":
                condition = f"head{reading} = {literal(atom.value)}"
            case "ends-with":
                condition = f"tail{reading} = {literal(atom.value)}"
            case "word-count":
                condition = f"abs(words{reading} - {atom.low:.0f}) <= {TOLERANCE}"
            case "publishing-year":
                condition = f"year BETWEEN {atom.low:.0f} AND {atom.high:.0f}"
            case "human-name" | "city-name":
                condition = atom.family.removesuffix("-name")
            case "anchor":
                condition = f"list_contains(anchors, {literal(atom.value)})"
            case "category":
                condition = f"list_contains({self._column[atom.column]}, {literal(atom.value)})"
            case "number":
                column = self._column[atom.column]
                condition = f"{column} BETWEEN {atom.low!r}::DOUBLE AND {atom.high!r}::DOUBLE"
            case _:
                raise ValueError(f"no family {atom.family!r}")
        return f"NOT ({condition})" if atom.negated else f"({condition})"

    def combined(self, template: str, atoms: Sequence[Atom]) -> str:
        """Atoms joined by one of QUEST's set templates as a condition in SQL."""
        parts = dict(zip("abc", map(self.condition, atoms), strict=False))
        return TEMPLATES[template].format(**parts)

    def _facts(self, id: int, entry: Entry) -> dict[str, Any]:
        written = as_written(entry.title)
        facts = {
            "id": id,
            "anchors": entry.anchors or None,
            "words": len(entry.title.split()),
            "head": entry.words[0],
            "tail": entry.words[-1],
            "words_written": written.words,
            "head_written": written.first,
            "tail_written": written.last,
            "human": "human-name" in entry.names,
            "city": "city-name" in entry.names,
            "year": entry.year,
        }
        given = {**entry.categories, **entry.numbers}
        return facts | {column: given.get(name) for name, column in self._column.items()}


def _declared(shape: dict[str, Any]) -> list[str]:
    return [f"{name} {'VARCHAR[]' if isinstance(t, list) else t}" for name, t in shape.items()]
