"""Random numbers that are cheap to begin anew, for each record has its own."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Dice:
    """A linear congruence (Knuth's MMIX), begun by a text."""

    def __init__(self, seed: str) -> None:
        self._state = zlib.crc32(seed.encode()) * 0x9E3779B97F4A7C15

    def randrange(self, stop: int) -> int:
        """A whole number from 0, below `stop`."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self._state >> 33) % stop

    def random(self) -> float:
        """A number from 0, below 1."""
        return self.randrange(2**31) / 2**31

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.randrange(len(options))]
