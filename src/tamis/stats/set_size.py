"""The size of a set from what systems found of it, by several methods, and the one that is told.

Which method is right cannot be known from the data alone: models that fit equally well may differ
in what nobody found (Link, 2003, "Nonidentifiability of population size from capture-recapture
data with heterogeneous detection probabilities"). So the interval that is told spans those of all
methods here. bench/completeness.py measures how often it holds the truth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tamis.stats.capture_recapture import (
    Abundance,
    Histories,
    History,
    chao,
    found_by,
    independent,
    overlap,
    widened,
)
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


def _only(histories: Histories, systems: Sequence[int]) -> dict[History, int]:
    kept: dict[History, int] = {}
    for history, n in histories.items():
        short = tuple(history[i] for i in systems)
        kept[short] = kept.get(short, 0) + n
    return kept
