"""The figures of a verdict given its label, and the measures over many items (§3.2)."""

from __future__ import annotations

import math

from tamis.benchmarks.acs.logged_verdict import Judged, disagree
from tamis.checking.judgement import Judgement
from tamis.checking.panel import flip_rate
from tamis.measures.classification import (
    Rate,
    Rows,
    accuracy,
    coverage,
    f1,
    f1_of_negatives,
    skew,
    verdict_figures,
)
from tamis.measures.measure import Measure
from tamis.stats import NAN
from tamis.types import Outcome

ITEMS, VERDICTS = "all items, one without a verdict being judged wrongly", "the verdicts"
ANSWERED = "the items that were answered, all judges and wordings together"

ACCURACY = Rate(
    "accuracy",
    "Accuracy",
    "the share of right verdicts",
    "ACS, §3.2",
    over=ITEMS,
    logged="correct",
    said="judges {} of the items rightly",
    of=accuracy,
)
F1_SATISFIED = Rate(
    "f1_satisfied", "F1 satisfied", "2 TP / (2 TP + FP + FN)", "ACS, §3.2", over=ITEMS, of=f1
)
F1_UNSATISFIED = Rate(
    "f1_unsatisfied",
    "F1 unsatisfied",
    "2 TN / (2 TN + FP + FN)",
    "ACS, §3.2",
    over=ITEMS,
    of=f1_of_negatives,
)
HEADLINE = (ACCURACY, F1_SATISFIED, F1_UNSATISFIED)

SKEW = Rate(
    "skew",
    "Skew",
    "F1 satisfied minus F1 unsatisfied, above 0 for a judge that is too lenient",
    better=None,
    over=VERDICTS,
    within=(-1.0, 1.0),
    of=skew,
)
COVERAGE = Rate(
    "coverage",
    "Coverage",
    "the share of items with a verdict",
    better=None,
    over="all items",
    logged="decided",
    of=coverage,
)
BESIDE = (SKEW, COVERAGE)

ASKED_A_MODEL = Measure(
    "asked_a_model",
    "Asked a model",
    "the share of items for which a model was called",
    better="down",
    over=ANSWERED,
)
CALLS = Measure(
    "calls",
    "Calls an item",
    "calls of a model",
    better="down",
    over=ANSWERED,
    within=(0.0, math.inf),
)
TOKENS_IN = Measure(
    "tokens_in",
    "Tokens in an item",
    "tokens of prompts, as the provider counts them",
    better="down",
    over=ANSWERED,
    within=(0.0, math.inf),
    digits=0,
)
TOKENS_OUT = Measure(
    "tokens_out",
    "Tokens out an item",
    "tokens of replies, as the provider counts them",
    better="down",
    over=ANSWERED,
    within=(0.0, math.inf),
    digits=0,
)
COSTS = (ASKED_A_MODEL, CALLS, TOKENS_IN, TOKENS_OUT)

FLIPPED = Measure(
    "flipped",
    "Flip rate",
    "the share of the other wordings whose verdict differs from that of the standard one",
    better="down",
    over="the items with verdicts under several wordings",
)
DISAGREED = Measure(
    "disagreed",
    "Judges disagree",
    "1 where two judges decided differently",
    better="down",
    over="the items of several judges",
)
MAJORITY = Measure(
    "majority",
    "Accuracy of the majority",
    "1 where more than half of an item's verdicts are right, an epoch without one being a wrong "
    "one",
    over="items, all epochs of one together",
)
DECIDED = Measure(
    "decided",
    "Coverage of the majority",
    "1 where the verdicts on an item are no tie",
    over=MAJORITY.over,
)
AGREEMENT = Measure(
    "agreement",
    "Agreement",
    "the share of pairs of verdicts on one item that are the same",
    over=MAJORITY.over,
)

REPEATED = (MAJORITY, DECIDED, AGREEMENT)

DECLARED = (*HEADLINE, *BESIDE, *COSTS, FLIPPED, DISAGREED, *REPEATED)


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


def bounds(rows: Rows) -> tuple[float, float]:
    """Accuracy over all items, with those without a verdict all wrong, and all correct."""
    if not rows:
        return NAN, NAN
    right = sum(values["correct"] == 1 for values, _ in rows)
    return right / len(rows), (right + undecided(rows)) / len(rows)


def undecided(rows: Rows) -> int:
    """How many items have no verdict."""
    return sum(values["decided"] == 0 for values, _ in rows)
