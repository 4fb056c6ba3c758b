"""A cheaper model that is asked about every unit first, so that the likeliest come first."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from tamis.answering.everything.judging import Judge
from tamis.answering.everything.verifying import Verified, Verifying


@dataclass(frozen=True)
class _Unit:
    unit: int


class _Each:
    """Every unit once, in the order of the corpus."""

    def __init__(self, units: int) -> None:
        self._left = iter(range(units))
        self.done = False

    def next(self, n: int) -> list[_Unit]:
        return [_Unit(unit) for unit in islice(self._left, n)]

    def told(self, unit: int, accepted: bool | None) -> None:
        pass

    def rank(self, scores: NDArray[np.float64]) -> None:
        pass


async def ranked_by(
    judge: Judge,
    scores: NDArray[np.float64],
    *,
    width: int,
    stop: asyncio.Event | None,
    said: Callable[[Verified], None],
) -> tuple[NDArray[np.float64], str]:
    """The scores with what the proxy says of each unit first; and why they are the same, if so.

    What it was not asked about, or what could not be read, stands between its yes and its no.
    A proxy costs a call for each unit, or the limits; it cannot break a promise, only misplace
    units.
    """
    asking = Verifying(_Each(len(scores)), judge, width=width, stop=stop, said=said)
    ended = await asking.run()
    if ended == "unread":
        why = ", ".join(f"{what} ×{n}" for what, n in asking.so_far.outcomes.items())
        return scores, f"its replies cannot be read ({why})"
    verdict = np.full(len(scores), 0.5)
    for unit, accepted in asking.so_far.labels.items():
        verdict[unit] = accepted
    # Only the order means anything: within what the proxy says, that of the first ranking.
    order = np.empty(len(scores))
    order[np.argsort(scores, kind="stable")] = np.arange(len(scores))
    return verdict * 2 * len(scores) + order, ""
