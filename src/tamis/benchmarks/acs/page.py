"""The ACS report: runs in, one `Report` out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tamis.benchmarks.acs import errors, panel, shares
from tamis.benchmarks.acs.details import Detail, has_a_panel, has_errors, read_details
from tamis.benchmarks.acs.options import BASELINES, ELSEWHERE
from tamis.benchmarks.acs.shares import Verdicts
from tamis.benchmarks.acs.solver import ROLE
from tamis.benchmarks.acs.tables import condition_of, is_blind, order, rows_of, tables
from tamis.report import build
from tamis.report.runs import Run, told_apart
from tamis.report.tables import Report

HEADLINE = (
    "judges",
    "differences",
    "panel",
    "shares",
    "costs",
    "steadiness",
    "repetitions",
    "errors",
    "outcomes",
)
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


OF_THE_DATA = ("data", "data_version", "revision", "licence", "majority", "epochs")
"""What of a run's identity does not say who judged and how."""


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
    runs = sorted(
        map(_named_by_judges, build.baselines_once(runs)), key=lambda run: _place(run, conditions)
    )
    labels = [run.label for run in runs]
    runs = told_apart(runs)
    read = {
        id(run): read_details(run)
        for run in runs
        if has_a_panel(run) or (has_errors(run) and not is_blind(run))
    }
    judged = [(run, read[id(run)]) for run in runs if id(run) in read]
    found = [one for run, details in judged for one in errors.of(run, details)]
    said: list[str] = []
    if path is not None:
        found, said = errors.with_labels(found, path)
    shared, warnings = shares.table(list(_verdicts(runs, labels, read)))
    *others, last = tables(runs)
    return Report(
        title="ACS",
        subtitle="Judging whether a response satisfies arithmetic constraints",
        identity=build.identity(runs, SHOWN),
        tables=(
            *others[:1],
            *build.some(panel.each(judged)),
            *build.some(shared),
            *others[1:],
            *build.some(errors.table(runs, found)),
            *build.some(panel.disagreements(judged)),
            last,
        ),
        notes=(*_notes(runs, found), *warnings, *said),
        cases=tuple(map(errors.case, found[: errors.MOST])),
    )


def _verdicts(
    runs: Sequence[Run], labels: Sequence[str], read: Mapping[int, Sequence[Detail]]
) -> Iterator[Verdicts]:
    """What each judge said, those of a panel too; `labels` are the runs' before they differed."""
    for run, name in zip(runs, labels, strict=True):
        if is_blind(run) or not run.answered:
            continue
        asked = {k: v for k, v in run.identity.items() if k not in OF_THE_DATA}
        found = {"": rows_of(run), **panel.members(run, read.get(id(run), ()))}
        for member, rows in found.items():
            yield Verdicts(
                label=f"{member} (of {run.label})" if member else run.label,
                kind=run.kind,
                condition=condition_of(run),
                data=run.identity.get("data", "?"),
                asked=(name, member, asked),
                rows=rows,
            )


def _named_by_judges(run: Run) -> Run:
    """A run is called after the models that judged, whichever was the evaluated one."""
    bound = [pair.partition("=") for pair in run.identity.get("roles", "").split(", ")]
    judges = [name for role, _, name in bound if role.startswith(ROLE)]
    if run.kind != "model" or not judges or condition_of(run) == ELSEWHERE:
        return run
    return replace(run, label=" + ".join(judges))


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
