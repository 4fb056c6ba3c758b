"""Means with clustered errors, intervals and paired differences."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.stats import (
    Estimate,
    holm,
    mcnemar,
    mean,
    paired_difference,
    ratio,
    samples_to_tell,
    sign_flip,
    t_quantile,
)


def test_a_mean_and_its_clustered_error_by_hand():
    """Clusters (1, 0) and (1, 1): mean .75; residual sums -.5 and .5; error sqrt(.5·2)/4."""
    got = mean([(1, "a"), (0, "a"), (1, "b"), (1, "b")])
    assert got == Estimate(0.75, 0.25, n=4, excluded=0, clusters=2)


def test_with_a_sample_per_cluster_it_is_the_ordinary_standard_error():
    """Values 1, 2, 3, 4 apart: s = 1.290994, error s/2 (a textbook example)."""
    got = mean([(v, v) for v in (1.0, 2.0, 3.0, 4.0)])
    assert math.isclose(got.stderr, 0.6454972243679028)


def test_undefined_values_are_left_out_and_counted():
    """NaN is excluded from the mean and shows in `excluded`."""
    got = mean([(1.0, "a"), (math.nan, "b"), (0.0, "c")])
    assert (got.value, got.n, got.excluded) == (0.5, 2, 1)


def test_nothing_to_average_is_undefined():
    """No values give NaN, not zero."""
    got = mean([(math.nan, "a")])
    assert math.isnan(got.value)
    assert got.n == 0


def test_one_cluster_has_no_error():
    """With one cluster nothing is known of the spread between clusters."""
    got = mean([(1.0, "a"), (0.0, "a")])
    assert math.isnan(got.stderr)
    assert math.isnan(got.interval[0])


@pytest.mark.parametrize(
    ("df", "quantile"), [(1, 12.7062), (2, 4.3027), (5, 2.5706), (15, 2.1314), (120, 1.9799)]
)
def test_quantiles_are_those_of_the_printed_tables(df, quantile):
    """Student's t at .975, from a statistics textbook's table."""
    assert math.isclose(t_quantile(0.975, df), quantile, abs_tol=6e-5)


def test_an_interval_is_the_mean_and_t_errors_either_way():
    """Three clusters, two degrees of freedom: 4.3027 errors; with two clusters none is given."""
    low, high = Estimate(0.5, 0.01, n=10, clusters=3).interval
    assert math.isclose(high - 0.5, 0.043027, abs_tol=1e-6)
    assert math.isclose(0.5 - low, 0.043027, abs_tol=1e-6)
    few = Estimate(0.5, 0.01, n=10, clusters=2)
    assert math.isnan(few.interval[0])
    assert math.isnan(few.error)


@pytest.mark.parametrize("df", [0.7, 1, 2.5, 7.3, 33.33, 1e5])
@pytest.mark.parametrize("p", [0.6, 0.9, 0.975, 0.9995])
def test_quantiles_of_any_degrees_of_freedom_are_scipys(p, df):
    """Bell and McCaffrey's degrees of freedom are no whole numbers."""
    stats = pytest.importorskip("scipy.stats")
    assert math.isclose(t_quantile(p, df), stats.t.ppf(p, df), rel_tol=1e-9)


def cr2(values, groups):
    """The standard error and the degrees of freedom of a mean, by matrices as they are defined.

    Pustejovsky and Tipton (2018), with a working model of independent errors.
    """
    n, names = len(values), sorted(set(groups))
    x, y = np.ones((n, 1)), np.array(values)
    hat = np.full((n, n), 1 / n)
    rest = y - y.mean()
    parts, total = [], 0.0
    for name in names:
        own = np.array([group == name for group in groups])
        roots, vectors = np.linalg.eigh((np.eye(n) - hat)[np.ix_(own, own)])
        adjusted = vectors @ np.diag(roots**-0.5) @ vectors.T
        weights = adjusted @ x[own, 0] / n
        total += float(weights @ rest[own]) ** 2
        parts.append((np.eye(n) - hat)[:, own] @ weights)
    products = np.array([[float(a @ b) for b in parts] for a in parts])
    return math.sqrt(total), np.trace(products) ** 2 / np.trace(products @ products)


@given(
    st.lists(st.tuples(st.floats(-9, 9), st.integers(0, 4)), min_size=3, max_size=20).filter(
        lambda pairs: len({group for _, group in pairs}) > 1
    )
)
def test_the_error_and_its_degrees_of_freedom_are_those_of_cr2(pairs):
    """The closed forms against the definition, in clusters of any size."""
    got = mean(pairs)
    error, df = cr2([value for value, _ in pairs], [group for _, group in pairs])
    assert math.isclose(got.stderr, error, rel_tol=1e-6, abs_tol=1e-9)
    assert math.isclose(got.df, df, rel_tol=1e-6)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 9)), min_size=3, max_size=12),
    st.sampled_from([0.0, 1.0]),
)
def test_an_interval_of_a_rate_is_one_of_rates(clusters, other):
    """Within 0 and 1, around the rate, and never of no width where something varied."""
    triples = [(min(right, size), size, g) for g, (right, size) in enumerate(clusters)]
    got = ratio(triples)
    low, high = got.interval
    assert 0 <= low <= got.value + 1e-9
    assert got.value - 1e-9 <= high <= 1
    sides = {str(g): right / size for g, (right, size) in enumerate(triples_of(triples))}
    low, high = paired_difference(sides, dict.fromkeys(sides, other), {}).interval
    assert -1 <= low <= high <= 1


def triples_of(triples):
    """The numerators and denominators alone."""
    return [(right, size) for right, size, _ in triples]


def test_paired_differences_use_only_shared_samples():
    """B - A over the ids that both have; a NaN on either side excludes the pair."""
    a = {"1": 0.0, "2": 0.5, "3": math.nan, "4": 1.0}
    b = {"1": 1.0, "2": 0.5, "3": 1.0, "5": 0.0}
    got = paired_difference(a, b, {"1": "x", "2": "y", "3": "z"})
    assert (got.value, got.n, got.excluded) == (0.5, 2, 1)


@given(st.lists(st.tuples(st.floats(0, 1), st.integers(0, 5)), min_size=1))
def test_a_mean_of_rates_is_a_rate(pairs):
    """Whatever the clusters, the mean of values within 0 to 1 is within 0 to 1."""
    got = mean(pairs)
    assert -1e-9 <= got.value <= 1 + 1e-9
    assert got.n == len(pairs)


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (5, 5), (1, 9), (0, 4), (400, 350)])
def test_mcnemar_is_the_exact_binomial_test(better, worse):
    """Of the samples on which one system is right, half are expected for each."""
    stats = pytest.importorskip("scipy.stats")
    n = better + worse
    wanted = stats.binomtest(better, n, 0.5).pvalue if n else 1.0
    assert math.isclose(mcnemar(better, worse), wanted, rel_tol=1e-9)


def test_signs_are_flipped_by_cluster():
    """Sums 1, 1, 1, -2 over clusters: 16 patterns, of which 14 have a sum of at least 1 in size.

    By hand: with s = ±1 ±1 ±1 ±2, |s| < 1 means that three signs make 2, which they cannot; and
    |1 + 1 + 1 - 2| = 1. So all 16 count, and for 1, 1, 1, 2 only the two with |s| = 5.
    """
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: -2}, {}) == 1.0
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: 2}, {}) == 2 / 16
    # Two samples of one cluster flip together, and a NaN says nothing.
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: math.nan}, {1: "a", 2: "a", 3: "b"}) == 2 / 4
    assert sign_flip({1: 0.0}, {}) == 1.0


def test_many_clusters_are_drawn_and_agree_with_all_patterns():
    """30 clusters, as scipy's permutation test of the mean finds within what 10,000 draws know."""
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).normal(0.35, 1, 30)
    got = sign_flip(dict(enumerate(values)), {})
    wanted = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=50_000, random_state=1
    )
    assert abs(got - wanted.pvalue) < 0.01
    assert sign_flip(dict.fromkeys(range(40), 1.0), {}) == 1 / 10_001


def test_holm_by_hand():
    """.01, .04, .03 of three: .03, then 2 · .03 = .06, then .06 again; NaN does not count."""
    assert holm({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx(
        {"a": 0.03, "b": 0.06, "c": 0.06}
    )
    got = holm({"a": 0.02, "b": math.nan, "c": 0.9})
    assert (got["a"], got["c"]) == (0.04, 0.9)
    assert math.isnan(got["b"])


def test_samples_that_tell_two_points_by_hand():
    """An error of .01 with 1,000 samples: 1000 · (.01 · 2.8016 / .02)² = 1,962."""
    assert round(samples_to_tell(Estimate(0.1, 0.01, 1000, 0, 50))) == 1962
    assert math.isnan(samples_to_tell(Estimate(0.1, 0.01, 1000, 0, 2)))
