"""One named file as a table in memory: CSV, parquet or JSON lines."""

from __future__ import annotations

import csv
import gzip
import hashlib
import json
import re
import tempfile
import zlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from tamis.types import InputError

KINDS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".txt": "csv",
    ".jsonl": "json",
    ".ndjson": "json",
    ".parquet": "parquet",
    ".pq": "parquet",
}
_SMALLEST_LINE = 2_000_000
_ADVICE = {
    "csv": "save it again as plain CSV, with quotes in a cell doubled",
    "json": "write one JSON object to each line, no key twice in it",
    "parquet": "write it again",
}


@dataclass(frozen=True)
class Source:
    """A file that was read: its table in SQL, its hash, its rows, and the lines left out."""

    path: Path
    table: str
    sha256: str
    rows: int
    skipped: tuple[int, ...]


def load(con: Any, path: Path, as_text: Collection[str] = ()) -> Source:
    """Copy a file into the database `con` as a table named by the file.

    Lines with too few or too many cells, and lines that are not a JSON object, are left out and
    numbered. Raises InputError for a file that is absent, of another kind, not UTF-8, cut short,
    without a single row or with two columns of one name.
    """
    import duckdb

    if not path.is_file():
        raise InputError(f"{path} does not exist; give a CSV, parquet or JSONL file.")
    if re.search(r"[*?\[\]{}]", str(path.resolve())):
        raise InputError(
            f"{path}: *, ? and brackets stand for many files; rename it or its folder."
        )
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    kind = KINDS.get(plain.suffix.lower())
    if kind is None or (kind == "parquet" and plain != path):
        raise InputError(
            f"{path} is of no known kind; give a .csv, .tsv, .jsonl (each also .gz) or .parquet "
            "file."
        )
    table = re.sub(r"\W+", "_", plain.stem).strip("_").lower() or "table"
    try:
        skipped = _READERS[kind](con, path.resolve(), table, as_text)
        count = con.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    except duckdb.Error as error:
        said = " ".join(str(error).partition("\n")[0].split())
        raise InputError(
            f"{path} cannot be read as {kind} ({said[:200].rstrip('.')}); {_ADVICE[kind]}."
        ) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise InputError(f"{path} is cut short or broken ({error}); get it again.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}.") from error
    if count == 0:
        raise InputError(f"{path} holds no row that can be read.")
    return Source(path, table, _digest(path), count, tuple(skipped))


def _csv(con: Any, path: Path, table: str, as_text: Collection[str]) -> list[int]:
    first, longest, mixed = _survey(path)
    delimiter = max(",;\t", key=first.count)
    _check_header(path, delimiter)
    if not mixed:
        return _csv_of_one_line_end(con, path, table, as_text, delimiter, longest)
    # In strict mode DuckDB gives up on a file whose lines end now in CR LF, now in LF.
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="") as copy:
        for _, line in _lines(path):
            copy.write(line.removesuffix("\r\n") + "\n" if line.endswith("\r\n") else line)
        copy.flush()
        return _csv_of_one_line_end(con, Path(copy.name), table, as_text, delimiter, longest)


def _csv_of_one_line_end(
    con: Any, path: Path, table: str, as_text: Collection[str], delimiter: str, longest: int
) -> list[int]:
    reads = (
        f"read_csv(?, header = true, delim = {literal(delimiter)}, quote = '\"', escape = '\"', "
        f"sample_size = -1, max_line_size = {longest}, hive_partitioning = false, "
        "strict_mode = true, store_rejects = true"
    )
    described = con.execute(f"DESCRIBE SELECT * FROM {reads}, all_varchar = true)", [str(path)])
    header = [row[0] for row in described.fetchall()]
    words = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in header if name in as_text)
    types = f", types = {{{words}}}" if words else ""
    con.execute(f'CREATE TABLE "{table}" AS SELECT * FROM {reads}{types})', [str(path)])
    found = con.execute("SELECT DISTINCT line_byte_position FROM reject_errors").fetchall()
    con.execute("DROP TABLE reject_errors; DROP TABLE reject_scans")
    return _line_numbers(path, {at for (at,) in found if at is not None})


def _json(con: Any, path: Path, table: str, as_text: Collection[str]) -> list[int]:
    skipped, longest = [], 0
    # DuckDB passes over a broken line without a word, so it only gets whole ones.
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as copy:
        for number, line in _lines(path):
            try:
                record = json.loads(line)
            except (ValueError, RecursionError):
                record = None
            if isinstance(record, dict) and record:
                copy.write(line.strip() + "\n")
                longest = max(longest, len(line.encode()))
            elif line.strip():
                skipped.append(number)
        copy.flush()
        if not longest:
            raise InputError(f"{path} holds no row that can be read: no line is a JSON object.")
        con.execute(
            f'CREATE TABLE "{table}" AS SELECT * FROM read_json(?, format = '
            "'newline_delimited', records = true, sample_size = -1, hive_partitioning = false, "
            f"maximum_depth = 4, maximum_object_size = {max(longest + 100, _SMALLEST_LINE)})",
            [copy.name],
        )
    _decode_mixed(con, table)
    return skipped


def _decode_mixed(con: Any, table: str) -> None:
    """Give the cells of columns of mixed types their values: DuckDB keeps them as JSON, in quotes.

    Texts, numbers and truth values together become texts. With lists or records among them each
    cell is a text, a list of texts or a record; a list that holds more than texts is a record.
    """
    for name, kind, *_ in con.execute(f'DESCRIBE "{table}"').fetchall():
        if re.fullmatch(r"JSON(\[\])*", kind) is None:
            continue
        column = '"' + name.replace('"', '""') + '"'
        cell = f"to_json({column})"
        nested = (
            f"(json_type({cell}) = 'OBJECT' OR "
            f"list_has_any(json_type({cell}, '$[*]'), ['OBJECT', 'ARRAY']))"
        )
        text = f"CASE WHEN json_type({cell}) <> 'NULL' THEN {cell} ->> '$' END"
        among = f"SELECT 1 FROM \"{table}\" WHERE json_type({cell}) IN ('OBJECT', 'ARRAY') LIMIT 1"
        if con.execute(among).fetchone():
            text = (
                f"CASE WHEN {nested} THEN union_value(record := {{'json': {cell}::VARCHAR}})"
                f"::{_MIXED} WHEN json_type({cell}) = 'ARRAY' THEN "
                f"union_value(list := {cell} ->> '$[*]')::{_MIXED} "
                f"WHEN json_type({cell}) <> 'NULL' THEN union_value(text := {cell} ->> '$')"
                f"::{_MIXED} END"
            )
        con.execute(
            f'CREATE OR REPLACE TABLE "{table}" AS SELECT * REPLACE ({text} AS {column}) '
            f'FROM "{table}"'
        )


def _parquet(con: Any, path: Path, table: str, as_text: Collection[str]) -> list[int]:
    con.execute(
        f'CREATE TABLE "{table}" AS SELECT * FROM read_parquet(?, hive_partitioning = false)',
        [str(path)],
    )
    return []


_MIXED = "UNION(text VARCHAR, list VARCHAR[], record STRUCT(json VARCHAR))"
_READERS = {"csv": _csv, "json": _json, "parquet": _parquet}


def literal(text: str) -> str:
    """A text as SQL writes it."""
    return "'" + text.replace("'", "''").replace("\0", "") + "'"


def _survey(path: Path) -> tuple[str, int, bool]:
    """The first line, a bound on the bytes of a record, and whether line ends are mixed.

    A record may run over many lines.
    """
    first, size = "", 0
    ends = set[bool]()
    for number, line in _lines(path):
        first = line if number == 1 else first
        size += len(line.encode())
        if line.endswith("\n"):
            ends.add(line.endswith("\r\n"))
    return first, min(max(size + 100, _SMALLEST_LINE), 64_000_000), len(ends) > 1


def _check_header(path: Path, delimiter: str) -> None:
    """InputError for two columns of one name, of which DuckDB would rename one without a word."""
    try:
        header = next(csv.reader((line for _, line in _lines(path)), delimiter=delimiter), [])
    except csv.Error:
        return
    seen = set[str]()
    for name in header:
        # To SQL "Title" and "title" are one column.
        if name and name.casefold() in seen:
            raise InputError(f"{path} has two columns {name!r}; rename one of them.")
        seen.add(name.casefold())


def _line_numbers(path: Path, starts: set[int]) -> list[int]:
    """The lines that hold these bytes: DuckDB counts records, which may run over many lines."""
    numbers, at = [], 0
    with _open(path) as file:
        for number, line in enumerate(file if starts else (), 1):
            if any(at <= start < at + len(line) for start in starts):
                numbers.append(number)
            at += len(line)
    return numbers


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines with their numbers; InputError for one that is not UTF-8."""
    with _open(path) as file:
        for number, line in enumerate(file, 1):
            try:
                yield number, line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                raise InputError(
                    f"{path}, line {number}: byte {error.start + 1} is not UTF-8; convert the file "
                    "to UTF-8."
                ) from error


def _open(path: Path) -> IO[bytes]:
    return cast(IO[bytes], gzip.open(path)) if path.suffix == ".gz" else path.open("rb")


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
