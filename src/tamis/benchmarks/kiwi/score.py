"""The verdict of a judge on one turn, its score against a rating, and the measures (KIWI, §5)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import cast

from tamis.benchmarks.records import Record, form, reading
from tamis.measures.classification import (
    Rate,
    Rows,
    accuracy,
    coverage,
    decided,
    f1,
    precision,
    recall,
    verdict_figures,
)
from tamis.report.scored import Scored
from tamis.stats import NAN, Estimate, mean
from tamis.types import Outcome

TURNS = "all rated turns, one without a verdict being judged wrongly"

ACCURACY = Rate(
    "accuracy",
    "Accuracy",
    "the share of right verdicts",
    "KIWI, §5",
    over=TURNS,
    logged="correct",
    said="judges {} of the revisions rightly",
    of=accuracy,
)
PRECISION = Rate(
    "precision",
    "Precision",
    "the share of good among the turns that are called good",
    "KIWI, §5",
    over=TURNS,
    of=precision,
)
RECALL = Rate(
    "recall",
    "Recall",
    "the share of the good turns that are called good",
    "KIWI, §5",
    over=TURNS,
    of=recall,
)
F1 = Rate("f1", "F1", "2 TP / (2 TP + FP + FN)", "KIWI, §5", over=TURNS, of=f1)
HEADLINE = (ACCURACY, PRECISION, RECALL, F1)


def said_good(rows: Rows) -> Estimate:
    """The share of the verdicts that are good, of rated turns and of others, 0 to 1."""
    # Second ratings, and logs of before turns without a rating were judged, have the counts alone.
    return mean((v.get("said_good", v["tp"] + v["fp"]), cluster) for v, cluster in decided(rows))


GOOD_SHARE = Rate(
    "good_share",
    "Said good",
    "the share of verdicts that are good, rightly or not",
    "KIWI, Table 5",
    better=None,
    over="the verdicts",
    logged="said_good",
    of=said_good,
)
COVERAGE = Rate(
    "coverage",
    "Coverage",
    "the share of turns with a verdict",
    better=None,
    over="all turns",
    logged="decided",
    of=coverage,
)
BESIDE = (GOOD_SHARE, COVERAGE)

DECLARED = (*HEADLINE, *BESIDE)

SEEN = "seen"
"""The outcome of a turn that the fine-tuned judge was trained on, and is not asked about."""


@dataclass(frozen=True)
class Verdict:
    """Whether a revision is good; None where that was not decided, and `outcome` says why.

    `text` is the judge's reply, or what a baseline did. `tokens` are those in and out. `by_reader`:
    a model has read the reply, as the program could not.
    """

    good: bool | None
    outcome: str = "ok"
    text: str = ""
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)
    by_reader: bool = False


def to_record(verdict: Verdict) -> Record:
    """The record."""
    return {**form("kiwi"), **asdict(verdict)}


@reading
def from_record(record: Record) -> Verdict:
    """The verdict of a record; InputError where it is of another form."""
    own = {name: value for name, value in record.items() if name != "form"}
    tokens_in, tokens_out = own.pop("tokens")
    return Verdict(**own, tokens=(tokens_in, tokens_out))


NOT_RATED = "not rated"


def worded(good: bool | None) -> str:
    """The two classes in words, neutral and bad being one (§5); None for a turn without a
    rating."""
    if good is None:
        return NOT_RATED
    return "good" if good else "not good"


def is_rated(sample: Scored) -> bool:
    """Whether a person has rated the turn."""
    return sample.target != NOT_RATED


def figures(verdict: Verdict, good: bool | None) -> dict[str, float]:
    """The figures of one turn: 0 or 1, except the counts of calls and tokens.

    Good is the positive class. `correct`, `tp`, `fp`, `fn` and `tn` count no verdict as the wrong
    one; `read_correct` and so on are NaN there. Without a rating (`good` is None) all of these are
    NaN. `said_good` needs none: it is NaN without a verdict.
    """
    held = verdict_figures(verdict.good, bool(good))
    if good is None:
        held = {**dict.fromkeys(held, NAN), "decided": held["decided"]}
    return {
        **held,
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


def again(second: bool | None, good: bool | None) -> dict[str, float]:
    """The figures of a second person's rating, as if it were a verdict; NaN where there is none."""
    one = figures(Verdict(second, "missing" if second is None else "ok"), good)
    return {f"human_{key}": one[key] for key in HUMAN}


HUMAN = ("correct", "tp", "fp", "fn", "tn", "decided")
"""The figures that a second rating has, each after `human_`."""


def human(rows: Rows) -> Rows:
    """The figures of the second ratings, of those turns that have one."""
    return [
        ({key: values[f"human_{key}"] for key in HUMAN}, cluster)
        for values, cluster in rows
        if values.get("human_decided") == 1
    ]
