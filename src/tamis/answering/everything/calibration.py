"""How likely units are to be accepted, given their rank and the verdicts so far: with its doubt.

Units are put into bins by rank, narrow at both ends of the ranking. The log-odds of being accepted
are a line in the normal score of the rank, plus a smooth deviation from it (a Gaussian process),
so that a ranking may be good, poor, or wrong in one part, and the verdicts say which. The posterior
is Laplace's approximation (Rasmussen and Williams, 2006, "Gaussian processes for machine learning",
algorithms 3.1 and 3.2).
"""

from __future__ import annotations

from copy import copy
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

STEP = 0.5
"""The width of a bin in the log-odds of its rank, where that is narrower than WIDEST."""

WIDEST = 0.025
"""The largest share of all units in a bin."""

INTERCEPT = (-3.0, 3.0)
"""Mean and standard deviation, before any verdict, of the log-odds in the middle of the ranking."""

SLOPE = (1.5, 1.5)
"""The same for their rise with each standard deviation of the rank's normal score."""

DEVIATIONS = ((0.1, 1.5, 0.495), (0.5, 1.5, 0.495), (1.5, 0.7, 0.01))
"""Standard deviation and length scale of the deviation from the line, and how likely each is held
to be before any verdict; the verdicts choose. The last one is for rankings wrong in a part."""

SCENARIOS = 16
"""How many draws from the posterior stand for the doubt."""


def edges_of(units: int) -> Ints:
    """The first rank of each bin, and `units` at the end: shape (bins + 1,), from the top down."""
    if not units:
        return np.zeros(1, dtype=np.int64)
    end = np.log(2.0 * units)
    in_odds = 1 / (1 + np.exp(-np.arange(-end, end, STEP)))
    shares = np.concatenate([in_odds, np.arange(0, 1, WIDEST)])
    return np.unique(np.concatenate([np.rint(shares * units).astype(np.int64), [0, units]]))


class Calibration:
    """The chance of being accepted in each bin, learnt from counts of verdicts."""

    def __init__(self, edges: Ints, seed: int) -> None:
        """`edges` are those of `edges_of`; `seed` draws the scenarios."""
        units, normal = max(1, int(edges[-1])), NormalDist()
        middles = (edges[:-1] + edges[1:]) / 2 / units
        z = np.array([-normal.inv_cdf(share) for share in middles])
        away = np.abs(z[:, None] - z[None, :])
        line = INTERCEPT[1] ** 2 + SLOPE[1] ** 2 * z[:, None] * z[None, :]
        self._mean = INTERCEPT[0] + SLOPE[0] * z
        self._priors = [
            line + sd**2 * np.exp(-away / length) + 1e-6 * np.eye(len(z))
            for sd, length, _ in DEVIATIONS
        ]
        self._starts = [np.zeros(len(z)) for _ in self._priors]
        half = np.random.default_rng(seed).standard_normal((SCENARIOS // 2, len(z)))
        self._draws = np.concatenate([half, -half])
        self.scenarios: Floats = np.zeros((SCENARIOS, len(z)))
        self.chances: Floats = np.zeros(len(z))

    def copy(self) -> Calibration:
        """One that may be fitted without a trace in this one."""
        made = copy(self)
        made._starts = list(self._starts)
        return made

    def fit(self, verdicts: Ints, accepted: Ints) -> None:
        """Learn from how many of each bin have a verdict and how many were accepted, shape (bins,).

        Sets `scenarios`, shape (SCENARIOS, bins), the chances in draws from what is now believed,
        and `chances`, shape (bins,), their mean.
        """
        if not len(self._mean):
            return
        parts = []
        for i, prior in enumerate(self._priors):
            evidence, self._starts[i], spread = _laplace(
                prior, self._mean, self._starts[i], verdicts, accepted
            )
            parts.append(
                (evidence + np.log(DEVIATIONS[i][2]), self._mean + prior @ self._starts[i], spread)
            )
        best = max(evidence for evidence, _, _ in parts)
        weights = np.array([np.exp(evidence - best) for evidence, _, _ in parts])
        weights /= weights.sum()
        # Pairs of opposite draws are shared out by weight, so that a scenario is one or the other.
        half, given = SCENARIOS // 2, 0
        logits = np.empty_like(self.scenarios)
        for share, (_, middle, spread) in zip(weights.cumsum(), parts, strict=True):
            until = round(half * float(share))
            if until > given:
                root = np.linalg.cholesky(spread + 1e-6 * np.eye(len(middle)))
                for rows in (slice(given, until), slice(half + given, half + until)):
                    logits[rows] = middle + self._draws[rows] @ root.T
            given = max(given, until)
        self.scenarios = _logistic(logits)
        self.chances = self.scenarios.mean(axis=0)


def _laplace(
    prior: Floats, mean: Floats, start: Floats, verdicts: Ints, accepted: Ints
) -> tuple[float, Floats, Floats]:
    """The log evidence, the mode (as prior⁻¹ times its distance from the mean), the covariance."""
    # Few bins have verdicts at first, and the work grows with the cube of their number.
    seen = np.flatnonzero(verdicts)
    if not len(seen):
        return 0.0, np.zeros_like(start), prior
    among, n, y = prior[np.ix_(seen, seen)], verdicts[seen], accepted[seen]
    a = start[seen]
    score = -np.inf
    for _ in range(20):
        f = among @ a
        p = _logistic(mean[seen] + f)
        w = n * p * (1 - p) + 1e-9
        root = np.sqrt(w)
        b = np.eye(len(seen)) + root[:, None] * among * root[None, :]
        right = w * f + y - n * p
        step = right - root * np.linalg.solve(b, root * (among @ right)) - a
        before, score, scale = score, -np.inf, 1.0
        # Newton's step is halved where it goes too far.
        while scale > 1e-3:
            tried = a + scale * step
            g = among @ tried
            logit = mean[seen] + g
            score = float(-0.5 * tried @ g + y @ logit - n @ np.logaddexp(0, logit))
            if score >= before - 1e-9:
                break
            scale /= 2
        a = tried
        if abs(score - before) < 1e-3:
            break
    p = _logistic(mean[seen] + among @ a)
    root = np.sqrt(n * p * (1 - p) + 1e-9)
    b = np.eye(len(seen)) + root[:, None] * among * root[None, :]
    factor = np.linalg.cholesky(b)
    half = np.linalg.solve(factor, root[:, None] * prior[seen])
    whole = np.zeros_like(start)
    whole[seen] = a
    evidence = score - float(np.log(np.diag(factor)).sum())
    return evidence, whole, prior - half.T @ half


def _logistic(x: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-np.clip(x, -40, 40))))
