"""Timing child processes, and the rows that the parts of the benchmark report.

The parent must stay small: Linux starts a child's peak memory at the parent's, so nothing
here may import tamis. Whatever is measured runs in a process of its own.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_UNITS_IN_A_MB = 1024**2 if sys.platform == "darwin" else 1024


@dataclass(frozen=True)
class Row:
    """One line of the table; `ratio` is to the row that the part compares with.

    Without seconds it is a remark.
    """

    what: str
    seconds: float | None = None
    peak_mb: float | None = None
    ratio: float | None = None
    note: str = ""


@dataclass(frozen=True)
class Spent:
    """What a command cost: `peak_mb` is that of its largest process, `cpu` of all of them."""

    seconds: float
    cpu: float
    peak_mb: float
    output: str


def spend(command: Sequence[str], env: Mapping[str, str] | None = None) -> Spent:
    """Run a command to its end; SystemExit with what it said where it fails."""
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        start = time.perf_counter()
        child = subprocess.Popen(command, stdout=out, stderr=err, env={**os.environ, **(env or {})})
        _, status, usage = os.wait4(child.pid, 0)
        seconds = time.perf_counter() - start
        # The wait above took the exit status, which Popen would otherwise look for in vain.
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if child.returncode != 0:
            said = (out.read() + err.read()).strip()[-2000:]
            raise SystemExit(f"{' '.join(command)} ended with {child.returncode}:\n{said}")
        cpu = usage.ru_utime + usage.ru_stime
        return Spent(seconds, cpu, usage.ru_maxrss / _UNITS_IN_A_MB, out.read())


def machine() -> str:
    """Where the figures were taken."""
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores "
        f"({', '.join(f'{load:.1f}' for load in os.getloadavg())} busy in the last 1, 5, 15 "
        f"minutes), Python {platform.python_version()}"
    )


def table(title: str, rows: Sequence[Row]) -> str:
    """The rows of one part as text."""
    width = max((len(row.what) for row in rows if row.seconds is not None), default=0)
    lines = [title, f"  {'':{width}}  {'seconds':>9}  {'peak MB':>7}  {'ratio':>7}"]
    for row in rows:
        figures = "" if row.seconds is None else f"{row.seconds:.3f}"
        peak = "" if row.peak_mb is None else f"{row.peak_mb:.0f}"
        ratio = "" if row.ratio is None else f"{row.ratio:.{2 if row.ratio < 10 else 0}f}"
        line = f"  {row.what:{width}}  {figures:>9}  {peak:>7}  {ratio:>7}  {row.note}"
        lines.append(line.rstrip())
    return "\n".join(lines)
