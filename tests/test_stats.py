"""Means with clustered errors, intervals, tests of differences, and a judge's correction."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.stats import (
    Estimate,
    correct,
    holm,
    mcnemar,
    mean,
    number,
    or_none,
    paired_difference,
    pooled,
    ratio,
    ratio_difference,
    samples_to_tell,
    sign_flip,
    t_quantile,
)
from tamis.stats.distributions import beta_cdf, beta_quantile, t_cdf

NAN = math.nan
Z = 1.959963984540054


def near(value, digits=1e-11):
    """Equal but for rounding."""
    return pytest.approx(value, rel=digits, abs=1e-14, nan_ok=True)


# Distributions


def test_distributions_are_scipys():
    """Student's t for any degrees of freedom, and the beta distribution from end to end."""
    stats = pytest.importorskip("scipy.stats")
    for df in (0.7, 1, 2.5, 7.3, 33.33, 1e5):
        for p in (0.55, 0.9, 0.975, 0.9995):
            assert t_quantile(p, df) == near(stats.t.ppf(p, df), 1e-9)
            assert t_cdf(t_quantile(p, df), df) == near(p, 1e-9)
    for a, b in ((0.5, 0.5), (1, 7), (6, 1), (2, 5), (9, 4), (40, 25)):
        for x in (0.0, 0.03, 0.25, 0.5, 0.62, 0.97, 1.0):
            tail = stats.beta.cdf(x, a, b)
            assert beta_cdf(x, a, b) == near(tail, 1e-10)
            if 1e-6 < tail < 1 - 1e-4:
                assert beta_quantile(tail, a, b) == near(x, 1e-9)


# Means and ratios


def told(found):
    """Value, error, samples, those left out, clusters, degrees of freedom."""
    return found.value, found.stderr, found.n, found.excluded, found.clusters, found.df


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


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        # Clusters (1, 0) and (1, 1): residual sums -.5 and .5, error sqrt(.5 · 2) / 4.
        ([(1, "a"), (0, "a"), (1, "b"), (1, "b")], (0.75, 0.25, 4, 0, 2, 1)),
        # Apart: s = 1.290994, error s / 2 (a textbook example).
        ([(v, v) for v in (1.0, 2.0, 3.0, 4.0)], (2.5, 0.6454972243679028, 4, 0, 4, 3)),
        # NaN is left out and counted; one cluster has no error; nothing has no mean.
        ([(1.0, "a"), (NAN, "b"), (0.0, "c")], (0.5, 0.5, 2, 1, 2, 1)),
        ([(1.0, "a"), (0.0, "a")], (0.5, NAN, 2, 0, 1, NAN)),
        ([(NAN, "a")], (NAN, NAN, 0, 1, 0, NAN)),
    ],
)
def test_means_by_hand(pairs, expected):
    """Value, clustered error, and what they rest on."""
    assert told(mean(pairs)) == near(expected)


def test_ratios_and_their_differences_by_hand():
    """In full, with their bounds and the number of clusters of equal weight."""
    # 5/7; residuals -2/7 and 2/7 with shares 6/7 and 1/7 of the weight.
    found = ratio([(1, 2, "a"), (1, 1, "b"), (NAN, 1, "c"), (3, 4, "a")])
    assert told(found) == near((5 / 7, math.sqrt(2 / 3) / 7, 3, 1, 2, 1.0))
    assert (found.within, found.effective) == ((0.0, 1.0), near(49 / 37))
    # 4/8 - 4/10. Residuals .48, .04, -.52 (the second ratio's times 8/10), shares ¼, ½, ¼.
    rows = [((1, 2), (1, 4), "x"), ((3, 4), (2, 2), "y"), ((0, 2), (1, 4), "z")]
    found = ratio_difference([*rows, ((NAN, 1), (1, 1), "w"), ((1, 1), (1, NAN), "w")])
    spread = (0.48**2 + 0.52**2) / 0.75 + 0.04**2 / 0.5
    assert told(found) == near((0.1, math.sqrt(spread) / 8, 3, 2, 3, 1.8))
    assert (found.within, found.effective) == ((-1.0, 1.0), near(8 / 3))
    # A denominator of 0 counts as a sample, and its cluster has no share in the error.
    found = ratio([(1, 2, "a"), (0, 2, "b"), (0, 0, "c")])
    assert (found.n, found.clusters, found.effective) == (3, 2, 2.0)
    assert told(ratio([(0, 0, "a"), (NAN, 1, "b")])) == near((NAN, NAN, 1, 1, 0, NAN))
    below = ratio_difference([((1, 2), (0, 0), "a"), ((1, 2), (0, 0), "b")])
    assert told(below)[:5] == near((NAN, NAN, 2, 0, 0))


@pytest.mark.parametrize(
    ("triples", "within"),
    [
        ([(0, 1), (1, 1)], (0.0, 1.0)),
        ([(0, 0), (2, 3)], (0.0, 1.0)),
        ([(0, 1), (1.5, 1)], None),
        ([(-0.5, 1), (1, 1)], None),
        ([(3, 2), (1, 9)], None),
    ],
)
def test_a_ratio_is_a_share_where_each_fraction_is(triples, within):
    """No numerator below 0 or above its denominator."""
    assert ratio((n, d, k) for k, (n, d) in enumerate(triples)).within == within
    other = [((n, d), (1, 2), k) for k, (n, d) in enumerate(triples)]
    both = None if within is None else (-1.0, 1.0)
    assert ratio_difference(other).within == both
    assert ratio_difference((b, a, k) for a, b, k in other).within == both


@pytest.mark.parametrize(("most", "within"), [(1.0, (-1.0, 1.0)), (1.1, None), (-1.1, None)])
def test_paired_differences_are_of_shared_samples(most, within):
    """B - A over the ids that both have, a NaN on either side left out; bounded up to one."""
    a = {"p": 5.0, "q": 5.0, "r": 5.0, "s": 0.0, "n": NAN}
    b = {"p": 5.0 + most, "q": 5.2, "r": 5.5, "t": 1.0, "n": 1.0}
    found = paired_difference(a, b, {"p": "x", "q": "x"})
    assert found.within == within
    assert told(found)[:1] + told(found)[2:5] == near(((most + 0.7) / 3, 3, 1, 2))


def test_figures_do_not_depend_on_the_order_of_the_samples():
    """To the last digit, with clusters of one, two and many samples mixed."""
    rng = random.Random(4)
    sizes = {"a": 1, "b": 2, "c": 3, "d": 11, "e": 40}
    pairs = [(rng.uniform(-3, 9), one) for one, size in sizes.items() for _ in range(size)]
    expected = told(mean(pairs))
    for _ in range(4):
        rng.shuffle(pairs)
        assert told(mean(pairs)) == expected
    # In one cluster the sum is exact, where floats from left to right would lose the 1.
    assert mean([(1e16, "a"), (1.0, "a"), (-1e16, "a"), (0.0, "b")]).value == 0.25


# Intervals


def logit(p):
    """The logarithm of the odds."""
    return math.log(p / (1 - p))


@pytest.mark.parametrize(
    ("value", "within", "share", "width"),
    [(0.8, (0.0, 1.0), 0.8, 1), (0.2, (-1.0, 1.0), 0.6, 2), (-0.5, (-1.0, 1.0), 0.25, 2)],
)
def test_an_interval_within_bounds_is_on_the_logit(value, within, share, width):
    """Half is the t quantile times the error, on the slope 1 / (p(1 - p)) of the logit."""
    for df, used in ((6.5, 6.5), (NAN, 9)):
        found = Estimate(value, 0.05, 40, 0, 10, df=df, within=within, effective=8.0)
        half = t_quantile(0.975, used) * 0.05 / width / (share * (1 - share))
        ends = (1 / (1 + math.exp(-(logit(share) + sign * half))) for sign in (-1, 1))
        assert found.interval == near(tuple(within[0] + width * end for end in ends))


@pytest.mark.parametrize(
    ("value", "stderr", "within", "ends"),
    [
        (1.0, 0.0, (0.0, 1.0), (0.025 ** (1 / 5), 1.0)),
        (0.0, 0.2, (0.0, 1.0), (0.0, 1 - 0.025 ** (1 / 5))),
        (-1.0, 0.0, (-1.0, 1.0), (-1.0, 1 - 2 * 0.025 ** (1 / 5))),
        (0.75, 1e-13, (0.0, 1.0), (0.75 * 0.025 ** (1 / 5), 1 - 0.25 * 0.025 ** (1 / 5))),
        # Without bounds there is no exact interval.
        (7.0, 0.0, None, (7.0, 7.0)),
    ],
)
def test_what_never_varied_has_the_interval_of_its_effective_clusters(value, stderr, within, ends):
    """Clopper and Pearson's, of 5 effective clusters; there is no error to print."""
    found = Estimate(value, stderr, 30, 0, 9, within=within, effective=5.0)
    assert found.constant
    assert math.isnan(found.error)
    assert found.interval == near(ends)


def test_an_interval_needs_three_clusters():
    """4.3027 errors either way with two degrees of freedom (a printed table); with two, none."""
    found = Estimate(2.0, 0.5, 9, 0, 3)
    assert found.interval == pytest.approx((2 - 0.5 * 4.3027, 2 + 0.5 * 4.3027), abs=5e-5)
    low, high = found.interval
    assert found.spread() == {"stderr": 0.5, "low": low, "high": high}
    few = Estimate(2.0, 0.5, 9, 0, 2)
    assert few.spread() == {"stderr": None, "low": None, "high": None}
    assert (few.error, *few.interval) == near((NAN, NAN, NAN))
    assert Estimate(NAN, 0.1, 3, 0, 3).interval == near((NAN, NAN))
    # One cluster is not constant; nor is an error beyond rounding.
    assert [Estimate(0.5, e, 3, 0, g).constant for e, g in ((0, 1), (0, 2), (1.1e-12, 2))] == [
        False, True, False,
    ]  # fmt: skip
    # Far out on the logit nothing overflows.
    assert Estimate(0.5, 1e4, 9, 0, 3, within=(0.0, 1.0)).interval == (0.0, 1.0)
    assert (or_none(NAN), or_none(0.0)) == (None, 0.0)
    assert [number(one) for one in (2, 0.5, True, None, "2")] == near([2.0, 0.5, 1.0, NAN, NAN])


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(1, 9)), min_size=3, max_size=12),
    st.sampled_from([0.0, 1.0]),
)
def test_an_interval_of_a_rate_is_one_of_rates(clusters, other):
    """Within 0 and 1 around the rate; that of a difference within -1 and 1."""
    rates = [(min(right, size), size) for right, size in clusters]
    got = ratio((right, size, g) for g, (right, size) in enumerate(rates))
    low, high = got.interval
    assert 0 <= low <= got.value + 1e-9
    assert got.value - 1e-9 <= high <= 1
    sides = {str(g): right / size for g, (right, size) in enumerate(rates)}
    low, high = paired_difference(sides, dict.fromkeys(sides, other), {}).interval
    assert -1 <= low <= high <= 1


# Whether two systems differ


@pytest.mark.parametrize(("better", "worse"), [(0, 0), (5, 5), (1, 9), (0, 4), (400, 350)])
def test_mcnemar_is_the_exact_binomial_test(better, worse):
    """Of the samples on which one system is right, half are expected for each."""
    stats = pytest.importorskip("scipy.stats")
    n = better + worse
    wanted = stats.binomtest(better, n, 0.5).pvalue if n else 1.0
    assert math.isclose(mcnemar(better, worse), wanted, rel_tol=1e-9)


def test_signs_are_flipped_by_cluster():
    """1, 1, 1, -2: |1 + 1 + 1 - 2| = 1, and no choice of signs has less, so all 16 count.

    Of 1, 1, 1, 2 only the two with |s| = 5 do; of 13 equal clusters 2 of 2¹³.
    """
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: -2}, {}) == 1.0
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: 2}, {}) == 2 / 16
    # Two samples of one cluster flip together, and a NaN says nothing.
    assert sign_flip({1: 1, 2: 1, 3: 1, 4: NAN}, {1: "a", 2: "a", 3: "b"}) == 2 / 4
    assert sign_flip({1: 0.0}, {}) == 1.0
    # What is 0 in sum is no cluster that could flip.
    more = dict.fromkeys(range(13), 0.5) | {"x": 0.0, "y": 1.0, "z": -1.0}
    assert sign_flip(more, {"y": "w", "z": "w"}) == 2 / 2**13


def test_many_clusters_are_drawn_and_agree_with_all_patterns():
    """30 clusters, as scipy's permutation test of the mean finds within what 10,000 draws know."""
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(3).normal(0.35, 1, 30)
    got = sign_flip(dict(enumerate(values)), {})
    wanted = stats.permutation_test(
        (values,), np.mean, permutation_type="samples", n_resamples=30_000, random_state=1
    )
    assert abs(got - wanted.pvalue) < 0.01
    assert sign_flip({f"s{n}": value for n, value in enumerate(values)}, {}) == got
    # Of 14 clusters patterns are drawn, and the observed one counts among them.
    drawn = sign_flip(dict.fromkeys(range(14), 0.5), {})
    assert drawn * 10_001 == near(round(drawn * 10_001))
    assert 1 / 10_001 <= drawn <= 8 / 10_001
    assert sign_flip(dict.fromkeys(range(40), 1.0), {}) == 1 / 10_001


def test_holm_by_hand():
    """.01, .04, .03 of three: .03, then 2 · .03 = .06, then .06 again; NaN does not count."""
    got = holm({"a": 0.01, "b": 0.04, "c": 0.03})
    assert got == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06})
    got = holm({"a": 0.02, "b": NAN, "c": 0.9})
    assert (got["a"], got["b"], got["c"]) == near((0.04, NAN, 0.9))


def test_samples_that_tell_a_difference_by_hand():
    """An error of .03 with 400 samples: 400 · (.03 · (1.96 + .8416) / d)²; .02 unless given."""
    found = Estimate(0.1, 0.03, 400, 0, 50)
    for given_, d in (((0.05,), 0.05), ((0.025,), 0.025), ((), 0.02)):
        by_hand = 400 * (0.03 * (1.9599639845 + 0.8416212336) / d) ** 2
        assert samples_to_tell(found, *given_) == near(by_hand, 1e-9)
    assert math.isnan(samples_to_tell(Estimate(0.1, 0.01, 1000, 0, 2)))


# The correction of a judge


def lang_reiczigel(p, n, q1, m1, q0, m0):
    """The adjusted interval, as the paper of 2014 writes it (z²/2 and z², 1 and 2)."""
    p, n = (n * p + Z**2 / 2) / (n + Z**2), n + Z**2
    q1, m1, q0, m0 = (m1 * q1 + 1) / (m1 + 2), m1 + 2, (m0 * q0 + 1) / (m0 + 2), m0 + 2
    youden = q1 + q0 - 1
    theta = (p + q0 - 1) / youden
    shift = 2 * Z**2 * (theta * q1 * (1 - q1) / m1 - (1 - theta) * q0 * (1 - q0) / m0)
    spread = p * (1 - p) / n + theta**2 * q1 * (1 - q1) / m1 + (1 - theta) ** 2 * q0 * (1 - q0) / m0
    half = Z / youden * math.sqrt(spread)
    return max(0.0, theta + shift - half), min(1.0, theta + shift + half)


def rate(value, n, stderr=NAN, clusters=0):
    """A share of so many samples."""
    return Estimate(value, stderr, n, 0, clusters)


@pytest.mark.parametrize(
    ("raw", "counts"),
    [
        (rate(0.6, 100), 100),
        # As many independent samples as the clustered error has: p(1 - p) / e² · g / (g - 1).
        (rate(0.6, 100, 0.06, 20), 0.24 / 0.0036 * 20 / 19),
        (rate(0.6, 100, 0.01, 20), 100),
        (rate(0.6, 100, 0.0, 20), 20),
    ],
)
def test_a_correction_counts_independent_samples(raw, counts):
    """(.6 + .8 - 1) / .7, with the interval of Lang and Reiczigel."""
    found = correct(raw, rate(0.9, 50), rate(0.8, 40))
    assert found.value == near(0.4 / 0.7)
    assert found.interval == near(lang_reiczigel(0.6, counts, 0.9, 50, 0.8, 40))
    assert (found.warning, found.raw) == ("", raw)
    # Each of the three estimates by itself; of a single cluster nothing is known.
    one = correct(raw, rate(0.9, 50, 0.05, 10), rate(0.8, 40, 0.07, 9))
    others = (min(50, 0.09 / 0.0025 * 10 / 9), min(40, 0.16 / 0.0049 * 9 / 8))
    assert one.interval == near(lang_reiczigel(0.6, counts, 0.9, others[0], 0.8, others[1]))
    for nth in range(3):
        three = [raw, rate(0.9, 50), rate(0.8, 40)]
        three[nth] = rate(three[nth].value, three[nth].n, NAN, 1)
        assert (correct(*three).value, *correct(*three).interval) == near((0.4 / 0.7, NAN, NAN))


@pytest.mark.parametrize(
    ("three", "why"),
    [
        ((NAN, 0.9, 0.8), "no sample that is judged"),
        ((0.5, NAN, 0.8), "no sample that is satisfied and labelled"),
        ((0.5, 0.9, NAN), "no sample that is unsatisfied and labelled"),
        ((0.5, 0.7, 0.3), "add up to 1.00"),
        ((0.5, 0.4, 0.3), "add up to 0.70"),
    ],
)
def test_what_nothing_can_be_corrected_by_is_said(three, why):
    """A judge no better than chance, or nothing decided: neither value nor interval."""
    found = correct(*(rate(value, 50) for value in three))
    assert why in found.warning
    assert (found.value, *found.interval) == near((NAN, NAN, NAN))


LOW, HIGH, WEAK, FEW = "below the 0.20", "above the 0.90", "grows 8-fold", "too few labelled"


@pytest.mark.parametrize(
    ("p", "q1", "q0", "m", "value", "warned"),
    [
        (0.1, 0.9, 0.8, 500, 0.0, {LOW}),
        (0.95, 0.9, 0.8, 500, 1.0, {HIGH}),
        (0.55, 0.62, 0.5, 9000, 0.05 / 0.12, {WEAK}),
        (0.5, 0.7, 0.6, 10, 0.1 / 0.3, {FEW}),
        (0.95, 0.9, 0.4, 9, 1.0, {HIGH, FEW}),
        # At .25 above 1, and where theta is 0 or 1 but for rounding, nothing is said.
        (0.5, 0.75, 0.5, 9000, 0.0, set()),
        (0.2, 0.9, 0.8, 500, 0.0, set()),
        (0.9, 0.9, 0.8, 500, 1.0, set()),
    ],
)
def test_an_unreliable_correction_says_why(p, q1, q0, m, value, warned):
    """Cut at an end, a judge near chance, too few labels: with the figures, both in one."""
    found = correct(rate(p, 500), rate(q1, m), rate(q0, m))
    assert {why for why in (LOW, HIGH, WEAK, FEW) if why in found.warning} == warned
    assert bool(found.warning) == bool(warned)
    assert found.value == near(value, 1e-9)
    assert found.interval[0] <= found.value <= found.interval[1]


def test_error_rates_that_may_be_chance_leave_every_share_possible():
    """Of one label and of a thousand: adjusted they add up to less than 1."""
    found = correct(rate(0.95, 100), rate(1.0, 1), rate(0.1, 1000))
    assert found.interval == (0.0, 1.0)


def test_pooled_corrections_have_each_end_by_itself():
    """Weights 30 and 10: .6 less √((30·.1)² + (10·.1)²) / 40, more √((30·.2)² + (10·.05)²) / 40."""
    one = correct(rate(0.6, 9), rate(0.9, 9), rate(0.8, 9))
    parts = [
        (weight, type(one)(one.raw, one.raw, one.raw, value, ends))
        for weight, value, ends in ((30, 0.5, (0.4, 0.7)), (10, 0.9, (0.8, 0.95)))
    ]
    value, (low, high) = pooled(parts)
    assert value == near(0.6)
    assert (low, high) == near((0.6 - math.sqrt(10) / 40, 0.6 + math.sqrt(36.25) / 40))
    nothing, ends = pooled([(0, parts[0][1])])
    assert (nothing, *ends) == near((NAN, NAN, NAN))
