"""Means and ratios with clustered standard errors, paired differences, corrected rates.

Samples that share something (an author, a request, a document) are not independent, so
every standard error here is clustered by what is shared (Miller, 2024, "Adding error
bars to evals", §2.2). With few clusters the usual sandwich is too small: it is corrected as CR2,
with the degrees of freedom of Bell and McCaffrey (2002; Pustejovsky and Tipton, 2018, "Small-sample
methods for cluster-robust variance estimation"). For a mean and a ratio both have closed forms.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from tamis.stats.distributions import t_quantile

NAN = math.nan
Z = 1.959963984540054
FEWEST = 3
"""With fewer clusters there is neither a standard error to print nor an interval."""

FEW = 8
"""With fewer clusters an interval is rough, and reports say so."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Estimate:
    """A mean with its standard error and sample sizes.

    `value` and `stderr` are in the unit of the data; NaN where nothing could be averaged
    (`value`) or where fewer than two clusters exist (`stderr`). `n` counts the samples
    averaged, `excluded` those left out because the measure is undefined (NaN) on them,
    `clusters` the independent groups behind `n`, `df` the degrees of freedom of `stderr` (NaN for
    `clusters` - 1).

    `within` are the least and the most that the figure can be, where it has bounds; `effective`
    is then the number of groups of equal weight that the clusters correspond to (Kish, 1965).
    """

    value: float
    stderr: float = NAN
    n: int = 0
    excluded: int = 0
    clusters: int = 0
    df: float = field(default=NAN, compare=False)
    within: tuple[float, float] | None = field(default=None, compare=False)
    effective: float = field(default=0.0, compare=False)

    @property
    def constant(self) -> bool:
        """Whether nothing varied, as at one of its bounds, so that `stderr` says nothing."""
        at_edge = self.within is not None and self.value in self.within
        # Of equal values that are no whole numbers, sums may differ in their last digits.
        return self.clusters > 1 and (at_edge or self.stderr < 1e-12)

    @property
    def error(self) -> float:
        """The standard error to print; NaN where nothing varied, and below FEWEST clusters."""
        return NAN if self.constant or self.clusters < FEWEST else self.stderr

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval, within the bounds; NaN with fewer than FEWEST clusters.

        By Student's t: for a figure with bounds on the scale of its logit, else as it is. Where
        nothing varied it is the exact one (Clopper and Pearson, 1934) for the share of clusters
        that are otherwise, at the bounds even, over the effective clusters: a few equal clusters
        do not prove that all are equal. Its coverage was simulated: bench/RESULTS.md.
        """
        if self.clusters < FEWEST or math.isnan(self.value):
            return NAN, NAN
        df = self.clusters - 1 if math.isnan(self.df) else self.df
        half = t_quantile(0.975, df) * self.stderr
        if self.within is None:
            return self.value - half, self.value + half
        least, most = self.within
        width = most - least
        share = (self.value - least) / width
        if self.constant:
            same = 0.025 ** (1 / self.effective)
            low, high = share * same, 1 - (1 - share) * same
        else:
            middle, half = math.log(share / (1 - share)), half / width / (share * (1 - share))
            low, high = _logistic(middle - half), _logistic(middle + half)
        return least + width * low, least + width * high

    def spread(self) -> dict[str, float | None]:
        """The standard error and the ends of the interval as data: None where there are none."""
        low, high = self.interval
        return {"stderr": or_none(self.error), "low": or_none(low), "high": or_none(high)}


def _logistic(x: float) -> float:
    # For large numbers of either sign, exp would overflow.
    return 1 / (1 + math.exp(-x)) if x >= 0 else 1 - 1 / (1 + math.exp(x))


def number(value: object) -> float:
    """A figure from a log; NaN for other values (logs hold NaN as null)."""
    return float(value) if isinstance(value, (int, float)) else NAN


def or_none(figure: float) -> float | None:
    """A figure for JSON and CSV, which have no NaN: None instead."""
    return None if math.isnan(figure) else figure


def mean(values: Iterable[tuple[float, Hashable]]) -> Estimate:
    """The mean of (value, cluster) pairs; NaN values are left out and counted."""
    return ratio((value, 1.0, cluster) for value, cluster in values)


def ratio(triples: Iterable[tuple[float, float, Hashable]]) -> Estimate:
    """The sum of the numerators over the sum of the denominators, of (both, cluster) triples.

    An F1 over the judgements of many samples is such a ratio: 2 TP over 2 TP + FP + FN, with
    each sample's share of both. The standard error is that of the linearised ratio (Taylor
    series; Cochran, 1977, "Sampling techniques", chapter 6), its residuals added up by
    cluster. `value` is NaN where the denominators add up to 0; triples with a NaN are left out
    and counted. It is within 0 and 1 where no numerator lies outside 0 and its denominator.
    """
    kept = list(triples)
    found = _ratios(((n, d), (0.0, 1.0), cluster) for n, d, cluster in kept)
    is_share = not any(n < 0 or n > d for n, d, _ in kept)
    return replace(found, within=(0.0, 1.0)) if is_share else found


def ratio_difference(
    pairs: Iterable[tuple[tuple[float, float], tuple[float, float], Hashable]],
) -> Estimate:
    """The ratio of the first fractions' sums minus that of the second's, over the same samples.

    Each sample gives (numerator, denominator) twice, and its cluster: the skew of a judge is the
    difference of its two F1s. The two ratios share samples, so the standard error is that of
    their difference, linearised and clustered as in `ratio`.
    """
    kept = list(pairs)
    shares = not any(n < 0 or n > d for *both, _ in kept for n, d in both)
    return replace(_ratios(kept), within=(-1.0, 1.0) if shares else None)


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
    whole_a = math.fsum(d for (_, d), _, _ in kept)
    whole_b = math.fsum(d for _, (_, d), _ in kept)
    if whole_a == 0 or whole_b == 0:
        return Estimate(NAN, n=len(kept), excluded=excluded)
    a = math.fsum(n for (n, _), _, _ in kept) / whole_a
    b = math.fsum(n for _, (n, _), _ in kept) / whole_b
    residuals: dict[Hashable, list[float]] = defaultdict(list)
    weights: dict[Hashable, list[float]] = defaultdict(list)
    for (n_a, d_a), (n_b, d_b), cluster in kept:
        residuals[cluster].append(n_a - a * d_a - (n_b - b * d_b) * whole_a / whole_b)
        weights[cluster].append(d_a)
    sums = {cluster: math.fsum(each) for cluster, each in residuals.items()}
    shares = {cluster: math.fsum(each) / whole_a for cluster, each in weights.items()}
    clusters = sum(share > 0 for share in shares.values())
    squares = math.fsum(share**2 for share in shares.values())
    stderr = df = NAN
    if max(shares.values()) < 1:
        stderr = math.sqrt(math.fsum(sums[c] ** 2 / (1 - shares[c]) for c in sums)) / abs(whole_a)
        parts = [share**2 / (1 - share) for share in shares.values()]
        others = math.fsum(parts) ** 2 - math.fsum(part**2 for part in parts)
        df = 1 / (squares + others)
    return Estimate(
        a - b, stderr, len(kept), excluded, clusters, df, effective=1 / squares if squares else 0.0
    )


def paired_difference(
    a: Mapping[Key, float], b: Mapping[Key, float], clusters: Mapping[Key, Hashable]
) -> Estimate:
    """The mean of b - a over the sample ids in both, clustered.

    Ids on one side only are not compared; a pair with a NaN is counted as excluded.
    """
    shared = [key for key in a if key in b]
    pairs = [(b[key] - a[key], clusters.get(key, key)) for key in shared]
    # Differences of shares are within -1 and 1.
    bounded = not any(abs(difference) > 1 for difference, _ in pairs)
    return replace(mean(pairs), within=(-1.0, 1.0) if bounded else None)
