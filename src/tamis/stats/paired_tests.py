"""Whether two systems differ on the same samples: p-values, and how many samples would tell."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, TypeVar

from tamis.stats.columns import coded, floats
from tamis.stats.distributions import beta_cdf
from tamis.stats.estimate import NAN, Estimate, Z

if TYPE_CHECKING:
    from tamis.stats.columns import Codes, Floats

Key = TypeVar("Key", bound=Hashable)

DRAWS = 10_000
"""How many patterns of signs are drawn where there are too many to try all."""

_ALL = 13
_CELLS = 240_000
"""Signs at a time: they stay in the processor's cache, and one thread multiplies them."""
_POWER_Z = 0.8416212335729143
"""The quantile of the normal distribution at a power of .8."""


def mcnemar(better: int, worse: int) -> float:
    """The exact two-sided p-value that a system is better as often as worse (McNemar, 1947).

    The counts are those of samples on which just one of two systems is right, which must be
    independent of each other. 1 where there are none.
    """
    n, least = better + worse, min(better, worse)
    return min(1.0, 2 * beta_cdf(0.5, n - least, least + 1)) if better != worse else 1.0


def sign_flip(differences: Mapping[Key, float], clusters: Mapping[Key, Hashable]) -> float:
    """The two-sided p-value that differences are as likely of either sign (Fisher, 1935).

    The signs are flipped cluster by cluster: all patterns of up to 13 clusters, else 10,000 that
    are drawn from a fixed seed (where the observed one counts too, so that no p-value is 0). NaN
    differences are left out. 1 where nothing differs.
    """
    groups = coded(clusters.get(key, key) for key in differences)[0]
    return sign_flip_of(floats([*differences.values()]), groups)


def sign_flip_of(differences: Floats, clusters: Codes) -> float:
    """`sign_flip` of a column of differences, and of the numbers of their clusters."""
    import numpy as np

    known = ~np.isnan(differences)
    order, first, codes = np.unique(clusters[known], return_index=True, return_inverse=True)
    # The sums of the clusters come in the order in which these first appear, so that the signs
    # drawn for them do not depend on how they are numbered.
    place = np.argsort(np.argsort(first))
    sums = np.bincount(place[codes], weights=differences[known], minlength=order.size)
    values = sums[sums != 0]
    if not values.size:
        return 1.0
    # Of a sum of rounded numbers, what is equal may differ in the last digits.
    observed = abs(values.sum()) * (1 - 1e-12)
    if values.size <= _ALL:
        patterns = np.arange(2**values.size)[:, None] >> np.arange(values.size) & 1
        return float((abs((2 * patterns - 1) @ values) >= observed).mean())
    rng = np.random.default_rng(0)
    total, above = values.sum(), 0
    # The generator gives four signs for a number: in fours, what is drawn is the same for any step.
    step = 4 * max(_CELLS // values.size // 4, 1)
    for done in range(0, DRAWS, step):
        size = min(step, DRAWS - done), values.size
        kept = rng.integers(0, 2, size, dtype=np.int8).astype(float) @ values
        above += int((abs(2 * kept - total) >= observed).sum())
    return (above + 1) / (DRAWS + 1)


def holm(values: Mapping[Key, float]) -> dict[Key, float]:
    """P-values corrected for how many there are (Holm, 1979); NaN stays and does not count."""
    ranked = sorted((p, nth, key) for nth, (key, p) in enumerate(values.items()) if p == p)
    found, most = dict.fromkeys(values, NAN), 0.0
    for rank, (p, _, key) in enumerate(ranked):
        most = max(most, min(1.0, p * (len(ranked) - rank)))
        found[key] = most
    return found


def samples_to_tell(found: Estimate, difference: float = 0.02) -> float:
    """How many samples tell a difference with a power of .8 at the 5% level (two-sided).

    `found` is a paired difference: its standard error says how much a sample of this kind, in
    clusters of this size, tells. NaN without a standard error.
    """
    return found.n * (found.error * (Z + _POWER_Z) / difference) ** 2
