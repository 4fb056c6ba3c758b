"""How well judges judge: Table 1 of ACS, clustered F1s and skew, and corrected rates."""

from __future__ import annotations

import json
import math
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tamis.report
from tamis.measures.classification import Confusion, macro_f1, verdict_figures
from tamis.stats import (
    Correction,
    Estimate,
    correct,
    mean,
    paired_difference,
    pooled,
    ratio,
    ratio_difference,
)

PUBLISHED = Path(tamis.report.__file__).parent / "published" / "acs.json"

# (TP, FN, TN, FP) with satisfied as the positive class: the only counts over 241 satisfied and
# 164 unsatisfied constraints that give the printed figures.
TABLE_1 = {
    "Gemini 1.5 Pro": ((222, 19, 136, 28), (227, 14, 135, 29)),
    "Gemini 1.5 Flash": ((204, 37, 137, 27), (220, 21, 139, 25)),
    "Gemini 1.0 Pro": ((191, 50, 116, 48), (198, 43, 123, 41)),
    "GPT-4o": ((238, 3, 155, 9), (239, 2, 154, 10)),
    "Llama-3-70b-chat": ((217, 24, 150, 14), (222, 19, 137, 27)),
    "Llama-3-8b-chat": ((185, 56, 141, 23), (194, 47, 114, 50)),
    "Mixtral-8x7b-instruct-v0.1": ((186, 55, 109, 55), (172, 69, 94, 70)),
    "Mistral-7b-instruct-v0.2": ((159, 82, 117, 47), (182, 59, 93, 71)),
}
ROWS = [
    pytest.param(model, shots, counts, id=f"{model}-{shots}")
    for model, both in TABLE_1.items()
    for shots, counts in zip(("zero_shot", "two_shot"), both, strict=True)
]


def judgements(tp: int, fn: int, tn: int, fp: int) -> list[tuple[bool, bool]]:
    """The (verdict, gold) pairs behind a confusion matrix."""
    return [(True, True)] * tp + [(False, True)] * fn + [(False, False)] * tn + [(True, False)] * fp


def f1(pairs: list[tuple[bool, bool]]) -> float:
    """F1 of the positive class, from precision and recall."""
    right = sum(verdict and gold for verdict, gold in pairs)
    precision = right / sum(verdict for verdict, _ in pairs)
    recall = right / sum(gold for _, gold in pairs)
    return 2 * precision * recall / (precision + recall)


def turned(pairs: list[tuple[bool, bool]]) -> list[tuple[bool, bool]]:
    """The same judgements with unsatisfied as the positive class."""
    return [(not verdict, not gold) for verdict, gold in pairs]


def parts(verdict: bool, gold: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    """One judgement's share of the F1 of satisfied and of that of unsatisfied."""
    return Confusion.of(verdict, gold).f1_parts, Confusion.of(not verdict, not gold).f1_parts


@pytest.mark.parametrize(("model", "shots", "counts"), ROWS)
def test_every_row_of_table_1_to_the_printed_digits(model, shots, counts):
    """Accuracy and both F1s, in percent with two decimals, from counts and from judgements."""
    printed = json.loads(PUBLISHED.read_text())["judges"][model][shots]
    tp, fn, tn, fp = counts
    confusion = Confusion(tp=tp, fn=fn, tn=tn, fp=fp)
    assert len(confusion) == 405
    of_counts = (confusion.accuracy, confusion.f1, Confusion(tp=tn, fn=fp, tn=tp, fp=fn).f1)
    rows = [
        (*parts(verdict, gold), verdict == gold, i)
        for i, (verdict, gold) in enumerate(judgements(*counts))
    ]
    of_samples = (
        mean((float(right), i) for _, _, right, i in rows),
        ratio((*a, i) for a, _, _, i in rows),
        ratio((*b, i) for _, b, _, i in rows),
    )
    names = ("accuracy", "f1_satisfied", "f1_unsatisfied")
    for name, by_counts, by_samples in zip(names, of_counts, of_samples, strict=True):
        assert f"{100 * by_counts:.2f}" == f"{printed[name]:.2f}", name
        assert f"{100 * by_samples.value:.2f}" == f"{printed[name]:.2f}", name
        assert 0 < by_samples.stderr < 0.04


def test_a_ratio_and_its_clustered_error_by_hand():
    """Clusters 1/2 and 2/2: ratio 3/4, residuals -1/2 and 1/2, error sqrt(2 · 1/2) / 4."""
    got = ratio([(1, 1, "a"), (0, 1, "a"), (2, 2, "b"), (0, 0, "b")])
    assert got == Estimate(0.75, 0.25, n=4, excluded=0, clusters=2)


def test_the_skew_and_its_error_by_hand():
    """Halves and quarters: the error is that of the difference, not of two samples.

    a = (1 + 0) / (1 + 1) = 1/2, b = (1 + 0) / (2 + 2) = 1/4. Cluster x has (1 - 1/2) / 2 = 1/4
    for a and (1 - 2/4) / 4 = 1/8 for b, so 1/8 in all, and y -1/8: sqrt(2 · 2 / 64) = 1/4.
    """
    got = ratio_difference([((1, 1), (1, 2), "x"), ((0, 1), (0, 2), "y")])
    assert (got.value, got.stderr, got.clusters) == (0.25, 0.25, 2)


@given(st.lists(st.tuples(st.floats(-9, 9), st.integers(0, 4)), min_size=2, max_size=30))
def test_with_denominators_of_one_a_ratio_is_a_mean(pairs):
    """The clustered standard error of a mean written out, each cluster by its leverage (CR2)."""
    got = ratio((value, 1, cluster) for value, cluster in pairs)
    centre = np.mean([value for value, _ in pairs])
    sums = defaultdict(list)
    for value, cluster in pairs:
        sums[cluster].append(value - centre)
    assert math.isclose(got.value, centre, abs_tol=1e-12)
    if len(sums) > 1:
        n = len(pairs)
        error = math.sqrt(sum(sum(s) ** 2 / (1 - len(s) / n) for s in sums.values())) / n
        assert math.isclose(got.stderr, error, abs_tol=1e-12)
    else:
        assert math.isnan(got.stderr)


def test_the_errors_of_f1_skew_and_macro_f1_agree_with_a_jackknife_over_clusters():
    """Leaving out one response at a time gives nearly the same errors, in 100 of 4 constraints."""
    rng = np.random.default_rng(4)
    ease = rng.beta(6, 1, 100)
    clusters = {
        g: [(bool(gold == (rng.random() < ease[g])), bool(gold)) for gold in rng.random(4) < 0.6]
        for g in range(100)
    }

    def skew(pairs):
        return f1(pairs) - f1(turned(pairs))

    def macro(pairs):
        return (f1(pairs) + f1(turned(pairs))) / 2

    verdicts = [(verdict_figures(*pair), g) for g, pairs in clusters.items() for pair in pairs]
    rows = [(*parts(*pair), g) for g, pairs in clusters.items() for pair in pairs]
    estimates = {
        f1: ratio((*a, g) for a, _, g in rows),
        skew: ratio_difference(rows),
        macro: macro_f1(verdicts),
    }
    for measure, got in estimates.items():
        whole = measure([pair for pairs in clusters.values() for pair in pairs])
        left_out = [
            measure([pair for g, pairs in clusters.items() if g != out for pair in pairs])
            for out in clusters
        ]
        jackknife = math.sqrt(99 / 100 * sum((v - np.mean(left_out)) ** 2 for v in left_out))
        assert math.isclose(got.value, whole)
        assert math.isclose(got.stderr, jackknife, rel_tol=0.03)


@pytest.mark.parametrize(
    ("said", "found"),
    # 6 of 10 are satisfied: F1 2 * 6 / (12 + 4) and 0; 0 and 2 * 4 / (8 + 6); both 1; both 0.
    [(True, 0.375), (False, 2 / 7), ("right", 1.0), (None, 0.0)],
)
def test_one_verdict_for_all_and_none_win_no_macro_f1(said, found):
    """The mean of the F1s of both classes, worked out by hand; no verdict is a wrong one."""
    truths = [True] * 6 + [False] * 4
    rows = [
        (verdict_figures(truth if said == "right" else said, truth), str(nth))
        for nth, truth in enumerate(truths)
    ]
    assert macro_f1(rows).value == pytest.approx(found)


def test_a_share_of_0_or_1_has_the_exact_interval_over_its_clusters():
    """0 of 10 and 20 of 20, as R's binom.test prints them: 0 to .3084971, .8315665 to 1."""
    none = mean((0.0, g) for g in range(10) for _ in range(3))
    every = ratio((2.0, 2.0, g) for g in range(20))
    assert [round(end, 7) for end in none.interval] == [0, 0.3084971]
    assert [round(end, 7) for end in every.interval] == [0.8315665, 1]
    # Nothing varied, so there is no standard error to print.
    assert math.isnan(none.error)
    assert none.stderr == 0


def test_unequal_clusters_at_an_edge_count_for_fewer():
    """Weights 3, 1, 1: (3 + 1 + 1)² / (3² + 1² + 1²) = 25/11; one without weight for none."""
    got = ratio([(3, 3, "a"), (1, 1, "b"), (1, 1, "c"), (0, 0, "d")])
    assert got.clusters == 3
    assert math.isclose(got.effective, 25 / 11)
    assert math.isclose(got.interval[0], 0.025 ** (11 / 25))


def test_where_nothing_varied_there_is_no_standard_error_but_an_interval():
    """At an edge and in between: 9 of 9 pairs alike do not prove that all are.

    At least .025^(1/9) = .664 of the clusters are like these; the rest may be at either bound.
    """
    same = {str(g): 1.0 for g in range(9)}
    flat = ratio_difference([((1, 1), (1, 1), g) for g in range(9)])
    for got in (paired_difference(same, same, {}), flat):
        assert math.isnan(got.error)
        assert got.interval == pytest.approx((-0.336, 0.336), abs=5e-4)
    half = mean((0.5, g) for g in range(9))
    assert math.isnan(half.error)
    assert half.interval == pytest.approx((0.5 * 0.6637, 1 - 0.5 * 0.6637), abs=1e-4)
    assert not mean((v, g) for g, v in enumerate((3.0, 0.0, 0.0))).constant
    assert not mean([(1.0, "a"), (0.0, "b")]).constant
    assert math.isnan(mean([(1.0, "a"), (1.0, "a")]).interval[0])


def test_undefined_samples_are_left_out_of_a_ratio_and_counted():
    """An undecided verdict is NaN; denominators that add up to nothing give NaN."""
    got = ratio([(1, 1, "a"), (math.nan, math.nan, "b"), (0, 1, "c")])
    assert (got.value, got.n, got.excluded, got.clusters) == (0.5, 2, 1, 2)
    got = ratio([(0, 0, "a"), (0, 0, "b")])
    assert math.isnan(got.value)
    assert got.n == 2
    assert math.isnan(ratio([]).value)


def test_a_corrected_rate_by_hand():
    """p .7, q1 .9, q0 .8: (.7 + .8 - 1) / (.9 + .8 - 1) = 5/7, and the raw rate stays."""
    got = correct(Estimate(0.7, n=200), Estimate(0.9, n=50), Estimate(0.8, n=50))
    assert math.isclose(got.value, 5 / 7)
    assert got.raw.value == 0.7
    assert got.interval[0] < 5 / 7 < got.interval[1]
    assert got.warning == ""


def test_the_interval_is_that_of_the_papers_example():
    """Lang and Reiczigel (2014), Example 1: 0.349 to 0.372."""
    got = correct(
        Estimate(4060 / 11282, n=11282), Estimate(178 / 179, n=179), Estimate(358 / 359, n=359)
    )
    assert [round(end, 3) for end in got.interval] == [0.349, 0.372]


def test_the_interval_worked_step_by_step():
    """Symmetric case: the shift vanishes at θ = 1/2, so the half width is z · sd / J.

    n = 96.16 with z² = 3.84 makes n' = 100; m = 98 with 88.2 right makes q' = 89.2/100 = .892;
    J' = .784; the variance is .25/100 + 2 · .25 · .892 · .108/100.
    """
    z = 1.959963984540054
    n = 100 - z * z
    got = correct(Estimate(0.5, n=n), Estimate(0.9, n=98), Estimate(0.9, n=98))
    half = z * math.sqrt(0.0025 + 0.5 * 0.892 * 0.108 / 100) / 0.784
    assert math.isclose(got.interval[0], 0.5 - half, rel_tol=1e-9)
    assert math.isclose(got.interval[1], 0.5 + half, rel_tol=1e-9)


@pytest.mark.parametrize(("p", "end"), [(0.05, 0.0), (0.99, 1.0)])
def test_a_corrected_rate_stays_a_rate(p, end):
    """Below 1 - q0 and above q1 the formula leaves 0 to 1; it is cut there, the interval too."""
    got = correct(Estimate(p, n=100), Estimate(0.9, n=100), Estimate(0.9, n=100))
    assert got.value == end
    assert 0 <= got.interval[0] <= end <= got.interval[1] <= 1


@pytest.mark.parametrize(
    ("p", "said"), [(0.1, "0.10, is below the 0.20"), (0.95, "0.95, is above the 0.90")]
)
def test_a_share_that_the_error_rates_cannot_explain_is_warned_of(p, said):
    """With q1 .9 and q0 .8 between 1 - q0 = .2 and q1 = .9 everything is possible, else nothing."""
    q1, q0 = Estimate(0.9, n=100), Estimate(0.8, n=100)
    assert said in correct(Estimate(p, n=100), q1, q0).warning
    assert correct(Estimate(0.2, n=100), q1, q0).warning == ""
    assert correct(Estimate(0.9, n=100), q1, q0).warning == ""


def test_corrections_are_pooled_by_hand():
    """Weights 3 and 1: (3 · .6 + .8) / 4 = .65; down hypot(.3, .4) / 4, up hypot(.6, .1) / 4."""
    e = Estimate(0.5)
    one = Correction(e, e, e, 0.6, (0.5, 0.8))
    other = Correction(e, e, e, 0.8, (0.4, 0.9))
    value, (low, high) = pooled([(3, one), (1, other)])
    assert math.isclose(value, 0.65)
    assert math.isclose(low, 0.65 - 0.125)
    assert math.isclose(high, 0.65 + math.sqrt(0.37) / 4)
    none = Correction(e, e, e, math.nan, (math.nan, math.nan), "no")
    assert math.isnan(pooled([(3, one), (1, none)])[0])
    assert math.isnan(pooled([])[0])


@pytest.mark.parametrize(("q1", "q0"), [(0.5, 0.5), (0.7, 0.3), (0.2, 0.4)])
def test_a_judge_no_better_than_chance_corrects_nothing(q1, q0):
    """At q0 + q1 of 1 or below the rate is undefined, and a sentence says so."""
    got = correct(Estimate(0.4, n=100), Estimate(q1, n=100), Estimate(q0, n=100))
    assert math.isnan(got.value)
    assert math.isnan(got.interval[0])
    assert f"{q0 + q1:.2f}" in got.warning


def test_a_weak_judge_is_warned_of():
    """Near 1 the sentence says how near; a small labelled set is told from a large one."""
    near = correct(Estimate(0.5, n=100), Estimate(0.6, n=1000), Estimate(0.5, n=1000))
    assert "1.10" in near.warning
    assert "10-fold" in near.warning
    few, many = (
        correct(Estimate(0.5, n=100), Estimate(0.7, n=m), Estimate(0.6, n=m)) for m in (10, 1000)
    )
    assert "too few" in few.warning
    assert many.warning == ""


def test_nothing_labelled_is_undefined():
    """Without labelled unsatisfied samples there is no specificity, and no correction."""
    got = correct(Estimate(0.5, n=100), Estimate(0.9, n=10), mean([]))
    assert math.isnan(got.value)
    assert "unsatisfied" in got.warning


def test_clusters_widen_the_interval_of_a_corrected_rate():
    """Four constraints of a response that stand or fall together are worth one, not four."""
    verdicts = [float(i % 3 > 0) for i in range(60)]
    q = Estimate(0.9, n=200)
    together = correct(mean((v, g) for g, v in enumerate(verdicts) for _ in range(4)), q, q)
    apart = correct(mean((v, g) for g, v in enumerate(verdicts)), q, q)
    plain = correct(Estimate(2 / 3, n=60), q, q)
    assert np.allclose(together.interval, apart.interval)
    assert np.allclose(apart.interval, plain.interval)
    # All alike: as many as there are clusters.
    ones = mean((1.0, g) for g in range(10) for _ in range(4))
    assert correct(Estimate(0.5, n=99), ones, q) != correct(Estimate(0.5, n=99), q, q)
    wide = correct(Estimate(0.5, n=99), ones, q).interval
    assert np.allclose(wide, correct(Estimate(0.5, n=99), Estimate(1.0, n=10), q).interval)


def test_where_shrinking_leaves_no_better_than_chance_the_interval_is_everything():
    """Of .9 of 2 and .2 of 1,000 become 2.8/4 = .7 and 201/1002 = .2006, below 1 together."""
    got = correct(Estimate(0.5, n=100), Estimate(0.9, n=2), Estimate(0.2, n=1000))
    assert got.value == 0
    assert got.interval == (0, 1)


def test_without_clusters_each_sample_counts():
    """A standard error that comes with no clusters tells nothing of how alike samples are."""
    q = Estimate(0.9, n=200)
    told = correct(Estimate(0.4, 0.3, 50), q, q)
    assert told.raw.clusters == 0
    assert told.interval == correct(Estimate(0.4, n=50), q, q).interval


def test_one_cluster_gives_a_corrected_rate_no_interval():
    """With one response nothing is known of the spread between responses."""
    got = correct(mean([(1.0, "a"), (0.0, "a")]), Estimate(0.9, n=99), Estimate(0.9, n=99))
    assert math.isclose(got.value, 0.5)
    assert all(map(math.isnan, got.interval))


@pytest.mark.parametrize(
    ("theta", "q1", "q0"), [(0.3, 0.9, 0.8), (0.6, 0.8, 0.95), (0.9, 0.7, 0.7)]
)
def test_the_interval_covers_the_truth_as_often_as_it_says(theta, q1, q0):
    """In 1,500 simulated studies the 95% interval holds the true rate in 93% to 98%."""
    rng = np.random.default_rng(20240914)
    p = theta * q1 + (1 - theta) * (1 - q0)
    n, m1, m0, studies = 200, 60, 40, 1500
    draws = zip(
        rng.binomial(n, p, studies) / n,
        rng.binomial(m1, q1, studies) / m1,
        rng.binomial(m0, q0, studies) / m0,
        strict=True,
    )
    held = raw_held = 0
    for judged, right_1, right_0 in draws:
        got = correct(
            Estimate(float(judged), n=n),
            Estimate(float(right_1), n=m1),
            Estimate(float(right_0), n=m0),
        )
        held += got.interval[0] <= theta <= got.interval[1]
        raw_held += abs(judged - theta) <= 1.96 * math.sqrt(judged * (1 - judged) / n)
    assert 0.93 <= held / studies <= 0.98
    # What the correction is for: the interval of the raw rate misses the truth.
    assert raw_held / studies < 0.9
