"""Signals that end the verifying of `tamis ask --recall` with the answer so far."""

from __future__ import annotations

import asyncio
import signal
from typing import Any

from tamis.answering.everything.wanted import Interruption
from tamis.cli._stopping import INTERRUPTED


class Signals(Interruption):
    """Ctrl-C, SIGTERM and SIGHUP end the verifying; anything else they end as ever."""

    def __init__(self) -> None:
        super().__init__()
        self.code = INTERRUPTED
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Signals:
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            before = None if number is None else signal.getsignal(number)
            if number is None or before is signal.SIG_IGN:
                continue
            try:
                loop.add_signal_handler(number, self._told, number)
            except (NotImplementedError, RuntimeError, ValueError):
                # Windows, or a thread of its own: Ctrl-C ends it without an answer.
                return self
            self._before[number] = before
        return self

    def __exit__(self, *exception: object) -> None:
        for number, before in self._before.items():
            asyncio.get_running_loop().remove_signal_handler(number)
            signal.signal(number, before)

    def _told(self, number: int) -> None:
        self.code = 128 + number
        self.event.set()
