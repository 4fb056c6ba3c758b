"""A figure with its standard error, its interval, and what it rests on."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from tamis.stats.distributions import t_quantile

NAN = math.nan
Z = 1.959963984540054
FEWEST = 3
"""With fewer clusters there is neither a standard error to print nor an interval."""

FEW = 8
"""With fewer clusters an interval is rough, and reports say so."""


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
