"""How large a set is that several systems found parts of: published figures, counting, coverage."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.stats import capture_recapture
from tamis.stats.capture_recapture import (
    Abundance,
    chao,
    chapman,
    found_by,
    independent,
    widened,
)
from tamis.stats.log_linear import chosen_pairs, dispersion, log_linear
from tamis.stats.set_size import from_share, in_common, least_share, set_size

HEPATITIS = {
    (1, 1, 1): 28, (1, 1, 0): 21, (1, 0, 1): 17, (1, 0, 0): 69,
    (0, 1, 1): 18, (0, 1, 0): 55, (0, 0, 1): 63,
}  # fmt: skip
"""Hepatitis A in Taiwan, 1995: 271 cases in three lists P, Q, E (Chao et al., 2001, "The
applications of capture-recapture models to epidemiological data"); later found to be about 545."""


HARES = Counter({1: 25, 2: 22, 3: 13, 4: 5, 5: 1, 6: 2})
"""68 snowshoe hares by how often they were caught in six nights (Cormack, 1989)."""


THREE = {
    (1, 1, 1): 7, (1, 1, 0): 5, (1, 0, 1): 4, (1, 0, 0): 9,
    (0, 1, 1): 3, (0, 1, 0): 6, (0, 0, 1): 8,
}  # fmt: skip


FOUR = {
    (1, 1, 0, 0): 14, (1, 0, 1, 0): 6, (0, 0, 1, 1): 9, (1, 1, 1, 1): 5, (0, 1, 0, 1): 4,
    (1, 0, 0, 0): 7, (0, 1, 0, 0): 3, (0, 0, 1, 0): 8, (0, 0, 0, 1): 10, (1, 1, 1, 0): 5,
    (1, 0, 1, 1): 2, (0, 1, 1, 1): 3, (1, 0, 0, 1): 3, (1, 1, 0, 1): 4, (0, 1, 1, 0): 2,
}  # fmt: skip


CLUSTERS = [
    {(1, 1): 4, (1, 0): 2},
    {(0, 1): 3, (1, 0): 1},
    {(1, 1): 1, (0, 1): 5},
    {(1, 1): 2, (1, 0): 4, (0, 1): 1},
]


def histories(often, systems):
    """Histories with these numbers of members found once, twice, and so on, by the first ones."""
    return {(1,) * k + (0,) * (systems - k): n for k, n in often.items()}


def drawn(rng, size, rates, easiness=0.0):
    """Histories of the members found of `size`, by independent systems with these rates."""
    logits = np.log(np.array(rates) / (1 - np.array(rates)))
    easy = easiness * rng.standard_normal(size)[:, None]
    got = rng.random((size, len(rates))) < 1 / (1 + np.exp(-logits - easy))
    return Counter(tuple(map(int, row)) for row in got if row.any())


def chances(total, found):
    """How probable each number of different members is, if each system draws at random."""
    now = {0: Fraction(1)}
    for n in found:
        after: dict[int, Fraction] = {}
        for d, chance in now.items():
            for new in range(max(0, n - d), min(n, total - d) + 1):
                ways = math.comb(total - d, new) * math.comb(d, n - new)
                here = chance * Fraction(ways, math.comb(total, n))
                after[d + new] = after.get(d + new, 0) + here
        now = after
    return now


def counted(histories, most):
    """The numbers of members up to `most` for which neither tail is below .025."""
    found, seen = [n for n in found_by(histories) if n], sum(histories.values())
    fits = []
    for total in range(seen, most):
        of = chances(total, found)
        few = sum(chance for n, chance in of.items() if n <= seen)
        many = sum(chance for n, chance in of.items() if n >= seen)
        if min(few, many) >= Fraction(1, 40):
            fits.append(total)
    assert fits[-1] < most - 1
    return fits[0], fits[-1]


def tail(n, share, most):
    """The probability of at most `most` of n."""
    return sum(math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(most + 1))


@pytest.mark.parametrize(
    ("counts", "total"),
    [
        # 10 turtles marked, 15 caught, 5 of them marked: 11·16/6 - 1 (a textbook example).
        ((10, 15, 5), 28.3333),
        # Two of the lists: 136·123/50 - 1.
        ((135, 122, 49), 333.56),
    ],
)
def test_chapman_by_hand(counts, total):
    """(n1 + 1)(n2 + 1) / (m + 1) - 1 (Chapman, 1951)."""
    assert chapman(*counts) == pytest.approx(total, abs=1e-4)


def test_independent_lists_of_hepatitis_are_the_published_388():
    """N solves 1 - 271/N = (1 - 135/N)(1 - 122/N)(1 - 126/N): .302 at 388; published as 388."""
    found = independent(HEPATITIS)
    assert round(found.total) == 388
    assert found.low < 388 < found.high
    assert log_linear(HEPATITIS).total == pytest.approx(found.total, abs=1e-6)
    # Dependent lists get pairs, by Akaike's criterion all of them.
    assert chosen_pairs(HEPATITIS, "aic").pairs == ((0, 1), (0, 2), (1, 2))


@pytest.mark.parametrize(
    ("histories", "total"),
    [
        ({(1, 1): 5}, 5),
        ({(1, 1): 4, (1, 0): 3, (0, 1): 2}, 8 * 7 / 5 - 1),
        # Here the lower end is above what was seen.
        ({(1, 1): 6, (1, 0): 8, (0, 1): 9}, 15 * 16 / 7 - 1),
        ({(1, 1, 1): 3, (1, 1, 0): 2, (0, 1, 1): 2, (0, 0, 1): 1, (1, 0, 0): 2}, None),
        # Where one system has all, that is the estimate.
        ({(1, 1, 0): 5, (1, 0, 1): 3, (1, 0, 0): 2}, 10),
    ],
)
def test_the_exact_interval_is_counted_out(histories, total):
    """Two systems by Chapman's estimate, not below what was seen; three by the equation."""
    found, seen = independent(histories), sum(histories.values())
    assert (found.method, found.seen) == ("independent", seen)
    assert (found.low, found.high) == counted(histories, 80)
    if total is None:
        parts = math.prod(1 - n / found.total for n in found_by(histories))
        assert 1 - seen / found.total == pytest.approx(parts)
    else:
        assert found.total == pytest.approx(total)
    assert found.unseen == found.total - seen
    nothing = independent({(1, 0): 3, (0, 1): 4})
    assert nothing == Abundance("independent", 7, math.inf, 7, math.inf)


def test_the_interval_of_a_large_set_ends_where_the_likelihood_has_fallen(monkeypatch):
    """By half of 3.84 from the best at each end; the estimate is the same."""
    exact = independent(THREE)
    monkeypatch.setattr(capture_recapture, "EXACT", 41)
    found = independent(THREE)
    assert found.total == exact.total

    def likelihood(total):
        parts = (n * math.log(n / total) + (total - n) * math.log(1 - n / total)
                 for n in found_by(THREE))  # fmt: skip
        return math.lgamma(total + 1) - math.lgamma(total - 42 + 1) + sum(parts)

    best = likelihood(log_linear(THREE).total)
    for end in (found.low, found.high):
        assert best - likelihood(end) == pytest.approx(1.959964**2 / 2, abs=1e-5)


@pytest.mark.parametrize(
    ("pairs", "unseen"),
    [
        # One pair: E is independent of "P or Q", so 63·(69 + 55 + 21) / (17 + 18 + 28).
        ([(0, 1)], 145),
        # Two pairs: the lists of the missing pair are independent among what the third has not.
        ([(0, 2), (1, 2)], 69 * 55 / 21),
        # All pairs: 28·69·55·63 / (21·17·18), published as 1313 in all.
        ([(0, 1), (0, 2), (1, 2)], 1041.7647),
    ],
)
def test_closed_forms_of_three_lists(pairs, unseen):
    """Bishop, Fienberg and Holland (1975), chapter 6: the unseen cell of each model by hand."""
    found = log_linear(HEPATITIS, pairs)
    assert found.unseen == pytest.approx(unseen, rel=1e-5)
    assert found.low < found.total < found.high


@pytest.mark.parametrize("criterion", ["aic", "bic"])
def test_of_all_models_the_one_with_the_least_criterion_is_chosen(criterion):
    """Of the 64 models of pairs of four systems."""
    every = list(combinations(range(4), 2))
    models = [log_linear(FOUR, pairs) for n in range(7) for pairs in combinations(every, n)]
    finite = [one for one in models if not math.isnan(one.total)]
    least = min(finite, key=lambda one: getattr(one, criterion))
    found = chosen_pairs(FOUR, criterion)
    assert (found.pairs, found.total) == (least.pairs, pytest.approx(least.total))


@pytest.mark.parametrize(
    ("histories", "pairs"),
    [
        ({(1, 0): 3, (0, 1): 4}, []),
        ({(1, 1): 3, (0, 1): 4, (1, 0): 5}, [(0, 1)]),
        ({(1, 1, 0): 3, (0, 1, 0): 4, (1, 0, 0): 5}, []),
        ({(1, 0, 1): 3, (0, 1, 1): 4, (0, 0, 1): 2, (1, 0, 0): 9}, [(0, 1)]),
        ({(1, 1, 0): 3, (1, 1, 1): 4, (0, 0, 1): 2, (0, 1, 0): 9}, [(0, 1)]),
    ],
)
def test_models_without_a_finite_estimate(histories, pairs):
    """No overlap, a term too many, a system with nothing, a pair with nothing or with all."""
    found = log_linear(histories, pairs)
    figures = (found.total, found.low, found.high, found.aic, found.bic)
    assert all(map(math.isnan, figures))
    assert (found.seen, found.pairs) == (sum(histories.values()), tuple(pairs))


def test_chaos_bound_of_the_hares():
    """68 + 5/6 · 25·24 / (2·23) = 78.87; without the correction for bias 79.8, as published."""
    found = chao(histories(HARES, 6))
    assert found.total == pytest.approx(78.8696, abs=1e-4)
    # The variance by hand: 10.87 + (5/6)²·25·49²/(4·23²) + (5/6)²·25²·22·24²/(4·23⁴) = 35.49.
    factor = math.exp(1.959964 * math.sqrt(math.log(1 + 35.4862 / 10.8696**2)))
    assert found.low == pytest.approx(68 + 10.8696 / factor, abs=0.01)
    assert found.high == pytest.approx(68 + 10.8696 * factor, abs=0.01)


def test_the_dispersion_of_two_systems_by_hand():
    """log(unseen) is log n01 + log n10 - log n11: its variance from the clusters' own counts."""
    cells = [((1, 1), -1), ((1, 0), 1), ((0, 1), 1)]
    total = {cell: sum(one.get(cell, 0) for one in CLUSTERS) for cell, _ in cells}
    whole = sum(total.values())
    scores = [
        sum(
            sign * (one.get(cell, 0) / total[cell] - sum(one.values()) / whole)
            for cell, sign in cells
        )
        for one in CLUSTERS
    ]
    robust = sum(score**2 for score in scores) * 4 / 3
    expected = sum(1 / n for n in total.values()) - 1 / whole
    assert robust > expected
    assert dispersion(CLUSTERS) == pytest.approx(robust / expected, rel=1e-6)
    # Equal clusters differ less than chance would have it: 1 is the least.
    assert dispersion(CLUSTERS[3:] * 5) == 1


def test_a_set_is_told_by_the_widest_of_its_methods():
    """Two systems: independent and Chao; three: the model by AIC too, which has the estimate."""
    two = set_size(CLUSTERS)
    spread = dispersion(CLUSTERS)
    whole = {(1, 1): 7, (1, 0): 7, (0, 1): 9}
    methods = (widened(independent(whole), spread), widened(chao(whole), spread))
    assert (two.methods, two.dispersion, two.found) == (methods, spread, (14, 16))
    assert two.told.total == methods[0].total == 15 * 17 / 8 - 1
    ends = min(one.low for one in methods), max(one.high for one in methods)
    assert (two.told.low, two.told.high) == ends
    three = set_size([THREE])
    model = chosen_pairs(THREE, "aic")
    assert [one.method for one in three.methods] == ["independent", "Chao", "log-linear"]
    assert (three.told.total, three.told.pairs) == (model.total, model.pairs)
    assert three.dispersion == 1
    assert three.told.high == max(one.high for one in three.methods)
    assert three.told.low == min(one.low for one in three.methods)


@pytest.mark.parametrize("seen", [0, 4, 9])
@pytest.mark.parametrize("shares", [(0.6, 0.5, 0.8), (0.3, 0.25, 0.31), (1.0, 0.9, 1.0)])
def test_a_part_is_counted_out_by_its_shares(seen, shares):
    """The most members by the least share, the fewest by the most."""
    share, least, most = shares
    found = from_share(seen, shares)
    high = max(n for n in range(seen, 200) if tail(n, least, seen) >= 0.025)
    fits = (n for n in range(seen, 200) if not seen or 1 - tail(n, most, seen - 1) >= 0.025)
    assert (found.method, found.seen) == ("share", seen)
    assert found.total == pytest.approx(seen / share)
    assert (found.low, found.high) == (min(next(fits), found.total), max(high, found.total))
    # Of a share of nothing something is without end.
    assert from_share(3, (0.0, 0.0, 0.5)).total == math.inf


@pytest.mark.parametrize(("part", "of"), [(1, 1), (1, 9), (5, 9), (9, 9), (30, 40)])
def test_the_lower_end_of_a_share_has_a_tail_of_025(part, of):
    """So many or more of the whole are as probable as 1 in 40."""
    low = least_share(part, of)
    assert 0 < low < part / of
    assert 1 - tail(of, low, part - 1) == pytest.approx(0.025)
    assert least_share(0, of) == 0


def test_overlaps_by_chance_are_counted_out():
    """Every overlap of every two draws of up to 7 of 7."""
    for first in range(8):
        for second in range(8):
            ways = [
                math.comb(first, k) * math.comb(7 - first, second - k) for k in range(second + 1)
            ]
            for both in range(min(first, second) + 1):
                expected = sum(ways[both:]) / math.comb(7, second)
                assert in_common(first, second, both, 7) == pytest.approx(expected)
                assert in_common(first, second, both, 7) <= 1


@settings(max_examples=40)
@given(
    st.dictionaries(
        st.tuples(*[st.integers(0, 1)] * 3).filter(any), st.integers(1, 40), min_size=1
    ).filter(lambda found: any(sum(history) > 1 for history in found))
)
def test_no_estimate_is_below_what_was_seen(found):
    """Each method's interval holds its estimate, and what was seen is the least there is."""
    size = set_size([found])
    seen = sum(found.values())
    for one in (*size.methods, size.told):
        assert seen - 1e-9 <= one.low <= one.total + 1e-6
        assert one.total <= one.high + 1e-6
    assert size.told.low == min(one.low for one in size.methods)


def test_the_interval_holds_the_truth_for_thinned_golds():
    """300 answers, .1 to .3 of which the golds lack; 2 to 5 systems with recalls of .5 to .9.

    60 seeded draws; bench/completeness.py has many more. Independent systems, as assumed.
    """
    rng = np.random.default_rng(10)
    held = []
    for n in range(60):
        missing = int(rng.binomial(300, (0.1, 0.2, 0.3)[n % 3]))
        found = drawn(rng, missing, rng.uniform(0.5, 0.9, 2 + n % 4))
        told = set_size([found]).told
        held.append(told.low <= missing <= told.high)
    assert np.mean(held) >= 0.93


def test_a_system_that_found_nothing_changes_nothing():
    """Its column is left out, and pairs keep the positions of all systems."""
    alone = set_size([HEPATITIS])
    with_idle = set_size([{(h[0], 0, *h[1:]): n for h, n in HEPATITIS.items()}])
    assert with_idle.told.total == pytest.approx(alone.told.total)
    assert with_idle.told.pairs == ((0, 2), (0, 3), (2, 3))
