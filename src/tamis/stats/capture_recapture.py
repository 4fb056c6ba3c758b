"""How large a set is, estimated from what several systems found of it (capture–recapture).

Each system is a list of members that it found ("captured"). Members found by many systems say how
likely one is to be found at all, and so how many were found by none. All estimates here assume a
closed set and members that are told apart without error. All but `log_linear` with pairs assume
that systems find members independently of each other. Where some members are easier than others
for all systems (positive dependence), estimates are too low, and stand for a lower bound.

A *history* says which systems found a member: `(1, 0, 1)` is the first and third of three. Counts
by history never have an entry for the members that nobody found.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tamis.stats.estimate import NAN, Z

History = tuple[int, ...]
Histories = Mapping[History, int]

TAIL = 0.025
"""The probability of each tail that a 95% interval leaves out."""

EXACT = 1200
"""Up to so many found members the exact interval is computed; above, the profile likelihood's."""


@dataclass(frozen=True)
class Abundance:
    """An estimated number of members, found or not, with its 95% interval.

    `seen` is how many members at least one system found; `total`, `low` and `high` count these
    too, so none is below `seen`. `high` is infinite where nothing bounds the number. `pairs` are
    the pairs of systems (by position) whose dependence is in the model; `aic` and `bic` are
    Akaike's and Schwarz's criteria where the method has a likelihood, else NaN.
    """

    method: str
    seen: int
    total: float
    low: float
    high: float
    pairs: tuple[tuple[int, int], ...] = ()
    aic: float = NAN
    bic: float = NAN

    @property
    def unseen(self) -> float:
        """How many members nobody found, as estimated."""
        return self.total - self.seen


def found_by(histories: Histories) -> list[int]:
    """How many members each system found, in the order of the systems. ValueError for none."""
    lengths = {len(history) for history in histories}
    if len(lengths) != 1:
        raise ValueError("histories must be of the same systems, and there must be at least one.")
    if any(not any(history) for history in histories):
        raise ValueError("a member that no system found has no history.")
    (systems,) = lengths
    return [sum(n for history, n in histories.items() if history[i]) for i in range(systems)]


def overlap(histories: Histories) -> int:
    """How many members at least two systems found."""
    return sum(n for history, n in histories.items() if sum(history) > 1)


def chapman(first: int, second: int, both: int) -> float:
    """The number of members from two systems: (n1 + 1)(n2 + 1) / (m + 1) - 1.

    Chapman (1951), "Some properties of the hypergeometric distribution with applications to
    zoological sample censuses". Without bias where n1 + n2 is at least the number of members.
    """
    return (first + 1) * (second + 1) / (both + 1) - 1


def chao(histories: Histories) -> Abundance:
    """Chao's lower bound, corrected for bias, with its log-normal interval.

    From Q1 and Q2, the numbers of members that exactly one and exactly two of t systems found:
    S + (t - 1)/t · Q1(Q1 - 1) / (2(Q2 + 1)). It holds too where members differ in how easy they
    are to find. Chao (1987), "Estimating the population size for capture-recapture data with
    unequal catchability"; the form for few systems, its variance and the interval where nothing
    is estimated to be unseen are those of Colwell et al. (2012, "Models and estimators linking
    individual-based and sample-based rarefaction", EstimateS).
    """
    systems, seen = len(found_by(histories)), sum(histories.values())
    often: Counter[int] = Counter()
    for history, n in histories.items():
        often[sum(history)] += n
    once, twice, share = often[1], often[2], (systems - 1) / systems
    unseen = share * once * (once - 1) / (2 * (twice + 1))
    if not unseen:
        # Poisson: how many are missed by chance where members are found as often as these.
        missed = sum(n * math.exp(-k) for k, n in often.items()) / seen
        spread = Z * math.sqrt(seen * missed) / (1 - missed)
        return Abundance("Chao", seen, seen, seen, max(seen, seen / (1 - missed) + spread))
    variance = unseen + share**2 * once * (2 * once - 1) ** 2 / (4 * (twice + 1) ** 2)
    if twice:
        variance += share**2 * once**2 * twice * (once - 1) ** 2 / (4 * (twice + 1) ** 4)
    else:
        variance -= share**2 * once**4 / (4 * (seen + unseen))
    factor = math.exp(Z * math.sqrt(math.log(1 + max(variance, 0) / unseen**2)))
    return Abundance("Chao", seen, seen + unseen, seen + unseen / factor, seen + unseen * factor)


def independent(histories: Histories) -> Abundance:
    """The number of members where systems are independent, with an exact interval.

    For two systems the estimate is Chapman's. For more it is the log-linear model's with main
    effects only, whose number N solves 1 - S/N = Π(1 - n_i/N) (Darroch, 1958, "The
    multiple-recapture census"; Bishop, Fienberg and Holland, 1975, "Discrete multivariate
    analysis", chapter 6).

    The interval has the numbers for which neither so few nor so many different members would be
    improbable (below .025) if each system had drawn its n_i members at random. That is the
    hypergeometric test turned round, for any number of systems, and covers in at least 95%. With
    more than `EXACT` members found it is that of the profile likelihood. Infinite where no
    member was found twice.
    """
    found, seen = found_by(histories), sum(histories.values())
    caught = [n for n in found if n]
    if not overlap(histories):
        return Abundance("independent", seen, math.inf, seen, math.inf)
    total = _solved(caught, seen)
    if len(found) == 2:
        total = max(float(seen), chapman(found[0], found[1], overlap(histories)))
    low, high = _exact(caught, seen) if seen <= EXACT else _profile(caught, seen)
    return Abundance("independent", seen, total, min(low, total), max(high, total))


def widened(found: Abundance, dispersion: float) -> Abundance:
    """An estimate with its interval widened for members that come in clusters.

    `dispersion` is how many times larger the variance is (see `dispersion`); the distances on the
    logarithm of the unseen members grow by its root. At 1 or below nothing changes.
    """
    if dispersion <= 1 or math.isinf(found.high):
        return found
    # Half a member more, as nobody unseen has no logarithm.
    middle, low, high = (
        math.log(end - found.seen + 0.5) for end in (found.total, found.low, found.high)
    )
    root = math.sqrt(dispersion)
    least, most = (
        found.seen + math.exp(middle + root * (end - middle)) - 0.5 for end in (low, high)
    )
    return Abundance(
        found.method, found.seen, found.total, max(float(found.seen), least), most,
        found.pairs, found.aic, found.bic,
    )  # fmt: skip


def _solved(found: Sequence[int], seen: int) -> float:
    """N with 1 - seen/N = Π(1 - n_i/N), by bisection; `seen` itself where one system has all."""

    def above(total: float) -> bool:
        return 1 - seen / total > math.prod(1 - n / total for n in found)

    low = float(seen)
    if max(found) == seen:
        return low
    high = 2.0 * seen
    while not above(high):
        low, high = high, 2 * high
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (low, middle) if above(middle) else (middle, high)
    return high


def _exact(found: Sequence[int], seen: int) -> tuple[float, float]:
    """The numbers of members for which neither tail of the number of different ones is small."""
    held: tuple[int, ...] = tuple(sorted(found, reverse=True))
    high = last_that(lambda n: _different(n, held, seen) >= TAIL, seen)
    # More members, more different ones: the probability of at least `seen` rises with n.
    low = last_that(lambda n: _at_least(n, held, seen) < TAIL, seen - 1) + 1
    return float(max(low, seen)), float(high)


def _at_least(total: int, found: tuple[int, ...], seen: int) -> float:
    return 1 - _different(total, found, seen - 1) if total >= seen else 0.0


def last_that(holds: Callable[[int], bool], start: int) -> int:
    """The last whole number from `start` on for which a statement holds that holds up to there."""
    low, step = start, 1
    while holds(low + step):
        low, step = low + step, 2 * step
    high = low + step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return low


@lru_cache(maxsize=4096)
def _different(total: int, found: tuple[int, ...], most: int) -> float:
    """The probability of at most `most` different members in random draws of these sizes.

    System by system: of d different members so far, a draw of n has n - j of them and j new ones
    with the hypergeometric probability.
    """
    import numpy as np

    if total < max(found):
        return 1.0
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, total + 1)))])
    # No more can be different than all draws together have.
    size = min(total, sum(found)) + 1
    chances = np.zeros(size)
    chances[found[0]] = 1.0
    for n in found[1:]:
        after = np.zeros(size)
        for d in np.flatnonzero(chances > 1e-15).tolist():
            new = np.arange(max(0, n - d), min(n, total - d) + 1, dtype=np.int64)
            old = n - new
            log = (
                logs[d] - logs[old] - logs[d - old]
                + logs[total - d] - logs[new] - logs[total - d - new]
                - logs[total] + logs[n] + logs[total - n]
            )  # fmt: skip
            after[d + new] += chances[d] * np.exp(log)
        chances = after
    return float(chances[: most + 1].sum())


def _profile(found: Sequence[int], seen: int) -> tuple[float, float]:
    """Where the log-likelihood of N, at the best rates for it, falls by half of 3.84."""

    def log_likelihood(total: float) -> float:
        parts = (
            n * math.log(n / total) + ((total - n) * math.log1p(-n / total) if n < total else 0.0)
            for n in found
        )
        return math.lgamma(total + 1) - math.lgamma(total - seen + 1) + sum(parts)

    best = max(float(seen), _solved(found, seen))
    least = log_likelihood(best) - Z * Z / 2
    high = best + 1
    while log_likelihood(high) > least:
        high = best + 2 * (high - best)
    low = float(seen) if log_likelihood(seen) > least else NAN
    ends = []
    for inside, outside in ((best, high), *(() if low == seen else ((best, float(seen)),))):
        for _ in range(80):
            middle = (inside + outside) / 2
            fits = log_likelihood(middle) > least
            inside, outside = (middle, outside) if fits else (inside, middle)
        ends.append(inside)
    return (low if len(ends) == 1 else ends[1]), ends[0]
