"""Means and ratios with clustered standard errors, paired differences, corrected rates.

Samples that share something (an author, a request, a document) are not independent, so
every standard error here is clustered by what is shared (Miller, 2024, "Adding error
bars to evals", §2.2), with the small-sample factor G / (G - 1) for G clusters.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

NAN = math.nan
Z = 1.959963984540054
WEAK = 0.2
"""A judge whose sensitivity and specificity are less than this above 1 together is warned of."""
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Estimate:
    """A mean with what is needed to trust it.

    `value` and `stderr` are in the unit of the data; NaN where nothing could be averaged
    (`value`) or where fewer than two clusters exist (`stderr`). `n` counts the samples
    averaged, `excluded` those left out because the measure is undefined (NaN) on them,
    `clusters` the independent groups behind `n`.
    """

    value: float
    stderr: float = NAN
    n: int = 0
    excluded: int = 0
    clusters: int = 0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval by Student's t with `clusters - 1` degrees of freedom."""
        half = t_quantile(0.975, self.clusters - 1) * self.stderr if self.clusters > 1 else NAN
        return self.value - half, self.value + half


@dataclass(frozen=True)
class Correction:
    """A rate that a judge of known error rates gave, as judged and corrected for them.

    `raw` is the share judged satisfied, `sensitivity` and `specificity` the shares of the truly
    satisfied and unsatisfied that the judge calls so, on a labelled set. `value` is the corrected
    share, within 0 and 1, NaN where it is undefined, and `interval` its 95% interval with the
    uncertainty of all three. `warning` is a sentence where the correction is not to be trusted,
    else empty.
    """

    raw: Estimate
    sensitivity: Estimate
    specificity: Estimate
    value: float
    interval: tuple[float, float]
    warning: str = ""


def number(value: object) -> float:
    """A figure as a log holds it; NaN for what is none (NaN itself travels as null)."""
    return float(value) if isinstance(value, (int, float)) else NAN


def mean(values: Iterable[tuple[float, Hashable]]) -> Estimate:
    """The mean of (value, cluster) pairs; NaN values are left out and counted."""
    return ratio((value, 1.0, cluster) for value, cluster in values)


def ratio(triples: Iterable[tuple[float, float, Hashable]]) -> Estimate:
    """The sum of the numerators over the sum of the denominators, of (both, cluster) triples.

    An F1 over the judgements of many samples is such a ratio: 2 TP over 2 TP + FP + FN, with
    each sample's share of both. The standard error is that of the linearised ratio (Taylor
    series; Cochran, 1977, "Sampling techniques", chapter 6), its residuals added up by
    cluster. `value` is NaN where the denominators add up to 0; triples with a NaN are left out
    and counted.
    """
    return _ratios(((n, d), (0.0, 1.0), cluster) for n, d, cluster in triples)


def ratio_difference(
    pairs: Iterable[tuple[tuple[float, float], tuple[float, float], Hashable]],
) -> Estimate:
    """The ratio of the first fractions' sums minus that of the second's, over the same samples.

    Each sample gives (numerator, denominator) twice, and its cluster: the skew of a judge is the
    difference of its two F1s. The two ratios share samples, so the standard error is that of
    their difference, linearised and clustered as in `ratio`.
    """
    return _ratios(pairs)


def _ratios(
    pairs: Iterable[tuple[tuple[float, float], tuple[float, float], Hashable]],
) -> Estimate:
    kept: list[tuple[tuple[float, float], tuple[float, float], Hashable]] = []
    excluded = 0
    for pair in pairs:
        if any(map(math.isnan, (*pair[0], *pair[1]))):
            excluded += 1
        else:
            kept.append(pair)
    clusters = len({cluster for _, _, cluster in kept})
    whole_a = math.fsum(d for (_, d), _, _ in kept)
    whole_b = math.fsum(d for _, (_, d), _ in kept)
    if whole_a == 0 or whole_b == 0:
        return Estimate(NAN, n=len(kept), excluded=excluded, clusters=clusters)
    a = math.fsum(n for (n, _), _, _ in kept) / whole_a
    b = math.fsum(n for _, (n, _), _ in kept) / whole_b
    residuals: dict[Hashable, list[float]] = defaultdict(list)
    for (n_a, d_a), (n_b, d_b), cluster in kept:
        residuals[cluster].append(n_a - a * d_a - (n_b - b * d_b) * whole_a / whole_b)
    stderr = NAN
    if clusters > 1:
        squares = math.fsum(math.fsum(each) ** 2 for each in residuals.values())
        stderr = math.sqrt(squares * clusters / (clusters - 1)) / whole_a
    return Estimate(a - b, stderr, len(kept), excluded, clusters)


def paired_difference(
    a: Mapping[Key, float], b: Mapping[Key, float], clusters: Mapping[Key, Hashable]
) -> Estimate:
    """The mean of b - a over the sample ids that both have, clustered.

    Ids that only one side has are not compared; a pair with a NaN on either side is
    counted as excluded.
    """
    shared = [key for key in a if key in b]
    return mean((b[key] - a[key], clusters.get(key, key)) for key in shared)


def correct(raw: Estimate, sensitivity: Estimate, specificity: Estimate) -> Correction:
    """Correct the share that a judge calls satisfied for the judge's own errors.

    θ = (p + q0 - 1) / (q0 + q1 - 1), of the share p, the sensitivity q1 and the specificity q0
    (Rogan and Gladen, 1978), with the adjusted interval of Lang and Reiczigel (2014,
    "Confidence limits for prevalence of disease adjusted for estimated sensitivity and
    specificity"), as Lee et al. (2025, arXiv 2511.21140) use it for judges. It assumes that
    the judge errs on the labelled set as it does elsewhere. Each estimate counts for as many
    independent samples as its clustered error is worth; one without clusters for its `n`.
    """
    reason = _uncorrectable(raw.value, sensitivity.value, specificity.value)
    if reason:
        return Correction(raw, sensitivity, specificity, NAN, (NAN, NAN), reason)
    p, q1, q0 = raw.value, sensitivity.value, specificity.value
    value = min(1.0, max(0.0, (p + q0 - 1) / (q0 + q1 - 1)))
    judged, of_q1, of_q0 = map(_independent, (raw, sensitivity, specificity))
    low, high = _lang_reiczigel(judged, of_q1, of_q0)
    # The adjustments pull towards the middle, at times past a value at the edge.
    interval = (min(low, value), max(high, value))
    return Correction(raw, sensitivity, specificity, value, interval, _weakness(of_q1, of_q0))


def _uncorrectable(p: float, q1: float, q0: float) -> str:
    missing = {
        "judged": p,
        "satisfied and labelled": q1,
        "unsatisfied and labelled": q0,
    }
    for what, share in missing.items():
        if math.isnan(share):
            return f"Nothing can be corrected: no sample that is {what} was decided."
    # Sums of shares miss 1 by a rounding error.
    if q0 + q1 < 1 + 1e-12:
        return (
            f"Nothing can be corrected: sensitivity and specificity add up to {q0 + q1:.2f}, and "
            "at 1 or below the judge is no better than chance."
        )
    return ""


def _independent(estimate: Estimate) -> tuple[float, float]:
    """The rate and the number of independent samples that its standard error is worth."""
    p, n, g = estimate.value, estimate.n, estimate.clusters
    if g == 0:
        return p, n
    if g == 1:
        return p, NAN
    # A rate of 0 or 1 says nothing of how alike the samples of a cluster are.
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
    said = f"Sensitivity and specificity add up to {q0 + q1:.2f}, only {youden:.2f} above 1"
    if youden < WEAK:
        return f"{said}: an error in the share judged satisfied grows {1 / youden:.0f}-fold."
    if youden < Z * error:
        return f"{said}, which the labelled samples are too few to tell from a judge by chance."
    return ""


@lru_cache
def t_quantile(p: float, df: int) -> float:
    """The quantile of Student's t at `p` (0.5 < p < 1) for `df` >= 1 degrees of freedom.

    Bisection on the closed form of the distribution for whole degrees of freedom
    (Abramowitz and Stegun, 26.7.3 and 26.7.4).
    """
    low, high = 0.0, 1.0
    while _t_cdf(high, df) < p:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _t_cdf(middle, df) < p else (low, middle)
    return (low + high) / 2


def _t_cdf(t: float, df: int) -> float:
    theta = math.atan2(t, math.sqrt(df))
    cosine2 = math.cos(theta) ** 2
    odd = df % 2 == 1
    term = math.cos(theta) if odd else 1.0
    total = term if df > 1 or not odd else 0.0
    for k in range(3 if odd else 2, df - 1, 2):
        term *= cosine2 * (k - 1) / k
        total += term
    inside = math.sin(theta) * total
    two_sided = 2 / math.pi * (theta + inside) if odd else inside
    return 0.5 + two_sided / 2
