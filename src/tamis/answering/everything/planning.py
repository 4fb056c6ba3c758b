"""The cheapest way to a promise, by what is believed of the units: exploit so deep, then audit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Plan:
    """Verify the `exploits` likeliest units, then audit some `audits` of the rest; `found` then.

    All are expected numbers, over the scenarios.
    """

    exploits: int
    audits: float
    found: float

    @property
    def calls(self) -> float:
        """The calls in all."""
        return self.exploits + self.audits


def cheapest(
    sizes: Ints,
    scenarios: Floats,
    *,
    found: float,
    unread: int,
    recall: float,
    need: float,
    evidence: tuple[Floats, Floats],
) -> Plan:
    """The plan with the fewest expected calls.

    `sizes`, shape (bins,), are how many units of each bin are left, the likeliest bin first;
    `scenarios`, shape (scenarios, bins), the chance of a unit in it to be accepted. `found` were
    accepted so far, `unread` could not be read. The promise stands when the stake's log against
    the first number that breaks it is `need`; `evidence` says what it is now, as numbers of
    accepted units (ascending) and the stake's log against each.
    """
    depths = np.concatenate([[0], np.cumsum(sizes)])
    gained = np.concatenate(
        [np.zeros((len(scenarios), 1)), np.cumsum(sizes * scenarios, axis=1)], axis=1
    )
    left = (depths[-1] - depths).astype(float)[None, :]
    now = found + gained
    hidden = gained[:, -1:] - gained
    share = _share_audited(left, hidden, now, unread, recall, need, evidence)
    audits = share * left
    calls = depths + audits.mean(axis=0)
    best = int(np.argmin(calls))
    at_end = (now + share * hidden).mean(axis=0)
    return Plan(int(depths[best]), float(audits[:, best].mean()), float(at_end[best]))


def _share_audited(
    left: Floats,
    hidden: Floats,
    found: Floats,
    unread: int,
    recall: float,
    need: float,
    evidence: tuple[Floats, Floats],
) -> Floats:
    """Which share of the units left must be audited until the promise stands; shapes broadcast.

    With growth-optimal bets the stake's log grows by the relative entropy of the true chance of
    a hit and of that under the number to reject. In the mean, the true chance stays hidden / left
    throughout, and the sum has a closed form.
    """
    low, high = np.zeros(np.broadcast(left, hidden).shape), np.ones(1)
    high = np.ones_like(low)
    hidden = np.minimum(np.maximum(hidden, 1e-9), left)
    total = found + hidden + unread
    for _ in range(14):
        middle = (low + high) / 2
        rejected = np.floor((found + hidden * middle) / recall + 1e-9) + 1
        surplus = rejected - total
        rest = 1 - middle
        grown = -_gained(hidden, surplus, rest) - _gained(left - hidden, -surplus, rest)
        grown = np.where(surplus > 0, grown, 0.0) + np.interp(rejected, *evidence)
        # Where fewer units are left than would have to be hidden, nothing need be shown.
        enough = (grown >= need) | (surplus >= (left - hidden) * rest)
        enough &= surplus > 0
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return high


def _gained(many: Floats, surplus: Floats, rest: Floats) -> Floats:
    """The integral of many · log(1 + surplus / (many · y)) over y from `rest` to 1."""
    return np.asarray(
        _x_log_x(many + surplus)
        - _x_log_x(many)
        - _x_log_x(many * rest + surplus)
        + _x_log_x(many * rest)
    )


def _x_log_x(x: Floats) -> Floats:
    x = np.maximum(x, 1e-12)
    return np.asarray(x * np.log(x))
