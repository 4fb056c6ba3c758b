"""Means and ratios with clustered standard errors, paired differences, corrected rates.

Samples that share something (an author, a request, a document) are not independent, so
every standard error here is clustered by what is shared (Miller, 2024, "Adding error
bars to evals", §2.2). With few clusters the usual sandwich is too small: it is corrected as CR2,
with the degrees of freedom of Bell and McCaffrey (2002; Pustejovsky and Tipton, 2018, "Small-sample
methods for cluster-robust variance estimation"). For a mean and a ratio both have closed forms.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from tamis.stats.columns import coded, floats, ratio_difference_of, ratio_of
from tamis.stats.estimate import Estimate

Key = TypeVar("Key", bound=Hashable)


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
    above, below, clusters = _columns(triples, 3)
    return ratio_of(floats(above), floats(below), coded(clusters)[0])


def ratio_difference(
    pairs: Iterable[tuple[tuple[float, float], tuple[float, float], Hashable]],
) -> Estimate:
    """The ratio of the first fractions' sums minus that of the second's, over the same samples.

    Each sample gives (numerator, denominator) twice, and its cluster: the skew of a judge is the
    difference of its two F1s. The two ratios share samples, so the standard error is that of
    their difference, linearised and clustered as in `ratio`.
    """
    first, second, clusters = _columns(pairs, 3)
    (n_a, d_a), (n_b, d_b) = (map(floats, _columns(part, 2)) for part in (first, second))
    return ratio_difference_of((n_a, d_a), (n_b, d_b), coded(clusters)[0])


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


def _columns(rows: Iterable[Sequence[Any]], number: int) -> list[Sequence[Any]]:
    """The rows as `number` columns, which are empty where there are no rows."""
    kept = list(rows)
    # For many rows this is faster than zip(*rows), which takes each row as an argument.
    return [[row[nth] for row in kept] for nth in range(number)]
