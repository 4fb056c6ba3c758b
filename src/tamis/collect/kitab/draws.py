"""Random samples of a stream that is too long to be kept in memory."""

from __future__ import annotations

import random


class Draw:
    """Draws `wanted` of the `total` items of a stream, each equally likely.

    The positions are drawn in advance, so that the number is exact and no item has to be kept.
    """

    def __init__(self, rng: random.Random, wanted: int, total: int) -> None:
        self._ranks = sorted(rng.sample(range(total), min(wanted, total)))
        self._passed = self._next = 0

    def takes(self) -> bool:
        """Whether the next item of the stream is drawn."""
        return bool(self.among(1))

    def among(self, number: int) -> list[int]:
        """Which of the next `number` items are drawn, by their positions from 0, in order."""
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


def count_for_share(share: float, others: int) -> int:
    """How many must be added to `others` to be a share (0 to below 1) of the total."""
    return round(others * share / (1 - share))
