"""Promises on recall: how many accepted units may still be hidden, after audits of the rest.

A verifier says yes or no of each of N units; K is the unknown number that it accepts, and a unit
is *hidden* while it would be accepted and was not verified. What the ranking chooses to verify
bears no evidence on the rest. An *audit* does: a unit drawn uniformly from all that were not
verified. If K are accepted in all, R of them found and u units left, an audit is accepted with
probability p = (K - R) / u. So whoever multiplies a stake by c on "yes" and by
(1 - c·p) / (1 - p) on "no", 0 <= c <= 1, plays a fair game, and the stake grows to 1/α with
probability α at most, however often one looks (Ville's inequality). A K against which the stake
has ever grown so far is rejected.

Sources: Waudby-Smith and Ramdas (2020, "Confidence sequences for sampling without replacement"),
for bets on draws without replacement; Lewis, Yang and Frieder (2021, "Certifying one-phase
technology-assisted reviews"), for promises on recall; Callaghan and Müller-Hansen (2020,
"Statistical stopping criteria for automated screening in systematic reviews"), for the
hypergeometric test, which is the bet c = 0.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tamis.stats.distributions import beta_quantile
from tamis.types import InputError

LEADING = 0.9
"""The part of the stake that is bet as the caller says; else on "nothing is left" (c = 0)."""

_FURTHER = (0.1, 0.3, 0.6)
"""The rest, in equal parts, is bet so (c): it survives hits that the leading bet does not."""

_ON_MORE = (0.25, 0.5, 1.0, 2.0, 5.0, 15.0)
"""For the lower end: an equal part each gains as much of p's complement on "yes"."""

_NEARLY_ONE = 1 - 1e-15
"""A chance of 1 would make a stake infinite; at this a single "no" is enough as well."""

# The columns of the history of audits.
_LEFT, _SURE, _FOUND, _BET, _VERDICT = range(5)
_NO, _YES, _UNREAD = 0.0, 1.0, 2.0


class Certificate:
    """What audits say of how many units are hidden; valid at any time, however one stopped.

    `found`, `unread`, `verified` and `unverified` count units: accepted; verified but without a
    readable verdict; verified at all; not yet verified. An unread unit might be accepted, so it
    counts among those that may be missed: `most` and `reached` take it for accepted and not
    found, the lower end of `interval` takes it for rejected.

    Order matters: the calls of `exploited` and `audited` are in the order in which the units were
    chosen. That an audit is uniform over all that were not chosen before is the caller's promise,
    and all that is assumed.
    """

    def __init__(self, units: int, confidence: float = 0.95) -> None:
        if units < 0:
            raise InputError(f"A corpus has 0 units or more, not {units}.")
        _check_share("The confidence", confidence, below_one=True)
        self.units, self.confidence = units, confidence
        self.found = self.unread = self.verified = 0
        self._history = np.empty((64, 5))
        self._audits = 0
        # A number of accepted units that was not rejected yet, with its stakes so far: where it
        # is not rejected, no smaller one is, and most looks end there.
        self._watched = -1
        self._stakes = [0.0] * (1 + len(_FURTHER))
        self._peak = 0.0

    @property
    def unverified(self) -> int:
        """The number of units that were not verified."""
        return self.units - self.verified

    def exploited(self, accepted: bool | None) -> None:
        """Count a unit that anything chose: it bears no evidence. None is an unread verdict."""
        if self.verified == self.units:
            raise InputError("There are no more verdicts than units.")
        self.verified += 1
        self.found += accepted is True
        self.unread += accepted is None

    def audited(self, accepted: bool | None, bet: float = 0.0) -> None:
        """Count a unit that was drawn uniformly from all that were not verified.

        `bet` is the c of the leading bet: what a "yes" leaves of it, from 0 to 1. It must be
        fixed before the verdict is known. Best is the expected number of hidden units over the
        number whose rejection is wanted (the growth-optimal bet); 1 bets nothing.
        """
        if not 0 <= bet <= 1:
            raise InputError(f"A bet is from 0 to 1, not {bet}.")
        sure, found, left = self.found + self.unread, self.found, self.unverified
        self.exploited(accepted)
        if self._audits == len(self._history):
            self._history = np.concatenate([self._history, np.empty((64 + self._audits, 5))])
        verdict = _UNREAD if accepted is None else float(accepted)
        self._history[self._audits] = (left, sure, found, bet, verdict)
        self._audits += 1
        if self._watched >= 0:
            p = min(max((self._watched - sure) / left, 0.0), _NEARLY_ONE)
            for i, c in enumerate((bet, *_FURTHER)):
                if accepted is False:
                    self._stakes[i] += math.log1p(-c * p) - math.log1p(-p)
                else:
                    self._stakes[i] += math.log(c) if c else -math.inf
            self._peak = max(self._peak, _mixed_here(self._stakes))

    def look_ahead(self) -> None:
        """Let a shallow copy count further units without a trace in what it was copied from."""
        self._history = self._history[: self._audits].copy()
        self._stakes = list(self._stakes)

    def evidence(self, accepted: NDArray[np.int64]) -> NDArray[np.float64]:
        """The log of the stake now against each number of accepted units, shape (n,) both.

        A number is rejected where this ever reached log(1/α). Numbers below `found` + `unread`
        are impossible, and nothing is said of them.
        """
        if not self._audits:
            return np.zeros(len(accepted))
        stakes = _log_factors(np.asarray(accepted), self._history[: self._audits]).sum(axis=2)
        return np.asarray(_mixed(stakes), dtype=np.float64)

    def interval(self) -> tuple[int, int]:
        """Ends between which the number of all accepted units lies, with the confidence; both hold.

        Half of alpha goes to each end, so the upper end is wider than `most`. The lower end is at
        least `found`. Once every unit is verified, they are `found` and `found` + `unread`.
        """
        alpha = (1 - self.confidence) / 2
        least, most = self.found, self.found + self.unread + self.unverified
        low, high = least, self._most(alpha)
        if not self.unverified:
            return least, most
        if not self._audits or not self._too_few(least, alpha):
            return least, high
        # The largest number that is too few, by bisection: smaller ones are so, too.
        while most - low > 1:
            middle = (low + most) // 2
            low, most = (middle, most) if self._too_few(middle, alpha) else (low, middle)
        return min(low + 1, high), high

    def most(self, confidence: float | None = None) -> int:
        """The largest number of all accepted units that is not rejected, with the whole alpha.

        With the confidence, at most `most() - found` are missed. `confidence` is the
        certificate's own where it is not given.
        """
        if confidence is not None:
            _check_share("The confidence", confidence, below_one=True)
        return self._most(1 - (self.confidence if confidence is None else confidence))

    def reached(self, recall: float) -> bool:
        """Whether it is certified now that `found` is at least `recall` times all accepted units.

        `recall` is above 0 and at most 1, taken as the decimal number that it is written as.
        """
        first = first_broken(self.found, recall)
        if first > self.found + self.unread + self.unverified:
            return True
        if first <= self.found + self.unread:
            return False
        need = -math.log(1 - self.confidence)
        if first <= self._watched and self._peak < need:
            return False
        if self._peak_against(first) >= need:
            return True
        # Watch a number as far beyond as may be: the next finds need no look at the history then.
        beyond = max(1, (first - self.found) // 8)
        self._watch(first + beyond)
        while self._peak >= need:
            beyond //= 4
            self._watch(first + beyond)
        return False

    def _most(self, alpha: float) -> int:
        low, high = self.found + self.unread, self.found + self.unread + self.unverified + 1
        need = -math.log(alpha)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self._peak_against(middle) >= need else (middle, high)
        return low

    def _watch(self, accepted: int) -> None:
        self._watched = accepted
        self._stakes, self._peak = [0.0] * (1 + len(_FURTHER)), 0.0
        if self._audits:
            logs = _log_factors(np.array([accepted]), self._history[: self._audits])[:, 0]
            self._stakes = logs.sum(axis=1).tolist()
            self._peak = max(0.0, float(_mixed(logs.cumsum(axis=1)).max()))

    def _peak_against(self, accepted: int) -> float:
        """The log of the most that the stake against a number has ever been."""
        if not self._audits:
            return 0.0
        logs = _log_factors(np.array([accepted]), self._history[: self._audits])[:, 0]
        return max(0.0, float(_mixed(logs.cumsum(axis=1)).max()))

    def _too_few(self, accepted: int, alpha: float) -> bool:
        """Whether the bets on "yes" reject a number of accepted units as too small."""
        history = self._history[: self._audits]
        p = np.clip((accepted - history[:, _FOUND]) / history[:, _LEFT], 1e-15, 1.0)
        gains = np.minimum(np.array(_ON_MORE)[:, None], 1 / p)
        yes = history[:, _VERDICT] == _YES
        with np.errstate(divide="ignore"):
            logs = np.where(yes, np.log1p(gains * (1 - p)), np.log(np.maximum(1 - gains * p, 0)))
        mixed = np.logaddexp.reduce(logs.cumsum(axis=1), axis=0) - math.log(len(_ON_MORE))
        return bool(mixed.max() >= -math.log(alpha))


def first_broken(found: int, recall: float) -> int:
    """The least number of all accepted units with which `found` is less than `recall` of them.

    Exact for any recall, taken as the decimal number that it is written as (.9 is nine tenths).
    """
    over, under = _as_fraction(recall)
    return found * under // over + 1


@lru_cache(maxsize=64)
def _as_fraction(recall: float) -> tuple[int, int]:
    _check_share("The recall", recall)
    return Fraction(str(recall)).as_integer_ratio()


def calls_for(units: int, accepted: int, recall: float, confidence: float = 0.95) -> int:
    """How many calls even a perfect ranking needs for the promise; no method needs fewer.

    It verifies R accepted units, the best R between `recall` times `accepted` and `accepted`,
    then audits until a hypergeometric test, none of whose draws is accepted, rejects that as many
    are hidden as would break the promise. At most `units`.
    """
    if not 0 <= accepted <= units:
        raise InputError(f"Of {units} units, 0 to {units} are accepted, not {accepted}.")
    _check_share("The confidence", confidence, below_one=True)
    best = units
    least = math.ceil(accepted * Fraction(str(recall)))
    before = -1
    for found in range(least, accepted + 1):
        hidden = first_broken(found, recall) - found
        # Of all R with the same number of hidden units, the first is the cheapest.
        if hidden != before:
            best = min(best, found + _audits_without_a_hit(units - found, hidden, 1 - confidence))
        before = hidden
    return best


def _audits_without_a_hit(left: int, hidden: int, alpha: float) -> int:
    """The fewest of `left` units that miss all `hidden` ones with probability alpha at most."""
    if hidden > left:
        return 0

    def log_missed(draws: int) -> float:
        rest = left - draws
        if rest < hidden:
            return -math.inf
        return (
            math.lgamma(rest + 1)
            - math.lgamma(rest - hidden + 1)
            - math.lgamma(left + 1)
            + math.lgamma(left - hidden + 1)
        )

    low, high = 0, left - hidden + 1
    while high - low > 1:
        middle = (low + high) // 2
        # Where they are equal but for a rounding error, the draws are enough.
        enough = log_missed(middle) <= math.log(alpha) + 1e-9
        low, high = (low, middle) if enough else (middle, high)
    return high


def corrected_recall(
    found: int,
    most: int,
    *,
    true_accepted: int,
    true_rejected: int,
    false_accepted: int,
    confidence: float = 0.95,
) -> float:
    """A lower bound of the recall of truly right units, from labels by people; 0 to 1.

    A certificate's promise is against the verifier. Of the truly right units the verifier accepts
    a share s (its sensitivity), and of those the found ones are a share g; the true recall is
    s·g. Of `found` units a share q is right, and the `most - found` missed ones are all right at
    worst, so g >= q·found / (q·found + most - found).

    The labels are of units that people judged and whose verdict is known: right and accepted,
    right and rejected, wrong and accepted. It is assumed that they are a uniform sample of all
    units, or at least that the right ones among them are of all right ones and the accepted
    ones of all found ones. Without labels of either kind the bound is 0.

    Alpha, 1 - `confidence`, is split in three (Bonferroni): one third for s and one for q, each
    with its exact one-sided bound (Clopper and Pearson, 1934); one is `most`'s, which must be
    `certificate.most(1 - alpha / 3)`.
    """
    if min(found, most - found, true_accepted, true_rejected, false_accepted) < 0:
        raise InputError("A corrected recall is of counts from 0, with most at least found.")
    _check_share("The confidence", confidence, below_one=True)
    alpha = (1 - confidence) / 3
    sensitivity = _least_share(true_accepted, true_accepted + true_rejected, alpha)
    right = _least_share(true_accepted, true_accepted + false_accepted, alpha) * found
    return sensitivity * right / (right + most - found) if right else 0.0


def _least_share(of: int, among: int, alpha: float) -> float:
    """Clopper and Pearson's one-sided lower bound of a share; 0 where nothing was seen."""
    return beta_quantile(alpha, of, among - of + 1) if of else 0.0


def _log_factors(accepted: NDArray[np.int64], audits: NDArray[np.float64]) -> NDArray[np.float64]:
    """What each bet's log gains by each audit against each number: shape (bets, numbers, audits).

    A number with more units than were left is impossible: it is taken as all of them, which
    rejects it at the first "no".
    """
    p = (accepted[:, None] - audits[:, _SURE]) / audits[:, _LEFT]
    p = np.clip(p, 0.0, _NEARLY_ONE)
    no = audits[:, _VERDICT] == _NO
    logs = np.empty((1 + len(_FURTHER), *p.shape))
    log_not = np.log1p(-p)
    with np.errstate(divide="ignore"):
        logs[0] = np.where(no, np.log1p(-audits[:, _BET] * p) - log_not, np.log(audits[:, _BET]))
    for i, c in enumerate(_FURTHER, 1):
        logs[i] = np.where(no, np.log1p(-c * p) - log_not, math.log(c))
    return logs


_WEIGHTS = [LEADING] + [(1 - LEADING) / len(_FURTHER)] * len(_FURTHER)
_LOG_WEIGHTS = np.log(_WEIGHTS)


def _mixed(stakes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The log of the whole stake, of the logs of its bets along the first axis."""
    weights = _LOG_WEIGHTS.reshape(-1, *[1] * (stakes.ndim - 1))
    return np.asarray(np.logaddexp.reduce(stakes + weights, axis=0))


def _mixed_here(stakes: list[float]) -> float:
    """The same for one stake, much faster."""
    best = max(stakes)
    parts = zip(_WEIGHTS, stakes, strict=True)
    return best + math.log(sum(weight * math.exp(log - best) for weight, log in parts))


def _check_share(what: str, share: float, *, below_one: bool = False) -> None:
    if not 0 < share <= 1 or (below_one and share == 1):
        raise InputError(
            f"{what} is above 0 and {'below' if below_one else 'at most'} 1, not {share}."
        )
