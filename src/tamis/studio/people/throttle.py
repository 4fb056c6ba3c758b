"""Slowing down password attempts, in memory."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping


def of_name(name_key: str) -> tuple[str, ...]:
    """The key under which attempts at a name from all addresses count."""
    return ("name", name_key[:200])


class Throttle:
    """Counts failures per key: after some free ones there is a wait that doubles each time.

    It remembers the latest `size` keys only, and a key for as long as `forget` seconds.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        size: int = 10_000,
        longest: float = 900.0,
        forget: float = 3600.0,
    ) -> None:
        self._clock, self._size, self._longest, self._forget = clock, size, longest, forget
        self._lock = threading.Lock()
        self._failed: OrderedDict[tuple[str, ...], tuple[int, float]] = OrderedDict()

    def attempt(self, keys: Mapping[tuple[str, ...], int]) -> float:
        """Begin an attempt under `keys`, each with its number of free failures.

        Returns the seconds to wait if the attempt is refused; else 0, and it counts as a failure
        until `succeeded` is called, so that parallel attempts all count.
        """
        with self._lock:
            now = self._clock()
            wait = max(self._wait(key, free, now) for key, free in keys.items())
            if wait > 0:
                return wait
            for key in keys:
                count, last = self._failed.pop(key, (0, now))
                count = 0 if now - last > self._forget else count
                self._failed[key] = (min(count + 1, 60), now)
            while len(self._failed) > self._size:
                self._failed.popitem(last=False)
        return 0.0

    def succeeded(self, key: tuple[str, ...], all: bool = True) -> None:
        """Forget all failures of `key`, or only the last."""
        with self._lock:
            count, last = self._failed.pop(key, (0, 0.0))
            if not all and count > 1:
                self._failed[key] = (count - 1, last)

    def failures(self, key: tuple[str, ...]) -> int:
        """How many attempts under `key` are remembered as failures."""
        with self._lock:
            count, last = self._failed.get(key, (0, 0.0))
            return count if self._clock() - last <= self._forget else 0

    def _wait(self, key: tuple[str, ...], free: int, now: float) -> float:
        count, last = self._failed.get(key, (0, 0.0))
        passed = now - last
        if count < free or passed > self._forget:
            return 0.0
        return max(0.0, min(self._longest, 2.0 ** (count - free)) - passed)
