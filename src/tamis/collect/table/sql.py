"""Names, texts and tables as SQL writes them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tamis.types import InputError


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''").replace("\0", "") + "'"


def quoted(name: str) -> str:
    """A column's name as SQL writes it."""
    return '"' + name.replace('"', '""') + '"'


def replace_cells(con: Any, table: str, cells: Mapping[str, str]) -> None:
    """Put other cells, by an expression of SQL, into columns of a table."""
    if cells:
        said = ", ".join(f"{cell} AS {quoted(name)}" for name, cell in cells.items())
        con.execute(
            f'CREATE OR REPLACE TABLE "{table}" AS SELECT * REPLACE ({said}) FROM "{table}"'
        )


def same_name(names: Iterable[str]) -> str:
    """The first name that an earlier one equals but for capitals, as in SQL; empty for none."""
    seen = set[str]()
    for name in names:
        if name.casefold() in seen:
            return name
        seen.add(name.casefold())
    return ""


def check_names(path: Path, names: Iterable[str]) -> None:
    """InputError for two columns of one name, of which DuckDB would rename one without a word."""
    if doubled := same_name(names):
        raise InputError(f"{path} has two columns {doubled!r}; rename one of them.")
