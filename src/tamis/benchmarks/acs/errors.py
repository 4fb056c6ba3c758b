"""Wrong verdicts: side by side with their texts, and by the kind of error (ACS, §3.3, Table 2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tamis.benchmarks.acs import published
from tamis.benchmarks.acs.details import Detail
from tamis.benchmarks.acs.error_types import (
    CATEGORIES,
    ErrorRow,
    apply_labels,
    error_row,
    read_labels,
    write_labels,
)
from tamis.benchmarks.acs.error_types import table as counted
from tamis.benchmarks.acs.record import worded
from tamis.checking.judgement import Judgement
from tamis.report.runs import Run
from tamis.report.tables import Case, Cell, Column, Row, Table

MOST = 300
"""So many wrong verdicts are shown side by side."""

LONGEST = 20_000
"""Characters of one text that are shown."""

PROGRAM = "program"


@dataclass(frozen=True)
class Wrong:
    """One wrong verdict of one judge; `row` has its kind of error, None for the program's."""

    judge: str
    condition: str
    detail: Detail
    verdict: Judgement
    row: ErrorRow | None


def of(run: Run, details: Sequence[Detail]) -> list[Wrong]:
    """The wrong verdicts of a run: those of each judge where there are several."""
    found = []
    condition = run.identity.get("condition", "")
    for detail in details:
        several = len(detail.panel) > 1
        for one in detail.panel if several else (detail.verdict,):
            if one.satisfied is None or one.satisfied == detail.satisfied:
                continue
            judge = one.judge if several else run.label
            row = None
            if one.judge != PROGRAM:
                named = replace(one, judge=f"{judge}, {condition}")
                row = error_row(
                    _id(detail),
                    detail.satisfied,
                    named,
                    detail.worksheet,
                    constraint=detail.constraint,
                    request=detail.request,
                    response=detail.response,
                )
            found.append(Wrong(judge, condition, detail, one, row))
    return found


def with_labels(found: Sequence[Wrong], path: Path) -> tuple[list[Wrong], list[str]]:
    """The wrong verdicts with the labels of a file, and what is to be said about it.

    Where there is no such file it is written, with proposals and without labels; one that is
    there is a person's work, and left as it is. InputError for a file of another form.
    """
    rows = [one.row for one in found if one.row is not None]
    if not path.exists():
        write_labels(path, rows)
        return list(found), []
    labelled = read_labels(path)
    applied = apply_labels(rows, labelled)
    left = iter(applied.rows)
    made = [replace(one, row=next(left) if one.row is not None else None) for one in found]
    known = {row.key for row in labelled}
    said = []
    if new := sum(row.key not in known for row in rows):
        said.append(f"{new} of {len(rows)} errors are not in {path}; write another file for them.")
    if applied.unused:
        said.append(f"{applied.unused} labels in {path} belong to no error of these runs.")
    return made, said


def table(runs: Sequence[Run], found: Sequence[Wrong]) -> Table:
    """Table 2: how often each kind of error occurred, beside the paper's rows."""
    rows: list[Row] = []
    for condition in dict.fromkeys(run.identity.get("condition", "") for run in runs):
        own = [one for one in found if one.condition == condition and one.row is not None]
        names = {one.row.judge: one.judge for one in own if one.row is not None}
        for counts in counted(one.row for one in own if one.row is not None):
            cells: dict[str, Cell] = {str(kind): n for kind, n in counts.counts.items()}
            cells["total"] = counts.total
            cells["reasoning"] = counts.reasoning / counts.total
            cells["by_hand"] = counts.by_hand
            rows.append(Row(names[counts.judge], "model", cells, condition))
        if own:
            rows += published.errors(condition)
    if not rows:
        return Table("errors", "", "", (), ())
    if not any(row.kind == "published" for row in rows):
        rows += published.errors("2-shot")
    return Table(
        id="errors",
        title="Kinds of error",
        caption="Wrong verdicts by what led to them; reasoning is the share of all kinds but "
        "calculation. Kinds are proposed by a program, which compares the rationale with the "
        "worksheet, but for those labelled by hand (`tamis report LOGS --errors FILE.csv`). "
        "Published: ACS, Table 2, labelled by hand.",
        columns=(
            Column("total", "Errors"),
            *(Column(category, category.capitalize()) for category in CATEGORIES),
            Column("reasoning", "Reasoning"),
            Column("by_hand", "Labelled by hand"),
        ),
        rows=tuple(rows),
    )


def case(one: Wrong) -> Case:
    """A wrong verdict to read: what the judge said, what the program computed, the response."""
    detail, row = one.detail, one.row
    kind = ""
    if row is not None and row.category:
        by = "by hand" if row.label else f"proposed: {row.reason.rstrip('.')}"
        kind = f" Error: {row.category} ({by})."
    sheet = detail.worksheet
    return Case(
        title=f"{_id(detail)}, {one.judge}, {one.condition}: {detail.constraint}",
        caption=f"Label: {worded(detail.satisfied)}. Verdict: "
        f"{worded(one.verdict.satisfied is True)}.{kind} Request: {_cut(detail.request, 1000)}",
        texts=(
            *(() if row is None else (("Rationale", _cut(one.verdict.rationale)),)),
            (
                "Worksheet of the program",
                _cut("\n".join(sheet.lines())) if sheet else "The program has none.",
            ),
            ("Response", _cut(detail.response)),
        ),
    )


def _id(detail: Detail) -> str:
    return detail.id if detail.epoch == 1 else f"{detail.id}/{detail.epoch}"


def _cut(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[:longest]} […]"
