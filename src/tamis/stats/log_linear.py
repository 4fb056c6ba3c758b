"""Log-linear models of capture histories: how many members nobody found, with dependent systems.

The expected number of members with a history is exp(b0 + Σ b_i + Σ b_ij) over the systems i that
found them and the pairs ij that are in the model; exp(b0) are then those that nobody found
(Fienberg, 1972; Bishop, Fienberg and Holland, 1975, "Discrete multivariate analysis", chapter 6;
Cormack, 1989, "Log-linear models for capture-recapture"). Fitted by iteratively reweighted least
squares. A pair with a positive term makes the estimate higher than with independent systems. That
all systems together have no term of their own cannot be tested on any data.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, product
from typing import TYPE_CHECKING, Literal

from tamis.stats.capture_recapture import Abundance, Histories, found_by
from tamis.stats.estimate import NAN, Z

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

MOST_SYSTEMS = 8
"""With more systems there are too many histories for a model of pairs."""

Pair = tuple[int, int]

_ALL_MODELS = 4
_FARTHEST = 25.0
_LARGEST = 1e9


def log_linear(histories: Histories, pairs: Iterable[Pair] = ()) -> Abundance:
    """The number of members by the model with main effects and these pairs.

    The interval is that of the profile likelihood: the numbers of unseen members at which the
    deviance of the whole table is at most 3.84 above the best (Cormack, 1992, "Interval estimation
    for mark-recapture studies of closed populations"). The estimate is NaN where the model has no
    finite one, as where no member was found by both systems of a pair. ValueError for more than
    MOST_SYSTEMS systems, or a pair that is not among them.
    """
    systems = len(found_by(histories))
    chosen = tuple(sorted(pairs))
    if systems > MOST_SYSTEMS:
        raise ValueError(f"log-linear models take at most {MOST_SYSTEMS} systems, not {systems}.")
    if any(not 0 <= i < j < systems for i, j in chosen):
        raise ValueError(f"the pairs {chosen} are not all pairs of {systems} systems.")
    table, design = _tables(histories, systems, chosen)
    seen = sum(histories.values())
    unseen, likelihood = _unseen(table, design, systems, chosen)
    if math.isnan(unseen):
        return Abundance("log-linear", seen, NAN, NAN, NAN, chosen)
    parameters = design.shape[1]
    low, high = _profile(table, design, unseen)
    return Abundance(
        "log-linear", seen, seen + unseen, seen + low, seen + high, chosen,
        aic=2 * parameters - 2 * likelihood,
        bic=math.log(seen) * parameters - 2 * likelihood,
    )  # fmt: skip


def chosen_pairs(histories: Histories, criterion: Literal["aic", "bic"] = "bic") -> Abundance:
    """The model whose pairs have the least AIC or BIC, of those with a finite estimate.

    All models are tried for up to four systems (64); for more, the best pair is added or removed
    as long as that helps. Two systems leave no data for a pair. The model with all pairs of three
    systems fits its table perfectly, so that nothing tests it.
    """
    systems = len(found_by(histories))
    every = list(combinations(range(systems), 2)) if systems > 2 else []
    cost = 2.0 if criterion == "aic" else math.log(sum(histories.values()))

    def value(pairs: frozenset[Pair]) -> float:
        ordered = sorted(pairs)
        table, design = _tables(histories, systems, ordered)
        unseen, likelihood = _unseen(table, design, systems, ordered)
        return math.inf if math.isnan(unseen) else cost * design.shape[1] - 2 * likelihood

    if systems <= _ALL_MODELS:
        sizes = range(len(every) + 1)
        models = [frozenset(pairs) for n in sizes for pairs in combinations(every, n)]
        chosen: frozenset[Pair] = min(models, key=value)
        return log_linear(histories, chosen)
    best: frozenset[Pair] = frozenset()
    least = value(best)
    while True:
        # Adding a pair, or taking one out.
        tried = {one: value(one) for one in (best ^ {pair} for pair in every)}
        better = min(tried, key=lambda one: tried[one])
        if tried[better] >= least:
            return log_linear(histories, best)
        best, least = better, tried[better]


def dispersion(clusters: Sequence[Histories]) -> float:
    """How many times the variance of the unseen is that of independent members; 1 at least.

    `clusters` have the counts of each cluster (the answers of one question), which may be empty.
    From the scores of the model with main effects, added up by cluster (the sandwich of White,
    1982, on the logarithm of the unseen, given how many members each cluster has). Each system
    must have found something. 1 with fewer than three clusters.
    """
    import numpy as np

    kept = [one for one in clusters if one]
    if len(kept) < 3 or (systems := len(next(iter(kept[0])))) > MOST_SYSTEMS:
        return 1.0
    tables = [_tables(one, systems, ()) for one in kept]
    design = tables[0][1][1:]
    observed = np.array([table[1:] for table, _ in tables])
    total = observed.sum(axis=0)
    fitted, _ = _fit(total, design)
    shares = observed.sum(axis=1, keepdims=True) / total.sum()
    scores = (observed - shares * fitted) @ design
    inverse = np.linalg.pinv(design.T @ (design * fitted[:, None]))
    robust = inverse @ (scores.T @ scores) @ inverse * len(kept) / (len(kept) - 1)
    # Given the number of members, as the scores are.
    expected = inverse[0, 0] - 1 / total.sum()
    return max(1.0, float(robust[0, 0] / expected)) if expected > 1e-12 else 1.0


def _tables(histories: Histories, systems: int, pairs: Sequence[Pair]) -> tuple[Floats, Floats]:
    """The counts of all histories, the empty one first with 0, and the model's columns."""
    import numpy as np

    cells = list(product((0, 1), repeat=systems))
    table = np.array([float(histories.get(cell, 0)) for cell in cells])
    design = np.array(
        [[1.0, *cell, *(float(cell[i] * cell[j]) for i, j in pairs)] for cell in cells]
    )
    return table, design


def _unseen(
    table: Floats, design: Floats, systems: int, pairs: Sequence[Pair]
) -> tuple[float, float]:
    """How many members nobody found, and the log-likelihood; NaN where there is no finite one."""
    if not _estimable(table, design, systems, pairs):
        return NAN, NAN
    fitted, terms = _fit(table[1:], design[1:])
    unseen = math.exp(min(float(terms[0]), 50.0))
    return (unseen, _likelihood(table[1:], fitted)) if unseen <= _LARGEST else (NAN, NAN)


def _estimable(table: Floats, design: Floats, systems: int, pairs: Sequence[Pair]) -> bool:
    """Whether the sufficient counts bound all terms: each pair was found, and not always."""
    import numpy as np

    if design.shape[1] > len(table) - 1 or np.linalg.matrix_rank(design[1:]) < design.shape[1]:
        return False
    counts = table @ design
    both = counts[1 + systems :]
    one = counts[1 : 1 + systems]
    overlaps = table[design[:, 1 : 1 + systems].sum(axis=1) > 1].sum()
    return bool(
        overlaps > 0
        and (one > 0).all()
        and (both > 0).all()
        and all(b < min(one[i], one[j]) for b, (i, j) in zip(both, pairs, strict=True))
    )


def _fit(table: Floats, design: Floats) -> tuple[Floats, Floats]:
    """Fitted counts and terms of the Poisson model, by iteratively reweighted least squares."""
    import numpy as np

    fitted: Floats = table + 0.5
    before = math.inf
    terms: Floats = np.zeros(design.shape[1])
    for _ in range(200):
        logs = np.log(fitted)
        root = np.sqrt(fitted)
        target = logs + (table - fitted) / fitted
        solved = np.linalg.lstsq(design * root[:, None], target * root, rcond=None)
        terms = solved[0].astype(np.float64)
        # A cell that is to be empty has a term that grows without end.
        fitted = np.exp(np.clip(design @ terms, -_FARTHEST, _FARTHEST))
        now = _likelihood(table, fitted)
        if abs(now - before) < 1e-11 * (1 + abs(now)):
            break
        before = now
    return fitted, terms


def _likelihood(table: Floats, fitted: Floats) -> float:
    """The logarithm of the Poisson likelihood."""
    import numpy as np

    factorials = sum(math.lgamma(n + 1) for n in table)
    return float((table * np.log(fitted) - fitted).sum() - factorials)


def _profile(table: Floats, design: Floats, unseen: float) -> tuple[float, float]:
    """The least and the most unseen members whose deviance is within 3.84 of the best."""

    def deviance(n: float) -> float:
        whole = table.copy()
        whole[0] = n
        fitted, _ = _fit(whole, design)
        pairs: list[tuple[float, float]] = list(zip(whole, fitted, strict=True))
        return 2 * sum((y * math.log(y / mu) if y > 0 else 0.0) - (y - mu) for y, mu in pairs)

    most = deviance(unseen) + Z * Z
    low = 0.0
    if deviance(0.0) > most:
        low = _crossing(deviance, most, unseen, 0.0)
    high = unseen + 1
    while deviance(high) <= most:
        if high > _LARGEST:
            return low, math.inf
        high = unseen + 3 * (high - unseen)
    return low, _crossing(deviance, most, unseen, high)


def _crossing(
    deviance: Callable[[float], float], most: float, inside: float, outside: float
) -> float:
    for _ in range(60):
        if abs(outside - inside) <= 1e-4 * (1 + abs(inside)):
            break
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if deviance(middle) <= most else (inside, middle)
    return inside
