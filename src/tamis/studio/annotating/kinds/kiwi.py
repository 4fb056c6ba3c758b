"""What the kinds of KIWI have in common: a turn of a session, from released sessions or flat rows.

A flat record has `session` and `turn` (both from 1, as in the released file), `question`,
`previous`, `instruction` and `answer`. A session of the studio also has a `session_id`, since every
file has a session 1. `rating`, `comment`, `instruction_type` and `error_type` are labels by a
person, `model_instruction_type` and `model_error_type` labels by `model`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tamis.inputs.rows import wrong_value
from tamis.studio.annotating.kinds.kind import LONGEST_LINE, FormKind, Label, text_of
from tamis.studio.people.person_names import MODEL
from tamis.text.shown import one_line
from tamis.types import InputError
from tamis.writing.edits import edit_statistics, word_diff
from tamis.writing.sessions.released_format import from_row

COLUMNS = (
    "session, turn, question, previous, instruction, answer, session_id (flat rows), or released "
    "sessions with their interaction, one a line"
)


class KiwiKind(FormKind):
    """A turn: question, answer before, instruction, answer after, with the word diff."""

    template = "annotating/kind_kiwi.html"

    def expand(self, record: Mapping[str, Any], number: int, where: str) -> list[Mapping[str, Any]]:
        """The turns of a released session; a flat record is itself."""
        if "interaction" not in record:
            return [record]
        released = from_row(record, where)
        about = {"written_by": released.annotator} if released.annotator else {}
        if record.get("session_id"):
            about["session_id"] = record["session_id"]
        return [
            {
                **about,
                "session": str(number),
                "turn": str(turn.number),
                "question": released.session.opened.question,
                "previous": turn.previous,
                "instruction": turn.instruction,
                "answer": turn.answer or "",
                "rating": turn.rating or "",
                "comment": turn.comment,
            }
            for turn in released.session.turns
        ]

    def turn(self, record: Mapping[str, Any], where: str) -> tuple[str, dict[str, Any]]:
        """The key and the payload of a flat record."""
        numbers = {name: _count(record, name, where) for name in ("session", "turn")}
        id = text_of(record, "session_id", where, needed=False)
        payload: dict[str, Any] = {
            **numbers,
            **({"session_id": id} if id else {}),
            "question": text_of(record, "question", where),
            "previous": text_of(record, "previous", where, needed=False),
            "instruction": text_of(record, "instruction", where, needed=False),
            "answer": text_of(record, "answer", where, needed=False),
            "rating": text_of(record, "rating", where, needed=False).casefold(),
            "comment": text_of(record, "comment", where, needed=False),
        }
        return f"{id or numbers['session']}/{numbers['turn']}", payload

    def heading(self, payload: Mapping[str, Any]) -> str:
        """The instruction."""
        return one_line(payload["instruction"] or payload["question"], LONGEST_LINE)

    def view(self, payload: Mapping[str, Any]) -> dict[str, Any]:
        """What changed, word by word, and how much."""
        before, after = payload["previous"], payload["answer"]
        return {
            "runs": word_diff(before, after),
            "statistics": edit_statistics(payload["instruction"], before, after),
        }

    def rows(self, payload: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
        """Session and turn, as in the label files of the benchmark, then `said`, then the turn."""
        rest = ("question", "previous", "instruction", "answer", "rating", "comment")
        return {
            "session": payload["session"],
            "turn": payload["turn"],
            **session_id(payload),
            **said,
            **{name: payload.get(name, "") for name in rest if name not in said},
        }


def session_id(payload: Mapping[str, Any]) -> dict[str, str]:
    """The column `session_id` of a session of the studio; empty for other sessions."""
    return {"session_id": payload["session_id"]} if payload.get("session_id") else {}


def _count(record: Mapping[str, Any], name: str, where: str) -> int:
    said = text_of(record, name, where)
    if not (said.isascii() and said.isdecimal() and len(said) < 9 and int(said) > 0):
        raise wrong_value(said, name, "a number from 1 on", where)
    return int(said)


def type_labels(
    record: Mapping[str, Any], where: str, field: str, read: Callable[[str], str | None]
) -> list[tuple[str, Label]]:
    """The labels in `field` (by `annotator_id`) and in `model_FIELD` (by `model`).

    Raises InputError for an unknown type.
    """
    model = text_of(record, "model", where, needed=False) or "model"
    person = text_of(record, "annotator_id", where, needed=False) or "file"
    found: list[tuple[str, Label]] = []
    for name, who in ((field, person), (f"model_{field}", MODEL + model)):
        said = text_of(record, name, where, needed=False)
        if not said:
            continue
        key = read(said)
        if key is None:
            raise InputError(f"{where}: {name} is {said!r:.60}, which is not one of the types.")
        found.append((who, {field: key}))
    return found
