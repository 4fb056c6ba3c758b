"""The true share of satisfied constraints, estimated from a judge with known error rates."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from tamis.stats.estimate import NAN, Estimate, Z

WEAK = 0.2
"""A warning is given where sensitivity plus specificity is less than this above 1."""


@dataclass(frozen=True)
class Correction:
    """A share given by a judge with known error rates, as judged and as corrected.

    `raw` is the share judged satisfied, `sensitivity` and `specificity` the shares of the truly
    satisfied and unsatisfied that the judge calls so, on a labelled set. `value` is the corrected
    share, within 0 and 1, NaN where it is undefined, and `interval` its 95% interval with the
    uncertainty of all three. `warning` is a sentence where the correction is unreliable, else
    empty.
    """

    raw: Estimate
    sensitivity: Estimate
    specificity: Estimate
    value: float
    interval: tuple[float, float]
    warning: str = ""


def correct(raw: Estimate, sensitivity: Estimate, specificity: Estimate) -> Correction:
    """Correct the share that a judge calls satisfied for the judge's own errors.

    θ = (p + q0 - 1) / (q0 + q1 - 1), of the share p, the sensitivity q1 and the specificity q0
    (Rogan and Gladen, 1978), with the adjusted interval of Lang and Reiczigel (2014,
    "Confidence limits for prevalence of disease adjusted for estimated sensitivity and
    specificity"), as Lee et al. (2025, arXiv 2511.21140) use it for judges. It assumes that
    the judge has the same error rates on the labelled set as elsewhere. Each estimate counts as
    the number of independent samples that corresponds to its clustered error; without clusters as
    `n`.
    """
    reason = _uncorrectable(raw.value, sensitivity.value, specificity.value)
    if reason:
        return Correction(raw, sensitivity, specificity, NAN, (NAN, NAN), reason)
    p, q1, q0 = raw.value, sensitivity.value, specificity.value
    theta = (p + q0 - 1) / (q0 + q1 - 1)
    value = min(1.0, max(0.0, theta))
    judged, of_q1, of_q0 = map(_independent, (raw, sensitivity, specificity))
    low, high = _lang_reiczigel(judged, of_q1, of_q0)
    # The adjustment moves towards the middle, in some cases past a value at the edge.
    interval = (min(low, value), max(high, value))
    warning = " ".join(filter(None, (_cut(theta, p, q1, q0), _weakness(of_q1, of_q0))))
    return Correction(raw, sensitivity, specificity, value, interval, warning)


def pooled(parts: Sequence[tuple[float, Correction]]) -> tuple[float, tuple[float, float]]:
    """The weighted mean of corrected shares with its 95% interval, of (weight, correction) pairs.

    The intervals are combined as those of independent estimates, each end by itself (Zou and
    Donner, 2008, "Construction of confidence limits about effect measures"). Where two halves of
    one sample correct each other, the estimates are negatively correlated: a half on which the
    judge says yes too often raises its own share and lowers that of the other. So the interval is
    not too narrow there. NaN where a part has no correction, or where all weights are 0.
    """
    whole = math.fsum(weight for weight, _ in parts)
    if not whole:
        return NAN, (NAN, NAN)
    value = math.fsum(weight * part.value for weight, part in parts) / whole
    low, high = (
        math.hypot(*(weight * (part.value - part.interval[end]) for weight, part in parts)) / whole
        for end in (0, 1)
    )
    return value, (value - low, value + high)


def _cut(theta: float, p: float, q1: float, q0: float) -> str:
    """The warning for a corrected share outside of 0 and 1, rounding errors aside."""
    if theta < -1e-12:
        problem = f"below the {1 - q0:.2f} that the judge's errors alone would give: cut at 0"
    elif theta > 1 + 1e-12:
        problem = f"above the {q1:.2f} that this judge would give if all were satisfied: cut at 1"
    else:
        return ""
    return f"The share judged satisfied, {p:.2f}, is {problem}, the interval is too narrow."


def _uncorrectable(p: float, q1: float, q0: float) -> str:
    missing = {
        "judged": p,
        "satisfied and labelled": q1,
        "unsatisfied and labelled": q0,
    }
    for what, share in missing.items():
        if math.isnan(share):
            return f"Nothing can be corrected: no sample that is {what} was decided."
    # The sum may differ from 1 by a rounding error.
    if q0 + q1 < 1 + 1e-12:
        return (
            f"Nothing can be corrected: sensitivity and specificity add up to {q0 + q1:.2f}, and "
            "at 1 or below the judge is no better than chance."
        )
    return ""


def _independent(estimate: Estimate) -> tuple[float, float]:
    """The rate, and the number of independent samples that corresponds to its standard error."""
    p, n, g = estimate.value, estimate.n, estimate.clusters
    if g == 0:
        return p, n
    if g == 1:
        return p, NAN
    # A rate of 0 or 1 does not show how similar the samples of a cluster are.
    if estimate.stderr == 0:
        return p, g
    return p, min(n, p * (1 - p) / estimate.stderr**2 * g / (g - 1))


def _lang_reiczigel(
    raw: tuple[float, float], sensitivity: tuple[float, float], specificity: tuple[float, float]
) -> tuple[float, float]:
    (p, n), (q1, m1), (q0, m0) = raw, sensitivity, specificity
    if math.isnan(n + m1 + m0):
        return NAN, NAN
    p, n = (n * p + Z * Z / 2) / (n + Z * Z), n + Z * Z
    q1, m1 = (m1 * q1 + 1) / (m1 + 2), m1 + 2
    q0, m0 = (m0 * q0 + 1) / (m0 + 2), m0 + 2
    youden = q0 + q1 - 1
    if youden <= 0:
        return 0.0, 1.0
    theta = (p + q0 - 1) / youden
    of_q1, of_q0 = q1 * (1 - q1) / m1, q0 * (1 - q0) / m0
    middle = theta + 2 * Z * Z * (theta * of_q1 - (1 - theta) * of_q0)
    spread = math.sqrt(p * (1 - p) / n + theta**2 * of_q1 + (1 - theta) ** 2 * of_q0)
    half = Z * spread / youden
    low, high = (min(1.0, max(0.0, end)) for end in (middle - half, middle + half))
    return low, high


def _weakness(sensitivity: tuple[float, float], specificity: tuple[float, float]) -> str:
    (q1, m1), (q0, m0) = sensitivity, specificity
    youden = q0 + q1 - 1
    error = math.sqrt(q1 * (1 - q1) / m1 + q0 * (1 - q0) / m0)
    problem = f"Sensitivity and specificity add up to {q0 + q1:.2f}, only {youden:.2f} above 1"
    if youden < WEAK:
        return f"{problem}: an error in the share judged satisfied grows {1 / youden:.0f}-fold."
    if youden < Z * error:
        return f"{problem}, and there are too few labelled samples to exclude a judge by chance."
    return ""
