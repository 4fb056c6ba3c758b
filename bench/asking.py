"""How much longer `tamis ask --recall` takes than its calls alone.

    python bench/asking.py [--documents 400]

A local server that answers after a second, asked over 20 connections: the time from the first
request to the last reply, beside what the calls alone need. And one that answers after 50 ms, over
50 connections: beside a bare client of the same library that makes the same calls. Other work on
the machine shows in both; run it on a quiet one.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import tempfile
from pathlib import Path

from endpoint import MODEL, Endpoint

_WORDS = ["lamp", "sea", "wind", "rock", "ship", "tower", "stone", "light", "fog", "horn"]
QUESTION = "Which lighthouses have a keeper?"


def write(folder: Path, documents: int) -> None:
    """A folder of short documents."""
    folder.mkdir()
    for number in range(documents):
        words = " ".join(random.Random(number).choices(_WORDS, k=80))
        (folder / f"{number:05}.md").write_text(f"# Light {number}\n\n{words}.")


def asked(folder: Path, delay: float, connections: int) -> tuple[int, float]:
    """Verify everything; the calls, and the seconds from the first request to the last reply."""
    from tamis import ask

    with tempfile.TemporaryDirectory() as home, Endpoint(1, delay) as server:
        os.environ.update({**server.env, "TAMIS_HOME": home})
        asyncio.run(ask(QUESTION, folder, model=MODEL, recall=1, max_connections=connections))
        seen = server.seen()
    return seen["calls"], seen["seconds"]


def bare(calls: int, delay: float, connections: int) -> float:
    """The same number of calls by OpenAI's client alone; the seconds."""
    from openai import AsyncOpenAI

    async def run(url: str) -> None:
        client = AsyncOpenAI(base_url=url, api_key="none")
        left = iter(range(calls))
        text = "Judge whether a candidate " + "x " * 1000

        async def work() -> None:
            for _ in left:
                await client.chat.completions.create(
                    model="x", messages=[{"role": "user", "content": text}]
                )

        await asyncio.gather(*(work() for _ in range(connections)))

    with Endpoint(1, delay) as server:
        asyncio.run(run(server.url))
        return float(server.seen()["seconds"])


def main() -> None:
    """Print both."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--documents", type=int, default=400)
    documents = options.parse_args().documents
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "lights"
        write(folder, documents)
        calls, seconds = asked(folder, 1.0, 20)
        need = calls / 20
        print(f"1 s, 20 connections: {calls} calls, {seconds:.1f} s; alone {need:.1f} s: "
              f"{seconds / need:.2f} times")  # fmt: skip
        calls, seconds = asked(folder, 0.05, 50)
        alone = bare(calls, 0.05, 50)
        print(f"50 ms, 50 connections: {calls} calls, {seconds:.1f} s; bare {alone:.1f} s: "
              f"{seconds / alone:.2f} times")  # fmt: skip


if __name__ == "__main__":
    main()
