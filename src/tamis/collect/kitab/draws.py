"""Drawing a share of something too long to be kept."""

from __future__ import annotations

import random


class Draw:
    """Draws `wanted` of `total` things that pass by, each equally likely.

    Which ranks are drawn is settled beforehand: exact in number, and the things are not kept.
    """

    def __init__(self, rng: random.Random, wanted: int, total: int) -> None:
        self._ranks = sorted(rng.sample(range(total), min(wanted, total)))
        self._passed = self._next = 0

    def takes(self) -> bool:
        """Whether the thing that passes now is drawn."""
        return bool(self.among(1))

    def among(self, number: int) -> list[int]:
        """Which of the next things are drawn, by their places from 0, in order."""
        start = self._passed
        self._passed += number
        drawn = []
        while self._next < len(self._ranks) and self._ranks[self._next] < self._passed:
            drawn.append(self._ranks[self._next] - start)
            self._next += 1
        return drawn


def share_of(share: float, total: int) -> int:
    """A share (0 to 1) of a number, to the nearest whole."""
    return round(share * total)


def beside(share: float, others: int) -> int:
    """How many must be put beside `others` to be a share (0 to below 1) of them all."""
    return round(others * share / (1 - share))
