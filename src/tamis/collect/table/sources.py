"""One named file as a table in memory: CSV, parquet or JSON lines."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, cast

from tamis.bad_input import absent, unreadable
from tamis.collect.table.delimited import Kept, keep_rows
from tamis.collect.table.jsonl import read_jsonl
from tamis.collect.table.numbered_lines import NumberedLines
from tamis.collect.table.sql import check_names, literal, quoted, replace_cells
from tamis.inputs.files import digest
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
_TYPES = {
    "BIGINT": r"[+-]?(0|[1-9]\d{0,17})",
    "DOUBLE": r"[+-]?(0|[1-9]\d*)?(\.\d*)?([eE][+-]?\d+)?",
    "BOOLEAN": "(?i)true|false|yes|no",
    "DATE": r"\d{4}-\d\d-\d\d",
    "TIMESTAMP": r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d[\d:.]*",
}
"""The types that a column of CSV may have. Numbers with a leading 0 are texts."""

_Read = tuple[Sequence[int], Sequence[tuple[int, int]]]
"""The lines on which rows begin, and the first and last lines of parts that were left out."""

_ADVICE = {
    "csv": "save it again as plain CSV, with quotes in a cell doubled",
    "json": "write one JSON object to each line, no key twice in it",
    "parquet": "write it again",
}


def first_few(numbers: Sequence[object]) -> str:
    """The first of the numbers, for a message."""
    return ", ".join(map(str, numbers[:8])) + (", …" if len(numbers) > 8 else "")


@dataclass(frozen=True)
class Source:
    """A file that was read: its table in SQL, its hash, its rows, and the lines left out.

    `lines` are those on which the rows begin, none for parquet. `runs` are the first and last
    lines of each left-out piece of several lines. `cut` says where a gzip file is cut short.
    """

    path: Path
    table: str
    sha256: str
    rows: int
    skipped: tuple[int, ...]
    lines: Sequence[int] = ()
    runs: tuple[tuple[int, int], ...] = ()
    cut: str = ""

    def faults(self) -> Iterator[str]:
        """Lines to print: what was left out, and what to do."""
        if self.cut:
            yield (
                f"{self.path.name} is cut short or damaged {self.cut}, and the rest is missing: "
                "download or copy it again"
            )
        if self.skipped:
            noun = "line" if len(self.skipped) == 1 else "lines"
            yield (
                f"{self.path.name}: lines that cannot be read and are left out: "
                f"{len(self.skipped):,} ({noun} {first_few(self.skipped)})"
            )
        if self.runs:
            runs = first_few([f"{first} to {last}" for first, last in self.runs])
            yield (
                f"{self.path.name}: an open quote joins the lines {runs}, which are not a row: "
                "close the quote, or write it twice where it is part of a cell"
            )


def table_name(path: Path) -> str:
    """The name of a file's table in SQL."""
    stem = (path.with_suffix("") if path.suffix == ".gz" else path).stem
    return re.sub(r"\W+", "_", stem).strip("_").lower() or "table"


def load(con: Any, path: Path, as_text: Collection[str] = ()) -> Source:
    """Copy a file into the database `con` as a table named by the file.

    Lines with too few or too many cells, and lines that are not a JSON object, are left out; their
    numbers are kept. Raises InputError for a file that is missing, of another kind, not UTF-8,
    without a row, or with two columns of the same name.
    """
    import duckdb

    if not path.is_file():
        raise absent(path, "give a CSV, parquet or JSONL file")
    if re.search(r"[*?\[\]{}]", str(path.resolve())):
        raise InputError(
            f"{path}: *, ? and brackets stand for many files; rename it or its folder."
        )
    plain = path.with_suffix("") if path.suffix == ".gz" else path
    kind = KINDS.get(plain.suffix.lower())
    if kind is None or (kind == "parquet" and plain != path):
        raise InputError(
            f"{path} is not of a known kind; give a .csv, .tsv, .jsonl (each also .gz) or .parquet "
            "file."
        )
    table = table_name(path)
    file = NumberedLines(path)
    try:
        lines, broken = _READERS[kind](con, file, table, as_text)
        count = con.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
    except duckdb.Error as error:
        reason = " ".join(str(error).partition("\n")[0].split())
        raise InputError(
            f"{path} cannot be read as {kind} ({reason[:200].rstrip('.')}); {_ADVICE[kind]}."
        ) from error
    except OSError as error:
        raise unreadable(path, error) from error
    if count == 0:
        raise InputError(f"{path} holds no row that can be read.")
    skipped = tuple(line for first, last in broken for line in range(first, last + 1))
    runs = tuple(run for run in broken if run[1] > run[0])
    return Source(path, table, digest(path), count, skipped, lines, runs, file.cut)


def _csv(con: Any, file: NumberedLines, table: str, as_text: Collection[str]) -> _Read:
    # DuckDB refuses some files with a single broken row, so it is given complete rows only.
    with tempfile.NamedTemporaryFile("w", suffix=".csv", encoding="utf-8", newline="") as copy:
        lines = (line for _, line in file)
        kept = keep_rows(lines, ".tsv" in file.path.suffixes, cast(IO[str], copy))
        copy.flush()
        _check_kept(file.path, kept)
        shape = ", ".join(f"{literal(name)}: 'VARCHAR'" for name in kept.header)
        con.execute(
            f'CREATE TABLE "{table}" AS SELECT * FROM read_csv(?, auto_detect = false, '
            "header = false, delim = ',', quote = '\"', escape = '\"', new_line = '\\n', "
            f"max_line_size = {max(kept.longest + 100, _SMALLEST_LINE)}, columns = {{{shape}}}, "
            "hive_partitioning = false)",
            [copy.name],
        )
    _give_types(con, table, [name for name in kept.header if name not in as_text])
    return kept.lines, kept.broken


def _check_kept(path: Path, kept: Kept) -> None:
    """InputError for a file without a header or without a row below it."""
    if kept.broken and not kept.header:
        first, last = kept.broken[0]
        raise InputError(
            f"{path}, line {first}: a quote in the header is not closed (it runs to line {last}); "
            "close it, or write it twice where it is part of a name."
        )
    check_names(path, kept.header)
    if kept.broken and not kept.lines:
        unclosed = any(first < last for first, last in kept.broken)
        raise InputError(
            f"{path} holds no row that can be read: no line has as many cells as the header, "
            f"which is {', '.join(kept.header):.100}{'; is a quote not closed?' * unclosed or '.'}"
        )
    if not kept.lines:
        raise InputError(f"{path} holds no row that can be read.")


def _give_types(con: Any, table: str, columns: Iterable[str]) -> None:
    """Convert columns of texts that are all numbers, truth values or dates."""
    checks = {
        (name, kind): f"bool_and(regexp_full_match(trim({quoted(name)}), {literal(shape)}) "
        f"AND TRY_CAST({quoted(name)} AS {kind}) IS NOT NULL) "
        f"FILTER (WHERE {quoted(name)} IS NOT NULL)"
        for name in columns
        for kind, shape in _TYPES.items()
    }
    if not checks:
        return
    found = con.execute(f'SELECT {", ".join(checks.values())} FROM "{table}"').fetchone()
    kinds: dict[str, str] = {}
    for (name, kind), all_are in zip(checks, found, strict=True):
        if all_are:
            kinds.setdefault(name, kind)
    replace_cells(con, table, {name: f"{quoted(name)}::{kind}" for name, kind in kinds.items()})


def _parquet(con: Any, file: NumberedLines, table: str, as_text: Collection[str]) -> _Read:
    whole = str(file.path.resolve())
    check_names(file.path, _of_first_level(con, whole))
    con.execute(
        f'CREATE TABLE "{table}" AS SELECT * FROM read_parquet(?, hive_partitioning = false)',
        [whole],
    )
    return (), ()


def _of_first_level(con: Any, file: str) -> Iterator[str]:
    """The names of parquet's columns; its schema lists each before the fields inside it."""
    query = "SELECT name, coalesce(num_children, 0) FROM parquet_schema(?)"
    within = 0
    for name, fields in con.execute(query, [file]).fetchall()[1:]:
        if not within:
            yield name
        within += fields - bool(within)


_READERS: dict[str, Callable[[Any, NumberedLines, str, Collection[str]], _Read]] = {
    "csv": _csv,
    "json": lambda con, file, table, as_text: read_jsonl(con, file, table),
    "parquet": _parquet,
}
