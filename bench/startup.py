"""How long the commands and the library take to start, against Python doing nothing.

The seconds are those of the processor, so that other work on the machine does not show.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from clock import Row, Spent, spend
from endpoint import MODEL, Endpoint

TIMES = 7
_TARGETS = {"tamis list": 0.3, "tamis report, one reply": 1.5, "tamis ask, kept index": 1.0}


def measure(quick: bool) -> list[Row]:
    """The rows of the table: medians of seven (of one when quick)."""
    tamis = str(Path(sys.executable).with_name("tamis"))
    python = [sys.executable, "-c"]
    with tempfile.TemporaryDirectory() as folder:
        corpus, run, note, rules = (Path(folder, one) for one in ("corpus", "run", "note", "rules"))
        _write(corpus, note, rules)
        env = {"TAMIS_HOME": str(Path(folder, "home"))}
        spend([tamis, "run", "kitab", "-T", "baseline=symbolic", "--limit", "1", "--out", str(run)])
        ask = [tamis, "ask", "--corpus", str(corpus), "Which light is by the sea?"]
        commands = {
            "python -c pass": [*python, "pass"],
            "tamis --help": [tamis, "--help"],
            "tamis run --help": [tamis, "run", "--help"],
            "tamis list": [tamis, "list"],
            "tamis check, three rules": [tamis, "check", str(note), "--constraints", str(rules)],
            "tamis report, one reply": [tamis, "report", str(run)],
            "tamis ask, kept index": ask,
            "import tamis": [*python, "import tamis"],
            "import tamis.checking.constraints": [*python, "import tamis.checking.constraints"],
            "import inspect_ai": [*python, "import inspect_ai"],
        }
        rows: list[Row] = []
        for what, command in commands.items():
            spend(command, env)  # once before, so that nothing is compiled and read cold
            runs = [spend(command, env) for _ in range(1 if quick else TIMES)]
            goal = f"target < {_TARGETS[what]} s" if what in _TARGETS else ""
            rows.append(_row(what, runs, rows, goal))
        if Path("/proc/self/stat").exists():
            clients = [*python, "import inspect_ai.model, openai"]
            runs = [spend(clients) for _ in range(1 if quick else TIMES)]
            rows.append(_row("import inspect_ai.model, openai", runs, rows))
            before = [_to_first_call([*ask, "--model", MODEL], env) for _ in runs]
            seconds = statistics.median(before)
            ratio = seconds / (rows[0].seconds or 1)
            rows.append(Row("tamis ask --model, to its first call", seconds, None, ratio))
    return rows


def _row(what: str, runs: list[Spent], rows: list[Row], note: str = "") -> Row:
    seconds = statistics.median(run.cpu for run in runs)
    first = (rows[0].seconds if rows else seconds) or 1
    return Row(what, seconds, max(run.peak_mb for run in runs), seconds / first, note)


def _to_first_call(command: list[str], env: dict[str, str]) -> float:
    """The processor seconds that a command has spent when the model hears from it first."""
    # Longer than a command may take: it is ended with its first call unanswered.
    with Endpoint(1, delay=60) as server:
        there = {**os.environ, **env, **server.env}
        quiet = subprocess.DEVNULL
        with subprocess.Popen(command, env=there, stdout=quiet, stderr=quiet) as child:
            while child.poll() is None:
                if server.seen()["characters"]:
                    # It waits now, and spends nothing.
                    spent = _processor_seconds(child.pid)
                    child.kill()
                    return spent
                time.sleep(0.02)
    raise SystemExit(f"{' '.join(command)} ended with {child.returncode} before its first call")


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _write(corpus: Path, note: Path, rules: Path) -> None:
    corpus.mkdir()
    for number in range(200):
        (corpus / f"{number}.md").write_text(f"# Light {number}\n\nA light by the sea, {number}.")
    note.write_text("Hello team,\n\n- the invoice is due\n- pay it by Friday\n")
    rules.write_text("- words: {max: 60}\n- bullets: 2\n- contains: invoice\n")
