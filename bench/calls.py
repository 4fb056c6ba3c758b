"""`tamis run` against a bare client of OpenAI's library: processor time a call, and elapsed time.

    python bench/calls.py [--calls 1000] [--delay .05] [--connections 50] [--processes 1,auto]
                          [--rounds 3]

Both send the same number of calls to one local server, in a process of its own, which answers
each after `delay` seconds. They take turns, bare, tamis, bare, tamis, and the ratio is of two
neighbours, so that a machine that becomes busier spoils neither. Seconds are those a call, from
the first request to the last reply, as the server saw them; processor time is that of all
processes of a command, less what the same command takes for two calls. The load average stands
beside.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from clock import Row, Spent, machine, spend, table
from endpoint import MODEL, Endpoint

ROWS = str(Path(__file__).with_name("rows.py"))
FEW = 2
"""The calls of the run whose processor time is that of starting and ending."""


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    calls = 40 if quick else 1000
    return compared(calls, 0.05, 50, ("1", "2"), 1 if quick else 3)


def compared(
    calls: int, delay: float, connections: int, processes: Sequence[str], rounds: int
) -> list[Row]:
    """A row for the bare client, and one for each number of processes; the ratios are medians."""
    bare: list[float] = []
    ours: dict[str, list[tuple[float, float, float]]] = {one: [] for one in processes}
    peaks: dict[str, float] = dict.fromkeys(processes, 0.0)
    loads: list[float] = []
    with tempfile.TemporaryDirectory() as name, Endpoint(0, delay) as server:
        place = Path(name)
        data = place / "data"
        data.mkdir()
        spend([sys.executable, ROWS, str(calls), str(data)])
        begun = {}
        for one in processes:
            begun[one] = _tamis(server, data, place / f"{one}-begun", FEW, connections, one)[0].cpu
        for turn in range(rounds):
            for one in processes:
                alone = _bare(server, calls, connections) / calls
                out = place / f"{one}-{turn}"
                spent, seconds, made = _tamis(server, data, out, calls, connections, one)
                bare.append(alone)
                each = 1000 * (spent.cpu - begun[one]) / (made - FEW)
                ours[one].append((seconds / made, seconds / made / alone, each))
                peaks[one] = max(peaks[one], spent.peak_mb)
                loads.append(os.getloadavg()[0])
    middle = statistics.median
    what = f"{calls:,} calls, {connections} connections, {1000 * delay:.0f} ms"
    load = f"{1 / middle(bare):.0f} calls/s; load {min(loads):.1f} to {max(loads):.1f}"
    rows = [Row(f"a bare client, {what}", middle(bare), None, 1.0, load)]
    for one, found in ours.items():
        seconds, ratio, each = (middle(column) for column in zip(*found, strict=True))
        note = f"{1 / seconds:.0f} calls/s, {each:.1f} ms of processor time a call; ratios "
        note += ", ".join(f"{turn[1]:.2f}" for turn in found)
        rows.append(Row(f"tamis run --processes {one}", seconds, peaks[one], ratio, note))
    return rows


def _tamis(
    server: Endpoint, data: Path, out: Path, samples: int, connections: int, processes: str
) -> tuple[Spent, float, int]:
    """A run of `samples`; what it cost, the seconds from its first request to its last reply, and
    its calls: equal prompts are one."""
    server.seen()
    spent = spend(
        [
            *(sys.executable, "-m", "tamis", "run", "kitab", "--data", str(data)),
            *("--model", MODEL, "--limit", str(samples), "--max-connections", str(connections)),
            *("--processes", processes, "--out", str(out), "--no-published"),
        ],
        server.env,
    )
    seen = server.seen()
    return spent, float(seen["seconds"]), int(seen["calls"])


def _bare(server: Endpoint, calls: int, connections: int) -> float:
    """The same number of calls by OpenAI's client alone; the seconds."""
    server.seen()
    command = [sys.executable, __file__, "--bare", server.url, str(calls), str(connections)]
    subprocess.run(command, check=True)
    return float(server.seen()["seconds"])


async def _ask(url: str, calls: int, connections: int) -> None:
    """In the process of the bare client."""
    from openai import AsyncOpenAI

    client = AsyncOpenAI(base_url=url, api_key="none")
    text, left = "List all books of an author. " * 100, iter(range(calls))

    async def work() -> None:
        for _ in left:
            asked = [{"role": "user", "content": text}]
            await client.chat.completions.create(model="x", messages=asked)  # type: ignore[arg-type]

    await asyncio.gather(*(work() for _ in range(connections)))


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--calls", type=int, default=1000)
    options.add_argument("--delay", type=float, default=0.05)
    options.add_argument("--connections", type=int, default=50)
    options.add_argument("--processes", default="1,2")
    options.add_argument("--rounds", type=int, default=3)
    given = options.parse_args()
    print(machine(), flush=True)
    rows = compared(
        given.calls, given.delay, given.connections, given.processes.split(","), given.rounds
    )
    print(table(__doc__.partition("\n")[0], rows))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--bare"]:
        asyncio.run(_ask(sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
    else:
        main()
