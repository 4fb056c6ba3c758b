"""The KIWI report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tamis.benchmarks.kiwi import published
from tamis.benchmarks.kiwi.options import BASELINES, BLIND, ELSEWHERE
from tamis.benchmarks.kiwi.record import worded
from tamis.benchmarks.kiwi.solver import ROLE
from tamis.benchmarks.kiwi.tables import condition_of, order, tables
from tamis.report import build
from tamis.report.logs import score_metadata
from tamis.report.runs import Run, told_apart
from tamis.report.tables import Case, Report

HEADLINE = ("judges", "outcomes")
"""The ids of the tables that a terminal shows."""

SHOWN = (
    "data",
    "data_version",
    "revision",
    "licence",
    "split",
    "unrated",
    "prompts",
    "examples",
    "temperature",
    "rules",
    "judge",
    "scoring",
)

MOST = 50
"""Wrong verdicts that are shown with their texts."""

_LONGEST = 6000


def report(runs: Sequence[Run]) -> Report:
    """Tables, wrong verdicts side by side with their texts, and notes on what is not in them."""
    conditions = order(runs)
    chosen = sorted(
        map(_named_by_judge, build.baselines_once(runs)), key=lambda r: _place(r, conditions)
    )
    chosen = told_apart(chosen)
    wrong = [case for run in chosen if run.label not in BLIND for case in _cases(run)]
    return Report(
        title="KIWI",
        subtitle="Judging whether a revision followed its instruction",
        identity=build.identity(chosen, SHOWN),
        tables=tuple(tables(chosen)),
        notes=tuple(_notes(chosen, len(wrong))),
        cases=tuple(wrong[:MOST]),
    )


def headline(made: Report) -> list[str]:
    """The ids of the tables that a terminal shows."""
    ids = [table.id for table in made.tables]
    return [name for name in HEADLINE if name in ids]


def _named_by_judge(run: Run) -> Run:
    """A run is called after the model that judged, whichever was the evaluated one."""
    bound = [pair.partition("=") for pair in run.identity.get("roles", "").split(", ")]
    judges = [name for role, _, name in bound if role == ROLE]
    if run.kind != "model" or not judges or condition_of(run) == ELSEWHERE:
        return run
    return replace(run, label=judges[0])


def _place(run: Run, conditions: Sequence[str]) -> tuple[int, int, str]:
    nth = BASELINES.index(run.label) if run.label in BASELINES else -1
    return conditions.index(condition_of(run)), nth, run.label


def _cases(run: Run) -> Iterator[Case]:
    """The wrong verdicts of a run, to read."""
    if not any(sample.values.get("correct") == 0 for sample in run.samples):
        return
    found: dict[str, Case] = {}
    for id, _, about in score_metadata(run):
        if about.get("verdict") is not None and about["verdict"] != about["good"]:
            found[id] = _case(run, id, about)
    yield from (found[id] for id in sorted(found))


def _case(run: Run, id: str, about: Mapping[str, Any]) -> Case:
    return Case(
        title=f"{id}, {run.label}, {condition_of(run)}: {_cut(about['instruction'], 300)}",
        caption=f"Rated {about['rating']}; verdict: {worded(about['verdict'])}. "
        f"Comment: {_cut(about['comment'] or '(none)', 600)} "
        f"Question: {_cut(about['question'], 300)}",
        texts=(
            ("What the judge said", _cut(about["said"])),
            ("Previous answer", _cut(about["previous"])),
            ("Revision", _cut(about["answer"])),
        ),
    )


def _cut(text: str, longest: int = _LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]} […]"


def _notes(runs: Sequence[Run], wrong: int) -> list[str]:
    notes = [*build.notes(runs), published.note()]
    if any(run.kind == "baseline" for run in runs):
        notes.append(
            "Baselines ask no model: rules compares the two answers and what the instruction "
            "names; majority says what most ratings of the training turns are; random draws by "
            "their distribution."
        )
    if any(run.identity.get("data") != "released" for run in runs):
        notes.append(
            "The published figures are on the released data; beside another data set they show "
            "the scale, not a comparison."
        )
    if any("by turn" in run.identity.get("split", "") for run in runs):
        notes.append(
            "Split by turn, as in the paper: other turns of the same sessions are in training. "
            "-T by=session or by=question is stricter."
        )
    if wrong > MOST:
        notes.append(f"Of {wrong} wrong verdicts the first {MOST} are shown side by side.")
    return notes
