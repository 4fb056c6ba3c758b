"""How many members of a set nobody found: closed forms by hand, published figures, coverage."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tamis.stats.capture_recapture import (
    chao,
    chapman,
    found_by,
    independent,
    overlap,
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


def histories(often, systems):
    """Histories with these numbers of members found once, twice, and so on, by the first ones."""
    return {(1,) * k + (0,) * (systems - k): n for k, n in often.items()}


def drawn(rng, size, rates, easiness=0.0):
    """Histories of the members found of `size`, by independent systems with these rates."""
    logits = np.log(np.array(rates) / (1 - np.array(rates)))
    easy = easiness * rng.standard_normal(size)[:, None]
    got = rng.random((size, len(rates))) < 1 / (1 + np.exp(-logits - easy))
    return Counter(tuple(map(int, row)) for row in got if row.any())


def test_counts_of_the_published_example():
    """Lists of 135, 122 and 126 cases; 28 + 21 + 17 + 18 = 84 are in two or more."""
    assert found_by(HEPATITIS) == [135, 122, 126]
    assert overlap(HEPATITIS) == 84


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


def test_two_systems_have_chapmans_estimate_and_the_hypergeometric_interval():
    """Both found the same 5. With 7 members the chance of that is 1/C(7,5) = 1/21 = .048.

    With 8 it is 1/56 = .018, below .025: so 7 are the most.
    """
    found = independent({(1, 1): 5})
    assert (found.total, found.low, found.high) == (5, 5, 7)


def test_independent_lists_of_hepatitis_are_the_published_388():
    """N solves 1 - 271/N = (1 - 135/N)(1 - 122/N)(1 - 126/N): .302 at 388; published as 388."""
    found = independent(HEPATITIS)
    assert round(found.total) == 388
    assert found.low < 388 < found.high
    assert log_linear(HEPATITIS).total == pytest.approx(found.total, abs=1e-6)


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


def test_pairs_are_chosen_by_the_criterion():
    """Dependent lists get pairs; where two systems always go together, the pair is found."""
    assert chosen_pairs(HEPATITIS, "aic").pairs == ((0, 1), (0, 2), (1, 2))
    rng = np.random.default_rng(3)
    together = Counter()
    for history, n in drawn(rng, 3000, (0.6, 0.6, 0.5)).items():
        together[history] += n
    # A third of what the first found was copied by the second.
    for history in [h for h in together if h[0] and not h[1]]:
        copied = together[history] // 3
        together[history] -= copied
        together[1, 1, history[2]] += copied
    assert chosen_pairs(together, "bic").pairs == ((0, 1),)
    assert chosen_pairs(together).total == pytest.approx(3000, rel=0.05)
    assert independent(together).high < 2950


def test_the_best_pairs_of_five_systems_are_found_step_by_step():
    """Systems D and E copy each other; the others are independent."""
    rng = np.random.default_rng(5)
    copied = Counter()
    for history, n in drawn(rng, 2000, (0.5, 0.6, 0.7, 0.5)).items():
        copied[(*history, history[3])] += n
    # Without any difference the pair would have no finite term.
    for history in [h for h in copied if h[3]]:
        copied[(*history[:4], 0)] += copied[history] // 4
        copied[history] -= copied[history] // 4
    for history in [h for h in copied if not h[3] and any(h)]:
        copied[(*history[:4], 1)] += copied[history] // 10
        copied[history] -= copied[history] // 10
    found = chosen_pairs(copied)
    assert (3, 4) in found.pairs
    assert found.low <= 2000 <= found.high


def test_chaos_bound_of_the_hares():
    """68 + 5/6 · 25·24 / (2·23) = 78.87; without the correction for bias 79.8, as published."""
    found = chao(histories(HARES, 6))
    assert found.total == pytest.approx(78.8696, abs=1e-4)
    # The variance by hand: 10.87 + (5/6)²·25·49²/(4·23²) + (5/6)²·25²·22·24²/(4·23⁴) = 35.49.
    factor = math.exp(1.959964 * math.sqrt(math.log(1 + 35.4862 / 10.8696**2)))
    assert found.low == pytest.approx(68 + 10.8696 / factor, abs=0.01)
    assert found.high == pytest.approx(68 + 10.8696 * factor, abs=0.01)


def test_chaos_bound_without_single_finds():
    """Nobody is missing by the bound, yet the interval has room: 6 found by both of two.

    Found twice each, a share exp(-2) = .1353 is missed by chance: 6/.8647 + 1.96·√(6·.1353)/.8647.
    """
    found = chao({(1, 1): 6})
    assert (found.total, found.low) == (6, 6)
    assert found.high == pytest.approx(6 / 0.864665 + 1.959964 * math.sqrt(6 * 0.135335) / 0.864665)


def test_what_a_model_cannot_tell_is_undefined():
    """No overlap bounds nothing; a pair that never or always found the same has no finite term."""
    assert math.isinf(independent({(1, 0, 0): 3, (0, 1, 0): 4}).high)
    assert math.isnan(log_linear({(1, 0, 1): 3, (0, 1, 1): 4, (0, 0, 1): 2}, [(0, 1)]).total)
    assert math.isnan(log_linear({(1, 1, 0): 3, (0, 1, 1): 4, (0, 0, 1): 2}, [(0, 1)]).total)
    with pytest.raises(ValueError, match="found by two systems"):
        set_size([{(1, 0): 3, (0, 1): 2}])
    with pytest.raises(ValueError, match="no history"):
        found_by({(0, 0): 1})
    with pytest.raises(ValueError, match="at most 8 systems"):
        log_linear({(1,) * 9: 3})


def test_members_that_come_together_count_less():
    """With each cluster's counts doubled, the variance is twice what single members have."""
    rng = np.random.default_rng(0)
    clusters = [drawn(rng, 3, [rng.uniform(0.1, 0.9) for _ in range(3)]) for _ in range(60)]
    once = dispersion(clusters)
    twice = dispersion([{h: 2 * n for h, n in one.items()} for one in clusters])
    assert once > 1
    assert twice == pytest.approx(2 * once)
    assert dispersion(clusters[:2]) == 1
    found = independent(HEPATITIS)
    wide = widened(found, 4.0)
    assert wide.total == found.total
    assert wide.low < found.low
    # Twice as far on the logarithm of the unseen and a half.
    assert math.log(wide.high - 270.5) - math.log(found.total - 270.5) == pytest.approx(
        2 * (math.log(found.high - 270.5) - math.log(found.total - 270.5))
    )
    assert widened(found, 1.0) == found


def test_a_part_of_the_set_by_the_share_that_is_found():
    """Nothing found where half would be: .5⁵ = .031 may be, .5⁶ = .016 may not. 3 of .6 are 5."""
    assert from_share(0, (0.5, 0.5, 0.5)).high == 5
    assert from_share(0, (0.5, 0.5, 0.5)).total == 0
    found = from_share(3, (0.6, 0.5, 0.8))
    assert (found.total, found.low) == (pytest.approx(5), 3)
    # By the least share: 3 or fewer of 14 with a probability of .0287, of 15 with .0176.
    assert found.high == 14
    assert math.isinf(from_share(2, (0.5, 0.0, 1.0)).high)
    # Ten of ten: the share may be as low as .025 to the power of a tenth.
    assert least_share(10, 10) == pytest.approx(0.025**0.1)
    assert least_share(0, 10) == 0


def test_how_probable_an_overlap_is_by_chance():
    """Two draws of 2 of 4: both the same 1/6, one or more in common 5/6 (1 - C(2,2)/C(4,2))."""
    assert in_common(2, 2, 2, 4) == pytest.approx(1 / 6)
    assert in_common(2, 2, 1, 4) == pytest.approx(5 / 6)
    assert in_common(3, 3, 2, 4) == pytest.approx(1)
    assert in_common(0, 2, 0, 4) == 1


def test_a_large_set_has_the_interval_of_its_likelihood():
    """Above the limit of the exact interval the two agree to a percent of the unseen."""
    from tamis.stats import capture_recapture

    exact = independent({history: 4 * n for history, n in HEPATITIS.items()})
    low, high = capture_recapture._profile([540, 488, 504], 1084)
    assert low == pytest.approx(exact.low, abs=6)
    assert high == pytest.approx(exact.high, abs=6)


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


@pytest.mark.parametrize("thinned", [0.1, 0.2, 0.3])
def test_the_interval_holds_the_truth_for_thinned_golds(thinned):
    """300 answers, a share of which the golds lack; 2 to 5 systems with recalls of .5 to .9.

    40 seeded draws; bench/completeness.py has many more. Independent systems, as assumed.
    """
    rng = np.random.default_rng(round(100 * thinned))
    held = []
    for n in range(40):
        missing = int(rng.binomial(300, thinned))
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


def test_systems_that_find_the_same_give_a_lower_bound():
    """Members differ much in how easy they are: the estimate by independence is below the truth."""
    rng = np.random.default_rng(1)
    found = set_size([drawn(rng, 1000, (0.5, 0.6, 0.7), easiness=2.0)])
    by_independence, bound, told = found.methods
    assert by_independence.high < 1000
    assert by_independence.total < bound.total < 1000
    assert told.total > by_independence.total
