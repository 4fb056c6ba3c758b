"""KIWI's Table 5 from runs, with the confusion table and breakdowns."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.benchmarks.benchmark import condition_of
from tamis.benchmarks.kiwi import published
from tamis.benchmarks.kiwi.options import BLIND, ELSEWHERE, FINETUNED
from tamis.benchmarks.kiwi.score import MEASURES, Rows, human
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.measures.classification import decided
from tamis.report import build
from tamis.report.build import data_names, some
from tamis.report.columns import Chosen, every, having
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run

JUDGING = (
    Column("accuracy", "Accuracy", "up"),
    Column("precision", "Precision", "up"),
    Column("recall", "Recall", "up"),
    Column("f1", "F1", "up"),
    Column("good_share", "Said good"),
    Column("coverage", "Coverage"),
)
HEADLINE = ("accuracy", "precision", "recall", "f1")
NO_VERDICT = Column("unread", "No verdict", "down")
HUMAN = "Human"


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that these runs have figures for."""
    found = [*some(judges(runs)), *some(confusions(runs))]
    found += [*some(broken_down(runs, "kind")), *some(broken_down(runs, "model"))]
    return found


def judges(runs: Sequence[Run]) -> Table:
    """Table 5: a group for each condition, followed by the paper's rows."""
    own = [run for run in runs if run.asked]
    rows: list[Row] = []
    printed = set()
    for condition in order(own):
        rows += [
            Row(run.label, run.kind, judging(rows_of(run)), condition)
            for run in own
            if condition_of(run) == condition
        ]
        rows += published.judges(condition)
        printed.add(condition)
    if rows:
        rows += [*second_ratings(own), *published.judges(HUMAN)]
        if not any(run.kind == "model" for run in own):
            # If only baselines ran, show all of the paper's rows for comparison.
            for condition in published.CONDITIONS:
                if condition not in printed and condition != HUMAN:
                    rows += published.judges(condition)
    return Table(
        id="judges",
        title="Judges of revisions",
        caption=f"data={data_names(runs)}; turns: {'; '.join(splits(runs))}. Good is the positive "
        "class, neutral and bad are one. A turn without a verdict counts as judged wrongly; said "
        "good is a share of the verdicts; precision is undefined for a judge that never says good, "
        "where the paper prints 0. "
        "The printed rows random (by what it said good) and one-shot fit no confusion matrix, T5's "
        "fits one only with precision, recall and F1 in another order. "
        "Standard errors are clustered by session. Published: KIWI, Table 5, on its own test "
        "split of the released data.",
        columns=_columns(rows),
        rows=tuple(rows),
        paper="Table 5",
    )


def second_ratings(runs: Sequence[Run]) -> list[Row]:
    """People as judges, where there are second ratings of the data: a row for each data set."""
    found: dict[str, Row] = {}
    for run in runs:
        name = run.identity.get("data", "?")
        if name not in found and (rows := human(rows_of(run))):
            found[name] = Row(f"second rating of {name}", "measure", judging(rows), HUMAN)
    return list(found.values())


def confusions(runs: Sequence[Run]) -> Table:
    """How often each verdict met each rating."""
    labels = ("Good, said so", "Good, said not", "Not good, said so", "Not good, said good")
    return build.confusions(runs, labels, "Verdicts and ratings", "turns")


def broken_down(runs: Sequence[Run], what: str) -> Table:
    """The measures by the instruction's kind, or by the model that revised."""
    named = sorted({str(s.about.get(what, "")) for run in runs for s in run.samples})
    rows = []
    for name in filter(None, named):
        for run in runs:
            if run.label not in BLIND and (found := rows_of(run, having(what, name))):
                label = f"{run.label}, {condition_of(run)}" if run.kind == "model" else run.label
                rows.append(Row(label, run.kind, judging(found), name))
    titles = {"kind": "By kind of instruction", "model": "By the model that revised"}
    return Table(
        id=f"by-{what}",
        title=titles[what],
        caption=f"data={data_names(runs)}. Measures as above.",
        columns=_columns(rows),
        rows=tuple(rows),
    )


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: the paper's, then others, files, and baselines."""
    own = dict.fromkeys(map(condition_of, runs))
    last = (FINETUNED, ELSEWHERE, BASELINE_ROWS)
    known = [name for name in published.CONDITIONS if name not in last]
    others = [name for name in own if name not in known and name not in last]
    return [name for name in (*known, *others, *last) if name in own]


def splits(runs: Sequence[Run]) -> list[str]:
    """Which turns the runs judged."""
    return list(dict.fromkeys(run.identity.get("split", "?") for run in runs))


def judging(rows: Rows) -> dict[str, Cell]:
    """The cells of JUDGING, and what they are over."""
    given = sum(values["decided"] == 1 for values, _ in rows)
    verdicts = decided(rows)
    return {
        **{name: measure(rows) for name, measure in MEASURES.items()},
        **{f"read_{name}": MEASURES[name](verdicts) for name in HEADLINE},
        "n": len(rows),
        "unread": len(rows) - given,
        "read": given,
    }


def _columns(rows: Sequence[Row]) -> tuple[Column, ...]:
    return build.columns(JUDGING[:4], rows, JUDGING[4:], NO_VERDICT, " of the verdicts")


def rows_of(run: Run, chosen: Chosen = every) -> Rows:
    """The figures of the chosen samples of a run."""
    return [(s.values, s.cluster) for s in run.asked if s.values and chosen(s)]
