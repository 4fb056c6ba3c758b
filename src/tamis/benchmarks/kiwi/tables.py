"""KIWI's Table 5 from runs, how often each verdict met each rating, and what judges said of turns
that nobody has rated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tamis.benchmarks import judging
from tamis.benchmarks.benchmark import named
from tamis.benchmarks.judging import NO_VERDICT, rows_of
from tamis.benchmarks.kiwi import published
from tamis.benchmarks.kiwi.options import ELSEWHERE, FINETUNED
from tamis.benchmarks.kiwi.score import (
    BESIDE,
    DECLARED,
    GOOD_SHARE,
    HEADLINE,
    human,
    is_rated,
)
from tamis.benchmarks.options import BASELINE_ROWS
from tamis.measures.measure import meanings, over
from tamis.report import build
from tamis.report.build import N, data_names, some
from tamis.report.columns import having
from tamis.report.elements import Cell, Column, Row, Table
from tamis.report.runs import Run

HUMAN = "Human"


def tables(runs: Sequence[Run]) -> list[Table]:
    """Every table that these runs have figures for."""
    rated, others = _only(runs, rated=True), _only(runs, rated=False)
    beside = max((len(run.samples) for run in others), default=0)
    return [*some(judges(rated, beside)), *some(not_rated(others)), *some(confusions(rated))]


def _only(runs: Sequence[Run], rated: bool) -> list[Run]:
    """The runs with the turns alone that a person has rated, or has not; none without any."""
    chosen = (
        replace(run, samples=tuple(one for one in run.samples if is_rated(one) is rated))
        for run in runs
    )
    return [run for run in chosen if run.samples]


def judges(runs: Sequence[Run], beside: int = 0) -> Table:
    """Table 5: a group for each condition, followed by the paper's rows.

    `beside` turns that nobody has rated were judged too, and are not in it.
    """
    own = [run for run in runs if run.asked]
    rows: list[Row] = []
    conditions = order(own)
    for condition in conditions:
        paper = published.judges(condition)
        rows += build.with_published(own, condition, condition, _of_run, paper)
    if rows:
        rows += [*second_ratings(own), *published.judges(HUMAN)]
        if not any(run.kind == "model" for run in own):
            # If only baselines ran, show all of the paper's rows for comparison.
            for condition in published.CONDITIONS:
                if condition not in (*conditions, HUMAN):
                    rows += published.judges(condition)
    return Table(
        id="judges",
        title="Judges of revisions",
        caption=f"data={data_names(runs)}; turns: {'; '.join(splits(runs))}. "
        + (f"The {beside} turns that nobody has rated have a table of their own. " * bool(beside))
        + "Good is the positive "
        f"class, neutral and bad are one. {over(DECLARED)}. {meanings(BESIDE)}. Precision is "
        "undefined for a judge that never says good, where the paper prints 0. "
        "The printed rows random (by what it said good) and one-shot fit no confusion matrix, T5's "
        "fits one only with precision, recall and F1 in another order. "
        "Standard errors are clustered by session. Published: KIWI, Table 5, on its own test "
        "split of the released data.",
        columns=judging.columns(HEADLINE, rows, BESIDE),
        rows=tuple(rows),
        paper="Table 5",
    )


def second_ratings(runs: Sequence[Run]) -> list[Row]:
    """People as judges, where there are second ratings of the data: a row for each data set."""
    found: dict[str, Row] = {}
    for run in runs:
        name = run.identity.get("data", "?")
        if name not in found and (rows := human(rows_of(run))):
            found[name] = Row(
                f"second rating of {name}", "measure", judging.cells(HEADLINE, rows, BESIDE), HUMAN
            )
    return list(found.values())


def _of_run(run: Run) -> dict[str, Cell]:
    return judging.cells(HEADLINE, rows_of(run), BESIDE)


def not_rated(runs: Sequence[Run]) -> Table:
    """What judges said of turns without a rating, by the model that made the revisions (§7)."""
    rows = []
    for run in runs:
        in_order = sorted(run.asked, key=lambda sample: sample.id)
        for model in dict.fromkeys(str(sample.about.get("model", "?")) for sample in in_order):
            found = rows_of(run, having("model", model))
            cells: dict[str, Cell] = {
                GOOD_SHARE.key(): GOOD_SHARE.of(found),
                NO_VERDICT.key: sum(values["decided"] == 0 for values, _ in found),
                N.key: len(found),
            }
            rows.append(Row(model, "measure", cells, f"judge: {named(run)}"))
    return Table(
        id="not-rated",
        title="Turns that nobody has rated",
        caption=f"data={data_names(runs)}. By the model that revised. {meanings((GOOD_SHARE,))}. "
        "Standard errors are clustered by session. No person has rated these turns: there is no "
        "accuracy and no baseline, and how often the judge is right has to be measured on rated "
        "turns (Table 5). Compare what one judge says of several models, not its share with that "
        "of people or of another judge.",
        columns=(Column.of(GOOD_SHARE), NO_VERDICT, N),
        rows=tuple(rows),
    )


def confusions(runs: Sequence[Run]) -> Table:
    """How often each verdict met each rating."""
    labels = ("Good, said so", "Good, said not", "Not good, said so", "Not good, said good")
    return build.confusions(runs, labels, "Verdicts and ratings", "turns")


def order(runs: Sequence[Run]) -> list[str]:
    """The conditions of the runs: the paper's, then others, files, and baselines."""
    last = (FINETUNED, ELSEWHERE, BASELINE_ROWS)
    known = [name for name in published.CONDITIONS if name not in last]
    return judging.conditions(runs, known, last)


def splits(runs: Sequence[Run]) -> list[str]:
    """Which turns the runs judged."""
    return list(dict.fromkeys(run.identity.get("split", "?") for run in runs))
