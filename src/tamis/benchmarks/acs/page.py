"""The ACS report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tamis.benchmarks.acs import errors
from tamis.benchmarks.acs.details import Detail, has_a_panel, has_errors, read_details
from tamis.benchmarks.acs.options import BASELINES, ELSEWHERE
from tamis.benchmarks.acs.record import disagree, worded
from tamis.benchmarks.acs.solver import ROLE
from tamis.benchmarks.acs.tables import condition_of, order, tables
from tamis.judge.judgement import Judgement
from tamis.report import build
from tamis.report.logs import Run, told_apart
from tamis.report.tables import Cell, Column, Report, Row, Table

HEADLINE = ("judges", "differences", "costs", "steadiness", "repetitions", "errors", "outcomes")
"""The ids of the tables that a terminal shows."""

SHOWN = (
    "data",
    "data_version",
    "revision",
    "licence",
    "prompts",
    "paraphrases",
    "temperature",
    "program",
    "scoring",
)


def report(runs: Sequence[Run]) -> Report:
    """Tables, wrong verdicts side by side with their texts, and notes on what is not in them."""
    return _report(runs, None)


def labelled(runs: Sequence[Run], path: Path) -> Report:
    """The report with the labels of a CSV file in place of the proposals.

    Where there is no such file it is written, to be labelled; one that is there is left as it
    is. InputError for a file of another form.
    """
    return _report(runs, path)


def headline(made: Report) -> list[str]:
    """The ids of the tables that a terminal shows."""
    ids = [table.id for table in made.tables]
    return [name for name in HEADLINE if name in ids]


def _report(runs: Sequence[Run], path: Path | None) -> Report:
    conditions = order(runs)
    runs = sorted(map(_named_by_judges, _each_once(runs)), key=lambda run: _place(run, conditions))
    runs = told_apart(runs)
    read = {
        id(run): read_details(run)
        for run in runs
        if has_a_panel(run) or (has_errors(run) and run.label not in ("majority", "random"))
    }
    judged = [(run, read[id(run)]) for run in runs if id(run) in read]
    found = [one for run, details in judged for one in errors.of(run, details)]
    said: list[str] = []
    if path is not None:
        found, said = errors.with_labels(found, path)
    *others, last = tables(runs)
    return Report(
        title="ACS",
        subtitle="Judging whether a response satisfies arithmetic constraints",
        identity=build.identity(runs, SHOWN),
        tables=(
            *others,
            *build.some(errors.table(runs, found)),
            *build.some(_disagreements(judged)),
            last,
        ),
        notes=(*_notes(runs, found), *said),
        cases=tuple(map(errors.case, found[: errors.MOST])),
    )


def _disagreements(judged: Sequence[tuple[Run, Sequence[Detail]]]) -> Table:
    """The items on which two judges of a panel decided differently."""
    columns: dict[str, Column] = {"gold": Column("gold", "Label")}
    rows = []
    for run, details in judged:
        for detail in details:
            if not disagree(detail.panel):
                continue
            cells: dict[str, Cell] = {
                "constraint": detail.constraint,
                "gold": worded(detail.satisfied),
                "majority": _said(detail.verdict),
            }
            for one in detail.panel:
                key = f"judge {one.judge}"
                columns.setdefault(key, Column(key, one.judge))
                cells[key] = _said(one)
            label = detail.id if detail.epoch == 1 else f"{detail.id}, epoch {detail.epoch}"
            rows.append(Row(label, "measure", cells, f"{run.label}, {condition_of(run)}"))
    return Table(
        id="disagreements",
        title="Where judges disagree",
        caption="Items on which two judges decided differently, with the verdict of each.",
        columns=(
            Column("constraint", "Constraint"),
            *columns.values(),
            Column("majority", "Majority"),
        ),
        rows=tuple(rows),
    )


def _said(judgement: Judgement) -> str:
    return judgement.outcome if judgement.satisfied is None else worded(judgement.satisfied)


def _named_by_judges(run: Run) -> Run:
    """A run is called after the models that judged, whichever was the evaluated one."""
    bound = [pair.partition("=") for pair in run.identity.get("roles", "").split(", ")]
    judges = [name for role, _, name in bound if role.startswith(ROLE)]
    if run.kind != "model" or not judges or condition_of(run) == ELSEWHERE:
        return run
    return replace(run, label=" + ".join(judges))


def _each_once(runs: Sequence[Run]) -> list[Run]:
    """The runs without repeated baselines, which every model's run of all judges brings along."""
    found: dict[object, Run] = {}
    for run in runs:
        baseline = (run.label, run.version, tuple(sorted(run.identity.items())), run.expected)
        found.setdefault(baseline if run.kind == "baseline" else id(run), run)
    return list(found.values())


def _place(run: Run, conditions: Sequence[str]) -> tuple[int, int, str]:
    """By condition, as the paper orders them; baselines in their own order."""
    nth = BASELINES.index(run.label) if run.label in BASELINES else -1
    return conditions.index(condition_of(run)), nth, run.label


def _notes(runs: Sequence[Run], found: Sequence[errors.Wrong]) -> list[str]:
    notes = build.notes(runs)
    if any(run.kind == "baseline" for run in runs):
        notes.append(
            "Baselines ask no model: program reads, computes and compares; majority always says "
            "what the data's more frequent label is; random is a fair coin."
        )
    if any(run.identity.get("data") != "released" for run in runs):
        notes.append(
            "The published figures are on the released data; beside another data set they show "
            "the scale, not a comparison."
        )
    if len(found) > errors.MOST:
        notes.append(
            f"Of {len(found)} wrong verdicts the first {errors.MOST} are shown side by side."
        )
    return notes
