"""The numbers behind a promise: calibration against its formulas, and the order of the calls."""

from __future__ import annotations

import numpy as np
import pytest

from tamis.answering.everything.calibration import DEVIATIONS, Calibration, edges_of
from tamis.answering.everything.policy import Choice, Policy
from tamis.types import InputError

EDGES = np.array([0, 3, 10, 40, 100])


def _normal(share: float) -> float:
    """The quantile of the normal distribution, by bisection of its integral."""
    from math import erf, sqrt

    low, high = -9.0, 9.0
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if 0.5 * (1 + erf(middle / sqrt(2))) < share else (low, middle)
    return low


def _prior(z: np.ndarray, sd: float, length: float) -> np.ndarray:
    """The covariance of the log-odds: a line in z, and a deviation from it."""
    made = np.empty((len(z), len(z)))
    for i, one in enumerate(z):
        for j, other in enumerate(z):
            made[i, j] = 9 + 2.25 * one * other + sd**2 * np.exp(-abs(one - other) / length)
            made[i, j] += 1e-6 * (i == j)
    return made


def _posterior(prior, mean, n, y) -> tuple[float, np.ndarray, np.ndarray]:
    """Laplace's approximation, densely: the log evidence, the mode, the covariance."""
    f = np.zeros(len(mean))
    for _ in range(200):
        p = 1 / (1 + np.exp(-(mean + f)))
        w = np.diag(n * p * (1 - p))
        f = f + 0.5 * (np.linalg.solve(np.eye(len(f)) + prior @ w, prior @ (w @ f + y - n * p)) - f)
    p = 1 / (1 + np.exp(-(mean + f)))
    w = np.diag(n * p * (1 - p))
    logit = mean + f
    fit = y @ logit - n @ np.log1p(np.exp(logit)) - 0.5 * f @ np.linalg.solve(prior, f)
    evidence = fit - 0.5 * np.linalg.slogdet(np.eye(len(f)) + prior @ w)[1]
    return evidence, logit, np.linalg.solve(np.eye(len(f)) + prior @ w, prior)


@pytest.mark.parametrize(
    ("n", "y"),
    [
        ([0, 0, 0, 0], [0, 0, 0, 0]),
        ([3, 5, 0, 2], [3, 1, 0, 0]),
        ([3, 7, 30, 60], [2, 1, 25, 40]),
    ],
)
def test_the_chances_are_those_of_the_formulas(n, y):
    """Eight pairs of opposite draws, shared out by the evidence for each kind of ranking."""
    z = np.array([-_normal(middle / 100) for middle in (1.5, 6.5, 25, 70)])
    mean = -3 + 1.5 * z
    found = [_posterior(_prior(z, sd, length), mean, np.array(n), np.array(y))
             for sd, length, _ in DEVIATIONS]  # fmt: skip
    assert [share for *_, share in DEVIATIONS] == [0.495, 0.495, 0.01]
    said = np.array(
        [one[0] + np.log(share) for one, (*_, share) in zip(found, DEVIATIONS, strict=True)]
    )
    weights = np.exp(said - said.max())
    until = [round(8 * float(share)) for share in (weights / weights.sum()).cumsum()]
    draws = np.random.default_rng(7).standard_normal((8, 4))
    expected = np.empty((16, 4))
    for nth in range(8):
        which = next(i for i, end in enumerate(until) if nth < end)
        _, middle, covariance = found[which]
        away = np.linalg.cholesky(covariance + 1e-6 * np.eye(4)) @ draws[nth]
        expected[nth] = 1 / (1 + np.exp(-(middle + away)))
        expected[nth + 8] = 1 / (1 + np.exp(-(middle - away)))
    made = Calibration(EDGES, 7)
    before = made.copy()
    made.fit(np.array(n), np.array(y))
    assert made.scenarios == pytest.approx(expected, abs=0.01)
    assert made.chances == pytest.approx(expected.mean(axis=0), abs=0.005)
    assert not before.chances.any()


def test_a_copy_is_fitted_without_a_trace():
    """What is fitted later starts as if the copy had not been."""
    one, other = Calibration(EDGES, 7), Calibration(EDGES, 7)
    one.copy().fit(np.array([3, 7, 30, 60]), np.array([3, 0, 30, 0]))
    counts = np.array([3, 5, 0, 2]), np.array([3, 1, 0, 0])
    one.fit(*counts)
    other.fit(*counts)
    assert (one.chances == other.chances).all()


def test_bins_are_narrow_at_both_ends():
    """No wider than a 40th of all units; the first ones are of one unit each."""
    edges = edges_of(1_000)
    widths = np.diff(edges)
    assert (edges[0], edges[-1], widths.max(), widths.min()) == (0, 1_000, 25, 1)
    assert edges[:5].tolist() == [0, 1, 2, 4, 6]
    assert edges_of(0).tolist() == [0]
    assert edges_of(1).tolist() == [0, 1]
    assert edges_of(3).tolist() == [0, 1, 2, 3]


def _calls(policy: Policy, accepted: set[int], most: int = 10_000) -> list[Choice]:
    """What it chooses, one after the other, where each verdict is known at once."""
    made: list[Choice] = []
    while len(made) < most and (chosen := policy.next(1)):
        made += chosen
        policy.told(chosen[0].unit, chosen[0].unit in accepted)
    return made


def test_the_first_calls_are_exploits_then_audits():
    """Twenty of the likeliest in their order, then twenty drawn from the others."""
    scores = -np.arange(300.0)
    first = _calls(Policy(scores, 0.9, seed=4), {0, 2, 5}, 40)
    assert [one.audit for one in first] == [False] * 20 + [True] * 20
    assert sorted(one.unit for one in first[:20]) == [*range(20)]
    assert len({one.unit for one in first}) == 40
    again = _calls(Policy(scores, 0.9, seed=4), {0, 2, 5}, 40)
    assert again == first
    assert _calls(Policy(scores, 0.9, seed=5), {0, 2, 5}, 40)[20:] != first[20:]


@pytest.mark.parametrize("recall", [0.5, 0.8, 1.0])
def test_it_ends_when_the_promise_holds(recall):
    """And nothing is chosen then; a whole recall takes nearly every unit."""
    accepted = set(range(0, 60, 2))
    policy = Policy(-np.arange(400.0), recall, seed=1)
    assert policy.expected_calls(recall) > 0
    made = _calls(policy, accepted)
    assert policy.done
    assert policy.next(5) == []
    assert policy.expected_calls(recall) == 0
    found = sum(one.unit in accepted for one in made)
    assert found >= recall * len(accepted)
    assert (len(made) > 380) == (recall == 1.0)
    assert len({one.unit for one in made}) == len(made)
    assert policy.estimate().accepted >= found
    assert 0 < policy.estimate().recall <= 1


def test_unread_verdicts_are_never_relied_on():
    """They may be missed: with them all the promise is not reached before everything is told."""
    policy = Policy(-np.arange(50.0), 0.9, seed=1)
    while chosen := policy.next(7):
        for one in chosen:
            policy.told(one.unit, None)
    assert policy.done
    assert not policy.certificate.reached(0.9)
    assert policy.expected_calls(0.9) == 0
    assert policy.estimate().accepted == 0
    assert policy.estimate().recall == 1.0


def test_many_calls_in_flight():
    """Each unit once, however many are asked for, and in any order of their verdicts."""
    policy = Policy(-np.arange(120.0), 1.0, seed=2)
    flying = policy.next(1_000)
    assert len(flying) == len({one.unit for one in flying}) == 120
    assert policy.next(1) == []
    assert not policy.done
    for one in reversed(flying):
        policy.told(one.unit, one.unit < 10)
    assert policy.done
    assert policy.estimate() == (policy.estimate().__class__(10.0, 1.0))


def test_a_unit_that_a_person_judged_is_not_issued():
    """It counts, and may be told only once."""
    policy = Policy(-np.arange(60.0), 1.0, seed=2)
    policy.told(0, True)
    policy.told(7, False)
    assert {0, 7}.isdisjoint(one.unit for one in policy.next(100))
    for unit in (0, 60, -1):
        with pytest.raises(InputError, match=f"Unit {unit} is not one of 60, or it was told"):
            policy.told(unit, True)
    empty = Policy(np.zeros(0), 0.9)
    assert (empty.done, empty.next(3)) == (True, [])


@pytest.mark.parametrize("scores", [np.zeros(4), np.array([1.0, np.nan, 0.0]), np.zeros((3, 1))])
def test_scores_are_finite_and_one_a_unit(scores):
    """It is said how many are needed."""
    policy = Policy(np.zeros(3), 0.9)
    with pytest.raises(InputError, match="Scores are 3 finite numbers, one a unit"):
        policy.rank(scores)


def test_a_new_ranking_is_followed():
    """The likeliest of it that were not issued come next."""
    policy = Policy(-np.arange(300.0), 0.9, seed=4)
    first = _calls(policy, set(), 10)
    assert sorted(one.unit for one in first) == [*range(10)]
    policy.rank(np.arange(300.0))
    assert sorted(one.unit for one in _calls(policy, set(), 5)) == [*range(295, 300)]
