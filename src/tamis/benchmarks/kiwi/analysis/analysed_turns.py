"""The turns of recorded sessions with everything that the tables of the analysis count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

from tamis.benchmarks.kiwi.data import Dataset
from tamis.benchmarks.kiwi.label_files import (
    LABELS,
    RETRIEVAL,
    Place,
    read_about,
    read_label_file,
)
from tamis.types import InputError
from tamis.writing.edits import (
    EditStatistics,
    KeptReferences,
    edit_statistics,
    kept_references,
)
from tamis.writing.revision.retrieval import FOUND
from tamis.writing.revision.types import ERROR_TYPES, INSTRUCTION_TYPES
from tamis.writing.sessions import KINDS, Kind, Session, Turn


@dataclass(frozen=True)
class Labels:
    """Labels of turns: kinds and types of instruction, types of error, and whether the passages
    sufficed.

    `source` is the name of the label file, "" without one; `about` says which model made it, and
    how many held-out labels of people it gave: empty for labels of people.
    """

    kinds: Mapping[Place, str] = field(default_factory=dict)
    instructions: Mapping[Place, str] = field(default_factory=dict)
    errors: Mapping[Place, str] = field(default_factory=dict)
    passages: Mapping[Place, str] = field(default_factory=dict)
    source: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)

    def origin(self, key: str) -> str:
        """Who gave the labels of one key, for a caption: "labels.jsonl", or "MODEL (…)"."""
        if not self.about:
            return self.source
        right = self.about["held_out"][key]
        return (
            f"{self.about['model']} in {self.source} (right for {right['right']} of {right['of']} "
            "held-out ones)"
        )


@dataclass(frozen=True)
class AnalysedTurn:
    """One turn as the tables count it.

    `kind` is the recorded one, else the label's; `type` and `error` are the labels'; each is None
    where it is not known. `statistics` are those of Table 6,
    from the answer that the instruction was applied to, to the final one; None for a turn that the
    paper's table leaves out (not good and not edited). `kept` compares with the model's answer,
    whether or not it was edited.
    """

    model: str
    row: int
    number: int
    turn: Turn
    kind: Kind | None
    type: str | None
    error: str | None
    passages: str | None
    statistics: EditStatistics | None
    kept: KeptReferences

    @property
    def good(self) -> bool:
        """Whether it is rated good."""
        return self.turn.rating == "good"

    @property
    def sought(self) -> bool:
        """Whether it is information-seeking by its kind, or by passages that were retrieved."""
        return self.kind == "information-seeking" or self.turn.sought


def read_labels(dataset: Dataset, path: Path | None = None) -> Labels:
    """The labels in the file `path`, or in the files next to the data.

    Raises InputError for a broken file, and for a `path` that does not exist.
    """
    if path is not None and not path.is_file():
        raise InputError(f"the file of labels {path} does not exist.")
    beside = dataset.path.parent
    place = path or beside / LABELS
    instructions = [kind.key for kind in INSTRUCTION_TYPES]
    errors = [kind.key for kind in ERROR_TYPES]
    return Labels(
        kinds=read_label_file(place, "instruction_kind", KINDS, dataset),
        instructions=read_label_file(place, "instruction_type", instructions, dataset),
        errors=read_label_file(place, "error_type", errors, dataset),
        passages=read_label_file(beside / RETRIEVAL, "passages", FOUND, dataset)
        | (read_label_file(path, "passages", FOUND, dataset) if path else {}),
        source=place.name if place.is_file() else "",
        about=read_about(place),
    )


def with_kinds(dataset: Dataset, labels: Labels) -> list[Session]:
    """The sessions, each turn without a recorded kind having the label's, if there is one."""
    return [
        replace(
            released.session,
            turns=tuple(
                replace(turn, kind=_kind(turn, row, labels)) for turn in released.session.turns
            ),
        )
        for row, released in enumerate(dataset.sessions)
    ]


def analyse_turns(dataset: Dataset, labels: Labels) -> list[AnalysedTurn]:
    """Every turn with an answer, in the order of the file."""
    return [
        _described(
            turn, row, released.session.opened.model, len(released.session.opened.papers), labels
        )
        for row, released in enumerate(dataset.sessions)
        for turn in released.session.turns
        if turn.answer is not None
    ]


def _described(turn: Turn, row: int, model: str, papers: int, labels: Labels) -> AnalysedTurn:
    place, answer = (row, turn.number), turn.answer or ""
    counted = turn.rating == "good" or turn.edited is not None
    final = turn.final or ""
    return AnalysedTurn(
        model=model,
        row=row,
        number=turn.number,
        turn=turn,
        kind=_kind(turn, row, labels),
        type=labels.instructions.get(place),
        error=labels.errors.get(place),
        passages=labels.passages.get(place),
        statistics=edit_statistics(turn.instruction, turn.previous, final) if counted else None,
        kept=kept_references(turn.previous, answer, papers or None),
    )


def _kind(turn: Turn, row: int, labels: Labels) -> Kind | None:
    """The recorded kind, else the label's."""
    return turn.kind or cast("Kind | None", labels.kinds.get((row, turn.number)))
