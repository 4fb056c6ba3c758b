"""Statistics to the digit: distributions, intervals, columns, tests of signs, corrections."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from tamis.stats import (
    Estimate,
    correct,
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
from tamis.stats import paired_tests as tests_of_pairs
from tamis.stats.distributions import beta_cdf, beta_quantile, t_cdf

NAN = math.nan
Z = 1.959963984540054


def near(value, digits=1e-11):
    """Equal but for rounding."""
    return pytest.approx(value, rel=digits, abs=1e-14, nan_ok=True)


@pytest.mark.parametrize("x", [0.03, 0.25, 0.5, 0.62, 0.97])
@pytest.mark.parametrize(("a", "b"), [(1, 1), (1, 7), (6, 1), (2, 5), (9, 4), (40, 25)])
def test_whole_beta_functions_are_binomial_tails(x, a, b):
    """I_x(a, b) is the chance of at least a of a + b - 1 with a rate of x, in fractions."""
    rate, n = Fraction(x), a + b - 1
    tail = sum(math.comb(n, k) * rate**k * (1 - rate) ** (n - k) for k in range(a, n + 1))
    assert beta_cdf(x, a, b) == near(float(tail))
    if 1e-6 < tail < 1 - 1e-4:
        assert beta_quantile(float(tail), a, b) == near(x, 1e-9)


def test_halves_of_the_beta_function_have_closed_forms():
    """I_x(½, ½) is 2/π arcsin √x; the ends are 0 and 1."""
    for x in (0.01, 0.3, 0.5, 0.8, 0.999):
        assert beta_cdf(x, 0.5, 0.5) == near(2 / math.pi * math.asin(math.sqrt(x)))
    assert (beta_cdf(0.0, 2, 3), beta_cdf(1.0, 2, 3)) == (0, 1)


@pytest.mark.parametrize("p", [0.55, 0.75, 0.9, 0.975, 0.9995])
def test_quantiles_of_one_and_two_degrees_of_freedom_have_closed_forms(p):
    """tan(π(p - ½)), and (2p - 1)·√(2 / (4p(1 - p)))."""
    assert t_quantile(p, 1) == near(math.tan(math.pi * (p - 0.5)))
    assert t_quantile(p, 2) == near((2 * p - 1) * math.sqrt(2 / (4 * p * (1 - p))))
    assert t_cdf(t_quantile(p, 7.5), 7.5) == near(p)


def logit(p):
    """The logarithm of the odds."""
    return math.log(p / (1 - p))


def rate_of(x):
    """The rate whose logit is x."""
    return 1 / (1 + math.exp(-x))


@pytest.mark.parametrize(
    ("value", "within", "share", "width"),
    [(0.8, (0.0, 1.0), 0.8, 1), (0.2, (-1.0, 1.0), 0.6, 2), (-0.5, (-1.0, 1.0), 0.25, 2)],
)
def test_an_interval_within_bounds_is_on_the_logit(value, within, share, width):
    """Half is the t quantile times the error, on the slope 1 / (p(1 - p)) of the logit."""
    least = within[0]
    for df, used in ((6.5, 6.5), (NAN, 9)):
        found = Estimate(value, 0.05, 40, 0, 10, df=df, within=within, effective=8.0)
        half = t_quantile(0.975, used) * 0.05 / width / (share * (1 - share))
        ends = [least + width * rate_of(logit(share) + sign * half) for sign in (-1, 1)]
        assert found.interval == near(tuple(ends))


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


def test_an_interval_needs_three_clusters_and_an_error_two():
    """One cluster is not constant; with two, what varied has an error that is not printed."""
    assert not Estimate(0.5, 0.0, 3, 0, 1).constant
    assert Estimate(0.5, 0.0, 3, 0, 2).constant
    assert not Estimate(0.5, 1.1e-12, 3, 0, 2).constant
    assert math.isnan(Estimate(0.5, 0.1, 3, 0, 2).error)
    assert Estimate(0.5, 0.1, 3, 0, 3).error == 0.1
    assert Estimate(NAN, 0.1, 3, 0, 3).interval == near((NAN, NAN))
    # Far out on the logit nothing overflows.
    assert Estimate(0.5, 1e4, 9, 0, 3, within=(0.0, 1.0)).interval == (0.0, 1.0)


def test_a_spread_as_data_has_none_for_nan():
    """The standard error and both ends; None below three clusters."""
    found = Estimate(2.0, 0.5, 9, 0, 3)
    half = t_quantile(0.975, 2) * 0.5
    assert found.spread() == {"stderr": 0.5, "low": near(2 - half), "high": near(2 + half)}
    nothing = {"stderr": None, "low": None, "high": None}
    assert Estimate(2.0, 0.5, 9, 0, 2).spread() == nothing
    assert (or_none(NAN), or_none(0.0)) == (None, 0.0)
    assert [number(one) for one in (2, 0.5, True)] == [2.0, 0.5, 1.0]
    assert [number(one) for one in (None, "2")] == near([NAN, NAN])


def told(found):
    """All fields of an estimate, also those that equality leaves out."""
    return (
        found.value, found.stderr, found.n, found.excluded, found.clusters, found.df,
        found.within, found.effective,
    )  # fmt: skip


def test_a_ratio_in_full_by_hand():
    """5/7; residuals -2/7 and 2/7 with shares 6/7 and 1/7 of the weight: √(2/3) / 7, one degree."""
    found = ratio([(1, 2, "a"), (1, 1, "b"), (NAN, 1, "c"), (3, 4, "a")])
    assert told(found)[:6] == near((5 / 7, math.sqrt(2 / 3) / 7, 3, 1, 2, 1.0))
    assert (found.within, found.effective) == ((0.0, 1.0), near(49 / 37))


def test_a_difference_of_ratios_in_full_by_hand():
    """4/8 - 4/10. Residuals .48, .04, -.52 (the second ratio's times 8/10), shares ¼, ½, ¼."""
    rows = [((1, 2), (1, 4), "x"), ((3, 4), (2, 2), "y"), ((0, 2), (1, 4), "z")]
    found = ratio_difference([*rows, ((NAN, 1), (1, 1), "w"), ((1, 1), (1, NAN), "w")])
    spread = (0.48**2 + 0.52**2) / 0.75 + 0.04**2 / 0.5
    assert told(found)[:6] == near((0.1, math.sqrt(spread) / 8, 3, 2, 3, 1.8))
    assert (found.within, found.effective) == ((-1.0, 1.0), near(8 / 3))


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
def test_a_paired_difference_is_of_shares_up_to_one(most, within):
    """Of the differences, not of the sides; b - a, by the clusters that are given."""
    a = {"p": 5.0, "q": 5.0, "r": 5.0, "s": 0.0}
    b = {"p": 5.0 + most, "q": 5.2, "r": 5.5, "t": 1.0}
    found = paired_difference(a, b, {"p": "x", "q": "x"})
    assert found.within == within
    assert told(found)[:1] + told(found)[2:5] == near(((most + 0.7) / 3, 3, 0, 2))


def test_clusters_without_weight_are_none():
    """A denominator of 0 counts as a sample, and its cluster has no share in the error."""
    found = ratio([(1, 2, "a"), (0, 2, "b"), (0, 0, "c")])
    assert (found.n, found.clusters, found.effective) == (3, 2, 2.0)
    nothing = ratio([(0, 0, "a"), (NAN, 1, "b")])
    assert told(nothing)[:6] == near((NAN, NAN, 1, 1, 0, NAN))
    below = ratio_difference([((1, 2), (0, 0), "a"), ((1, 2), (0, 0), "b")])
    assert told(below)[:5] == near((NAN, NAN, 2, 0, 0))
    whole = ratio([(1, 2, "a"), (0, 1, "a")])
    assert told(whole)[:6] == near((1 / 3, NAN, 2, 0, 1, NAN))


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
    large = mean([(1e16, "a"), (1.0, "a"), (-1e16, "a"), (0.0, "b")])
    assert large.value == 0.25


def test_thirteen_clusters_are_tried_and_fourteen_drawn():
    """All equal: 2 of 2¹³ patterns are as far out. Of 10,000 drawn the share is near 2 of 2¹⁴."""
    assert sign_flip(dict.fromkeys(range(13), 0.5), {}) == 2 / 2**13
    drawn = sign_flip(dict.fromkeys(range(14), 0.5), {})
    assert drawn != 2 / 2**14
    assert (drawn * 10_001) == near(round(drawn * 10_001))
    assert 1 / 10_001 <= drawn <= 8 / 10_001
    # What is 0 in sum is no cluster that could flip.
    assert sign_flip(dict.fromkeys(range(13), 0.5) | {"x": 0.0, "y": 1.0, "z": -1.0},
                     {"y": "w", "z": "w"}) == 2 / 2**13  # fmt: skip


def test_drawn_signs_do_not_depend_on_the_step(monkeypatch):
    """However many are drawn at a time, and however the clusters are named."""
    values = {n: math.sin(n) + 0.4 for n in range(30)}
    whole = sign_flip(values, {})
    for cells in (1, 30 * 4 * 7, 30 * 5001, 30 * 10**6):
        monkeypatch.setattr(tests_of_pairs, "_CELLS", cells)
        assert sign_flip(values, {}) == whole
    assert sign_flip(values, {n: 99 - n for n in values}) == whole
    # By another generator: the share of 40,000 patterns that are at least as far out.
    rng, total = random.Random(8), abs(sum(values.values()))
    sums = (sum(v if rng.random() < 0.5 else -v for v in values.values()) for _ in range(40_000))
    assert whole == pytest.approx(sum(abs(s) >= total for s in sums) / 40_000, abs=0.01)


def test_samples_that_tell_another_difference():
    """Half the difference needs four times the samples; the power is .8, one-sided z .8416."""
    found = Estimate(0.1, 0.03, 400, 0, 50)
    by_hand = 400 * (0.03 * (1.9599639845 + 0.8416212336) / 0.05) ** 2
    assert samples_to_tell(found, 0.05) == near(by_hand, 1e-9)
    assert samples_to_tell(found, 0.025) == near(4 * by_hand, 1e-9)


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
    # Each of the three estimates by itself.
    one = correct(rate(0.6, 100), rate(0.9, 50, 0.05, 10), rate(0.8, 40, 0.07, 9))
    clustered = [0.09 / 0.0025 * 10 / 9, 0.16 / 0.0049 * 9 / 8]
    assert one.interval == near(
        lang_reiczigel(0.6, 100, 0.9, min(50, clustered[0]), 0.8, min(40, clustered[1]))
    )


@pytest.mark.parametrize("nth", [0, 1, 2])
def test_a_single_cluster_leaves_a_correction_without_interval(nth):
    """Whichever of the three it is."""
    three = [rate(0.6, 100), rate(0.9, 50), rate(0.8, 40)]
    three[nth] = rate(three[nth].value, three[nth].n, NAN, 1)
    found = correct(*three)
    assert found.value == near(0.4 / 0.7)
    assert found.interval == near((NAN, NAN))


CHANCE = (
    "Nothing can be corrected: sensitivity and specificity add up to {}, and at 1 or below the "
    "judge is no better than chance."
)
UNSEEN = "Nothing can be corrected: no sample that is {} was decided."


@pytest.mark.parametrize(
    ("three", "warning"),
    [
        ((NAN, 0.9, 0.8), UNSEEN.format("judged")),
        ((0.5, NAN, 0.8), UNSEEN.format("satisfied and labelled")),
        ((0.5, 0.9, NAN), UNSEEN.format("unsatisfied and labelled")),
        ((0.5, 0.7, 0.3), CHANCE.format("1.00")),
        ((0.5, 0.4, 0.3), CHANCE.format("0.70")),
    ],
)
def test_what_nothing_can_be_corrected_by_is_said(three, warning):
    """Without a value, and without an interval."""
    found = correct(*(rate(value, 50) for value in three))
    assert found.warning == warning
    assert (found.value, *found.interval) == near((NAN, NAN, NAN))


LOW = (
    "The share judged satisfied, 0.10, is below the 0.20 that the judge's errors alone would give: "
    "cut at 0, the interval is too narrow."
)
HIGH = (
    "The share judged satisfied, 0.95, is above the 0.90 that this judge would give if all were "
    "satisfied: cut at 1, the interval is too narrow."
)
WEAK = (
    "Sensitivity and specificity add up to 1.12, only 0.12 above 1: an error in the share judged "
    "satisfied grows 8-fold."
)
CHANCY = (
    "Sensitivity and specificity add up to 1.30, only 0.30 above 1, and there are too few labelled "
    "samples to exclude a judge by chance."
)


@pytest.mark.parametrize(
    ("p", "q1", "q0", "m", "value", "warning"),
    [
        (0.1, 0.9, 0.8, 500, 0.0, LOW),
        (0.95, 0.9, 0.8, 500, 1.0, HIGH),
        (0.55, 0.62, 0.5, 9000, 0.05 / 0.12, WEAK),
        (0.5, 0.7, 0.6, 10, 0.1 / 0.3, CHANCY),
        (0.95, 0.9, 0.4, 9, 1.0, f"{HIGH} {CHANCY}"),
        # At .25 above 1, and where theta is 0 or 1 but for rounding, nothing is said.
        (0.5, 0.75, 0.5, 9000, 0.0, ""),
        (0.2, 0.9, 0.8, 500, 0.0, ""),
        (0.9, 0.9, 0.8, 500, 1.0, ""),
    ],
)
def test_an_unreliable_correction_says_why(p, q1, q0, m, value, warning):
    """Cut at an end, a judge near chance, too few labels: with the figures, both in one."""
    found = correct(rate(p, 500), rate(q1, m), rate(q0, m))
    assert found.warning == warning
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
