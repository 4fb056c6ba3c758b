"""A replay compared with the recorded turns by the same measures, without ratings by people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tamis.benchmarks.benchmark import source_fingerprint
from tamis.benchmarks.kiwi.analysis.session_tables import EDIT_RATIO, LENGTH_RATIO
from tamis.benchmarks.kiwi.data import Dataset
from tamis.report.document import Report
from tamis.report.elements import Cell, Column, Row, Table
from tamis.stats import NAN, mean
from tamis.writing.edits import edit_statistics, kept_references
from tamis.writing.replay import Replayed
from tamis.writing.sessions import Session, Turn


@dataclass(frozen=True)
class _Measured:
    row: int
    kept: float
    length_ratio: float
    edit_ratio: float
    rated: float


def report(
    dataset: Dataset, replayed: Sequence[Replayed], mode: str, asked: Mapping[str, str]
) -> Report:
    """The report of a replay: the author's turns next to the recorded turns of the same
    instructions.

    `asked` identifies how the author was asked: temperature, prompts.
    """
    own = [(row, r.session, t) for row, r in enumerate(replayed) for t in r.session.turns]
    there = {(row, turn.number) for row, _, turn in own}
    recorded = [
        (row, released.session, turn)
        for row, released in enumerate(dataset.sessions)
        for turn in released.session.turns
        if (row, turn.number) in there and turn.answer is not None
    ]
    name = replayed[0].session.opened.model if replayed else "?"
    rows = [_row(name, own), *_by_model(recorded)]
    skipped, left_out, unknown, unread = (
        sum(len(getattr(one, what)) for one in replayed)
        for what in ("skipped", "left_out", "unknown", "unread")
    )
    failed = [reason for one in replayed for _, reason in one.failed]
    notes = []
    if skipped:
        notes.append(f"{skipped} turns without an instruction were not asked again.")
    if left_out:
        notes.append(
            f"{left_out} instructions were left out: their kind is neither recorded nor labelled, "
            "so that it is not known whether the papers are to be searched for them."
        )
    if unknown:
        notes.append(
            f"The kind of {unknown} instructions is neither recorded nor labelled; they were "
            "answered from the previous answer alone."
        )
    if unread:
        notes.append(
            f"{unread} information-seeking instructions had no passages, and were answered from "
            "the previous answer alone: give the papers (--papers) for a search."
        )
    if failed:
        notes.append(f"{len(failed)} turns failed and are in no figure ({failed[0]}).")
    if mode == "own":
        notes.append(
            "Each instruction was put to the model's own last answer, which it may no longer fit; "
            "the recorded rows were put to other answers, and are no like comparison."
        )
    return Report(
        title="KIWI",
        subtitle="Recorded instructions put to another model",
        identity={
            "data": dataset.name,
            "data_version": dataset.version,
            "previous": mode,
            "retriever": ", ".join(sorted({r.session.opened.retriever for r in replayed})),
            **asked,
            "edits": source_fingerprint("tamis.writing.edits"),
        },
        tables=(
            Table(
                id="replay",
                title="Revisions of the same instructions",
                caption="Kept references are a measure of Tamis; ratios are those of Table 6, of "
                "what the model wrote. Rated good: by the person of then.",
                columns=(
                    Column("kept", "Kept references", "up"),
                    *map(Column.of, (LENGTH_RATIO, EDIT_RATIO)),
                    Column("rated", "Rated good", "up"),
                    Column("n", "n"),
                ),
                rows=tuple(rows),
            ),
        ),
        notes=tuple(notes),
    )


def _by_model(recorded: Sequence[tuple[int, Session, Turn]]) -> list[Row]:
    models = dict.fromkeys(session.opened.model for _, session, _ in recorded)
    return [
        _row(f"{model}, recorded", [one for one in recorded if one[1].opened.model == model])
        for model in models
    ]


def _row(label: str, turns: Sequence[tuple[int, Session, Turn]]) -> Row:
    measured = [_measure(row, session, turn) for row, session, turn in turns]
    cells: dict[str, Cell] = {
        key: mean((getattr(one, key), one.row) for one in measured)
        for key in ("kept", "length_ratio", "edit_ratio", "rated")
    }
    return Row(label, "measure", {**cells, "n": len(measured)})


def _measure(row: int, session: Session, turn: Turn) -> _Measured:
    old, new = turn.previous, turn.answer or ""
    kept = kept_references(old, new)
    edits = edit_statistics(turn.instruction, old, new)
    return _Measured(
        row=row,
        kept=_number(kept.share),
        length_ratio=_number(edits.length_ratio),
        edit_ratio=_number(edits.edit_ratio),
        rated=NAN if turn.rating is None else float(turn.rating == "good"),
    )


def _number(value: float | None) -> float:
    return NAN if value is None else value
