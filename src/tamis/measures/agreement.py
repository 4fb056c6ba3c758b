"""Agreement of raters beyond chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Literal

from tamis.stats import FEW, NAN

_DRAWS, _BLOCK = 2000, 100
# Free texts have as many values as units, and nothing to compare by chance.
_MOST_COUNTS = 20_000_000

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
    units = _rated(ratings)
    totals = sum(units, Counter[Any]())
    distance = _distance(totals, level)
    observed = sum(_disagreement(unit, distance) / (unit.total() - 1) for unit in units)
    expected = _disagreement(totals, distance)
    return 1 - (totals.total() - 1) * observed / expected if expected else NAN


_NOT_A_NUMBER = "NaN"


def _rated(ratings: Sequence[Mapping[Hashable, Any]]) -> list[Counter[Any]]:
    """How often each value was given to a unit; units with fewer than two ratings are left out.

    NaN, which is not even like itself, is a value as any other.
    """
    units = [
        Counter(
            value if value == value else _NOT_A_NUMBER
            for value in unit.values()
            if value is not None
        )
        for unit in ratings
    ]
    return [unit for unit in units if unit.total() > 1]


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


def kappa_interval(a: Sequence[Hashable], b: Sequence[Hashable]) -> tuple[float, float]:
    """The 95% interval of Cohen's kappa; see `alpha_interval`."""

    def kappa(counts: Any) -> Any:
        n = counts.sum(axis=(1, 2))
        by_chance = (counts.sum(axis=2) * counts.sum(axis=1)).sum(axis=1)
        return (counts.trace(axis1=1, axis2=2) * n - by_chance) / (n * n - by_chance)

    place = {value: at for at, value in enumerate(dict.fromkeys([*a, *b]))}
    pairs = [{(place[x], place[y]): 1.0} for x, y in zip(a, b, strict=True)]
    return _bootstrapped(pairs, len(place), kappa)


def alpha_interval(
    ratings: Sequence[Mapping[Hashable, Any]], level: Level = "nominal"
) -> tuple[float, float]:
    """The 95% interval of Krippendorff's alpha: percentiles of 2,000 draws of the units.

    Units are drawn with replacement from a fixed seed (Efron, 1979), so they must be independent.
    NaN with fewer than FEW units, and where the coefficient is undefined in most draws or there are
    too many values to count (thousands).
    """
    import numpy as np

    units = _rated(ratings)
    values = sorted({value for unit in units for value in unit}, key=_order)
    place = {value: at for at, value in enumerate(values)}
    # The ordered pairs of ratings of a unit, each rating counting once (Krippendorff, 2011).
    pairs = [
        {
            (place[v], place[w]): m * (n - (v == w)) / (unit.total() - 1)
            for v, m in unit.items()
            for w, n in unit.items()
        }
        for unit in units
    ]

    def alpha(counts: Any) -> Any:
        totals = counts.sum(axis=2)
        middle = totals.cumsum(axis=1) - totals / 2
        distance = (
            1 - np.eye(len(values))[None]
            if level == "nominal"
            else (middle[:, :, None] - middle[:, None, :]) ** 2
        )
        expected = (totals[:, :, None] * totals[:, None, :] * distance).sum(axis=(1, 2))
        observed = (counts * distance).sum(axis=(1, 2))
        return 1 - (totals.sum(axis=1) - 1) * observed / expected

    return _bootstrapped(pairs, len(values), alpha)


def _order(value: Any) -> Any:
    """Numbers in their order, then all else by how it is written."""
    number = isinstance(value, int | float)
    return not number, value if number else str(value)


def _bootstrapped(
    units: Sequence[Mapping[tuple[int, int], float]],
    values: int,
    coefficient: Callable[[Any], Any],
) -> tuple[float, float]:
    """Percentiles of a coefficient of pairs of values, over draws of the units."""
    import numpy as np

    if len(units) < FEW or len(units) * values**2 > _MOST_COUNTS:
        return NAN, NAN
    counts = np.zeros((len(units), values, values))
    for at, unit in enumerate(units):
        for pair, weight in unit.items():
            counts[at][pair] = weight
    rng = np.random.default_rng(0)
    found = []
    for _ in range(_DRAWS // _BLOCK):
        often = rng.multinomial(len(units), np.full(len(units), 1 / len(units)), _BLOCK)
        with np.errstate(invalid="ignore", divide="ignore"):
            found.append(coefficient(np.tensordot(often, counts, axes=1)))
    kept = np.concatenate(found)
    kept = kept[np.isfinite(kept)]
    if kept.size < _DRAWS / 2:
        return NAN, NAN
    low, high = np.quantile(kept, [0.025, 0.975])
    return float(low), float(high)
