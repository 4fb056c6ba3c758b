"""Wrong verdicts: with their texts, and counted by kind of error (ACS, §3.3, Table 2)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tamis.benchmarks.acs import published
from tamis.benchmarks.acs.details import Detail
from tamis.benchmarks.acs.error_labels import (
    CATEGORIES,
    Category,
    ErrorRow,
    apply_labels,
    error_row,
    read_labels,
    write_labels,
)
from tamis.benchmarks.acs.logged_verdict import worded
from tamis.checking.judgement import Judgement
from tamis.report.document import Case
from tamis.report.elements import Cell, Column, Part, Row, Table
from tamis.report.runs import Run

MOST = 300
"""The most wrong verdicts that a report shows with their texts."""

LONGEST = 20_000
"""The most characters of one text that are shown."""

PROGRAM = "program"


@dataclass(frozen=True)
class ErrorCounts:
    """The wrong judgements of one judge, by kind of error.

    `counts` has every category, in the paper's order; `total` includes the unlabelled errors.
    """

    judge: str
    counts: Mapping[Category, int]
    total: int

    @property
    def labelled(self) -> int:
        """The errors that have a category."""
        return sum(self.counts.values())

    @property
    def cells(self) -> dict[str, Cell]:
        """Each category as a part of the labelled errors, and all but calculation as reasoning."""
        reasoning = self.labelled - self.counts["calculation"]
        of_kinds = {str(kind): Part(n, self.labelled) for kind, n in self.counts.items()}
        return {**of_kinds, "reasoning": Part(reasoning, self.labelled)}


def counted(rows: Iterable[ErrorRow]) -> list[ErrorCounts]:
    """The counts of each judge, in the order of the rows (Table 2)."""
    judges: dict[str, list[ErrorRow]] = {}
    for row in rows:
        judges.setdefault(row.judge, []).append(row)
    made = []
    for judge, errors in judges.items():
        seen = Counter(row.label for row in errors)
        made.append(ErrorCounts(judge, {kind: seen[kind] for kind in CATEGORIES}, len(errors)))
    return made


@dataclass(frozen=True)
class Wrong:
    """One wrong verdict of one judge; `row` has its kind of error, None for the program's."""

    judge: str
    condition: str
    detail: Detail
    verdict: Judgement
    row: ErrorRow | None


def of(run: Run, details: Sequence[Detail]) -> list[Wrong]:
    """The wrong verdicts of a run, of each judge separately where there are several."""
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
    """The wrong verdicts with the labels of a file, and notes on unmatched labels.

    If the file does not exist it is written, to be labelled; an existing file is not changed.
    InputError for a file of another form.
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
    """Table 2: how often each kind of error occurred, with the paper's rows."""
    rows: list[Row] = []
    for condition in dict.fromkeys(run.identity.get("condition", "") for run in runs):
        own = [one for one in found if one.condition == condition and one.row is not None]
        names = {one.row.judge: one.judge for one in own if one.row is not None}
        for counts in counted(one.row for one in own if one.row is not None):
            cells: dict[str, Cell] = {"total": counts.total, "labelled": counts.labelled}
            if counts.labelled:
                cells |= counts.cells
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
        caption="Wrong verdicts by what led to them, as they were labelled in the file of "
        "`tamis report LOGS --errors FILE.csv`, which writes it where there is none. In brackets "
        "are shares of the labelled errors; reasoning is all kinds but calculation. Published: "
        "ACS, Table 2, labelled by hand.",
        columns=(
            Column("total", "Errors"),
            Column("labelled", "Labelled"),
            *(Column(category, category.capitalize()) for category in CATEGORIES),
            Column("reasoning", "Reasoning"),
        ),
        rows=tuple(rows),
        paper="Table 2",
    )


def case(one: Wrong) -> Case:
    """A wrong verdict to read: the judge's rationale, the program's worksheet, the response."""
    detail, row = one.detail, one.row
    kind = f" Error: {row.label}." if row is not None and row.label else ""
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
