"""Reports of large runs: `tamis report` and `tamis compare` on logs of many samples.

The logs are made from two baselines' runs on KITAB's mini data (see `large_log`). The seconds are
processor time of the whole command, and the ratio is to a tenth of the samples.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from clock import Row, spend

BASELINES = ("symbolic", "whole_list")
TAMIS = (sys.executable, "-m", "tamis")


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    many = 500 if quick else 50_000
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = [_run(folder, baseline) for baseline in BASELINES]
        before: dict[str, float] = {}
        for number in (many // 10, many):
            logs = [_large(one, folder / f"{one.parents[1].name}.eval", number) for one in small]
            outputs = ("--html", str(folder / "r.html"), "--csv", str(folder / "r.csv"))
            for what, command in (
                ("report", (*TAMIS, "report", logs[0], *outputs)),
                ("compare", (*TAMIS, "compare", *logs)),
            ):
                spent = spend(command)
                ratio = spent.cpu / before[what] if what in before else None
                target = "target: at most 15 s" if number == 50_000 else ""
                label = f"{what}, {number:,} samples"
                rows.append(Row(label, spent.cpu, spent.peak_mb, ratio, target))
                before[what] = spent.cpu
    return rows


def _run(folder: Path, baseline: str) -> Path:
    """The log of a baseline's run on the mini data."""
    out = folder / baseline
    spend((*TAMIS, "run", "kitab", "-T", f"baseline={baseline}", "--out", str(out)))
    return next((out / "logs").glob("*.eval"))


def _large(small: Path, target: Path, number: int) -> str:
    """A log of many samples; made by a process of its own, as this one must stay small."""
    script = Path(__file__).with_name("large_log.py")
    spend((sys.executable, str(script), str(small), str(target), str(number)))
    return str(target)
