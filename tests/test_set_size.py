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
    last_that,
    overlap,
    widened,
)
from tamis.stats.log_linear import chosen_pairs, dispersion, log_linear
from tamis.stats.set_size import from_share, in_common, least_share, set_size

Z = 1.959963984540054


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


def test_counts_of_systems_and_of_overlap():
    """Lists of 135, 122 and 126 cases; 28 + 21 + 17 + 18 = 84 are in two or more."""
    assert (found_by(HEPATITIS), overlap(HEPATITIS)) == ([135, 122, 126], 84)
    assert (found_by(THREE), overlap(THREE)) == ([25, 21, 22], 19)
    for wrong, said in (({(1, 0): 1, (1,): 2}, "same systems"), ({}, "same systems"),
                        ({(1, 0): 1, (0, 0): 2}, "no history")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            found_by(wrong)
    assert [last_that(lambda n, last=last: n <= last, 4) for last in (4, 5, 6, 8, 11, 100)] == [
        4, 5, 6, 8, 11, 100,
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "total"),
    [
        # 10 turtles marked, 15 caught, 5 of them marked: 11·16/6 - 1 (a textbook example).
        ((10, 15, 5), 28.3333),
        # The pairs of the lists: 136·123/50 - 1, 136·127/46 - 1, 123·127/47 - 1.
        ((135, 122, 49), 333.56),
        ((135, 126, 45), 374.4783),
        ((122, 126, 46), 331.3617),
        # No overlap has a number too, but it means nothing: 6·6/1 - 1.
        ((5, 5, 0), 35),
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
        ({(1, 1): 9, (1, 0): 1}, 10),
        # Here the lower end is above what was seen.
        ({(1, 1): 6, (1, 0): 8, (0, 1): 9}, 15 * 16 / 7 - 1),
        ({(1, 0, 1): 4, (1, 0, 0): 3, (0, 0, 1): 2}, 7 * 6 / 4),
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


@pytest.mark.parametrize(
    "histories", [THREE, {(1, 1): 9, (1, 0): 21, (0, 1): 5}, {(1, 1): 8, (1, 0): 1}]
)
def test_the_interval_of_a_large_set_ends_where_the_likelihood_has_fallen(histories, monkeypatch):
    """Above the limit: by half of 3.84 from the best at each end, but not below what was seen."""
    exact, seen = independent(histories), sum(histories.values())
    monkeypatch.setattr(capture_recapture, "EXACT", seen)
    assert independent(histories) == exact
    monkeypatch.setattr(capture_recapture, "EXACT", seen - 1)
    found, systems = independent(histories), found_by(histories)
    assert found.total == exact.total

    def likelihood(total):
        parts = [
            n * math.log(n / total) + ((total - n) * math.log(1 - n / total) if n < total else 0)
            for n in systems
        ]
        return math.lgamma(total + 1) - math.lgamma(total - seen + 1) + sum(parts)

    # The best number of all, as the equation of independent systems has it.
    best = log_linear(histories).total if overlap(histories) < seen - 1 else seen
    fall = {end: likelihood(best) - likelihood(end) for end in (found.low, found.high)}
    assert fall[found.high] == pytest.approx(Z * Z / 2, abs=1e-5)
    assert found.low == seen or fall[found.low] == pytest.approx(Z * Z / 2, abs=1e-5)


@pytest.mark.parametrize(
    ("pairs", "unseen"),
    [
        # One pair: E is independent of "P or Q", so 63·(69 + 55 + 21) / (17 + 18 + 28).
        ([(0, 1)], 145),
        # Two pairs: the lists of the missing pair are independent among what the third has not.
        ([(0, 2), (1, 2)], 69 * 55 / 21),
        ([(0, 1), (1, 2)], 69 * 63 / 17),
        ([(0, 1), (0, 2)], 55 * 63 / 18),
        # All pairs: 28·69·55·63 / (21·17·18), published as 1313 in all.
        ([(0, 1), (0, 2), (1, 2)], 1041.7647),
    ],
)
def test_closed_forms_of_three_lists(pairs, unseen):
    """Bishop, Fienberg and Holland (1975), chapter 6: the unseen cell of each model by hand."""
    found = log_linear(HEPATITIS, pairs)
    assert found.unseen == pytest.approx(unseen, rel=1e-5)
    assert found.low < found.total < found.high


def test_the_profile_interval_ends_where_the_deviance_is_384():
    """Two systems: 30 found by both, 20 and 12 by one, so 20·12/30 = 8 by none.

    At each end the deviance of the table of four from its margins' products (G²) is 1.96².
    """
    found = log_linear({(1, 1): 30, (1, 0): 20, (0, 1): 12})
    assert found.unseen == pytest.approx(8)
    for end in (found.low, found.high):
        counts = np.array([[end - 62, 12], [20, 30]])
        products = counts.sum(axis=1, keepdims=True) * counts.sum(axis=0) / counts.sum()
        assert 2 * (counts * np.log(counts / products)).sum() == pytest.approx(3.8415, abs=0.01)


def poisson(table, fitted):
    """The logarithm of the likelihood of counts."""
    return sum(n * math.log(f) - f - math.lgamma(n + 1) for n, f in zip(table, fitted, strict=True))


def test_the_criteria_of_a_model_by_hand():
    """Two systems fit their three cells: 3 terms, cost 2 or log S each; less twice the logs."""
    counts = [30, 20, 12]
    found = log_linear({(1, 1): 30, (1, 0): 20, (0, 1): 12})
    best = poisson(counts, counts)
    assert (found.aic, found.bic) == pytest.approx((6 - 2 * best, 3 * math.log(62) - 2 * best))
    assert (found.method, found.seen, found.pairs) == ("log-linear", 62, ())
    # All pairs of three systems: seven terms for seven cells.
    full = log_linear(THREE, [(1, 2), (0, 1), (0, 2)])
    best = poisson(THREE.values(), THREE.values())
    assert full.pairs == ((0, 1), (0, 2), (1, 2))
    assert full.aic == pytest.approx(14 - 2 * best, abs=1e-6)
    assert full.bic == pytest.approx(7 * math.log(42) - 2 * best, abs=1e-6)


@pytest.mark.parametrize("histories", [THREE, FOUR])
@pytest.mark.parametrize("criterion", ["aic", "bic"])
def test_of_all_models_the_one_with_the_least_criterion_is_chosen(histories, criterion):
    """For three systems of 8 models, for four of 64."""
    systems = len(next(iter(histories)))
    every = list(combinations(range(systems), 2))
    models = [
        log_linear(histories, pairs)
        for n in range(len(every) + 1)
        for pairs in combinations(every, n)
    ]
    finite = [one for one in models if not math.isnan(one.total)]
    least = min(finite, key=lambda one: getattr(one, criterion))
    found = chosen_pairs(histories, criterion)
    assert (found.pairs, found.total) == (least.pairs, pytest.approx(least.total))
    if criterion == "bic":
        assert chosen_pairs(histories) == found


@pytest.mark.parametrize(
    ("histories", "pairs"),
    [
        ({(1, 0): 3, (0, 1): 4}, []),
        ({(1, 1): 3, (0, 1): 4, (1, 0): 5}, [(0, 1)]),
        ({(1, 1, 0): 3, (0, 1, 0): 4, (1, 0, 0): 5}, []),
        ({(1, 0, 1): 3, (0, 1, 1): 4, (0, 0, 1): 2, (1, 0, 0): 9}, [(0, 1)]),
        ({(1, 1, 0): 3, (1, 1, 1): 4, (0, 0, 1): 2, (1, 0, 0): 9}, [(0, 1)]),
        ({(1, 1, 0): 3, (1, 1, 1): 4, (0, 0, 1): 2, (0, 1, 0): 9}, [(0, 1)]),
    ],
)
def test_models_without_a_finite_estimate(histories, pairs):
    """No overlap, a term too many, a system with nothing, a pair with nothing or with all."""
    found = log_linear(histories, pairs)
    figures = (found.total, found.low, found.high, found.aic, found.bic)
    assert all(map(math.isnan, figures))
    assert (found.seen, found.pairs) == (sum(histories.values()), tuple(pairs))


@pytest.mark.parametrize("pair", [(1, 0), (1, 1), (0, 3), (-1, 1)])
def test_a_pair_must_be_of_the_systems(pair):
    """In their order; and eight systems are not too many."""
    with pytest.raises(ValueError, match="are not all pairs of 3 systems"):
        log_linear(THREE, [(0, 1), pair])
    assert log_linear({(1,) * 8: 3}).seen == 3
    with pytest.raises(ValueError, match="at most 8 systems"):
        log_linear({(1,) * 9: 3})
    with pytest.raises(ValueError, match="found by two systems"):
        set_size([{(1, 0): 3, (0, 1): 2}])


def test_chaos_bound_of_the_hares():
    """68 + 5/6 · 25·24 / (2·23) = 78.87; without the correction for bias 79.8, as published."""
    found = chao(histories(HARES, 6))
    assert found.total == pytest.approx(78.8696, abs=1e-4)
    # The variance by hand: 10.87 + (5/6)²·25·49²/(4·23²) + (5/6)²·25²·22·24²/(4·23⁴) = 35.49.
    factor = math.exp(1.959964 * math.sqrt(math.log(1 + 35.4862 / 10.8696**2)))
    assert found.low == pytest.approx(68 + 10.8696 / factor, abs=0.01)
    assert found.high == pytest.approx(68 + 10.8696 * factor, abs=0.01)


def test_chaos_bound_without_members_that_two_systems_found():
    """9 once, none twice, 3 thrice, of 4: ¾·9·8/2 = 27; the variance has the other last term."""
    found = chao({(1, 0, 0, 0): 6, (0, 1, 0, 0): 3, (1, 1, 1, 0): 3})
    share = 3 / 4
    variance = 27 + share**2 * 9 * 17**2 / 4 - share**2 * 9**4 / (4 * (12 + 27))
    factor = math.exp(Z * math.sqrt(math.log(1 + variance / 27**2)))
    assert (found.method, found.seen) == ("Chao", 12)
    assert (found.total, found.low, found.high) == pytest.approx(
        (39, 12 + 27 / factor, 12 + 27 * factor)
    )


@pytest.mark.parametrize("once", [0, 1])
def test_chaos_bound_where_nobody_is_estimated_to_be_unseen(once):
    """None or one found once, 4 twice, 2 thrice: by chance Σ n·exp(-k) / S are missed."""
    kinds = {(1, 0, 0): once, (1, 1, 0): 4, (1, 1, 1): 2}
    found, seen = chao({h: n for h, n in kinds.items() if n}), once + 6
    missed = (once * math.exp(-1) + 4 * math.exp(-2) + 2 * math.exp(-3)) / seen
    high = seen / (1 - missed) + Z * math.sqrt(seen * missed) / (1 - missed)
    assert (found.total, found.low, found.high) == (seen, seen, pytest.approx(high))


def test_a_widened_interval_keeps_the_rest_of_its_estimate():
    """Each distance on log(unseen + ½) grows by the root; never below what was seen."""
    one = Abundance("log-linear", 40, 52.0, 44.0, 90.0, ((0, 2),), 3.0, 4.0)
    found = widened(one, 2.25)
    low, middle, high = (math.log(end - 39.5) for end in (44.0, 52.0, 90.0))
    ends = [39.5 + math.exp(middle + 1.5 * (end - middle)) for end in (low, high)]
    assert (found.low, found.high) == pytest.approx(tuple(ends))
    rest = ("log-linear", 40, 52.0, ((0, 2),), 3.0, 4.0)
    assert (found.method, found.seen, found.total, found.pairs, found.aic, found.bic) == rest
    assert widened(one, 0.5) == widened(one, 1.0) == one
    assert widened(Abundance("x", 40, 41.0, 40.0, 60.0), 9.0).low == 40
    endless = Abundance("x", 40, 41.0, 40.0, math.inf)
    assert widened(endless, 9.0) == endless


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
    assert dispersion([{}, *CLUSTERS, {}]) == pytest.approx(robust / expected, rel=1e-6)
    # Equal clusters differ less than chance would have it: 1 is the least.
    assert dispersion(CLUSTERS[3:] * 5) == 1
    assert dispersion([*CLUSTERS[:2], {}, {}]) == 1 < dispersion(CLUSTERS[:3])
    assert dispersion([{(1,) * 9: 3}, {(0, 1) * 4 + (1,): 2}, {(1, 0) * 4 + (1,): 5}]) == 1


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


@pytest.mark.parametrize("seen", [0, 1, 4, 9])
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
    # Of a share of nothing something is without end, and nothing is nothing.
    assert from_share(3, (0.0, 0.0, 0.5)).total == from_share(0, (0.0, 0.0, 0.5)).high == math.inf
    assert from_share(0, (0.0, 0.0, 0.5)).total == 0


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


def test_more_systems_than_a_model_of_pairs_takes():
    """Ten systems, one of which found nothing: Chao's bound and the independent model are left."""
    rng = np.random.default_rng(2)
    found = drawn(rng, 200, (0.2,) * 9)
    size = set_size([{(*history, 0): n for history, n in found.items()}])
    assert [one.method for one in size.methods] == ["independent", "Chao"]
    assert size.found[-1] == 0
    assert size.told.low <= 200 <= size.told.high


def test_a_system_that_found_nothing_changes_nothing():
    """Its column is left out, and pairs keep the positions of all systems."""
    alone = set_size([HEPATITIS])
    with_idle = set_size([{(h[0], 0, *h[1:]): n for h, n in HEPATITIS.items()}])
    assert with_idle.told.total == pytest.approx(alone.told.total)
    assert with_idle.told.pairs == ((0, 2), (0, 3), (2, 3))
