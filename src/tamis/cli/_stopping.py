"""Being stopped: SIGTERM and SIGHUP end a run as Ctrl-C does, with the report of what there is."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

INTERRUPTED = 128 + signal.SIGINT
"""The exit code of a run that was stopped by Ctrl-C, as in shells: 130."""


@dataclass
class Stop:
    """Which signal has stopped the run: `code` is the exit code for it."""

    code: int = INTERRUPTED

    @property
    def by_signal(self) -> bool:
        """Whether this process alone may have been told, and not its workers, as by Ctrl-C."""
        return self.code != INTERRUPTED


@contextmanager
def stoppable() -> Iterator[Stop]:
    """Turn the first SIGTERM or SIGHUP into a KeyboardInterrupt; further ones are ignored.

    One that is ignored already stays so (`nohup`).
    """
    stop = Stop()

    def told(number: int, frame: FrameType | None) -> None:
        if not stop.by_signal:
            stop.code = 128 + number
            signal.raise_signal(signal.SIGINT)

    names = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in numbers}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, told)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
