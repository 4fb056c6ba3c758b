"""How long the commands and the library take to start, against Python doing nothing."""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from clock import Row, spend

TARGET = 0.3
TIMES = 5


def measure(quick: bool) -> list[Row]:
    """The rows of the table: medians of five (of one when quick)."""
    tamis = str(Path(sys.executable).with_name("tamis"))
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "tamis --help": [tamis, "--help"],
        "tamis run --help": [tamis, "run", "--help"],
        "import tamis": [sys.executable, "-c", "import tamis"],
        "import tamis.checking.constraints": [
            sys.executable,
            "-c",
            "import tamis.checking.constraints",
        ],
        "import inspect_ai": [sys.executable, "-c", "import inspect_ai"],
    }
    rows: list[Row] = []
    for what, command in commands.items():
        spend(command)  # once before, so that nothing is compiled and read from the disk cold
        runs = [spend(command) for _ in range(1 if quick else TIMES)]
        seconds = statistics.median(run.seconds for run in runs)
        note = f"target < {TARGET} s" if what == "tamis --help" else ""
        peak = max(run.peak_mb for run in runs)
        rows.append(
            Row(what, seconds, peak, seconds / (rows[0].seconds if rows else seconds), note)
        )
    return rows
