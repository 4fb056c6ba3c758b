"""Being stopped: SIGTERM and SIGHUP end a run as Ctrl-C does, with the report of what there is."""

from __future__ import annotations

import signal
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

import click

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


def until_stopped(work: Callable[[Stop], int]) -> int:
    """Do the work of a command, which returns its exit code; when stopped, that of the signal."""
    with stoppable() as stop:
        try:
            return work(stop)
        except KeyboardInterrupt:
            click.echo("Interrupted. Run the same command again to go on.", err=True)
            return stop.code


def came_while_loading(stopped: KeyboardInterrupt) -> bool:
    """Whether an interrupt came while a module was loaded, so that parts of it are missing now.

    What needs that module fails from then on, and not by a fault of its own.
    """
    frames = traceback.walk_tb(stopped.__traceback__)
    return any(frame.f_code.co_filename == _LOADER for frame, _ in frames)


_LOADER = "<frozen importlib._bootstrap>"


@contextmanager
def stoppable(*, heeded: bool = True) -> Iterator[Stop]:
    """Turn the first SIGTERM or SIGHUP into a KeyboardInterrupt; further ones are ignored.

    One that is ignored already stays so (`nohup`). SIGINT is one too, and is not ignored where it
    is to be `heeded`.
    """
    stop = Stop()

    def told(number: int, frame: FrameType | None) -> None:
        if not stop.by_signal:
            stop.code = 128 + number
            if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
                raise KeyboardInterrupt
            signal.raise_signal(signal.SIGINT)

    names = ("SIGTERM", "SIGHUP")  # Windows has no SIGHUP
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {n: signal.getsignal(n) for n in [*numbers, signal.SIGINT]}
    for number in numbers:
        if before[number] is not signal.SIG_IGN:
            signal.signal(number, told)
    if heeded or before[signal.SIGINT] is not signal.SIG_IGN:
        # A shell starts `tamis run … &` with SIGINT ignored; our own interrupts must arrive.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
