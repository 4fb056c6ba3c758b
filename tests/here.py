"""The command `tamis` in this process, for fixtures that run it once for many tests."""

from __future__ import annotations

import contextvars
import sys


def tamis(*args: str) -> int:
    """Run the command; returns its exit code."""
    from tamis.cli import main

    before, sys.argv = sys.argv, ["tamis", *args]
    try:
        # Inspect leaves its settings, its cache among them, in the context of who calls it.
        contextvars.copy_context().run(main)
    except SystemExit as end:
        return int(end.code or 0)
    finally:
        sys.argv = before
    return 0
