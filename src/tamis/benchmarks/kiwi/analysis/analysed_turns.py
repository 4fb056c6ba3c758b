"""The turns of recorded sessions with everything that the tables of the analysis count."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from tamis.benchmarks.kiwi.data import Dataset
from tamis.benchmarks.kiwi.label_files import LABELS, RETRIEVAL, Place, read_label_file
from tamis.types import InputError
from tamis.writing.edits import (
    EditStatistics,
    KeptReferences,
    edit_statistics,
    kept_references,
)
from tamis.writing.replay import kind_of
from tamis.writing.revision.retrieval import FOUND
from tamis.writing.revision.types import ERROR_TYPES, INSTRUCTION_TYPES, keyword_type
from tamis.writing.sessions import Kind, Turn


@dataclass(frozen=True)
class Labels:
    """Labels of turns: types of instruction and error, and whether the passages sufficed; `source`
    is the name of the label file, "" without one."""

    instructions: Mapping[Place, str] = field(default_factory=dict)
    errors: Mapping[Place, str] = field(default_factory=dict)
    passages: Mapping[Place, str] = field(default_factory=dict)
    source: str = ""


@dataclass(frozen=True)
class AnalysedTurn:
    """One turn as the tables count it.

    `type` comes from the label, else from keywords (`by_keywords`); `kind` from the record, else
    from the passages and the words, as in a replay (`guessed`). `statistics` are those of Table 6,
    from the answer that the instruction was applied to, to the final one; None for a turn that the
    paper's table leaves out (not good and not edited). `kept` compares with the model's answer,
    whether or not it was edited.
    """

    model: str
    row: int
    number: int
    turn: Turn
    kind: Kind
    guessed: bool
    type: str
    by_keywords: bool
    error: str | None
    passages: str | None
    statistics: EditStatistics | None
    kept: KeptReferences

    @property
    def good(self) -> bool:
        """Whether it is rated good."""
        return self.turn.rating == "good"


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
        instructions=read_label_file(place, "instruction_type", instructions, dataset),
        errors=read_label_file(place, "error_type", errors, dataset),
        passages=read_label_file(beside / RETRIEVAL, "passages", FOUND, dataset)
        | (read_label_file(path, "passages", FOUND, dataset) if path else {}),
        source=place.name if place.is_file() else "",
    )


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
    final, kind = turn.final or "", kind_of(turn)
    return AnalysedTurn(
        model=model,
        row=row,
        number=turn.number,
        turn=turn,
        kind=kind,
        guessed=turn.kind is None,
        type=labels.instructions.get(place) or keyword_type(turn.instruction),
        by_keywords=place not in labels.instructions,
        error=labels.errors.get(place),
        passages=labels.passages.get(place),
        statistics=edit_statistics(turn.instruction, turn.previous, final) if counted else None,
        kept=kept_references(turn.previous, answer, papers or None),
    )
