"""Promises on recall: the page of theory, stakes multiplied out, and simulation."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import numpy as np
import pytest

from tamis.stats.certified_recall import Certificate, calls_for, corrected_recall, first_broken
from tamis.types import InputError

BETS = (0.0, 0.2, 0.5, 0.9, 1.0)


def stakes(audits, accepted):
    """What the stake against a number is now, and the most that it has been: products, no logs.

    An audit is (units left, found and unread before, found before, bet, verdict).
    """
    parts, most = [0.9, *[0.1 / 3] * 3], 1.0
    for left, sure, _, bet, verdict in audits:
        p = min(max((accepted - sure) / left, 0.0), 1 - 1e-15)
        for i, c in enumerate((bet, 0.1, 0.3, 0.6)):
            parts[i] *= (1 - c * p) / (1 - p) if verdict is False else c
        most = max(most, sum(parts))
    return sum(parts), most


def is_too_few(audits, accepted, alpha):
    """Whether six equal bets on "yes" have ever grown to 1 / alpha together."""
    parts, most = [1 / 6] * 6, 0.0
    for left, _, found, _, verdict in audits:
        p = min(max((accepted - found) / left, 1e-15), 1.0)
        for i, gain in enumerate((0.25, 0.5, 1.0, 2.0, 5.0, 15.0)):
            gain = min(gain, 1 / p)
            parts[i] *= 1 + gain * (1 - p) if verdict is True else max(1 - gain * p, 0.0)
        most = max(most, sum(parts))
    return most >= 1 / alpha


class Known:
    """The same certificate, with nothing kept but the calls."""

    def __init__(self, units):
        self.units, self.audits = units, []
        self.found = self.unread = self.verified = 0

    def count(self, verdict, bet=None):
        """A call: of an audit where there is a bet."""
        if bet is not None:
            sure = self.found + self.unread
            self.audits.append((self.units - self.verified, sure, self.found, bet, verdict))
        self.verified += 1
        self.found += verdict is True
        self.unread += verdict is None

    def rejects(self, accepted, alpha):
        """Whether a number of accepted units is rejected as too large."""
        return stakes(self.audits, accepted)[1] >= 1 / alpha

    def most(self, alpha):
        """The largest number that is not, of those that are possible."""
        sure = self.found + self.unread
        numbers = range(sure + 1, sure + self.units - self.verified + 1)
        return max((n for n in numbers if not self.rejects(n, alpha)), default=sure)

    def interval(self, alpha):
        """The ends, with half of alpha for each."""
        sure = self.found + self.unread
        if self.verified == self.units:
            return self.found, sure
        high = self.most(alpha / 2)
        numbers = range(self.found, sure + self.units - self.verified)
        few = [n for n in numbers if is_too_few(self.audits, n, alpha / 2)] if self.audits else []
        return min(max(few, default=self.found - 1) + 1, high), high


def run(units, share, seed, audits=0.7, confidence=0.95):
    """Each step of a run of calls drawn from a seed: the certificate and what is known."""
    rng = random.Random(seed)
    certificate, known = Certificate(units, confidence), Known(units)
    for _ in range(units):
        verdict = None if rng.random() < 0.05 else rng.random() < share
        bet = rng.choice(BETS) if rng.random() < audits else None
        known.count(verdict, bet)
        if bet is None:
            certificate.exploited(verdict)
        elif bet == 0:
            certificate.audited(verdict)
        else:
            certificate.audited(verdict, bet)
        yield certificate, known


@pytest.mark.parametrize(
    ("share", "seed", "confidence"), [(0.1, 1, 0.95), (0.5, 2, 0.6), (0.02, 3, 0.95)]
)
def test_all_that_a_certificate_says_is_what_its_stakes_say(share, seed, confidence):
    """Evidence, most, interval and promise, also beyond the 64 and 128 audits kept at first."""
    for n, (certificate, known) in enumerate(run(210, share, seed, 0.8, confidence), 1):
        if n not in (1, 2, 9, 40, 79, 81, 83, 120, 165, 209, 210):
            continue
        counts = (known.found, known.unread, known.verified, 210 - n)
        got = (certificate.found, certificate.unread, certificate.verified, certificate.unverified)
        assert got == counts
        sure = known.found + known.unread
        numbers = np.array([sure, sure + (210 - n) // 3, sure + 210 - n, sure + 211 - n])
        evidence = [math.log(stakes(known.audits, k)[0]) for k in numbers.tolist()]
        assert certificate.evidence(numbers) == pytest.approx(evidence, rel=1e-6, abs=1e-9)
        assert certificate.most() == certificate.most(confidence) == known.most(1 - confidence)
        assert certificate.most(0.8) == known.most(0.2) <= certificate.most(0.95)
        assert certificate.interval() == known.interval(1 - confidence)


@pytest.mark.parametrize(("share", "recall"), [(0.15, 0.6), (0.5, 0.8), (0.05, 0.3), (0.3, 0.75)])
def test_whether_a_recall_is_reached_is_asked_after_every_call(share, recall):
    """What is kept from one look to the next changes no answer."""
    said = []
    for certificate, known in run(90, share, 7):
        first = next(n for n in range(500) if Fraction(known.found, n or 1) < Fraction(str(recall))
                     and n >= known.found)  # fmt: skip
        possible = known.found + known.unread + known.units - known.verified
        holds = first > possible or (
            first > known.found + known.unread and known.rejects(first, 0.05)
        )
        assert certificate.reached(recall) == holds
        said.append(holds)
    assert True in said[:-1]
    assert not said[0]


def test_a_number_that_is_impossible_is_rejected_by_one_no():
    """Of three units one was refused, so not all three are accepted; two may be."""
    certificate = Certificate(3)
    certificate.audited(False)
    assert (certificate.most(), certificate.interval()) == (2, (0, 2))
    assert math.isfinite(certificate.evidence(np.array([3, 9]))[0])
    # Without an audit nothing is said against any number.
    untouched = Certificate(3)
    untouched.exploited(True)
    assert untouched.evidence(np.array([1, 3])).tolist() == [0.0, 0.0]
    assert (untouched.most(), untouched.interval()) == (3, (1, 3))


@pytest.mark.parametrize(
    ("found", "recall", "first"),
    [(90, 0.9, 101), (9, 0.9, 11), (57, 0.95, 61), (29, 0.29, 101), (0, 0.5, 1), (7, 1.0, 8)],
)
def test_first_number_that_breaks_a_promise(found: int, recall: float, first: int) -> None:
    """Exact where a quotient of floats is not: 29 / .29 is 100, and 100 keeps the promise."""
    assert first_broken(found, recall) == first


def test_unread_units_may_be_missed() -> None:
    """An unread unit is never counted out: it stays between `found` and `most`."""
    certificate = Certificate(20)
    for unit in range(20):
        certificate.audited(None if unit == 7 else unit < 5)
    assert (certificate.found, certificate.unread, certificate.most()) == (5, 1, 6)
    assert certificate.interval() == (5, 6)
    assert not certificate.reached(0.9)
    assert certificate.reached(0.8)


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


@pytest.mark.parametrize(
    ("accepted", "recall", "calls"),
    [
        # The table of "What no method can beat" in the page of theory.
        (10, 0.9, 7_766), (10, 0.95, 9_501), (100, 0.9, 2_286), (100, 0.95, 3_988),
        (1_000, 0.9, 1_165), (1_000, 0.95, 1_465), (3_000, 0.9, 2_771), (3_000, 0.95, 2_989),
    ],
)  # fmt: skip
def test_what_a_perfect_ranking_costs(accepted, recall, calls):
    """The cost of a perfect ranking is that of the page, to the call."""
    assert calls_for(10_000, accepted, recall) == calls


def cost(units, accepted, recall, confidence):
    """Tried one by one: verify so many accepted units, then draw until a miss is improbable."""
    share, alpha = Fraction(str(recall)), 1 - Fraction(str(confidence))
    best = units
    for found in range(math.ceil(accepted * share), accepted + 1):
        hidden = next(h for h in range(1, 999) if Fraction(found, found + h) < share)
        left = units - found
        chances = (
            Fraction(math.comb(left - hidden, n), math.comb(left, n)) if hidden <= left - n else 0
            for n in range(left + 1)
        )
        draws = next(n for n, chance in enumerate(chances) if chance <= alpha)
        best = min(best, found + draws)
    return best


@pytest.mark.parametrize("confidence", [0.95, 0.8, 0.5])
@pytest.mark.parametrize("recall", [0.3, 0.5, 0.75, 0.9, 1.0])
def test_the_cost_of_small_corpora_is_counted_out(recall, confidence):
    """For every number of accepted units of up to 21, ties to 1 in 20 included."""
    for units in (1, 2, 7, 20, 21):
        for accepted in range(units + 1):
            expected = cost(units, accepted, recall, confidence)
            assert calls_for(units, accepted, recall, confidence) == expected


def labels(right, rejected, wrong):
    """Labels of people, as a corrected recall takes them."""
    return {"true_accepted": right, "true_rejected": rejected, "false_accepted": wrong}


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Certificate(5, confidence=1.0), lambda: Certificate(5).most(1.0),
        lambda: Certificate(5).reached(1.5), lambda: Certificate(5).audited(True, 1.1),
        lambda: Certificate(5).audited(True, -0.1), lambda: Certificate(0).exploited(True),
        lambda: first_broken(3, 1.1), lambda: first_broken(3, 0), lambda: calls_for(5, -1, 0.9),
        lambda: calls_for(5, 2, 0.9, 0.0), lambda: corrected_recall(-1, 4, **labels(1, 1, 1)),
        lambda: corrected_recall(4, 3, **labels(1, 1, 1)),
        lambda: corrected_recall(1, 4, **labels(-1, 1, 1)),
        lambda: corrected_recall(1, 4, **labels(1, 1, 1), confidence=1.0),
    ],
)  # fmt: skip
def test_each_bound_of_an_input_is_held(wrong):
    """Counts below 0, shares of 0, and confidences of 1, each in one sentence."""
    with pytest.raises(InputError, match=r"^[^\n]*\.$"):
        wrong()


def test_the_ends_of_what_may_be_asked_are_taken():
    """No unit, a bet of 0 and of 1, a recall of 1, nothing or all accepted, nothing missed."""
    assert Certificate(0).interval() == (0, 0)
    for bet in (0, 1):
        Certificate(2).audited(True, bet)
    assert (calls_for(5, 5, 1.0), calls_for(5, 0, 1.0), calls_for(0, 0, 0.9)) == (5, 5, 0)
    assert calls_for(1_000, 10, 1.0) == 10 + math.ceil(0.95 * 990)
    nothing = Certificate(3)
    assert nothing.most() == 3
    for _ in range(3):
        nothing.exploited(False)
    assert (nothing.interval(), nothing.reached(1.0)) == ((0, 0), True)


def least(of, among, alpha):
    """The share at which `of` or more of `among` have the probability alpha; by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        tail = sum(
            math.comb(among, k) * p**k * (1 - p) ** (among - k) for k in range(of, among + 1)
        )
        low, high = (p, high) if tail < alpha else (low, p)
    return low


@pytest.mark.parametrize(
    ("given_", "confidence"), [((18, 2, 3), 0.9), ((25, 9, 1), 0.95), ((7, 0, 4), 0.5)]
)
def test_a_corrected_recall_with_errors_of_either_kind(given_, confidence):
    """s · g with a third of alpha for each bound: of 40 found and 50 at most."""
    right, rejected, wrong = given_
    third = (1 - confidence) / 3
    sure = 40 * least(right, right + wrong, third)
    expected = least(right, right + rejected, third) * sure / (sure + 10)
    found = corrected_recall(40, 50, **labels(*given_), confidence=confidence)
    assert found == pytest.approx(expected)
    # With no error seen in n labels the exact bound of a share is alpha ** (1 / n).
    share = (0.05 / 3) ** (1 / 50)
    found = corrected_recall(90, 100, **labels(50, 0, 0))
    assert found == pytest.approx(share * (share * 90) / (share * 90 + 10))
    assert corrected_recall(90, 100, **labels(0, 0, 0)) == 0
    assert corrected_recall(0, 0, **labels(9, 0, 0)) == 0


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
