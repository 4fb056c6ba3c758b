"""The analysis of one file of sessions as a report: tables, and Figure 2."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tamis.benchmarks.benchmark import source_fingerprint
from tamis.benchmarks.kiwi.analysis import session_tables
from tamis.benchmarks.kiwi.analysis.analysed_turns import (
    AnalysedTurn,
    Labels,
    analyse_turns,
    read_labels,
)
from tamis.benchmarks.kiwi.data import Dataset
from tamis.report.build import published, some
from tamis.report.document import Report
from tamis.report.elements import Figure, Series
from tamis.stats import mean
from tamis.writing.sessions import KINDS, RATINGS


def analyse(dataset: Dataset, labels: Path | None = None) -> Report:
    """All tables and figures of the analysis; `labels` replaces the label file next to the data.

    Turns without a label are in no row by type, and those without a recorded or labelled kind in
    no row by kind; the tables say so.
    """
    given = read_labels(dataset, labels)
    turns = analyse_turns(dataset, given)
    found = (
        session_tables.sessions(turns, given),
        *some(session_tables.ratings(turns)),
        session_tables.types(turns, given),
        *some(session_tables.errors(turns, given)),
        session_tables.edits(turns),
        session_tables.changes(turns),
        *some(session_tables.retrieval(turns)),
    )
    return Report(
        title="KIWI",
        subtitle="What writing sessions show",
        identity={
            "data": dataset.name,
            "data_version": dataset.version,
            "licence": dataset.licence,
            "sessions": str(len(dataset.sessions)),
            "edits": source_fingerprint("tamis.writing.edits"),
        },
        tables=found,
        figures=(*_ratings(turns), *_kinds(turns)),
        notes=tuple(_notes(dataset, turns, given)),
    )


def _ratings(turns: Sequence[AnalysedTurn]) -> list[Figure]:
    """Figure 2, top: a line for each rating over kinds and models."""
    models = list(dict.fromkeys(one.model for one in turns))
    groups = []
    for model in models:
        own = [one for one in turns if one.model == model and one.turn.rating]
        by_kind = (("s", KINDS[1]), ("i", KINDS[0])) if any(o.kind for o in own) else ()
        for name, kind in (*by_kind, ("o", "")):
            groups.append((f"{model} {name}", [o for o in own if not kind or o.kind == kind]))
    return [
        Figure(
            id="ratings-figure",
            title="Ratings by model and kind",
            caption="s: stylistic instructions, i: information-seeking, o: all (Figure 2, top).",
            x_label="",
            ticks=tuple(name for name, _ in groups),
            series=tuple(
                Series(
                    rating,
                    tuple(
                        mean((float(o.turn.rating == rating), o.row) for o in chosen)
                        if chosen
                        else None
                        for _, chosen in groups
                    ),
                )
                for rating in RATINGS
            ),
        )
    ]


def _kinds(turns: Sequence[AnalysedTurn]) -> list[Figure]:
    """Figure 2, bottom: the kinds over the course of a session; none where no kind is known."""
    known = [one for one in turns if one.kind is not None]
    if not known:
        return []
    last = max(one.number for one in known)
    by_turn = [[one for one in known if one.number == number] for number in range(1, last + 1)]
    return [
        Figure(
            id="kinds-figure",
            title="Kinds over the course of a session",
            caption="The share of each kind among the instructions of a turn (Figure 2, bottom).",
            x_label="turn",
            ticks=tuple(str(number) for number in range(1, last + 1)),
            series=tuple(
                Series(
                    kind,
                    tuple(
                        mean((float(one.kind == kind), one.row) for one in chosen)
                        if chosen
                        else None
                        for chosen in by_turn
                    ),
                )
                for kind in KINDS
            ),
        )
    ]


def _messages(turns: Sequence[AnalysedTurn]) -> str:
    """A note on the number of messages: the release and the paper's own figures do not agree."""
    edited = sum(one.turn.edited is not None for one in turns)
    paper = published("kiwi")["sessions"]["total"]
    counted = published("kiwi")["text"]["messages"]["counted_in_the_release"]
    return (
        f"Twice the turns and the edits make {2 * len(turns) + edited:,} messages; others have "
        f"counted {counted:,} in the release, and the paper's own figures make "
        f"{2 * paper['turns'] + paper['edited']:,}."
    )


def _unlabelled(dataset: Dataset, turns: Sequence[AnalysedTurn], labels: Labels) -> list[str]:
    """A note on what nobody has labelled, with the command that has a model do it."""
    asked = [one for one in turns if one.turn.instruction.strip()]
    failed = [one for one in asked if one.turn.rating in ("neutral", "bad")]
    without = sum(one.error is None and not one.turn.comment.strip() for one in failed)
    bad = "turns rated neutral or bad"
    if without:
        bad += f" ({without:,} without a comment, by which an error is labelled)"
    missing = (
        ("the kind", sum(one.kind is None for one in asked), len(asked), "instructions"),
        ("the type", sum(one.type is None for one in asked), len(asked), "instructions"),
        ("the error", sum(one.error is None for one in failed), len(failed), bad),
    )
    said = [f"{what} of {n:,} of {of:,} {these}" for what, n, of, these in missing if n]
    if not said:
        return []
    made = (
        ""
        if labels.about
        else (
            f" A model labels them: `tamis kiwi label {dataset.given} --model MODEL --out "
            f"labels.jsonl`, then `tamis kiwi analyse {dataset.given} --labels labels.jsonl`."
        )
    )
    return [f"Not labelled: {'; '.join(said)}. These are in no row by kind or type.{made}"]


def _notes(dataset: Dataset, turns: Sequence[AnalysedTurn], labels: Labels) -> list[str]:
    notes = _unlabelled(dataset, turns, labels)
    if dataset.name == "mini":
        notes.append(
            "The mini data were made near the paper's shares by design: ratings, kinds and types "
            "that agree with it are no finding."
        )
    if dataset.unrated:
        notes.append(f"{len(dataset.unrated)} turns are not rated.")
    if empty := sum(not one.turn.instruction.strip() for one in turns):
        notes.append(f"{empty} turns have an empty instruction.")
    if dataset.name == "released":
        notes.append(_messages(turns))
    return notes
