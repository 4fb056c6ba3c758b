"""The named files as one table, read by DuckDB in a locked session.

The files are first copied into memory. Then access to files, extensions, the network and settings
is locked, and only after that the user's query is run: it sees the named tables and nothing else.
"""

from __future__ import annotations

import string
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.bad_input import needs_package, twice
from tamis.collect.table.sources import Source, load, table_name
from tamis.collect.table.sql import same_name
from tamis.types import InputError

_LOCKED: dict[str, str | bool | int | float | list[str]] = {
    "threads": 1,
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,
    "temp_directory": "",
}

_NUMBER = "number of the row"
"""The name of our column with the row numbers; no table of a user has it."""


@dataclass(frozen=True)
class Table:
    """The rows of the table or query: `rows` hold a number, then the cells by `columns`.

    The number is that of the line on which a row of CSV or JSON begins; rows of parquet and of a
    query are counted from 1. `unit` is `line` or `row` accordingly. `skipped` has for each file
    the lines that could not be read.
    """

    name: str
    columns: tuple[str, ...]
    rows: list[tuple[Any, ...]]
    skipped: tuple[Source, ...]
    unit: str = "row"


def read(
    files: Sequence[Path],
    sql: str | None = None,
    where: str | None = None,
    as_text: Collection[str] = (),
) -> Table:
    """The rows of the one file, or of a query over the named files.

    A file `films.csv` is the table `films` of the query; `where` is a condition of SQL on the
    rows. The columns `as_text` are read as text from CSV. Raises InputError for a file that
    cannot be read, and for SQL that fails, changes anything or reaches outside the named files.
    """
    if not files:
        raise InputError("name a table: a CSV, parquet or JSONL file.")
    if sql is None and len(files) > 1:
        raise InputError(
            f"{len(files)} files are named; give a query over their tables with --sql, or name "
            "one file."
        )
    names = [table_name(path) for path in files]
    if doubled := [name for name in names if names.count(name) > 1]:
        raise InputError(f"two files make the table {doubled[0]!r}; rename one of them.")
    con = connection()
    try:
        sources = [load(con, path, as_text) for path in files]
        con.execute("SET enable_external_access = false")
        con.execute("SET lock_configuration = true")
        if sql is None:
            query = f'FROM (SELECT row_number() OVER () AS "{_NUMBER}", * FROM "{names[0]}")'
            columns = _columns(con, f'SELECT * FROM "{names[0]}"', "the table")
        else:
            columns = _columns(con, _single(con, sql, "--sql"), "--sql")
            if same := same_name(columns):
                raise twice("column", same, "--sql", remedy="rename one with AS")
            query = f"SELECT row_number() OVER (), * FROM ({_single(con, sql, '--sql')}\n)"
        if where is not None:
            query = f"{query} WHERE ({where}\n)"
        with _sql_errors("--where" if where is not None else "--sql"):
            _one(con, query, "--where" if where is not None else "--sql")
            rows = con.execute(query).fetchall()
            if (sql is not None or where is not None) and con.execute(query).fetchall() != rows:
                raise InputError(
                    "the query gives different rows each time it is run; leave out random(), now() "
                    "and the like, so that the dataset can be made again."
                )
    finally:
        con.close()
    if not rows:
        raise InputError(
            f"{files[0]} has no row{' that --where lets through' if where else ''}; is this the "
            "table?"
        )
    if sql is None and (lines := sources[0].lines):
        rows = [(lines[number - 1], *cells) for number, *cells in rows]
        return Table(names[0], columns, rows, tuple(sources), "line")
    return Table(names[0], columns, rows, tuple(sources))


def connection() -> Any:
    """An empty database in memory; InputError where the extra is not installed."""
    try:
        import duckdb
    except ImportError as error:
        raise needs_package("a table of a file", "duckdb", extra="collect") from error
    return duckdb.connect(config=_LOCKED)


def _columns(con: Any, sql: str, option: str) -> tuple[str, ...]:
    with _sql_errors(option):
        return tuple(row[0] for row in con.execute(f"DESCRIBE {sql}").fetchall())


def _single(con: Any, sql: str, option: str) -> str:
    """The query without a closing semicolon, after checking that it is a single SELECT."""
    _one(con, sql, option)
    return sql.rstrip(f";{string.whitespace}")


def _one(con: Any, sql: str, option: str) -> None:
    with _sql_errors(option):
        statements = con.extract_statements(sql)
    if len(statements) != 1 or statements[0].type.name != "SELECT":
        raise InputError(f"{option} must be one query that begins with SELECT, FROM or WITH.")


@contextmanager
def _sql_errors(option: str) -> Iterator[None]:
    import duckdb

    try:
        yield
    except duckdb.PermissionException as error:
        raise InputError(
            f"{option} uses a file, a setting or the network; it may use only the tables of "
            "the files named on the command line."
        ) from error
    except duckdb.Error as error:
        reason = " ".join(str(error).partition("\n")[0].split())
        raise InputError(f"{option} cannot be run ({reason[:300]}); correct the SQL.") from error
