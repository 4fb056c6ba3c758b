"""Files of labels for single turns, next to the file of sessions.

Each is JSON Lines with `session` (the line in the file of sessions, from 1) and `turn` (from 1);
where the sessions have ids, as those exported by the studio, a `session_id` is used instead of the
line. `labels.jsonl` has `instruction_kind` (of turns whose kind the sessions do not record),
`instruction_type` and `error_type`, `second_ratings.jsonl` a second person's `rating`,
`retrieval.jsonl` whether the retrieved `passages` sufficed. Beside labels that a model made stands
`labels.about.json`: which model, and how many held-out labels of people it gave.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from tamis.benchmarks.kiwi.data import Dataset
from tamis.inputs.files import digest
from tamis.inputs.json_records import (
    own_record,
    read_json_lines,
    write_json,
    write_json_lines,
)
from tamis.types import InputError
from tamis.writing.sessions import RATINGS

LABELS, SECOND_RATINGS, RETRIEVAL = "labels.jsonl", "second_ratings.jsonl", "retrieval.jsonl"
ABOUT = ".about.json"

Place = tuple[int, int]
"""A session, counted from 0 as in `Judged.row`, and a turn, counted from 1."""


def read_label_file(
    path: Path, key: str, known: Collection[str], dataset: Dataset
) -> dict[Place, str]:
    """The values of the field `key` by turn; empty if the file does not exist.

    Raises InputError, with file and line, for a value that is not in `known` or a turn that does
    not exist.
    """
    if not path.is_file():
        return {}
    turns = [len(released.session.turns) for released in dataset.sessions]
    numbers = {
        str(released.row["session_id"]): n
        for n, released in enumerate(dataset.sessions, 1)
        if released.row.get("session_id")
    }
    found: dict[Place, str] = {}
    for line, record in read_json_lines(path):
        where = f"{path}, line {line}"
        session, turn = record.get("session"), record.get("turn")
        if numbers and (id := record.get("session_id")):
            session = numbers.get(str(id), id)
        if not (isinstance(session, int) and 1 <= session <= len(turns)):
            raise InputError(
                f"{where}: there is no session {session!r}; the sessions are 1 to {len(turns)}."
            )
        if not (isinstance(turn, int) and 1 <= turn <= turns[session - 1]):
            raise InputError(
                f"{where}: session {session} has no turn {turn!r}; its turns are 1 to "
                f"{turns[session - 1]}."
            )
        value = record.get(key)
        if value in (None, ""):
            continue
        if value not in known:
            raise InputError(f"{where}: {key} is {value!r}; it must be one of {', '.join(known)}.")
        found[session - 1, turn] = str(value)
    return found


def write_labels(
    path: Path, records: Sequence[Mapping[str, Any]], about: Mapping[str, Any]
) -> None:
    """Write labels, and beside them what is known of who made them."""
    write_json_lines(path, records)
    write_json(path.with_suffix(ABOUT), {"labels": digest(path)[:8], **about})


def read_about(path: Path) -> dict[str, Any]:
    """What is known of who made the labels in `path`; empty if the file was changed since."""
    about = own_record(path.with_suffix(ABOUT)) if path.is_file() else None
    return about if about and about.get("labels") == digest(path)[:8] else {}


def second_ratings(dataset: Dataset) -> dict[str, bool]:
    """Whether a second person rated a turn good, by the turn's id; empty without the file."""
    second = read_label_file(dataset.path.parent / SECOND_RATINGS, "rating", RATINGS, dataset)
    return {
        one.turn.id: second[one.row, one.number] == "good"
        for one in dataset.turns
        if (one.row, one.number) in second
    }
