"""Files of labels for single turns, next to the file of sessions.

Each is JSON Lines with `session` (the line in the file of sessions, from 1) and `turn` (from 1);
where the sessions have ids, as those exported by the studio, a `session_id` is used instead of the
line. `labels.jsonl` has `instruction_type` and `error_type`, `second_ratings.jsonl` a second
person's `rating`, `retrieval.jsonl` whether the retrieved `passages` sufficed.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from tamis.benchmarks.kiwi.data import Dataset
from tamis.inputs.json_records import read_json_lines
from tamis.types import InputError
from tamis.writing.sessions import RATINGS

LABELS, SECOND_RATINGS, RETRIEVAL = "labels.jsonl", "second_ratings.jsonl", "retrieval.jsonl"

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


def second_ratings(dataset: Dataset) -> dict[str, bool]:
    """Whether a second person rated a turn good, by the turn's id; empty without the file."""
    second = read_label_file(dataset.path.parent / SECOND_RATINGS, "rating", RATINGS, dataset)
    return {
        one.turn.id: second[one.row, one.number] == "good"
        for one in dataset.turns
        if (one.row, one.number) in second
    }
