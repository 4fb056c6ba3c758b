"""Children that start with the signal handlers a process starts with.

What is ignored stays ignored in every program that a process starts (`nohup`, some CI runners), so
that a test which ends its child by a signal would wait for nothing. What is *handled* is set back
to the default in a new program. So the test process handles what it was to ignore, by doing
nothing: it goes on living under `nohup`, and its children die when they are told to.
"""

from __future__ import annotations

import signal
import threading

MEANT = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT")


def heed() -> None:
    """Handle the signals that this process was started to ignore; its children heed them."""
    if threading.current_thread() is not threading.main_thread():
        return
    for name in MEANT:
        number = getattr(signal, name, None)  # Windows has only some.
        if number is not None and signal.getsignal(number) == signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
