"""The size of sets against counting: every number of members tried, every model compared."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

import pytest

from tamis.stats import capture_recapture, log_linear
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
from tamis.stats.log_linear import chosen_pairs, dispersion
from tamis.stats.set_size import from_share, in_common, least_share, set_size

Z = 1.959963984540054
THREE = {
    (1, 1, 1): 7, (1, 1, 0): 5, (1, 0, 1): 4, (1, 0, 0): 9,
    (0, 1, 1): 3, (0, 1, 0): 6, (0, 0, 1): 8,
}  # fmt: skip
FOUR = {
    (1, 1, 0, 0): 14, (1, 0, 1, 0): 6, (0, 0, 1, 1): 9, (1, 1, 1, 1): 5, (0, 1, 0, 1): 4,
    (1, 0, 0, 0): 7, (0, 1, 0, 0): 3, (0, 0, 1, 0): 8, (0, 0, 0, 1): 10, (1, 1, 1, 0): 5,
    (1, 0, 1, 1): 2, (0, 1, 1, 1): 3, (1, 0, 0, 1): 3, (1, 1, 0, 1): 4, (0, 1, 1, 0): 2,
}  # fmt: skip


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


@pytest.mark.parametrize(
    ("histories", "total"),
    [
        ({(1, 1): 4, (1, 0): 3, (0, 1): 2}, 8 * 7 / 5 - 1),
        ({(1, 1): 9, (1, 0): 1}, 10),
        ({(1, 0, 1): 4, (1, 0, 0): 3, (0, 0, 1): 2}, 7 * 6 / 4),
        ({(1, 1, 1): 3, (1, 1, 0): 2, (0, 1, 1): 2, (0, 0, 1): 1, (1, 0, 0): 2}, None),
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


def test_where_one_system_has_all_the_estimate_is_what_was_seen():
    """Of three systems, too; the interval has room above."""
    found = independent({(1, 1, 0): 5, (1, 0, 1): 3, (1, 0, 0): 2})
    assert (found.total, found.low) == (10, 10)
    assert found.high == counted({(1, 1, 0): 5, (1, 0, 1): 3, (1, 0, 0): 2}, 80)[1]


def test_without_overlap_there_is_no_number():
    """Infinite above, and all that was seen below."""
    found = independent({(1, 0): 3, (0, 1): 4})
    assert found == Abundance("independent", 7, math.inf, 7, math.inf)


@pytest.mark.parametrize("found", [[30, 20, 12], [9, 9], [40, 9]])
def test_the_interval_of_the_likelihood_ends_at_half_of_384(found):
    """At each end above `seen` the log-likelihood is z²/2 below the best."""
    seen = max(found) + 5

    def likelihood(total):
        parts = [n * math.log(n / total) + (total - n) * math.log(1 - n / total) for n in found]
        return math.lgamma(total + 1) - math.lgamma(total - seen + 1) + sum(parts)

    low, high = capture_recapture._profile(found, seen)
    best = capture_recapture._solved(found, seen)
    assert seen <= low < best < high
    for end in (low, high):
        if end != seen:
            fall = likelihood(best) - likelihood(end)
            assert fall == pytest.approx(Z * Z / 2, abs=1e-6)
        else:
            assert likelihood(best) - likelihood(seen) < Z * Z / 2
    assert capture_recapture._profile([6, 4], 6)[0] == 6


def test_above_the_limit_the_interval_is_the_likelihoods(monkeypatch):
    """At the limit it is the exact one still."""
    exact = independent(THREE)
    monkeypatch.setattr(capture_recapture, "EXACT", 42)
    assert independent(THREE) == exact
    monkeypatch.setattr(capture_recapture, "EXACT", 41)
    found = independent(THREE)
    assert found.total == exact.total
    assert (found.low, found.high) == capture_recapture._profile(found_by(THREE), 42)


def test_counts_of_systems_and_of_overlap():
    """Different lengths, no history at all and an empty one are refused."""
    assert (found_by(THREE), overlap(THREE)) == ([25, 21, 22], 19)
    for wrong, said in (({(1, 0): 1, (1,): 2}, "same systems"), ({}, "same systems"),
                        ({(1, 0): 1, (0, 0): 2}, "no history")):  # fmt: skip
        with pytest.raises(ValueError, match=said):
            found_by(wrong)
    assert chapman(3, 9, 1) == 19


@pytest.mark.parametrize("last", [4, 5, 6, 8, 11, 12, 100])
def test_the_last_number_for_which_something_holds(last):
    """From the start on, in doubled steps and then by halves."""
    assert last_that(lambda n: n <= last, 4) == last


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


def poisson(table, fitted):
    """The logarithm of the likelihood of counts."""
    return sum(n * math.log(f) - f - math.lgamma(n + 1) for n, f in zip(table, fitted, strict=True))


def test_the_criteria_of_a_model_by_hand():
    """Two systems fit their three cells: 3 terms, cost 2 or log S each; less twice the logs."""
    counts = [30, 20, 12]
    found = log_linear.log_linear({(1, 1): 30, (1, 0): 20, (0, 1): 12})
    best = poisson(counts, counts)
    assert (found.aic, found.bic) == pytest.approx((6 - 2 * best, 3 * math.log(62) - 2 * best))
    assert (found.method, found.seen, found.pairs) == ("log-linear", 62, ())
    # All pairs of three systems: seven terms for seven cells.
    full = log_linear.log_linear(THREE, [(1, 2), (0, 1), (0, 2)])
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
        log_linear.log_linear(histories, pairs)
        for n in range(len(every) + 1)
        for pairs in combinations(every, n)
    ]
    finite = [one for one in models if not math.isnan(one.total)]
    least = min(finite, key=lambda one: getattr(one, criterion))
    found = chosen_pairs(histories, criterion)
    assert (found.pairs, found.total) == (least.pairs, pytest.approx(least.total))
    if criterion == "bic":
        assert chosen_pairs(histories) == found


def test_of_more_systems_no_single_pair_makes_the_model_better():
    """Five systems: neither one pair more nor one less has a lower criterion."""
    histories = {(*h, (h[0] + h[3]) % 2): n for h, n in FOUR.items()}
    histories[0, 0, 0, 0, 1] = 6
    found = chosen_pairs(histories, "aic")
    assert found.pairs
    for pair in combinations(range(5), 2):
        other = log_linear.log_linear(histories, {*found.pairs} ^ {pair})
        assert math.isnan(other.aic) or other.aic >= found.aic - 1e-9


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
    found = log_linear.log_linear(histories, pairs)
    figures = (found.total, found.low, found.high, found.aic, found.bic)
    assert all(map(math.isnan, figures))
    assert (found.seen, found.pairs) == (sum(histories.values()), tuple(pairs))


@pytest.mark.parametrize("pair", [(1, 0), (1, 1), (0, 3), (-1, 1)])
def test_a_pair_must_be_of_the_systems(pair):
    """In their order; and eight systems are not too many."""
    with pytest.raises(ValueError, match="are not all pairs of 3 systems"):
        log_linear.log_linear(THREE, [(0, 1), pair])
    assert log_linear.log_linear({(1,) * 8: 3}).seen == 3


CLUSTERS = [
    {(1, 1): 4, (1, 0): 2},
    {(0, 1): 3, (1, 0): 1},
    {(1, 1): 1, (0, 1): 5},
    {(1, 1): 2, (1, 0): 4, (0, 1): 1},
]


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
    assert dispersion([*CLUSTERS[:2], {}, {}]) == 1
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


def tail(n, share, most):
    """The probability of at most `most` of n."""
    return sum(math.comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(most + 1))


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


def test_a_share_of_nothing_bounds_nothing():
    """Something seen of a share of 0 is without end; nothing seen is nothing."""
    assert from_share(3, (0.0, 0.0, 0.5)).total == math.inf
    assert from_share(0, (0.0, 0.0, 0.5)).total == 0
    assert from_share(0, (0.0, 0.0, 0.5)).high == math.inf


@pytest.mark.parametrize(("part", "of"), [(1, 1), (1, 9), (5, 9), (9, 9), (30, 40)])
def test_the_lower_end_of_a_share_has_a_tail_of_025(part, of):
    """So many or more of the whole are as probable as 1 in 40."""
    low = least_share(part, of)
    assert 0 < low < part / of
    assert 1 - tail(of, low, part - 1) == pytest.approx(0.025)


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
