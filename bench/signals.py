"""Signals at any moment: does every command end in silence, with 130 or 143?

    python bench/signals.py [--moments 60] [--only NAME]

Each command is run once to its end, and then again and again: each time one signal, SIGINT and
SIGTERM in turn, comes at another moment of its life, every third one in its first half second.
Counted are tracebacks and exit codes other than 128 and the signal's number, as a shell has them
(or the command's own, where it had ended); both must be 0. A signal that comes before Python has
run a line of Tamis has Python's own effect: the latest such moment is told.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from soak import write_small_files

from server import Server

MODEL = ("--model", "openai-api/lab/m")


def commands(folder: Path) -> dict[str, list[str]]:
    """The commands by name; `{n}` is the number of the attempt."""
    write_small_files(folder)
    run = ["run", "kitab", *MODEL, "--limit", "8", "--max-connections", "2"]
    return {
        "list": ["list"],
        "run": [*run, "--out", "run-{n}"],
        "run, two processes": [*run, "--processes", "2", "--out", "run2-{n}"],
        "run, baselines": ["run", "kitab", "--limit", "8", "--out", "base-{n}"],
        "report": ["report", "run-whole", "--html", "page.html", "--csv", "all.csv"],
        "ask": ["ask", "Which animals eat fish?", "--corpus", "docs", *MODEL],
        "ask, recall": [
            *(
                "ask",
                "Which animals eat fish?",
                "--corpus",
                "docs",
                *MODEL,
                "--recall",
                "0.9",
                "--yes",
            ),
        ],
        "check": ["check", "--response", "poem.txt", "--constraints", "constraints.txt", *MODEL],
    }


def ended(
    args: list[str], env: dict[str, str], folder: Path, after: float | None, number: int
) -> tuple[int, float, str]:
    """The exit code of a command that gets a signal after so many seconds, its life, its errors."""
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "-m", "tamis", *args], env=env, cwd=folder, text=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    if after is not None:
        time.sleep(max(0, began + after - time.monotonic()))
        # As a terminal does it, where it is Ctrl-C: to all of its processes.
        if process.poll() is None:
            (os.killpg if number == signal.SIGINT else os.kill)(process.pid, number)
    _, said = process.communicate(timeout=120)
    return process.returncode, time.monotonic() - began, said


def main() -> None:
    """Send the signals; exit code 1 where something was not as it must be."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moments", type=int, default=60)
    parser.add_argument("--only", default="")
    given = parser.parse_args()
    draw = random.Random(0)
    wrong: list[str] = []
    earliest = 0.0

    def answer(prompt: object) -> str:
        time.sleep(0.2)
        return "Output:\nNone"

    # What the server says of those that are gone.
    sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    with Server(answer) as server, tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        env = {**os.environ, "LAB_BASE_URL": server.url, "LAB_API_KEY": "none"}
        env["TAMIS_HOME"] = str(folder / "home")
        known = commands(folder)
        whole = [one.format(n="whole") for one in known["run"]]
        ended(whole, env, folder, None, 0)
        for what, args in known.items():
            if given.only not in what:
                continue
            usual, life, said = ended([one.format(n="x") for one in args], env, folder, None, 0)
            # The second time what is kept is there already, for those that keep something.
            codes: Counter[int] = Counter()
            for nth in range(given.moments):
                number = (signal.SIGINT, signal.SIGTERM)[nth % 2]
                most = 0.5 if nth % 3 == 0 else life
                after = most * (nth + draw.random()) / given.moments
                if what.startswith("ask"):
                    args = [args[0], f"Which animals eat fish, {nth}?", *args[2:]]
                own = [one.format(n=nth) for one in args]
                code, _, said = ended(own, env, folder, after, number)
                codes[code] += 1
                if after < 0.1 and code != 128 + number and "tamis" not in said:
                    # Before any line of ours.
                    earliest = max(earliest, after)
                    continue
                # As it takes leave, Python gives signals back; a shell shows the same code.
                if "Traceback" in said or code not in (128 + number, -number, usual):
                    wrong.append(
                        f"{what}, {number.name} after {after:.2f} s: {code}\n{said[-1500:]}"
                    )
                    print(wrong[-1], flush=True)
            print(f"{what}: {life:.1f} s, its own code {usual}, {dict(codes)}", flush=True)
    print(f"Python's own effect up to {1000 * earliest:.0f} ms; wrong: {len(wrong)}")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
