"""The tests and their children heed signals, whatever started the tests.

A shell's background job ignores SIGINT, and `nohup` SIGHUP, and so does every program that such a
process starts: a test that ends its child by a signal would wait for nothing, and the product,
which asks what is ignored, would be tested as somebody's background job. So an interrupt does here
what it does in any new Python; the others are *handled*, by doing nothing: the tests live on under
`nohup`, and what is handled is set back to the default in a new program. A test in which a signal
is to be ignored says so itself.
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
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            interrupt = number == signal.SIGINT
            signal.signal(number, signal.default_int_handler if interrupt else lambda *_: None)
