"""The score of one verdict against a rating, and the measures over many turns (§5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import cast

from tamis.benchmarks.kiwi.verdict import SEEN, Verdict
from tamis.measures.classification import verdict_figures
from tamis.stats import NAN, Estimate, mean, ratio
from tamis.types import Outcome

Rows = Sequence[tuple[Mapping[str, float], str]]
"""The figures of turns, each with its session, which is the cluster for standard errors."""


def figures(verdict: Verdict, good: bool) -> dict[str, float]:
    """The figures of one turn: 0 or 1, except the counts of calls and tokens.

    Good is the positive class. `correct`, `tp`, `fp`, `fn` and `tn` count no verdict as the wrong
    one; `read_correct` and so on, and `said_good`, are NaN there.
    """
    return {
        **verdict_figures(verdict.good, good),
        "said_good": NAN if verdict.good is None else float(verdict.good),
        "calls": float(verdict.calls),
        "tokens_in": float(verdict.tokens[0]),
        "tokens_out": float(verdict.tokens[1]),
    }


def outcome(verdict: Verdict) -> Outcome | None:
    """The outcome of a turn, None where the judge was not asked.

    Of calls only those fail whose prompt is too long.
    """
    if verdict.good is not None:
        return "ok"
    known: dict[str, Outcome | None] = {"failed": "too_long", SEEN: None}
    return known.get(verdict.outcome, cast(Outcome, verdict.outcome))


def again(second: bool | None, good: bool) -> dict[str, float]:
    """The figures of a second person's rating, as if it were a verdict; NaN where there is none."""
    one = figures(Verdict(second, "missing" if second is None else "ok"), good)
    return {f"human_{key}": one[key] for key in HUMAN}


HUMAN = ("correct", "tp", "fp", "fn", "tn", "said_good", "decided")
"""The figures that a second rating has, each after `human_`."""


def human(rows: Rows) -> Rows:
    """The figures of the second ratings, of those turns that have one."""
    return [
        ({key: values[f"human_{key}"] for key in HUMAN}, cluster)
        for values, cluster in rows
        if values.get("human_decided") == 1
    ]


def accuracy(rows: Rows) -> Estimate:
    """The share of right verdicts."""
    return mean((values["correct"], cluster) for values, cluster in rows)


def precision(rows: Rows) -> Estimate:
    """TP / (TP + FP): how often a turn that is called good is rated so; NaN where none is."""
    return ratio((v["tp"], v["tp"] + v["fp"], cluster) for v, cluster in rows)


def recall(rows: Rows) -> Estimate:
    """TP / (TP + FN): how many of the turns rated good are called so."""
    return ratio((v["tp"], v["tp"] + v["fn"], cluster) for v, cluster in rows)


def f1(rows: Rows) -> Estimate:
    """2 TP / (2 TP + FP + FN)."""
    return ratio((2 * v["tp"], 2 * v["tp"] + v["fp"] + v["fn"], cluster) for v, cluster in rows)


def good_share(rows: Rows) -> Estimate:
    """The share of the verdicts that are "good", rightly or not."""
    return mean((values.get("said_good", NAN), cluster) for values, cluster in rows)


def coverage(rows: Rows) -> Estimate:
    """The share of turns with a verdict."""
    return mean((values["decided"], cluster) for values, cluster in rows)


MEASURES: dict[str, Callable[[Rows], Estimate]] = {
    "accuracy": accuracy,
    "precision": precision,
    "recall": recall,
    "f1": f1,
    "good_share": good_share,
    "coverage": coverage,
}
"""The measures by name, over all turns asked about; standard errors are clustered by session."""
