"""Signals that end the verifying of `tamis ask --recall` with the answer so far."""

from __future__ import annotations

import asyncio
import signal

from tamis.answering.everything.wanted import Interruption
from tamis.cli._stopping import INTERRUPTED


class Signals(Interruption):
    """Ctrl-C, SIGTERM and SIGHUP end the verifying; anything else they end as ever."""

    def __init__(self) -> None:
        super().__init__()
        self.code = INTERRUPTED
        self._numbers: list[int] = []

    def __enter__(self) -> Signals:
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is None or signal.getsignal(number) is signal.SIG_IGN:
                continue
            try:
                loop.add_signal_handler(number, self._told, number)
            except (NotImplementedError, RuntimeError, ValueError):
                # Windows, or a thread of its own: Ctrl-C ends it without an answer.
                return self
            self._numbers.append(number)
        return self

    def __exit__(self, *exception: object) -> None:
        while self._numbers:
            asyncio.get_running_loop().remove_signal_handler(self._numbers.pop())

    def _told(self, number: int) -> None:
        self.code = 128 + number
        self.event.set()
