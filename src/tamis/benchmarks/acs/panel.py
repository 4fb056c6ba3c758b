"""Several judges of one run: the figures of each, and where they disagree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tamis.benchmarks.acs.data import short_hash
from tamis.benchmarks.acs.details import Detail
from tamis.benchmarks.acs.logged_verdict import Judged, disagree, worded
from tamis.benchmarks.acs.score import figures, outcome
from tamis.benchmarks.acs.tables import judging_columns, measured
from tamis.benchmarks.benchmark import named
from tamis.checking.judgement import Judgement
from tamis.measures.classification import Rows
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run
from tamis.types import OUTCOMES, READ

NO_VERDICT = tuple(one for one in OUTCOMES if one not in READ)

Judging = Sequence[tuple[Run, Sequence[Detail]]]
"""Runs with their items."""


def members(run: Run, details: Sequence[Detail]) -> dict[str, Rows]:
    """The figures of the items by judge, for a run with several judges; else empty."""
    found: dict[str, list[tuple[dict[str, float], str]]] = {}
    for detail in details:
        for one in detail.panel if len(detail.panel) > 1 else ():
            own = figures(Judged(one), detail.satisfied) | {outcome(one): 1.0}
            found.setdefault(one.judge, []).append((own, short_hash(detail.response)))
    # Of items that failed as a whole no judge has a verdict.
    failed = [(dict(sample.values), sample.cluster) for sample in run.asked if sample.filled]
    return {judge: [*rows, *failed] for judge, rows in found.items()}


def each(judged: Judging) -> Table:
    """The measures of each judge of a panel, and how its replies ended."""
    rows = []
    outcomes = [Column(one, one.replace("_", " ").capitalize()) for one in NO_VERDICT]
    for run, details in judged:
        for name, own in members(run, details).items():
            cells = measured(own)
            for column in outcomes:
                cells[column.key] = sum(values.get(column.key) == 1 for values, _ in own)
            rows.append(Row(name, run.kind, cells, named(run)))
    return Table(
        id="panel",
        title="Each judge by itself",
        caption="The judges of which the majority counts above. Measures as there, under the "
        "standard wording; the last columns count the replies without a verdict.",
        columns=(
            *judging_columns(rows),
            *(c for c in outcomes if any(r.cells[c.key] for r in rows)),
        ),
        rows=tuple(rows),
    )


def disagreements(judged: Judging) -> Table:
    """The items on which two judges decided differently, one row for all epochs of an item."""
    columns: dict[str, Column] = {}
    rows = []
    for run, details in judged:
        for several in _by_item(details):
            often = sum(disagree(one.panel) for one in several)
            if not often:
                continue
            cells: dict[str, Cell] = {
                "constraint": several[0].constraint,
                "gold": worded(several[0].satisfied),
                "majority": _counted([one.verdict for one in several]),
            }
            if len(several) > 1:
                cells["epochs"] = f"{often} of {len(several)}"
            for name in dict.fromkeys(one.judge for detail in several for one in detail.panel):
                key = f"judge {name}"
                columns.setdefault(key, Column(key, name))
                said = [one for detail in several for one in detail.panel if one.judge == name]
                cells[key] = _counted(said)
            rows.append(Row(several[0].id, "measure", cells, named(run)))
    repeated = any("epochs" in row.cells for row in rows)
    return Table(
        id="disagreements",
        title="Where judges disagree",
        caption="Items on which two judges decided differently, with the verdicts of each"
        + (", those of all epochs together." if repeated else "."),
        columns=(
            Column("constraint", "Constraint"),
            *((Column("epochs", "Epochs in which they differ"),) if repeated else ()),
            Column("gold", "Label"),
            *columns.values(),
            Column("majority", "Majority"),
        ),
        rows=tuple(rows),
    )


def _by_item(details: Sequence[Detail]) -> Iterator[list[Detail]]:
    found: dict[str, list[Detail]] = {}
    for detail in details:
        found.setdefault(detail.id, []).append(detail)
    yield from found.values()


def _counted(said: Sequence[Judgement]) -> str:
    """The verdicts in words, with counts where there are several: "satisfied ×2"."""
    words = [one.outcome if one.satisfied is None else worded(one.satisfied) for one in said]
    if len(words) == 1:
        return words[0]
    return ", ".join(f"{word} ×{count}" for word, count in Counter(words).most_common())
