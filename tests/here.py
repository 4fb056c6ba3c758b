"""The command `tamis` in this process."""

from __future__ import annotations

import contextvars
import sys

import pytest

EVALUATES = ("run", "score", "sweep")
"""The commands that run Inspect."""


def tamis(*args: str) -> int:
    """Run the command, for fixtures that do so once for many tests; returns its exit code."""
    from tamis.cli import main

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["tamis", *args])
        if args[:1] and args[0] in EVALUATES:
            # Inspect lays out a table of all figures even where it shows none, which takes long.
            table = "inspect_ai._display.rich.display.tasks_results"
            patch.setattr(table, lambda tasks: "", raising=False)
        if "inspect_ai" in sys.modules:
            # A command of its own knows no earlier client, whose server may be gone by now.
            patch.setattr("inspect_ai.model._model._models", {}, raising=False)
        try:
            # Inspect leaves its settings, its cache among them, in the context of who calls it.
            contextvars.copy_context().run(main)
        except SystemExit as end:
            return int(end.code or 0)
    return 0
