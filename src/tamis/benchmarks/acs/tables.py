"""ACS's tables from runs (Table 1 and others); Table 2 is in `errors`."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks import judging
from tamis.benchmarks.acs import published
from tamis.benchmarks.acs.options import ELSEWHERE
from tamis.benchmarks.acs.score import (
    ACCURACY,
    AGREEMENT,
    BESIDE,
    COSTS,
    COVERAGE,
    DECIDED,
    DISAGREED,
    FLIPPED,
    HEADLINE,
    MAJORITY,
    REPEATED,
    bounds,
    undecided,
)
from tamis.benchmarks.benchmark import condition_of, named
from tamis.benchmarks.judging import is_blind, rows_of
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.measures.classification import Rows
from tamis.measures.measure import meanings, over
from tamis.report import build
from tamis.report.build import data_names, estimate, some
from tamis.report.columns import having
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run
from tamis.report.scored import Scored
from tamis.stats import mean

BOUNDS = Column("bounds", "Bounds of the accuracy")


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that these runs have figures for, except those that need the texts."""
    found = (judges, costs, confusions, by_capability, steadiness, repetitions)
    return [table for made in found for table in some(made(runs))]


def judges(runs: Sequence[Run]) -> Table:
    """Table 1: a group for each condition, with the paper's rows."""
    rows: list[Row] = []
    own = [run for run in runs if run.asked]
    for condition in order(own):
        paper = published.judges(condition)
        rows += build.with_published(own, condition, condition, _of_run, paper)
    if rows and not any(row.kind == "published" for row in rows):
        # Only baselines, or judges that the paper lacks: show the whole table to compare with.
        rows += [row for condition in published.CONDITIONS for row in published.judges(condition)]
    return Table(
        id="judges",
        title="Judges",
        caption=f"data={data_names(runs)}. {over((*HEADLINE, *BESIDE))}. {meanings(BESIDE)}. The "
        "bounds take items without a verdict as all wrong, and as all right. Standard errors are "
        "clustered by response. Published: ACS, Table 1, on the released data.",
        columns=judging_columns(rows),
        rows=tuple(rows),
        paper="Table 1",
    )


def costs(runs: Sequence[Run]) -> Table:
    """The cost and accuracy of program, model, hybrid and worksheet.

    Empty where no model judged: programs cost nothing.
    """
    rows = []
    for run in runs:
        if not run.asked or condition_of(run) == ELSEWHERE or is_blind(run):
            continue
        cells = _of_run(run)
        # Costs are known exactly, so they have no interval.
        cells |= {one.name: estimate(run, one.figure()).value for one in COSTS}
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    if not any(row.kind == "model" for row in rows):
        rows = []
    return Table(
        id="costs",
        title="Cost and accuracy",
        caption=f"data={data_names(runs)}. {over(COSTS)}. Tokens are as the providers count them.",
        columns=(
            Column.of(ACCURACY),
            Column(f"read_{ACCURACY.name}", ACCURACY.label + judging.OF_DECIDED, ACCURACY.better),
            Column.of(COVERAGE),
            *map(Column.of, COSTS),
            build.N,
        ),
        rows=tuple(rows),
    )


def confusions(runs: Sequence[Run]) -> Table:
    """The counts of each pair of label and verdict."""
    labels = (
        "Satisfied, judged so",
        "Satisfied, judged not",
        "Unsatisfied, judged so",
        "Unsatisfied, judged satisfied",
    )
    return build.confusions(runs, labels, "Verdicts and labels", "items")


def by_capability(runs: Sequence[Run]) -> Table:
    """The measures by what a constraint demands of its judge (§2.3), a group for each."""
    found = sorted({str(s.about.get("capability", "")) for run in runs for s in run.samples})
    rows = []
    for name in filter(None, found):
        for run in runs:
            if own := rows_of(run, having("capability", name)):
                rows.append(Row(named(run), run.kind, measured(own), name))
    by = {str(s.about.get("capability_by", "")) for run in runs for s in run.samples} - {""}
    said = {
        frozenset({"data"}): "Capabilities as the data have them.",
        frozenset({"program"}): "Capabilities are assigned by the program, not by the paper.",
    }.get(frozenset(by), "Capabilities that the data do not have are assigned by the program.")
    return Table(
        id="by-capability",
        title="By capability",
        caption=f"data={data_names(runs)}. Measures as above. {said}",
        columns=judging_columns(rows),
        rows=tuple(rows),
    )


def steadiness(runs: Sequence[Run]) -> Table:
    """Whether verdicts depend on the wording of the prompt, or on the judge."""
    rows = []
    for run in runs:
        found = {one.name: estimate(run, one.figure()) for one in (FLIPPED, DISAGREED)}
        if any(one.n for one in found.values()):
            wordings = int(run.identity.get("paraphrases", "1"))
            cells: dict[str, Cell] = {**found, "wordings": wordings, "n": len(run.asked)}
            rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    return Table(
        id="steadiness",
        title="Other wordings, other judges",
        caption=f"{meanings((FLIPPED, DISAGREED))}. {over((FLIPPED, DISAGREED))}. "
        "The majority of several judges counts.",
        columns=(
            Column.of(FLIPPED),
            Column("wordings", "Wordings"),
            Column.of(DISAGREED),
            build.N,
        ),
        rows=tuple(rows),
    )


def repetitions(runs: Sequence[Run]) -> Table:
    """Repeated runs: the majority of the verdicts on each item, and their agreement."""
    rows = []
    for run in (run for run in runs if int(run.identity.get("epochs", "1")) > 1 and run.asked):
        right, decided, agreed = [], [], []
        for samples in _by_item(run):
            votes = [v for s in samples if (v := s.values["read_correct"]) == v]
            # A vote without a verdict is one for the wrong answer, so that silence never helps.
            lead = sum(votes) - len(samples) / 2
            cluster = samples[0].cluster
            decided.append((float(2 * sum(votes) != len(votes)), cluster))
            right.append((float(lead > 0), cluster))
            agreed.append((_agreement(votes), cluster))
        cells: dict[str, Cell] = {
            "epochs": int(run.identity["epochs"]),
            MAJORITY.name: mean(right),
            DECIDED.name: mean(decided),
            AGREEMENT.name: mean(agreed),
            "n": len(decided),
        }
        rows.append(Row(run.label, run.kind, cells, condition_of(run)))
    return Table(
        id="repetitions",
        title="Judged several times",
        caption=f"{over(REPEATED)}. {meanings(REPEATED)}. The other tables count every epoch.",
        columns=(Column("epochs", "Epochs"), *map(Column.of, REPEATED), build.N),
        rows=tuple(rows),
    )


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: the paper's, then other judges, files, and baselines."""
    known = [
        f"{judge}{shots}"
        for judge in ("", "hybrid ", "worksheet ")
        for shots in published.CONDITIONS
    ]
    return judging.conditions(runs, known, (ELSEWHERE, BASELINE_ROWS))


def measured(rows: Rows) -> dict[str, Cell]:
    """The cells of the columns of `judging_columns`."""
    low, high = bounds(rows)
    # Where everything was decided both bounds are the accuracy.
    both = f"{low:.2f} to {high:.2f}" if undecided(rows) else ""
    return {**judging.cells(HEADLINE, rows, BESIDE), BOUNDS.key: both}


def _of_run(run: Run) -> dict[str, Cell]:
    return measured(rows_of(run))


def judging_columns(rows: Sequence[Row]) -> tuple[Column, ...]:
    """The measures of judges, and where items have no verdict the bounds of the accuracy."""
    open = any(row.cells.get(judging.NO_VERDICT.key) for row in rows)
    return (*judging.columns(HEADLINE, rows, BESIDE), *((BOUNDS,) if open else ()))


def _by_item(run: Run) -> list[list[Scored]]:
    found: dict[str, list[Scored]] = {}
    for sample in run.samples:
        if sample.values:
            found.setdefault(sample.id, []).append(sample)
    return list(found.values())


def _agreement(votes: Sequence[float]) -> float:
    """The share of pairs of votes, 0 or 1 each, that are the same; NaN below two votes."""
    ones, pairs = sum(votes), len(votes) * (len(votes) - 1)
    zeros = len(votes) - ones
    return (ones * (ones - 1) + zeros * (zeros - 1)) / pairs if pairs else float("nan")
