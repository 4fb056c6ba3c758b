"""The size of a set, or of a part, from what systems found of it: by several methods, and as told.

Which method is right cannot be known from the data alone: models that fit equally well may differ
in what nobody found (Link, 2003, "Nonidentifiability of population size from capture-recapture
data with heterogeneous detection probabilities"). So the interval that is told spans those of all
methods here. bench/completeness.py measures how often it holds the truth.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tamis.stats.capture_recapture import (
    TAIL,
    Abundance,
    Histories,
    History,
    chao,
    found_by,
    independent,
    last_that,
    overlap,
    widened,
)
from tamis.stats.distributions import beta_cdf
from tamis.stats.log_linear import MOST_SYSTEMS, chosen_pairs, dispersion


@dataclass(frozen=True)
class SetSize:
    """The number of members of a set by several methods.

    `told` has the best estimate, and an interval from the lowest to the highest end of all
    `methods`. `dispersion` is by how much the members of a cluster make the variance larger; the
    intervals are widened for it. `found` is how many members each system found.
    """

    told: Abundance
    methods: tuple[Abundance, ...]
    dispersion: float
    found: tuple[int, ...]


def set_size(clusters: Sequence[Histories]) -> SetSize:
    """The size of the set whose members come in these clusters, such as answers of questions.

    Histories are as in `capture_recapture`. Methods: independent systems (with Chapman's estimate
    for two), Chao's lower bound, and for 3 to MOST_SYSTEMS systems the log-linear model with the
    pairs that AIC chooses, which gives the estimate. ValueError where no member was found by two
    systems, or by any.
    """
    whole: dict[History, int] = {}
    for cluster in clusters:
        for history, n in cluster.items():
            whole[history] = whole.get(history, 0) + n
    found = found_by(whole)
    if not overlap(whole):
        raise ValueError("no member was found by two systems, so its number has no estimate.")
    # A system that found nothing says nothing, and has no finite term in a model.
    active = [i for i, n in enumerate(found) if n]
    kept = [_only(cluster, active) for cluster in clusters]
    whole = _only(whole, active)
    spread = dispersion(kept)
    methods = [independent(whole), chao(whole)]
    told = methods[0]
    if 2 < len(active) <= MOST_SYSTEMS:
        told = chosen_pairs(whole, "aic")
        # In terms of all systems, also those that found nothing.
        told = replace(told, pairs=tuple((active[i], active[j]) for i, j in told.pairs))
        methods.append(told)
    methods = [widened(one, spread) for one in methods]
    ends = [end for one in methods for end in (one.low, one.high)]
    told = replace(told, low=min(ends), high=max(ends))
    return SetSize(told, tuple(methods), spread, tuple(found))


def from_share(seen: int, shares: tuple[float, float, float]) -> Abundance:
    """The number of members of a part of the set, of which `seen` were found.

    `shares` are the share of all members that is found by some system, and the least and most
    that it may be; all in 0 to 1. The estimate is seen / share; the interval has the numbers of
    which so many or so few would be found with a probability of at least .025 (Clopper and
    Pearson's way), by the least favourable share.
    """
    share, least, most = shares
    total = seen / share if seen and share else (math.inf if seen else 0.0)
    if not least:
        high = math.inf
    else:
        high = float(last_that(lambda n: _binomial(n, least, seen) >= TAIL, seen))
    # The fewest members of which `seen` would still be found often enough.
    low = seen
    while seen and 1 - _binomial(low, most, seen - 1) < TAIL:
        low += 1
    return Abundance("share", seen, total, min(float(low), total), max(high, total))


def least_share(part: int, of: int) -> float:
    """The lower end of the exact 95% interval of a share (Clopper and Pearson, 1934), 0 for 0."""
    if not part:
        return 0.0
    low, high = 0.0, part / of
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if beta_cdf(middle, part, of - part + 1) < TAIL else (low, middle)
        )
    return low


def in_common(first: int, second: int, both: int, total: int) -> float:
    """The probability that independent systems have so many of `total` in common, or more.

    The upper tail of the hypergeometric distribution (Fisher's exact test, one-sided).
    """

    def log_choose(n: int, k: int) -> float:
        return math.lgamma(n + 1) - math.lgamma(k + 1) - math.lgamma(n - k + 1)

    whole = log_choose(total, second)
    most = min(first, second)
    least = max(both, first + second - total)
    return min(1.0, math.fsum(
        math.exp(log_choose(first, k) + log_choose(total - first, second - k) - whole)
        for k in range(least, most + 1)
    ))  # fmt: skip


def _binomial(n: int, share: float, most: int) -> float:
    """The probability that at most `most` of `n` are found."""
    return 1.0 if most >= n else 1 - beta_cdf(share, most + 1, n - most)


def _only(histories: Histories, systems: Sequence[int]) -> dict[History, int]:
    kept: dict[History, int] = {}
    for history, n in histories.items():
        short = tuple(history[i] for i in systems)
        kept[short] = kept.get(short, 0) + n
    return kept
