"""Promises on recall: against the page of theory, by hand computation, and by simulation."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tamis.stats.certified_recall import Certificate, calls_for, corrected_recall, first_broken
from tamis.types import InputError


@pytest.mark.parametrize(
    ("accepted", "recall", "calls"),
    [
        # The table of "What no method can beat" in the page of theory.
        (10, 0.9, 7_766),
        (10, 0.95, 9_501),
        (100, 0.9, 2_286),
        (100, 0.95, 3_988),
        (1_000, 0.9, 1_165),
        (1_000, 0.95, 1_465),
        (3_000, 0.9, 2_771),
        (3_000, 0.95, 2_989),
    ],
)
def test_what_a_perfect_ranking_costs(accepted: int, recall: float, calls: int) -> None:
    """The cost of a perfect ranking is that of the page, to the call."""
    assert calls_for(10_000, accepted, recall) == calls


def test_cost_is_the_exact_hypergeometric_one() -> None:
    """For a small corpus the cost is what counting draws with math.comb gives."""
    units, accepted = 60, 8
    best = units
    for found in range(math.ceil(accepted * 0.75), accepted + 1):
        hidden, left = found * 4 // 3 + 1 - found, units - found
        missed = (math.comb(left - hidden, n) / math.comb(left, n) for n in range(left + 1))
        best = min(best, found + next(n for n, chance in enumerate(missed) if chance <= 0.05))
    assert calls_for(units, accepted, 0.75) == best


def test_cost_at_the_ends() -> None:
    """A recall of 1 costs nearly everything; nothing accepted costs a test that one is hidden."""
    assert calls_for(1_000, 10, 1.0) == 10 + math.ceil(0.95 * 990)
    assert calls_for(1_000, 0, 0.9) == 950
    assert calls_for(0, 0, 0.9) == 0


@pytest.mark.parametrize(
    ("found", "recall", "first"),
    [(90, 0.9, 101), (9, 0.9, 11), (57, 0.95, 61), (29, 0.29, 101), (0, 0.5, 1), (7, 1.0, 8)],
)
def test_first_number_that_breaks_a_promise(found: int, recall: float, first: int) -> None:
    """Exact where a quotient of floats is not: 29 / .29 is 100, and 100 keeps the promise."""
    assert first_broken(found, recall) == first


def test_without_a_hit_it_is_the_hypergeometric_test() -> None:
    """The stake on "nothing is left" is 1 over the chance that all draws miss all hidden units."""
    units, found, audits = 200, 20, 40
    certificate = Certificate(units)
    for _ in range(found):
        certificate.exploited(True)
    for _ in range(audits):
        certificate.audited(False)
    left, hidden = units - found, 5
    missed = math.comb(left - hidden, audits) / math.comb(left, audits)
    # .9 of the stake is bet so; the other bets add to it, less each than that one gained.
    stake = math.exp(certificate.evidence(np.array([found + hidden]))[0])
    assert 0.9 / missed < stake < 1 / missed


def test_a_stake_by_hand() -> None:
    """Two audits of ten units, the first accepted: each bet's factors, multiplied out."""
    certificate = Certificate(10)
    certificate.audited(True, bet=0.5)
    certificate.audited(False, bet=0.2)
    # Against 4 in all: chances 4/10, then 3/9.
    lead = 0.5 * (1 - 0.2 / 3) / (2 / 3)
    others = [c * (1 - c / 3) / (2 / 3) for c in (0.1, 0.3, 0.6)]
    by_hand = 0.9 * lead + 0.1 / 3 * sum(others)
    assert math.exp(certificate.evidence(np.array([4]))[0]) == pytest.approx(by_hand)


def test_fast_look_agrees_with_the_whole_history() -> None:
    """`reached`, which keeps stakes from call to call, says what `most` says from the start."""
    rng = np.random.default_rng(5)
    for _ in range(6):
        certificate, asked = Certificate(300), Certificate(300)
        hidden = rng.random(300) < 0.1
        for unit in range(300):
            audit, accepted = bool(rng.random() < 0.7), bool(hidden[unit])
            for each in (certificate, asked):
                if audit:
                    each.audited(accepted, 0.3)
                else:
                    each.exploited(accepted)
            certificate.reached(0.8)  # what it keeps by this must not change later answers
            assert certificate.reached(0.8) == (asked.most() < first_broken(asked.found, 0.8))


@pytest.mark.parametrize("greedy", [True, False])
def test_promise_is_seldom_broken(greedy: bool) -> None:
    """Exploits chosen to mislead, a look after every call: broken in 5% of runs, with error."""
    runs, units, broken, outside = 200, 120, 0, 0
    rng = np.random.default_rng(11)
    for _ in range(runs):
        accepted = np.zeros(units, dtype=bool)
        accepted[rng.permutation(units)[:24]] = True
        certificate, left = Certificate(units), list(range(units))
        stopped = False
        while left:
            total, (low, high) = int(accepted.sum()), (0, units)
            if greedy and len(left) % 2:
                # The adversary knows the verdicts: hits first, as long as there are many.
                unit = max(left, key=lambda u: accepted[u] and certificate.found < 15)
                certificate.exploited(bool(accepted[unit]))
            else:
                unit = left[rng.integers(len(left))]
                certificate.audited(bool(accepted[unit]), bet=float(rng.choice([0, 0.3, 0.9])))
            left.remove(unit)
            if not stopped and certificate.reached(0.8):
                stopped = True
                broken += certificate.found < 0.8 * total
                low, high = certificate.interval()
                outside += not low <= total <= high
    error = 2 * math.sqrt(0.05 * 0.95 / runs)
    assert broken / runs <= 0.05 + error
    assert outside / runs <= 0.05 + error


def test_lower_end_of_the_interval_is_seldom_too_high() -> None:
    """The interval's ends after any number of audits hold the truth in 95% of runs."""
    runs, units, outside = 300, 200, 0
    rng = np.random.default_rng(3)
    narrow = []
    for _ in range(runs):
        accepted = rng.permutation(units) < 60
        certificate = Certificate(units)
        for unit in range(80):
            certificate.audited(bool(accepted[unit]), 0.5)
        low, high = certificate.interval()
        narrow.append(low - certificate.found)
        outside += not low <= 60 <= high
    assert outside / runs <= 0.05 + 2 * math.sqrt(0.05 * 0.95 / runs)
    assert np.mean(narrow) > 5, "the lower end says more than what was found"


def test_unread_units_may_be_missed() -> None:
    """An unread unit is never counted out: it stays between `found` and `most`."""
    certificate = Certificate(20)
    for unit in range(20):
        certificate.audited(None if unit == 7 else unit < 5)
    assert (certificate.found, certificate.unread, certificate.most()) == (5, 1, 6)
    assert certificate.interval() == (5, 6)
    assert not certificate.reached(0.9)
    assert certificate.reached(0.8)
    assert certificate.promised() == pytest.approx(5 / 6)


def test_all_verified_and_nothing_accepted() -> None:
    """Without anything to find, nothing is missed."""
    certificate = Certificate(3)
    assert certificate.most() == 3
    assert certificate.promised() == 0
    for _ in range(3):
        certificate.exploited(False)
    assert certificate.interval() == (0, 0)
    assert certificate.promised() == 1
    assert certificate.reached(1.0)


verdicts = st.lists(st.tuples(st.booleans(), st.sampled_from([True, False, None])), max_size=40)


@settings(max_examples=60, deadline=None)
@given(verdicts, st.integers(0, 60))
def test_monotone(calls: list[tuple[bool, bool | None]], more: int) -> None:
    """Larger numbers are rejected before smaller ones; more calls narrow what is possible."""
    certificate = Certificate(len(calls) + more)
    before = certificate.most()
    for audit, accepted in calls:
        if audit:
            certificate.audited(accepted, 0.4)
        else:
            certificate.exploited(accepted)
        assert certificate.most() <= before
        before = certificate.most()
        low, high = certificate.interval()
        assert certificate.found <= low <= high <= certificate.units
        assert certificate.most() <= high
        assert certificate.most(0.8) <= certificate.most(0.99)
    least = certificate.found + certificate.unread
    numbers = np.arange(least, least + certificate.unverified + 1)
    evidence = certificate.evidence(numbers)
    assert all(a <= b + 1e-9 for a, b in pairwise(evidence))


def test_corrected_recall_is_seldom_too_high() -> None:
    """Drawn worlds with known errors of the verifier: the bound exceeds the truth in at most 5%."""
    rng = np.random.default_rng(8)
    runs, too_high, bounds = 400, 0, []
    for _ in range(runs):
        right = rng.random(2_000) < 0.2
        accepted = np.where(right, rng.random(2_000) < 0.9, rng.random(2_000) < 0.02)
        found = accepted & (rng.random(2_000) < 0.95)
        labelled = rng.permutation(2_000)[:600]
        bound = corrected_recall(
            int(found.sum()),
            int(accepted.sum()),
            true_accepted=int((right & accepted)[labelled].sum()),
            true_rejected=int((right & ~accepted)[labelled].sum()),
            false_accepted=int((~right & accepted)[labelled].sum()),
        )
        too_high += bound > (right & found).sum() / right.sum()
        bounds.append(bound)
    assert too_high / runs <= 0.05
    assert np.mean(bounds) > 0.7, "the truth is .855: the bound is of use"


def test_corrected_recall_by_hand() -> None:
    """With no error seen in n labels the exact bound of a share is alpha ** (1 / n)."""
    share = (0.05 / 3) ** (1 / 50)
    expected = share * (share * 90) / (share * 90 + 10)
    found = corrected_recall(90, 100, true_accepted=50, true_rejected=0, false_accepted=0)
    assert found == pytest.approx(expected)
    assert corrected_recall(90, 100, true_accepted=0, true_rejected=0, false_accepted=0) == 0


def test_bad_input() -> None:
    """Each is one sentence."""
    full = Certificate(1)
    full.exploited(True)
    for wrong in (
        lambda: Certificate(-1),
        lambda: Certificate(5, confidence=1.0),
        lambda: Certificate(5).reached(0),
        lambda: Certificate(5).reached(1.5),
        lambda: Certificate(5).audited(True, bet=1.5),
        lambda: full.exploited(True),
        lambda: calls_for(5, 6, 0.9),
        lambda: corrected_recall(5, 4, true_accepted=1, true_rejected=1, false_accepted=1),
    ):
        with pytest.raises(InputError, match=r"^[^\n]*\.$"):
            wrong()
