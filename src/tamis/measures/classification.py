"""Counts of right and wrong judgements, and the measures computed from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tamis.measures.measure import Measure
from tamis.stats import NAN, Estimate, mean, ratio, ratio_difference

Rows = Sequence[tuple[Mapping[str, float], str]]
"""The figures of each sample, and the name of its cluster."""


@dataclass(frozen=True, kw_only=True)
class Rate(Measure):
    """A measure of many verdicts together, such as a ratio of counts: `of` computes it.

    A benchmark declares its own, since it names the classes; the functions below are shared. `each`
    gives a value for each sample of which the measure is the mean, by which it is compared in
    pairs; None where there is none.
    """

    of: Callable[[Rows], Estimate]
    each: Callable[[Rows], Sequence[float]] | None = None


@dataclass(frozen=True)
class Confusion:
    """True and false positives and negatives; confusions add up.

    The measures are those of the positive class, 0 to 1, and NaN where they are undefined.
    """

    tp: int = 0
    fp: int = 0
    fn: int = 0
    tn: int = 0

    @classmethod
    def of(cls, predicted: bool, actual: bool) -> Confusion:
        """The confusion of one judgement."""
        return cls(
            tp=int(predicted and actual),
            fp=int(predicted and not actual),
            fn=int(not predicted and actual),
            tn=int(not predicted and not actual),
        )

    def __add__(self, other: Confusion) -> Confusion:
        return Confusion(
            self.tp + other.tp, self.fp + other.fp, self.fn + other.fn, self.tn + other.tn
        )

    def __len__(self) -> int:
        return self.tp + self.fp + self.fn + self.tn

    @property
    def precision(self) -> float:
        """The share of the positive judgements that are right; NaN where there is none."""
        return _ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The share of the actual positives that are judged positive; NaN where there is none."""
        return _ratio(self.tp, self.tp + self.fn)

    @property
    def accuracy(self) -> float:
        """The share of the judgements that are right; NaN where there is none."""
        return _ratio(self.tp + self.tn, len(self))

    @property
    def f1_parts(self) -> tuple[int, int]:
        """Numerator and denominator of `f1`; both can be summed over samples."""
        return 2 * self.tp, 2 * self.tp + self.fp + self.fn

    @property
    def f1(self) -> float:
        """2 TP / (2 TP + FP + FN): 0 where nothing is right, NaN where nothing is positive."""
        return _ratio(*self.f1_parts)


def verdict_figures(said: bool | None, truth: bool) -> dict[str, float]:
    """The figures of one verdict: `correct`, `tp`, `fp`, `fn`, `tn` (0 or 1 each), and `decided`.

    No verdict (None) counts as the wrong one. `read_correct` and so on are the same of verdicts
    alone, NaN where there is none.
    """
    one = Confusion.of(not truth if said is None else said, truth)
    held = {"correct": one.accuracy, "tp": one.tp, "fp": one.fp, "fn": one.fn, "tn": one.tn}
    found = {key: float(value) for key, value in held.items()}
    read = {f"read_{key}": NAN if said is None else value for key, value in found.items()}
    return {**found, **read, "decided": float(said is not None)}


def no_verdict(truth: bool) -> dict[str, float]:
    """The headline figures of an item that was asked about and got no verdict."""
    found = verdict_figures(None, truth)
    return {key: value for key, value in found.items() if not key.startswith("read_")}


def decided(
    rows: Iterable[tuple[Mapping[str, float], str]],
) -> list[tuple[dict[str, float], str]]:
    """Rows of figures and clusters with the figures of the verdicts alone in the headline's place.

    A figure is NaN where there is no verdict.
    """
    return [({**values, **_of_verdicts(values)}, cluster) for values, cluster in rows]


def estimates(rates: Iterable[Rate], rows: Rows) -> dict[str, Estimate]:
    """What rates come to over the rows of `verdict_figures`, by their names."""
    return {rate.name: rate.of(rows) for rate in rates}


def accuracy(rows: Rows) -> Estimate:
    """The share of right verdicts, 0 to 1."""
    return _mean(rows, "correct")


def coverage(rows: Rows) -> Estimate:
    """The share of samples with a verdict, 0 to 1."""
    return _mean(rows, "decided")


def precision(rows: Rows) -> Estimate:
    """TP / (TP + FP), 0 to 1; NaN where nothing is judged positive."""
    return ratio((v["tp"], v["tp"] + v["fp"], cluster) for v, cluster in rows)


def recall(rows: Rows) -> Estimate:
    """TP / (TP + FN), 0 to 1; NaN where nothing is positive."""
    return ratio((v["tp"], v["tp"] + v["fn"], cluster) for v, cluster in rows)


def f1(rows: Rows) -> Estimate:
    """2 TP / (2 TP + FP + FN), 0 to 1."""
    return ratio((*_f1(values, "tp"), cluster) for values, cluster in rows)


def f1_of_negatives(rows: Rows) -> Estimate:
    """2 TN / (2 TN + FP + FN), 0 to 1."""
    return ratio((*_f1(values, "tn"), cluster) for values, cluster in rows)


def macro_f1(rows: Rows) -> Estimate:
    """The mean of `f1` and `f1_of_negatives`, 0 to 1; NaN where one of them is."""
    values = zip(macro_f1_of_each(rows), (cluster for _, cluster in rows), strict=True)
    return replace(mean(values), within=(0.0, 1.0))


def macro_f1_of_each(rows: Rows) -> list[float]:
    """For each row a value of which `macro_f1` is the mean: the measure, linearised.

    A ratio's standard error is that of these values (Taylor series; see `stats.ratio`), which lie
    outside 0 and 1 too.
    """
    classes = [[_f1(values, right) for values, _ in rows] for right in ("tp", "tn")]
    found = [0.0] * len(rows)
    for parts in classes:
        below = sum(part[1] for part in parts)
        whole = sum(part[0] for part in parts) / below if below else NAN
        for nth, (above, own) in enumerate(parts):
            found[nth] += (whole + (above - whole * own) * len(rows) / below) / 2 if below else NAN
    return found


def skew(rows: Rows) -> Estimate:
    """`f1` minus `f1_of_negatives` over the verdicts, -1 to 1: above 0 for a lenient judge."""
    return ratio_difference(
        (_f1(values, "tp"), _f1(values, "tn"), cluster) for values, cluster in decided(rows)
    )


def said_positive(rows: Rows) -> Estimate:
    """The share of the verdicts that are positive, rightly or not, 0 to 1."""
    return mean((v["tp"] + v["fp"], cluster) for v, cluster in decided(rows))


def positive(rows: Rows) -> Estimate:
    """The share of the samples that are positive, whatever is said of them, 0 to 1."""
    return mean((v["tp"] + v["fn"], cluster) for v, cluster in rows)


def sensitivity(rows: Rows) -> Estimate:
    """The share of the positive samples that are judged so, 0 to 1."""
    return mean((v["tp"], cluster) for v, cluster in rows if v["tp"] + v["fn"] == 1)


def specificity(rows: Rows) -> Estimate:
    """The share of the negative samples that are judged so, 0 to 1."""
    return mean((v["tn"], cluster) for v, cluster in rows if v["tn"] + v["fp"] == 1)


def _mean(rows: Rows, figure: str) -> Estimate:
    return mean((values[figure], cluster) for values, cluster in rows)


def _f1(values: Mapping[str, float], right: str) -> tuple[float, float]:
    twice = 2 * values[right]
    return twice, twice + values["fp"] + values["fn"]


def _of_verdicts(values: Mapping[str, float]) -> dict[str, float]:
    return {bare: values[read] for bare, read in _names(tuple(values))}


@lru_cache(maxsize=64)
def _names(keys: tuple[str, ...]) -> list[tuple[str, str]]:
    """The figures that are of verdicts alone, without and with `read_`: the same for most rows."""
    return [(key.removeprefix("read_"), key) for key in keys if key.startswith("read_")]


def _ratio(part: int, whole: int) -> float:
    return part / whole if whole else NAN


MACRO_F1 = Rate(
    "macro_f1",
    "Macro-F1",
    "the mean of the F1s of both classes, which one verdict for all does not win",
    over="all that were asked, one without a verdict being judged wrongly",
    of=macro_f1,
    each=macro_f1_of_each,
)
