"""The score of one verdict against a rating, and the measures over many turns (§5)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tamis.benchmarks.kiwi.verdict import OUTCOMES, Verdict
from tamis.measures.classification import Confusion
from tamis.stats import NAN, Estimate, mean, ratio

UNDECIDED = tuple(outcome for outcome in OUTCOMES if outcome != "ok")
"""The outcomes of a judgement without a verdict."""

Rows = Sequence[tuple[Mapping[str, float], str]]
"""The figures of turns, each with its session, which is the cluster for standard errors."""


def figures(verdict: Verdict, good: bool) -> dict[str, float]:
    """The figures of one turn: 0 or 1, except the counts of calls and tokens.

    Good is the positive class. `correct` and the rest are NaN where nothing was decided;
    `forced_correct` counts these as "not good".
    """
    said = verdict.good
    counts = dict.fromkeys(("tp", "fp", "fn", "tn"), NAN)
    if said is not None:
        one = Confusion.of(said, good)
        counts = {"tp": one.tp, "fp": one.fp, "fn": one.fn, "tn": one.tn}
    outcomes = {name: float(said is None and verdict.outcome == name) for name in UNDECIDED}
    outcomes["call_failed"] = outcomes.pop("failed")
    return {
        "correct": NAN if said is None else float(said == good),
        **counts,
        "said_good": NAN if said is None else float(said),
        "decided": float(said is not None),
        "forced_correct": float(bool(said) == good),
        **outcomes,
        "calls": float(verdict.calls),
        "tokens_in": float(verdict.tokens[0]),
        "tokens_out": float(verdict.tokens[1]),
    }


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
    """The share of right verdicts among those that were given."""
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
    """The share of turns that the judge calls good, rightly or not."""
    return mean((values["said_good"], cluster) for values, cluster in rows)


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
"""The measures by name; standard errors are clustered by session."""
