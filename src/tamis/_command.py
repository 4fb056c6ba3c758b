"""The command `tamis`, which a signal ends in silence and with its exit code at any moment.

Nothing is imported here but what Python itself has loaded: the half second in which the command
loads its parts is most of the life of many commands. Once it runs, `cli.main` has the signals.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys

_SIGNALS = [getattr(signal, name, None) for name in ("SIGINT", "SIGTERM", "SIGHUP")]
_STOPPED = [128 + number for number in _SIGNALS if number is not None]  # Windows has no SIGHUP.


def main() -> None:
    """Run the command line; see `tamis.cli.main`."""
    _end_at_once()
    import contextlib

    from tamis.cli import main as command

    stopped = 0
    try:
        command()
    except SystemExit as end:
        stopped = end.code if isinstance(end.code, int) and end.code in _STOPPED else 0
        raise
    finally:
        # Then Python takes leave, with the handlers of the beginning.
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError):  # Nobody reads it any more.
                stream.flush()
        if stopped:
            # Python itself would end by SIGINT, where the interrupt came while text was compiled.
            atexit._run_exitfuncs()
            os._exit(stopped)


def _end_at_once() -> None:
    """End the process at the first signal: nothing is open yet, and nothing begun.

    An exception would pass through modules that are half loaded. A signal that is ignored (`nohup`)
    stays so.
    """
    for number in _SIGNALS:
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, lambda number, frame: os._exit(128 + number))
