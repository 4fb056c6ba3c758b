"""JSON lines as a table: broken lines are left out, columns of mixed types are decoded."""

from __future__ import annotations

import json
import re
import tempfile
from array import array
from collections.abc import Sequence
from typing import Any

from tamis.collect.table.numbered_lines import NumberedLines
from tamis.collect.table.sql import check_names, quoted, replace_cells
from tamis.types import InputError

_SMALLEST_LINE = 2_000_000
_MIXED = "UNION(text VARCHAR, list VARCHAR[], record STRUCT(json VARCHAR))"


def read_jsonl(
    con: Any, file: NumberedLines, table: str
) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
    """Copy a file into a table of the database, a row for each line that is an object.

    Returns the line numbers of the rows, and of each line that is left out, as first and last.
    Raises InputError where no line is an object, where one has a key twice, and where two keys
    differ in capitals only.
    """
    lines, broken, longest = array("Q"), list[tuple[int, int]](), 0
    names = dict[str, Any]()
    # DuckDB skips broken lines without a message, so it is given valid ones only.
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as copy:
        for number, line in file:
            try:
                record = json.loads(line, object_pairs_hook=_record)
                if (
                    "\\u" in line
                ):  # half of a surrogate pair, for which DuckDB refuses the whole file
                    json.dumps(record, ensure_ascii=False).encode()
            except InputError as error:
                raise InputError(f"{file.path}, line {number}: {error}") from error
            except (ValueError, RecursionError):
                record = None
            if isinstance(record, dict) and record:
                if "" in record:
                    raise InputError(f"{file.path}, line {number}: a key is empty; name it.")
                if record.keys() - names.keys():
                    names |= dict.fromkeys(record)
                    check_names(file.path, names)
                copy.write(line.strip() + "\n")
                lines.append(number)
                longest = max(longest, len(line.encode()))
            elif line.strip():
                broken.append((number, number))
        copy.flush()
        if not longest:
            raise InputError(
                f"{file.path} holds no row that can be read: no line is a JSON object; write each "
                "row as an object on a line of its own, not all as one list."
            )
        con.execute(
            f'CREATE TABLE "{table}" AS SELECT * FROM read_json(?, format = '
            "'newline_delimited', records = true, sample_size = -1, hive_partitioning = false, "
            # Objects stay records, and never become maps, however many or rare their keys are.
            "map_inference_threshold = -1, "
            f"maximum_depth = 4, maximum_object_size = {max(longest + 100, _SMALLEST_LINE)})",
            [copy.name],
        )
    _decode_mixed(con, table)
    return lines, broken


def _decode_mixed(con: Any, table: str) -> None:
    """Decode the cells of columns of mixed types, which DuckDB keeps as JSON texts.

    Texts, numbers and truth values together become texts. Where lists or records are among them,
    each cell becomes a text, a list of texts or a record; a list of other values is a record.
    """
    for name, kind, *_ in con.execute(f'DESCRIBE "{table}"').fetchall():
        if re.fullmatch(r"JSON(\[\])*", kind) is None:
            continue
        column = quoted(name)
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
        replace_cells(con, table, {name: text})


def _record(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; InputError where it has a key twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"an object has the key {twice!r} twice; rename one of them.")
    return found
