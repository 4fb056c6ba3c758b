"""The tables of §4 and of the appendix, from analysed turns."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from tamis.benchmarks.kiwi.analysis.analysed_turns import AnalysedTurn, Labels
from tamis.measures.measure import Measure, meanings
from tamis.report.build import published
from tamis.report.elements import Cell, Column, Row, Table
from tamis.stats import Estimate, mean
from tamis.writing.revision.retrieval import FOUND
from tamis.writing.revision.types import ERROR_TYPES, INSTRUCTION_TYPES
from tamis.writing.sessions import KINDS

N, COUNT = Column("n", "n"), Column("count", "Turns")
PAPER = "gpt-4", "gpt-3.5", "llama2"
_PRINTED = {kind.key: kind.name for kind in INSTRUCTION_TYPES} | {
    "info_seeking": KINDS[0],
    "total": "all",
}
"""Our names for the rows of Table 6."""

_TYPE = "instruction_type"

Turns = Sequence[AnalysedTurn]


def sessions(turns: Turns, labels: Labels) -> Table:
    """Table 2: turns, edits and kinds by model; kinds are of the turns that have one."""
    rows = []
    known = sum(one.kind is not None for one in turns)
    for name, chosen in (*_by(turns, "model"), ("all", list(turns))):
        started = len({one.row for one in chosen})
        cells: dict[str, Cell] = {
            "sessions": started,
            "n": len(chosen),
            "edited": sum(one.turn.edited is not None for one in chosen),
            "turns_per_session": len(chosen) / started if started else None,
            "kinds": sum(one.kind is not None for one in chosen),
            "info": _share_of_kind(chosen, KINDS[0]),
            "style": _share_of_kind(chosen, KINDS[1]),
        }
        rows.append(Row(name, "measure", cells, "These sessions"))
    for name, printed in published("kiwi")["sessions"].items():
        cells = {key: printed.get(key) for key in ("edited", "turns_per_session")}
        cells["n"] = printed["turns"]
        cells |= {key: printed[key] / 100 for key in ("info", "style")}
        cells["sessions"] = printed.get("sessions", _text()["sessions_per_model"])
        rows.append(Row(name, "published", cells, "KIWI, Table 2"))
    return Table(
        id="sessions",
        title="Sessions",
        caption=_on_kinds(turns, labels),
        columns=(
            Column("sessions", "Sessions"),
            Column("n", "Turns"),
            Column("edited", "Edited"),
            Column("turns_per_session", "Turns a session", digits=1),
            *([Column("kinds", "Of known kind")] if known < len(turns) else []),
            Column("info", "Information-seeking"),
            Column("style", "Stylistic"),
        ),
        rows=tuple(rows),
    )


def _on_kinds(turns: Turns, labels: Labels) -> str:
    """Where the kinds come from."""
    recorded = sum(one.turn.kind is not None for one in turns)
    labelled = sum(one.kind is not None for one in turns) - recorded
    left = len(turns) - recorded - labelled
    parts = (
        (recorded, "as the writer gave it"),
        (labelled, f"by {labels.origin('instruction_kind')}"),
        (left, "not labelled, and so in no share of a kind"),
    )
    said = "; ".join(f"{n:,} {how}" for n, how in parts if n)
    return f"The kind of {len(turns):,} turns: {said}{'' if labels.kinds or not left else _RUN}."


_RUN = ": run `tamis kiwi label DATA --model MODEL --out labels.jsonl`"


def ratings(turns: Turns) -> Table:
    """Figure 2, top: the ratings by model and kind."""
    rows = []
    for model, own in _by(turns, "model"):
        for kind, chosen in (*_by(own, "kind"), ("all", own)):
            rated = [one for one in chosen if one.turn.rating]
            if rated:
                cells: dict[str, Cell] = {
                    name: _share(rated, lambda one, name=name: one.turn.rating == name)  # type: ignore[misc]
                    for name in ("good", "neutral", "bad")
                }
                rows.append(Row(kind, "measure", {**cells, "n": len(rated)}, model))
    return Table(
        id="ratings",
        title="Ratings",
        caption="Shares of rated turns; standard errors are clustered by session. The paper shows "
        f"these as a figure; its text has {_good_in_text()}.",
        columns=(
            Column("good", "Good", "up"),
            Column("neutral", "Neutral"),
            Column("bad", "Bad"),
            N,
        ),
        rows=tuple(rows),
    )


def types(turns: Turns, labels: Labels) -> Table:
    """Table 3: instruction types, their kinds, and how often each model is good at them.

    Rows are of the labelled turns; without any there are the paper's rows alone.
    """
    labelled = [one for one in turns if one.type is not None]
    models = [name for name, _ in _by(turns, "model")]
    rows = []
    for kind in INSTRUCTION_TYPES if labelled else ():
        chosen = [one for one in labelled if one.type == kind.key]
        cells: dict[str, Cell] = {
            "share": len(chosen) / len(labelled),
            "info": _share_of_kind(chosen, KINDS[0]),
            "n": len(chosen),
        }
        for model in models:
            rated = [o for o in chosen if o.model == model and o.turn.rating]
            cells[model] = _share(rated, lambda one: one.good)
        rows.append(Row(kind.name, "measure", cells, "These sessions"))
    for kind in INSTRUCTION_TYPES:
        printed = published("kiwi")["instruction_types"][kind.key]
        cells = {"share": printed["share"] / 100, "info": printed["info"] / 100}
        cells |= {f"paper-{name}": printed["good"][name] / 100 for name in PAPER}
        rows.append(Row(kind.name, "published", cells, "KIWI, Table 3"))
    from_where = (
        f"Of {len(turns):,} turns {len(labelled):,} are labelled, by {labels.origin(_TYPE)}"
        if labelled
        else f"Not labelled{_RUN}"
    )
    return Table(
        id="instruction-types",
        title="Types of instruction",
        caption=f"{from_where}. Columns of models: the share of good among the rated. The paper's "
        "are GPT-4's labels.",
        columns=(
            Column("share", "Share"),
            Column("info", "Information-seeking"),
            *(Column(model, f"{model}, good", "up") for model in models),
            *(Column(f"paper-{name}", f"{name}, good") for name in PAPER),
            N,
        ),
        rows=tuple(rows),
    )


def errors(turns: Turns, labels: Labels) -> Table:
    """Table 4: why revisions were not good."""
    labelled = [one for one in turns if one.error is not None]
    failed = sum(one.turn.rating in ("neutral", "bad") for one in turns)
    rows = []
    if labelled:
        for kind in ERROR_TYPES:
            printed = published("kiwi")["error_types"][kind.key] / 100
            share = _share(labelled, lambda one, key=kind.key: one.error == key)  # type: ignore[misc]
            count = sum(one.error == kind.key for one in labelled)
            cells: dict[str, Cell] = {"share": share, "paper": printed, "count": count}
            rows.append(Row(kind.name, "measure", {**cells, "n": len(labelled)}))
    return Table(
        id="error-types",
        title="Types of error",
        caption=f"Of {failed} turns rated neutral or bad {len(labelled)} are labelled, by "
        f"{labels.origin('error_type')}. The paper's column (Table 4) is GPT-4's labels of "
        f"{_text()['turns_not_good']} turns.",
        columns=(Column("share", "Share"), Column("paper", "KIWI, Table 4"), COUNT, N),
        rows=tuple(rows),
    )


def _of_words(name: str, label: str, meaning: str, digits: int = 1) -> Measure:
    """A statistic of Table 6: the field of `EditStatistics` with this name."""
    return Measure(
        name,
        label,
        meaning,
        "KIWI, Table 6",
        better=None,
        over="the turns that are good or edited",
        within=(0.0, math.inf),
        digits=digits,
    )


INSTRUCTION_WORDS = _of_words("instruction_words", "Words, instruction", "words of the instruction")
SOURCE_WORDS = _of_words("source_words", "Words, source", "words of the answer before")
TARGET_WORDS = _of_words("target_words", "Words, target", "words of the answer after")
LENGTH_RATIO = _of_words(
    "length_ratio", "Length ratio", "words of the answer after by those of the answer before", 2
)
EDIT_DISTANCE = _of_words(
    "edit_distance", "Edit distance", "the fewest words to insert, delete or replace"
)
EDIT_RATIO = _of_words(
    "edit_ratio", "Edit ratio", "the edit distance by the words of the answer before", 2
)
EDITS = (INSTRUCTION_WORDS, SOURCE_WORDS, TARGET_WORDS, LENGTH_RATIO, EDIT_DISTANCE, EDIT_RATIO)


def edits(turns: Turns) -> Table:
    """Table 6: how long and how much, by type, kind and model."""
    counted = [one for one in turns if one.statistics is not None]
    rows = []
    for name, chosen in _groups(counted):
        cells: dict[str, Cell] = {
            key: _mean(chosen, lambda one, key=key: getattr(one.statistics, key))  # type: ignore[misc]
            for key in (measure.name for measure in EDITS)
        }
        rows.append(Row(name, "measure", {**cells, "n": len(chosen)}, "These sessions"))
    for key, printed in published("kiwi")["edit_statistics"].items():
        rows.append(Row(_PRINTED.get(key, key), "published", printed, "KIWI, Table 6"))
    return Table(
        id="edits",
        title="Edits",
        caption=f"Means over the {len(counted)} turns that are good or edited, as in Table 6: from "
        "the answer before to the one left in the end. Words stand between white space. "
        f"{meanings((LENGTH_RATIO, EDIT_DISTANCE, EDIT_RATIO))}. The paper's rows for remove and "
        "reorganize are alike, which is a misprint.",
        columns=(*map(Column.of, EDITS), N),
        rows=tuple(rows),
    )


def changes(turns: Turns) -> Table:
    """A measure that the paper does not have: which references a revision kept."""
    rows = []
    for name, chosen in _groups(turns):
        cells: dict[str, Cell] = {
            "kept": _mean(chosen, lambda one: one.kept.share),
            "kept_in_sentences": _mean(chosen, lambda one: one.kept.sentence_share),
            "unknown": _mean(
                chosen,
                lambda one: None if one.kept.unknown is None else float(bool(one.kept.unknown)),
            ),
            "n": len(chosen),
        }
        rows.append(Row(name, "measure", cells))
    return Table(
        id="changes",
        title="Kept references",
        caption="A measure of Tamis, not of the paper. Kept references: of the papers cited "
        "before, those still cited in what the model wrote; in sentences that stayed, of their "
        "references. Unknown: revisions that cite a paper which the session does not have. Means "
        "over turns, clustered by session.",
        columns=(
            Column("kept", "Kept references", "up"),
            Column("kept_in_sentences", "… in kept sentences", "up"),
            Column("unknown", "Cites an unknown paper", "down"),
            N,
        ),
        rows=tuple(rows),
    )


def retrieval(turns: Turns) -> Table:
    """Whether the passages of failed information-seeking turns held what was needed (§4.3)."""
    failed = [one for one in turns if one.sought and one.turn.rating in ("neutral", "bad")]
    labelled = [one for one in failed if one.passages is not None]
    printed = published("kiwi")["retrieval_of_failed_info_turns"]
    rows = [
        Row(
            found,
            "measure",
            {
                "share": _share(labelled, lambda one, found=found: one.passages == found),  # type: ignore[misc]
                "paper": printed[found] / 100,
                "count": sum(one.passages == found for one in labelled),
                "n": len(labelled),
            },
        )
        for found in FOUND
        if labelled
    ]
    return Table(
        id="retrieval",
        title="Passages of failed turns",
        caption=f"Of {len(failed)} information-seeking turns rated neutral or bad {len(labelled)} "
        "are labelled: whether the retrieved passages held what the instruction needs. The "
        f"paper's column is {printed['sampled_turns']} turns by hand.",
        columns=(Column("share", "Share"), Column("paper", "KIWI, §4.3"), COUNT, N),
        rows=tuple(rows),
    )


def _text() -> dict[str, Any]:
    """The figures that the paper gives in its text."""
    return dict(published("kiwi")["text"])


def _good_in_text() -> str:
    printed = _text()["good"].items()
    return " and ".join(f"{percent}% good for {model}" for model, percent in printed)


def _groups(turns: Turns) -> Iterable[tuple[str, list[AnalysedTurn]]]:
    """By type, by kind, by model, and all; groups without turns are left out."""
    types = ((kind.name, [t for t in turns if t.type == kind.key]) for kind in INSTRUCTION_TYPES)
    groups = (*types, *_by(turns, "kind"), *_by(turns, "model"), ("all", list(turns)))
    return [(name, chosen) for name, chosen in groups if name and chosen]


def _by(turns: Turns, what: str) -> list[tuple[str, list[AnalysedTurn]]]:
    """The turns by a property, in the order of first occurrence, without those that lack it."""
    groups: dict[str, list[AnalysedTurn]] = {}
    for one in turns:
        if (value := getattr(one, what)) is not None:
            groups.setdefault(str(value), []).append(one)
    return list(groups.items())


def _share_of_kind(turns: Turns, kind: str) -> Estimate:
    """The share of a kind among the turns whose kind is known."""
    known = [one for one in turns if one.kind is not None]
    return _share(known, lambda one: one.kind == kind)


def _share(turns: Iterable[AnalysedTurn], holds: Callable[[AnalysedTurn], bool]) -> Estimate:
    return mean((float(holds(one)), one.row) for one in turns)


def _mean(turns: Iterable[AnalysedTurn], value: Callable[[AnalysedTurn], float | None]) -> Estimate:
    """The mean over turns; those without a value are counted as excluded."""
    found = ((value(one), one.row) for one in turns)
    return mean((float("nan") if v is None else float(v), row) for v, row in found)
