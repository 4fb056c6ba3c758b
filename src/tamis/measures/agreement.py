"""Agreement of raters beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal

from tamis.stats import NAN

Level = Literal["nominal", "ordinal"]


def cohen_kappa(a: Sequence[Hashable], b: Sequence[Hashable]) -> float:
    """Cohen's kappa of two raters of the same units, in the same order (Cohen, 1960).

    1 for full agreement, 0 for agreement by chance, at least -1. NaN where both raters always give
    the same single value, so that chance agreement is full, and for no units. Raises ValueError
    where the raters have not rated the same number of units.
    """
    if len(a) != len(b):
        raise ValueError(f"the raters must rate the same units, but rated {len(a)} and {len(b)}")
    of_a, of_b, n = Counter(a), Counter(b), len(a)
    observed = sum(x == y for x, y in zip(a, b, strict=True))
    by_chance = sum(count * of_b[value] for value, count in of_a.items())
    # In whole numbers: full agreement is exactly 1, and constant ratings have the divisor 0.
    return (observed * n - by_chance) / (n * n - by_chance) if n * n != by_chance else NAN


def krippendorff_alpha(
    ratings: Sequence[Mapping[Hashable, Any]], level: Level = "nominal"
) -> float:
    """Krippendorff's alpha of any number of raters (Krippendorff, 2011, "Computing alpha").

    `ratings` has for each unit the value that each rater gave it; a rater who is absent, or None,
    did not rate it; units with fewer than two ratings are ignored. `ordinal` weighs a disagreement
    by the number of ratings between the two values, which must be comparable by `<` (numbers, or
    letters in their order).

    1 for full agreement, 0 for agreement by chance, below 0 for systematic disagreement. NaN where
    all ratings have the same value, or no unit has two ratings.
    """
    units = [Counter(value for value in unit.values() if value is not None) for unit in ratings]
    units = [unit for unit in units if unit.total() > 1]
    totals = sum(units, Counter[Any]())
    distance = _distance(totals, level)
    observed = sum(_disagreement(unit, distance) / (unit.total() - 1) for unit in units)
    expected = _disagreement(totals, distance)
    return 1 - (totals.total() - 1) * observed / expected if expected else NAN


def _disagreement(counts: Counter[Any], distance: Callable[[Any, Any], float]) -> float:
    """The distances of all ordered pairs of ratings in `counts`, summed."""
    return sum(m * n * distance(v, w) for v, m in counts.items() for w, n in counts.items())


def _distance(totals: Counter[Any], level: Level) -> Callable[[Any, Any], float]:
    """The squared difference of two values."""
    if level == "nominal":
        return lambda v, w: float(v != w)
    values = sorted(totals)
    # The mean rank of each value: the distance of two values is that of their mean ranks.
    ends = accumulate(totals[value] for value in values)
    middle = {v: end - totals[v] / 2 for v, end in zip(values, ends, strict=True)}
    return lambda v, w: float((middle[v] - middle[w]) ** 2)
