"""Labels by people: which units are right, to correct the promise for the verifier's errors."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tamis.inputs.files import read_text
from tamis.inputs.json_records import read_json_lines
from tamis.inputs.rows import wrong_value
from tamis.types import InputError

_YES = frozenset({"1", "true", "yes", "y"})
_NO = frozenset({"0", "false", "no", "n"})
_NAMES = "columns `id` and `label` (true or false)"


def read_labels(path: Path) -> dict[str, bool]:
    """The labels of a CSV file or of JSON Lines, by the ids of units.

    InputError for a file of another kind, a label that is neither true nor false, an id that is
    labelled both ways, or no labels at all.
    """
    labels: dict[str, bool] = {}
    for where, record in _records(path):
        id, label = record.get("id"), record.get("label")
        if id is None or isinstance(id, (bool, list, dict)) or not str(id).strip():
            raise InputError(f"{where} has no `id`; a file of labels has {_NAMES}.")
        said = str(label).strip().lower()
        if said not in _YES | _NO:
            raise wrong_value(label, "label", "true or false", where)
        if labels.setdefault(str(id), said in _YES) != (said in _YES):
            raise InputError(f"{where}: {str(id)!r:.100} has another label above; keep one.")
    if not labels:
        raise InputError(f"{path} holds no labels; it needs {_NAMES}.")
    return labels


def numbered(labels: Mapping[str, bool], ids: Mapping[str, int], path: Path) -> dict[int, bool]:
    """The labels by the numbers of their units; InputError for an id that is no unit."""
    for id in labels:
        if id not in ids:
            raise InputError(
                f"{path}: {id!r:.100} is no unit of the corpus; the evidence of an answer names "
                "units as they are called."
            )
    return {ids[id]: label for id, label in labels.items()}


def _records(path: Path) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if path.name.lower().endswith((".jsonl", ".jsonl.gz")):
        for number, record in read_json_lines(path):
            yield f"{path}, line {number}", record
        return
    if path.suffix.lower() != ".csv":
        raise InputError(f"{path} is no file of labels; give a .csv or a .jsonl with {_NAMES}.")
    rows = csv.DictReader(io.StringIO(read_text(path)))
    if not {"id", "label"} <= set(rows.fieldnames or ()):
        raise InputError(f"{path}, line 1: {_NAMES} are needed.")
    try:
        for row in rows:
            yield f"{path}, line {rows.line_num}", row
    except csv.Error as error:
        raise InputError(
            f"{path}, line {rows.line_num} is no CSV ({error}); correct it."
        ) from error
