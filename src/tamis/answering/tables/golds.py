"""A golden table from a file, to score a table against."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.bad_input import unknown
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import wrong_value
from tamis.inputs.spreadsheets import read_rows
from tamis.text.normalised import plain_words, title_key
from tamis.types import InputError


def read_gold(path: Path, columns: Sequence[str]) -> list[Mapping[str, Any]]:
    """The rows of a .csv or of JSON Lines, which must have all `columns`; others are left out.

    Several right values of a cell are "a|b", or a list in JSON Lines. Raises InputError for a file
    of another kind, a column that is not there or stands twice, a cell that is an object, and a
    file without rows.
    """
    suffixes = (".jsonl", ".jsonl.gz")
    if path.name.lower().endswith(suffixes):
        rows = _of_json_lines(path, columns)
    elif path.suffix.lower() == ".csv":
        found = read_rows(path, lambda names: _check(path, names, columns))
        rows = [_only(row, columns) for _, row in found]
    else:
        raise InputError(f"{path} is no golden table; give a .csv or a .jsonl with the columns.")
    if not rows:
        raise InputError(f"{path} holds no rows; a golden table has one for each right answer.")
    return rows


def _of_json_lines(path: Path, columns: Sequence[str]) -> list[Mapping[str, Any]]:
    rows: list[Mapping[str, Any]] = []
    names: dict[str, None] = {}
    for number, record in read_json_lines(path):
        where = f"{path}, line {number}"
        _check_doubled(where, list(record))
        names |= dict.fromkeys(record)
        rows.append(_only(record, columns))
        for name, value in rows[-1].items():
            parts = value if isinstance(value, list) else [value]
            if any(isinstance(part, (dict, list)) for part in parts):
                raise wrong_value(value, name, "a text, a number, or a list of them", where)
    # A record may lack what is not stated there, but the file must know the column.
    if rows:
        _check(path, list(names), columns)
    return rows


def _check(path: Path, given: Sequence[str], columns: Sequence[str]) -> None:
    _check_doubled(str(path), given)
    there = set(map(column_key, given))
    for column in columns:
        if column_key(column) not in there:
            raise unknown("column", column, given, where=str(path))


def _check_doubled(where: str, names: Sequence[str]) -> None:
    seen: dict[str, str] = {}
    for name in names:
        if (first := seen.setdefault(column_key(name), name)) is not name:
            raise InputError(f"{where} has the columns {first!r} and {name!r}; keep one.")


def _only(record: Mapping[str, Any], columns: Sequence[str]) -> dict[str, Any]:
    by_key = {column_key(name): value for name, value in record.items()}
    return {column: by_key.get(column_key(column)) for column in columns}


def column_key(name: str) -> str:
    """What measures for tables compare the names of columns by."""
    return plain_words(name) or title_key(name)
