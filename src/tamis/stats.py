"""Means with clustered standard errors, and paired differences.

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


def number(value: object) -> float:
    """A figure as a log holds it; NaN for what is none (NaN itself travels as null)."""
    return float(value) if isinstance(value, (int, float)) else NAN


def mean(values: Iterable[tuple[float, Hashable]]) -> Estimate:
    """The mean of (value, cluster) pairs; NaN values are left out and counted."""
    by_cluster: dict[Hashable, list[float]] = defaultdict(list)
    excluded = 0
    for value, cluster in values:
        if math.isnan(value):
            excluded += 1
        else:
            by_cluster[cluster].append(value)
    n = sum(map(len, by_cluster.values()))
    if n == 0:
        return Estimate(NAN, excluded=excluded)
    centre = math.fsum(v for vs in by_cluster.values() for v in vs) / n
    groups = len(by_cluster)
    stderr = NAN
    if groups > 1:
        sums = (math.fsum(v - centre for v in vs) for vs in by_cluster.values())
        stderr = math.sqrt(math.fsum(s * s for s in sums) * groups / (groups - 1)) / n
    return Estimate(centre, stderr, n, excluded, groups)


def paired_difference(
    a: Mapping[Key, float], b: Mapping[Key, float], clusters: Mapping[Key, Hashable]
) -> Estimate:
    """The mean of b - a over the sample ids that both have, clustered.

    Ids that only one side has are not compared; a pair with a NaN on either side is
    counted as excluded.
    """
    shared = [key for key in a if key in b]
    return mean((b[key] - a[key], clusters.get(key, key)) for key in shared)


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
