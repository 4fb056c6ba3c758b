"""Means and ratios of columns: of many samples at once, with the figures of `estimates`.

A column has a number for each sample, and another has the number of the sample's cluster. What is
added up within a cluster, and over all clusters, is added up exactly (`math.fsum`), so a figure
does not depend on the order of the samples, nor on how they were grouped: it is the same to the
last digit as from sums in plain Python. Numpy does the arithmetic on single samples, which is the
same in both; only a sum of more than two numbers could differ, and those are not numpy's.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tamis.stats.estimate import NAN, Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Codes = NDArray[np.intp]
    Pair = tuple[Floats, Floats]


def floats(values: Sequence[float]) -> Floats:
    """A column of numbers."""
    import numpy as np

    return np.asarray(values, dtype=np.float64)


def coded(values: Iterable[Hashable]) -> tuple[Codes, list[Any]]:
    """Values as numbers from 0, in the order in which they first appear, and the values."""
    import numpy as np

    numbers: dict[Hashable, int] = {}
    codes = [numbers.setdefault(value, len(numbers)) for value in values]
    return np.asarray(codes, dtype=np.intp), list(numbers)


def mean_of(values: Floats, clusters: Codes) -> Estimate:
    """`estimates.mean` of a column; it is fastest where the samples of a cluster are adjacent."""
    import numpy as np

    return ratio_of(values, np.ones_like(values), clusters)


def ratio_of(above: Floats, below: Floats, clusters: Codes) -> Estimate:
    """`estimates.ratio` of columns of numerators and denominators."""
    import numpy as np

    nothing = np.zeros_like(above), np.ones_like(above)
    found = _ratios((above, below), nothing, clusters)
    is_share = not ((above < 0) | (above > below)).any()
    return replace(found, within=(0.0, 1.0)) if is_share else found


def ratio_difference_of(a: Pair, b: Pair, clusters: Codes) -> Estimate:
    """`estimates.ratio_difference` of two pairs of columns: numerators and denominators."""
    shares = not any(((n < 0) | (n > d)).any() for n, d in (a, b))
    return replace(_ratios(a, b, clusters), within=(-1.0, 1.0) if shares else None)


def _ratios(first: Pair, second: Pair, clusters: Codes) -> Estimate:
    import numpy as np

    columns = (*first, *second)
    known = np.logical_and.reduce([~np.isnan(column) for column in columns])
    n_a, d_a, n_b, d_b = (column[known] for column in columns)
    kept, excluded = len(n_a), len(clusters) - len(n_a)
    whole_a, whole_b = _sum(d_a), _sum(d_b)
    if whole_a == 0 or whole_b == 0:
        return Estimate(NAN, n=kept, excluded=excluded)
    a, b = _sum(n_a) / whole_a, _sum(n_b) / whole_b
    with np.errstate(all="ignore"):
        residuals = n_a - a * d_a - (n_b - b * d_b) * whole_a / whole_b
    sums, weights = _by_cluster(clusters[known], residuals, d_a)
    shares = [weight / whole_a for weight in weights]
    squares = math.fsum(share**2 for share in shares)
    stderr = df = NAN
    if max(shares) < 1:
        spread = math.fsum(s**2 / (1 - share) for s, share in zip(sums, shares, strict=True))
        stderr = math.sqrt(spread) / abs(whole_a)
        parts = [share**2 / (1 - share) for share in shares]
        others = math.fsum(parts) ** 2 - math.fsum(part**2 for part in parts)
        df = 1 / (squares + others)
    independent = sum(share > 0 for share in shares)
    effective = 1 / squares if squares else 0.0
    return Estimate(a - b, stderr, kept, excluded, independent, df, effective=effective)


def _sum(column: Floats) -> float:
    return math.fsum(column.tolist())


def _by_cluster(clusters: Codes, *columns: Floats) -> list[list[float]]:
    """The exact sums of each column by cluster, a list for each column."""
    import numpy as np

    if (clusters[1:] < clusters[:-1]).any():
        order = np.argsort(clusters, kind="stable")
        clusters, columns = clusters[order], tuple(column[order] for column in columns)
    starts = np.flatnonzero(np.r_[True, clusters[1:] != clusters[:-1]])
    ends = np.r_[starts[1:], len(clusters)]
    # The sum of one or two numbers is exact, or rounded once, whoever adds them.
    long = np.flatnonzero(ends - starts > 2)
    found = []
    for column in columns:
        sums = np.add.reduceat(column, starts).tolist()
        numbers = column.tolist()
        for nth, start, end in zip(long, starts[long], ends[long], strict=True):
            sums[nth] = math.fsum(numbers[start:end])
        found.append(sums)
    return found
