"""`tamis run --processes 2` against `--processes 1`, on the same data and against one server.

The server is that of the tests, in a process of its own. Where it takes a good part of a
core, it is what holds two workers back on two cores; its CPU seconds are in the notes. The
second pair needs no server: the symbolic baseline, which is nothing but CPU. The notes say
how many cores the run got: with neighbours that take the second one, nothing can be gained.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from clock import Row, spend

QUERIES = 2_000
ROWS = str(Path(__file__).with_name("rows.py"))
TESTS = Path(__file__).parents[1] / "tests"


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    queries = QUERIES // 50 if quick else QUERIES
    rows = []
    with tempfile.TemporaryDirectory() as name:
        data = Path(name) / "data"
        data.mkdir()
        spend([sys.executable, ROWS, str(queries), str(data)])
        run = [sys.executable, "-m", "tamis", "run", "kitab", "--data", str(data)]
        for title, asking in (
            ("a local server", ["--model", "openai-api/lab/x"]),
            ("the symbolic baseline", ["-T", "baseline=symbolic"]),
        ):
            first = None
            for processes in (1, 2):
                out = Path(name) / f"{title}-{processes}".replace(" ", "-")
                command = [*run, *asking, "--processes", str(processes), "--out", str(out)]
                with _server() as (env, cpu):
                    spent = spend(command, env)
                    note = f"{queries / spent.seconds:.0f} samples/s, "
                    note += f"{spent.cpu:.0f} s of CPU on {spent.cpu / spent.seconds:.1f} cores"
                    if "--model" in asking:
                        note += f", the server's {cpu():.0f} s"
                first = first or spent
                ratio = first.seconds / spent.seconds
                what = f"{title}, {queries:,} samples, --processes {processes}"
                rows.append(Row(what, spent.seconds, spent.peak_mb, ratio, note))
    return rows


@contextmanager
def _server() -> Iterator[tuple[Mapping[str, str], Callable[[], float]]]:
    """The tests' server in a process of its own; yields its environment and its CPU clock."""
    pipe = subprocess.PIPE
    child = subprocess.Popen([sys.executable, __file__], stdin=pipe, stdout=pipe, text=True)
    assert child.stdin is not None
    assert child.stdout is not None
    url = child.stdout.readline().strip()

    def cpu() -> float:
        child.stdin.write("\n")
        child.stdin.flush()
        return float(json.loads(child.stdout.readline()))

    try:
        yield {"LAB_BASE_URL": url, "LAB_API_KEY": "none"}, cpu
    finally:
        child.stdin.close()
        child.wait(timeout=30)


def _serve() -> None:
    """Serve until stdin closes; at each line from there, say how much CPU it has taken."""
    import time

    sys.path.insert(0, str(TESTS))
    from server import Server
    from tamis.benchmarks.kitab.baselines import items_in, reply

    def answer(prompt: str) -> str:
        return reply(item.title for item in items_in(prompt)[::4])

    with Server(answer) as server:
        print(server.url, flush=True)
        for _ in sys.stdin:
            print(time.process_time(), flush=True)


if __name__ == "__main__":
    _serve()
