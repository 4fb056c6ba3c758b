"""Sets of Open Library's numbers: a bit for each, as they are dense."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

_DENSE = 1 << 29  # 64 MiB of bits; far more records than there are
_FEW = 300_000


class Numbers:
    """A set of whole numbers from 0, of a few megabytes however many are in it."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        self._bits = bytearray()
        self._far: set[int] = set()
        self._few: set[int] | None = set()
        for number in numbers:
            self.add(number)

    def add(self, number: int) -> None:
        """Put a number in."""
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
        """The quickest test for a number; good until one is added."""
        return self.__contains__ if self._few is None else self._few.__contains__

    def __contains__(self, number: int) -> bool:
        at = number >> 3
        if at < len(self._bits):
            return bool(self._bits[at] >> (number & 7) & 1)
        return number in self._far


def resolved(redirects: Mapping[int, int], number: int) -> int:
    """Where a number leads by redirects; itself where it leads in a circle or nowhere."""
    seen, at = {number}, number
    while (ahead := redirects.get(at)) is not None:
        if ahead in seen:
            return number
        seen.add(ahead)
        at = ahead
    return at
