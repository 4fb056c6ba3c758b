"""Means and ratios with clustered standard errors, paired differences, corrected rates.

Samples that share something (an author, a request, a document) are not independent, so
every standard error here is clustered by what is shared (Miller, 2024, "Adding error
bars to evals", §2.2), with the small-sample factor G / (G - 1) for G clusters.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TypeVar

NAN = math.nan
Z = 1.959963984540054
Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error and sample sizes.

    `value` and `stderr` are in the unit of the data; NaN where nothing could be averaged
    (`value`) or where fewer than two clusters exist (`stderr`). `n` counts the samples
    averaged, `excluded` those left out because the measure is undefined (NaN) on them,
    `clusters` the independent groups behind `n`. `effective` is set for shares (within 0 and 1)
    only: the number of groups of equal weight that the clusters correspond to (Kish, 1965).
    """

    value: float
    stderr: float = NAN
    n: int = 0
    excluded: int = 0
    clusters: int = 0
    effective: float = field(default=0.0, compare=False)

    @property
    def at_edge(self) -> bool:
        """Whether it is a share of exactly 0 or 1, where nothing varied and `stderr` is 0."""
        return self.clusters > 1 and self.effective > 0 and self.value in (0.0, 1.0)

    @property
    def error(self) -> float:
        """The standard error to print: `stderr`, or at an edge one derived from the interval."""
        low, high = self.interval
        return (high - low) / (2 * Z) if self.at_edge else self.stderr

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval by Student's t with `clusters - 1` degrees of freedom.

        For a share of 0 or 1 it is the exact one (Clopper and Pearson, 1934) over the effective
        clusters, as a few equal clusters do not prove that all are equal.
        """
        if self.at_edge:
            far = 0.025 ** (1 / self.effective)
            return (far, 1.0) if self.value == 1 else (0.0, 1 - far)
        half = t_quantile(0.975, self.clusters - 1) * self.stderr if self.clusters > 1 else NAN
        return self.value - half, self.value + half


def number(value: object) -> float:
    """A figure from a log; NaN for other values (logs hold NaN as null)."""
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
    and counted. It is a share where no numerator lies outside 0 and its denominator.
    """
    kept = list(triples)
    found = _ratios(((n, d), (0.0, 1.0), cluster) for n, d, cluster in kept)
    weights: dict[Hashable, float] = defaultdict(float)
    for n, d, cluster in kept:
        if n < 0 or n > d:
            return found
        if not math.isnan(n + d):
            weights[cluster] += d
    squares = math.fsum(weight**2 for weight in weights.values())
    return replace(found, effective=math.fsum(weights.values()) ** 2 / squares if squares else 0.0)


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
    """The mean of b - a over the sample ids in both, clustered.

    Ids on one side only are not compared; a pair with a NaN is counted as excluded.
    """
    shared = [key for key in a if key in b]
    found = mean((b[key] - a[key], clusters.get(key, key)) for key in shared)
    # Differences may be negative, so 0 is not an edge.
    return replace(found, effective=0.0)


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
