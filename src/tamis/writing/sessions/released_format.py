"""Reading and writing the format in which KIWI's sessions were released.

A file is JSON Lines, one session a line: `original_question`, `model_name`, `initial_answer` and
`interaction`, a list of turns with `instruction`, `answer_1` (the model's), `answer_2` (the
writer's edit, empty where there is none) and `rating`. It was released under two names,
`interaction_data_new.jsonl` and `interaction_data_with_annotator_ids.jsonl`; other keys are kept
unchanged. What the release is not known to contain (comments, kinds, passages) is written under our
own names, and read also under other likely names. A turn with a `previous_answer` was applied to
that answer (a replay with recorded answers); any other to the one that follows from the turns
before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from dataclasses import field as default
from pathlib import Path
from typing import Any

from tamis.bad_input import unknown
from tamis.inputs.json_records import read_json_lines, write_json_lines
from tamis.inputs.rows import field, wrong_value
from tamis.types import InputError, Passage
from tamis.writing.sessions.events import Kind, Opened, Rating
from tamis.writing.sessions.session import Session, Turn

NAMES = ("interaction_data_with_annotator_ids.jsonl", "interaction_data_new.jsonl")
"""The names of the released file, the newer first."""

_ROW = ("original_question", "model_name", "initial_answer", "interaction")
_TURN = ("instruction", "answer_1", "answer_2", "rating")
_COMMENT = ("comment", "feedback", "explanation")
_KIND = ("instruction_kind", "kind", "instruction_type", "type")
_PASSAGES = ("passages", "retrieved_passages", "retrieved_documents")
_DRAFT_PASSAGES = ("initial_passages", "initial_answer_passages", "retrieved_documents")
_ANNOTATOR = ("annotator_id", "annotator", "worker_id")


@dataclass(frozen=True)
class Released:
    """A session of a released file.

    `annotator` is "" if the file names none. `row` is the unchanged line, with all its keys.
    """

    session: Session
    annotator: str = ""
    row: Mapping[str, Any] = default(default_factory=dict, repr=False)


def read_released(path: Path) -> list[Released]:
    """The sessions of a file, or of a folder that holds one under either name.

    Raises:
        InputError: There is no such file, or a line of it is no session.
    """
    if path.is_dir():
        found = next((path / name for name in NAMES if (path / name).is_file()), None)
        if found is None:
            raise InputError(f"{path} holds neither {NAMES[0]} nor {NAMES[1]}; name the file.")
        path = found
    rows = [from_row(record, f"{path}, line {number}") for number, record in read_json_lines(path)]
    if not rows:
        raise InputError(f"{path} holds no session; each line is one.")
    return rows


def from_row(row: Any, where: str = "the row") -> Released:
    """The session of one row. Raises InputError with `where` and the wrong field."""
    if not isinstance(row, Mapping):
        raise wrong_value(row, "", f"an object with {', '.join(_ROW)}", where)
    question, model, draft = (field(row, key, str, where) for key in _ROW[:3])
    interaction = row.get("interaction")
    if not isinstance(interaction, Sequence) or isinstance(interaction, str):
        raise wrong_value(interaction, "interaction", "a list of turns", where)
    titles = row.get("papers") or []
    opened = Opened(
        question=question,
        # Passages in another form stay only in `row`.
        papers=tuple(titles) if _are_texts(titles) else (),
        model=model,
        retriever=str(row.get("retriever") or ""),
        settings={},
    )
    session = Session(opened, draft, _passages(_first(row, _DRAFT_PASSAGES)))
    for number, turn in enumerate(interaction, 1):
        known = _turn(turn, number, session.previous, f"{where}, turn {number}")
        # Appended, not applied as an event: released turns need not have comments.
        session = Session(opened, draft, session.draft_passages, turns=(*session.turns, known))
    return Released(session, str(_first(row, _ANNOTATOR) or ""), row)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def _turn(turn: Any, number: int, previous: str, where: str) -> Turn:
    if not isinstance(turn, Mapping):
        raise wrong_value(turn, "", f"an object with {', '.join(_TURN)}", where)
    edited = turn.get("answer_2") or None
    if edited is not None and not isinstance(edited, str):
        raise wrong_value(
            edited, "answer_2", "a text", where, "leave it empty where nothing was edited"
        )
    summary, put_to = turn.get("summary"), turn.get("previous_answer")
    return Turn(
        number,
        field(turn, "instruction", str, where),
        _kind(_first(turn, _KIND)),
        put_to if isinstance(put_to, str) else previous,
        passages=_passages(_first(turn, _PASSAGES)),
        summary=summary if isinstance(summary, str) else "",
        answer=field(turn, "answer_1", str, where),
        rating=_rating(turn.get("rating"), where),
        comment=str(_first(turn, _COMMENT) or ""),
        edited=edited,
    )


def _first(record: Mapping[str, Any], keys: Iterable[str]) -> Any:
    return next((record[key] for key in keys if record.get(key) not in (None, "", [])), None)


def _rating(value: Any, where: str) -> Rating | None:
    """The rating, in any letter case; None if the turn has none."""
    if value in (None, ""):
        return None
    said = str(value).strip().casefold()
    known: dict[str, Rating] = {"good": "good", "neutral": "neutral", "bad": "bad"}
    if said not in known:
        raise unknown("rating", value, known, where=where)
    return known[said]


def _kind(value: Any) -> Kind | None:
    said = str(value or "").strip().casefold()
    if said.startswith("info"):
        return "information-seeking"
    return "stylistic" if said.startswith("styl") else None


def _passages(value: Any) -> tuple[Passage, ...]:
    """Passages given as objects, or as plain texts without a paper's title."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return ()
    return tuple(_passage(entry, number) for number, entry in enumerate(value))


def _passage(entry: Any, number: int) -> Passage:
    if not isinstance(entry, Mapping):
        return Passage(str(number), number, "", str(entry))
    paper = entry.get("paper")
    return Passage(
        str(entry.get("id", number)),
        paper if isinstance(paper, int) else number,
        str(entry.get("title") or ""),
        str(entry.get("text") or entry.get("passage") or ""),
    )


def as_row(session: Session, annotator: str = "", unrated: bool = False) -> dict[str, Any]:
    """A session as a row of the released format; InputError where it has no draft yet.

    Turns without a revision are left out, and so are unrated ones, for which the format has no
    place, unless `unrated` is set (a replay).
    """
    if session.draft is None:
        raise InputError("a session without its draft cannot be written in the released format.")
    turns = [t for t in session.turns if t.rating or (unrated and t.answer is not None)]
    row: dict[str, Any] = {
        "original_question": session.opened.question,
        "model_name": session.opened.model,
        "initial_answer": session.draft,
        "interaction": [_as_turn(turn, unrated) for turn in turns],
        "papers": list(session.opened.papers),
        "retriever": session.opened.retriever,
        "initial_passages": [asdict(passage) for passage in session.draft_passages],
    }
    return row | ({"annotator_id": annotator} if annotator else {})


def _as_turn(turn: Turn, unrated: bool) -> dict[str, Any]:
    given = {"previous_answer": turn.previous} if unrated else {}
    return {
        **given,
        "instruction": turn.instruction,
        "instruction_kind": turn.kind or "",
        "answer_1": turn.answer,
        "answer_2": turn.edited or "",
        "rating": turn.rating,
        "comment": turn.comment,
        "passages": [asdict(passage) for passage in turn.passages],
        "summary": turn.summary,
    }


def write_released(path: Path, sessions: Iterable[Session | Released]) -> None:
    """Write sessions as a released file; sessions read from such a file are written unchanged."""
    rows = (dict(s.row) if isinstance(s, Released) else as_row(s) for s in sessions)
    write_json_lines(path, rows)
