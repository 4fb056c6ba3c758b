"""Tables of the evidence, the cost and the refusals of FanOutQA's answers, and of people beside."""

from __future__ import annotations

import statistics
from collections.abc import Sequence
from dataclasses import replace

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.fanoutqa import published
from tamis.benchmarks.fanoutqa.score import (
    COSTS,
    DECLINED,
    EVIDENCE,
    EVIDENCE_PRECISION,
    EVIDENCE_RECALL,
    JUDGED,
    PAGES,
    REFUSED,
    SECONDS,
    TRIMMED,
    UNANSWERED,
)
from tamis.benchmarks.fanoutqa.tables import measures, order, rows_of
from tamis.measures.measure import meanings, over
from tamis.report import build
from tamis.report.build import data_names, some
from tamis.report.compare import against
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run
from tamis.stats import Estimate

ENOUGH = 3
"""The number of runs with different context limits that a correlation needs."""


def views(runs: Sequence[Run]) -> list[Table]:
    """Every such table that these runs have figures for."""
    found = [*some(elsewhere(runs)), *some(evidence(runs)), *some(costs(runs))]
    return [*found, *some(correlation(runs)), *some(refusals(runs))]


def elsewhere(runs: Sequence[Run]) -> Table:
    """Models against answers made elsewhere, such as people's, where there is one file of these:
    paired, with p-values (§4.5).
    """
    given = [run for run in runs if run.args.get("predictions") and run.asked]
    models = [run for run in runs if run.kind == "model" and run not in given]
    if len(given) != 1 or not models:
        return Table("elsewhere", "", "", (), ())
    found = against(given[0], models, measures([*given, *models]))
    return replace(found, id="elsewhere", title=f"Differences from {given[0].label}")


def evidence(runs: Sequence[Run]) -> Table:
    """The share of the pages that a question needs that were opened."""
    opened = [run for run in runs if _has(run, EVIDENCE_RECALL.figure())]
    shares = (EVIDENCE_RECALL, EVIDENCE_PRECISION)
    return Table(
        id="evidence",
        title="Evidence",
        caption=f"data={data_names(runs)}, wiki={_wikis(opened)}. {meanings(shares)}. Other pages "
        "may hold the same facts.",
        columns=(*map(Column.of, EVIDENCE), build.N),
        rows=tuple(
            # The number of pages is a count, not a rate.
            replace(row, cells={**row.cells, PAGES.name: _value(row.cells[PAGES.name])})
            for row in rows_of(opened, EVIDENCE)
        ),
    )


def costs(runs: Sequence[Run]) -> Table:
    """The cost of a question. Empty where no model was used."""
    asked = [run for run in runs if run.kind == "model" and _sum(run, "calls")]
    return Table(
        id="costs",
        title="Cost of a question",
        caption="Means over questions, judges not counted; tokens as the providers report them. "
        f"{meanings((SECONDS, TRIMMED))}.",
        columns=(*map(Column.of, COSTS), build.N),
        rows=tuple(
            Row(run.label, run.kind, _means(run), condition)
            for condition in order(runs)
            for run in asked
            if condition_of(run) == condition
        ),
    )


def correlation(runs: Sequence[Run]) -> Table:
    """The correlation of score and length of the context (§4.3 and §4.4)."""
    score = _score_of(runs)
    rows: list[Row] = []
    for condition in published.BOARDS:
        points = context_points(runs, condition, score)
        if len({x for x, _ in points}) < ENOUGH:
            continue
        xs, ys = zip(*points, strict=True)
        value = statistics.correlation(xs, ys) ** 2 if len(set(ys)) > 1 else float("nan")
        rows.append(Row("These runs", "measure", {"r2": value, "runs": len(points)}, condition))
        rows += published.correlation(condition)
    return Table(
        id="correlation",
        title="Score and length of context",
        caption=f"r² of the context limit in tokens and the mean score: "
        f"{measures(runs).get(score, '')}. Published: FanOutQA, §4.3 and §4.4, by its judge.",
        columns=(Column("r2", "r²", digits=3), Column("runs", "Runs")),
        rows=tuple(rows),
    )


def context_points(runs: Sequence[Run], condition: str, score: str) -> list[tuple[int, float]]:
    """The context limit and the mean score of each model's run in one setting."""
    found = []
    for run in runs:
        limit = run.identity.get("context_limit")
        if run.kind == "model" and condition_of(run) == condition and limit is not None:
            mean = build.estimate(run, score)
            if mean.n:
                found.append((int(limit), mean.value))
    return found


def refusals(runs: Sequence[Run]) -> Table:
    """The shares of questions declined in words, refused by the provider or out of time.

    The paper's models "refused to answer, citing lack of real time data" (§4.2): in words, so its
    shares stand beside what is declined.
    """
    asked = [run for run in runs if run.kind == "model" and run.asked]
    rows: list[Row] = []
    for condition in order(asked):
        own = rows_of([run for run in asked if condition_of(run) == condition], UNANSWERED)
        rows += [*own, *(published.refusals(condition) if own else [])]
    return Table(
        id="refusals",
        title="Refusals and time-outs",
        caption=f"{meanings((DECLINED, REFUSED))}. {over(UNANSWERED)}. Published: FanOutQA, §4.2 "
        "(declined in words, counted by hand) and Appendix F.2.",
        columns=(*map(Column.of, UNANSWERED), build.N),
        rows=tuple(rows),
    )


def _value(cell: Cell) -> Cell:
    return cell.value if isinstance(cell, Estimate) else cell


def _score_of(runs: Sequence[Run]) -> str:
    """The judged score where every model was judged, else the first of the string scores."""
    known = measures(runs)
    asked = [run for run in runs if run.kind == "model"]
    judged = JUDGED.figure()
    if judged in known and all(_has(run, judged) for run in asked):
        return judged
    return next((key for key in known if key != judged), "")


def _has(run: Run, figure: str) -> bool:
    return any((v := s.values.get(figure)) is not None and v == v for s in run.samples)


def _sum(run: Run, figure: str) -> float:
    return sum(v for s in run.samples if (v := s.values.get(figure, 0.0)) == v)


def _means(run: Run) -> dict[str, Cell]:
    cells: dict[str, Cell] = {one.name: build.estimate(run, one.figure()).value for one in COSTS}
    # Of questions that were withheld nobody was asked, so that they cost nothing.
    return {**cells, "n": sum(bool(s.values) and not s.filled for s in run.asked)}


def _wikis(runs: Sequence[Run]) -> str:
    return ", ".join(dict.fromkeys(run.identity.get("wiki", "?") for run in runs))
