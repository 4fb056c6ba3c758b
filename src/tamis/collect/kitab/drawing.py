"""Drawing a share of something too long to be kept."""

from __future__ import annotations

import random


class Draw:
    """Draws `wanted` of `total` things that pass by one after the other, each equally likely.

    Selection sampling (Knuth, volume 2, algorithm S): exact in number, and nothing is kept.
    """

    def __init__(self, rng: random.Random, wanted: int, total: int) -> None:
        self._rng, self._wanted, self._left = rng, min(wanted, total), total

    def takes(self) -> bool:
        """Whether the thing that passes now is drawn."""
        taken = self._left * self._rng.random() < self._wanted
        self._left -= 1
        self._wanted -= taken
        return taken


def share_of(share: float, total: int) -> int:
    """A share (0 to 1) of a number, to the nearest whole."""
    return round(share * total)


def beside(share: float, others: int) -> int:
    """How many must be put beside `others` to be a share (0 to below 1) of them all."""
    return round(others * share / (1 - share))
