"""Sets of Open Library's numbers: one bit for each number, as the numbers are dense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

_DENSE = 1 << 29  # 64 MiB of bits; far more records than there are
_FEW = 300_000


class NumberSet:
    """A set of whole numbers from 0 that takes a few megabytes, however many it holds."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._bits = bytearray()
        self._far: set[int] = set()
        self._few: set[int] | None = set()
        for number in numbers:
            self.add(number)

    def add(self, number: int) -> None:
        """Add a number."""
        if self._few is not None:
            self._few.add(number)
            if len(self._few) > _FEW:
                self._few = None
        if number >= _DENSE:
            self._far.add(number)
            return
        at = number >> 3
        if at >= len(self._bits):
            self._bits.extend(bytes(max(at + 1 - len(self._bits), 1 << 16)))
        self._bits[at] |= 1 << (number & 7)

    def quick(self) -> Callable[[int], bool]:
        """The fastest test for a number; valid until another number is added."""
        return self.__contains__ if self._few is None else self._few.__contains__

    def __contains__(self, number: int) -> bool:
        at = number >> 3
        if at < len(self._bits):
            return bool(self._bits[at] >> (number & 7) & 1)
        return number in self._far


def resolved(redirects: Mapping[int, int], number: int) -> int:
    """The number that redirects lead to; `number` itself where they form a circle, or none."""
    seen, at = {number}, number
    while (ahead := redirects.get(at)) is not None:
        if ahead in seen:
            return number
        seen.add(ahead)
        at = ahead
    return at
