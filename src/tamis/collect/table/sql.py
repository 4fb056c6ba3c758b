"""Quoting for SQL, and changes of a table's columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tamis.bad_input import twice


def literal(text: str) -> str:
    """A text as a literal of SQL."""
    return "'" + text.replace("'", "''").replace("\0", "") + "'"


def quoted(name: str) -> str:
    """A column's name, quoted for SQL."""
    return '"' + name.replace('"', '""') + '"'


def replace_cells(con: Any, table: str, cells: Mapping[str, str]) -> None:
    """Replace the cells of columns, each by an expression of SQL."""
    if cells:
        replaced = ", ".join(f"{cell} AS {quoted(name)}" for name, cell in cells.items())
        con.execute(
            f'CREATE OR REPLACE TABLE "{table}" AS SELECT * REPLACE ({replaced}) FROM "{table}"'
        )


def same_name(names: Iterable[str]) -> str:
    """The first name that occurs twice, ignoring case as SQL does; empty for none."""
    seen = set[str]()
    for name in names:
        if name.casefold() in seen:
            return name
        seen.add(name.casefold())
    return ""


def check_names(path: Path, names: Iterable[str]) -> None:
    """InputError for two columns of one name: DuckDB would rename one without a message."""
    if doubled := same_name(names):
        raise twice("column", doubled, str(path), remedy="rename one of them")
