"""The figures of a verdict given its label, and the measures over many items (§3.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tamis.benchmarks.acs.logged_verdict import Judged, disagree
from tamis.checking.judgement import Judgement
from tamis.checking.panel import flip_rate
from tamis.measures.classification import decided, verdict_figures
from tamis.stats import NAN, Estimate, mean, ratio, ratio_difference
from tamis.types import Outcome

Rows = Sequence[tuple[Mapping[str, float], str]]
"""The figures of items, each with its cluster: the response that other items share."""


def figures(judged: Judged, satisfied: bool) -> dict[str, float]:
    """The figures of one item: 0 or 1 each, except counts of calls and tokens.

    `correct`, `tp`, `fp`, `fn` and `tn` count no verdict as the wrong one, `read_correct` and so on
    are NaN there; the positive class is "satisfied". `flipped` is the share of the other wordings
    whose verdict differs from the standard one's, NaN where there are none.
    """
    return {
        **verdict_figures(judged.verdict.satisfied, satisfied),
        "flipped": flip_rate(judged.worded),
        "disagreed": float(disagree(judged.panel)) if len(judged.panel) > 1 else NAN,
        "asked_a_model": float(judged.calls > 0),
        "calls": float(judged.calls),
        "tokens_in": float(judged.tokens[0]),
        "tokens_out": float(judged.tokens[1]),
    }


def outcome(verdict: Judgement) -> Outcome:
    """The outcome of an item; of calls only those fail whose prompt is too long."""
    if verdict.satisfied is not None:
        return "ok"
    return "too_long" if verdict.outcome == "failed" else verdict.outcome


def accuracy(rows: Rows) -> Estimate:
    """The share of correct verdicts."""
    return _mean(rows, "correct")


def coverage(rows: Rows) -> Estimate:
    """The share of items with a verdict."""
    return _mean(rows, "decided")


def f1_satisfied(rows: Rows) -> Estimate:
    """2 TP / (2 TP + FP + FN)."""
    return ratio((*_f1(values, "tp"), cluster) for values, cluster in rows)


def f1_unsatisfied(rows: Rows) -> Estimate:
    """2 TN / (2 TN + FP + FN)."""
    return ratio((*_f1(values, "tn"), cluster) for values, cluster in rows)


def skew(rows: Rows) -> Estimate:
    """F1 of satisfied minus F1 of unsatisfied over the verdicts: above 0 for a lenient judge."""
    return ratio_difference(
        (_f1(values, "tp"), _f1(values, "tn"), c) for values, c in decided(rows)
    )


MEASURES: dict[str, Callable[[Rows], Estimate]] = {
    "accuracy": accuracy,
    "f1_satisfied": f1_satisfied,
    "f1_unsatisfied": f1_unsatisfied,
    "skew": skew,
    "coverage": coverage,
}
"""The measures by name, over all items asked about; standard errors are clustered by response."""


def bounds(rows: Rows) -> tuple[float, float]:
    """Accuracy over all items, with those without a verdict all wrong, and all correct."""
    if not rows:
        return NAN, NAN
    right = sum(values["correct"] == 1 for values, _ in rows)
    return right / len(rows), (right + undecided(rows)) / len(rows)


def undecided(rows: Rows) -> int:
    """How many items have no verdict."""
    return sum(values["decided"] == 0 for values, _ in rows)


def _mean(rows: Rows, key: str) -> Estimate:
    return mean((values[key], cluster) for values, cluster in rows)


def _f1(values: Mapping[str, float], right: str) -> tuple[float, float]:
    twice = 2 * values[right]
    return twice, twice + values["fp"] + values["fn"]
