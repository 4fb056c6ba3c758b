"""One question and twenty verifications: `tamis run` against the floor and a bare client.

"RAG Justified QA + Verification" on the mini data, by a local server with 50 ms of latency. No
client can be faster than the floor that the number of connections sets: the calls, in rounds of
as many as there are connections, at 50 ms a round, a question before its verifications. Ratios
are to it. A question for which BM25 finds fewer than twenty documents has fewer verifications.

The bare client is httpx2, on which Inspect's client of the OpenAI protocol stands: it sends the
same messages, and nothing is done with the replies. The strategies are ours on that same client,
without Inspect. All seconds are from the first request to the last reply, as the server saw
them, so without the start of the process; its CPU is left out likewise. Of two processes the
one that starts later is waited for all the same.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Any

from clock import Row, spend
from endpoint import MODEL, Endpoint, justified

METHOD = "RAG Justified QA + Verification"
QUESTIONS = 40
CANDIDATES = 20
LATENCY = 0.05
CONNECTIONS = (10, 50)


def measure(quick: bool) -> list[Row]:
    """The rows of the table."""
    questions = QUESTIONS // 20 if quick else QUESTIONS
    with tempfile.TemporaryDirectory() as name, Endpoint(CANDIDATES, LATENCY) as server:
        start = _tamis(server, Path(name) / "start", 1, CONNECTIONS[0])
        return [
            row
            for connections in CONNECTIONS[: 1 if quick else None]
            for row in _rows(server, Path(name), questions, connections, start)
        ]


def _rows(
    server: Endpoint, folder: Path, questions: int, connections: int, start: dict[str, Any]
) -> Iterator[Row]:
    found = {
        "bare httpx2": _child(server, "bare", questions, connections),
        "the strategies on httpx2": _child(server, "strategies", questions, connections),
    }
    for processes in (1, 2):
        out = folder / f"{connections}-{processes}"
        got = _tamis(server, out, questions, connections, processes)
        found["tamis run" + " --processes 2" * (processes == 2)] = got
    bare, ours = found["bare httpx2"], found["tamis run"]
    calls = bare["calls"]
    if wrong := [who for who, got in found.items() if got["calls"] != calls]:
        raise SystemExit(f"{wrong[0]} makes other calls than bare httpx2")
    # Importing, reading the data and the report are in both runs.
    ours["cpu"] = (ours["cpu"] - start["cpu"]) * calls / (calls - start["calls"])
    # Nothing can be verified before a question is answered.
    rounds = 1 + ceil((calls - min(questions, connections)) / connections)
    floor = LATENCY * rounds
    what = f"{questions} questions, {calls} calls, {connections} connections"
    yield Row(f"{what}: the floor", floor, None, 1.0, f"{calls / floor:.0f} calls/s")
    for who, got in found.items():
        seconds = got["seconds"]
        note = f"{calls / seconds:.0f} calls/s"
        if got["processes"] == 1:
            note += f", {1000 * got['cpu'] / calls:.1f} ms of CPU a call"
        if got is not bare:
            note += f"; {seconds / bare['seconds']:.2f} times bare httpx2"
        yield Row(f"{what}: {who}", seconds, got["peak"], seconds / floor, note)


def _tamis(
    server: Endpoint, out: Path, questions: int, connections: int, processes: int = 1
) -> dict[str, Any]:
    """`tamis run`; its CPU is that of all its processes, from their start."""
    command = [sys.executable, "-m", "tamis", "run", "quest", "--data", "mini", "--model", MODEL]
    command += ["-T", f"method={METHOD}", "--limit", str(questions), "--out", str(out)]
    command += ["--max-connections", str(connections), "--processes", str(processes)]
    spent = spend(command, server.env)
    return server.seen() | {"cpu": spent.cpu, "peak": spent.peak_mb, "processes": processes}


def _child(server: Endpoint, who: str, questions: int, connections: int) -> dict[str, Any]:
    """This file as a child."""
    arguments = [who, server.url, str(questions), str(connections)]
    spent = spend([sys.executable, __file__, *arguments])
    return server.seen() | {"cpu": json.loads(spent.output), "peak": spent.peak_mb, "processes": 1}


# From here on in the children.

Post = Callable[[Sequence[str]], Awaitable[str]]
Answer = Callable[[int, Post], Awaitable[object]]
"""Answers the nth question."""


async def _ask(who: str, url: str, questions: int, connections: int) -> float:
    """Ask all questions; the CPU seconds that it took."""
    import httpx2

    limits = httpx2.Limits(max_connections=connections, max_keepalive_connections=connections)
    # Inspect, too, holds back what exceeds the limit before it reaches the client.
    room = asyncio.Semaphore(connections)
    answer = _method()
    if who == "bare":
        answer = _replay([await _messages(answer, nth) for nth in range(questions)])

    async with httpx2.AsyncClient(limits=limits, timeout=60) as client:

        async def post(messages: Sequence[str]) -> str:
            said = [{"role": "user", "content": text} for text in messages]
            async with room:
                body = {"messages": said, "model": "x", "temperature": 0}
                response = await client.post(f"{url}/chat/completions", json=body)
                text: str = response.json()["choices"][0]["message"]["content"]
            return text

        start = time.process_time()
        await asyncio.gather(*(answer(nth, post) for nth in range(questions)))
        return time.process_time() - start


def _method() -> Answer:
    """The method, without Inspect."""
    from tamis.answering.context import Context
    from tamis.answering.strategies import answer
    from tamis.benchmarks.quest.answers import retriever_of
    from tamis.benchmarks.quest.options import Options
    from tamis.benchmarks.quest.samples import load_samples
    from tamis.types import Reply

    options = Options.parse({"method": METHOD})
    made, samples = load_samples(options)
    retriever = retriever_of(options)

    async def answered(nth: int, post: Post) -> object:
        async def chat(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            return Reply(await post(messages))

        context = Context(chat, retriever, examples=made.examples, k=options.k)
        return await answer(samples[nth].question.text, options.chosen, context)

    return answered


async def _messages(answer: Answer, nth: int) -> list[Sequence[str]]:
    """The messages of all calls for a question, that of the question itself first."""
    made: list[Sequence[str]] = []

    async def note(messages: Sequence[str]) -> str:
        made.append(messages)
        return json.dumps(justified(messages[0], CANDIDATES)) if len(made) == 1 else ""

    await answer(nth, note)
    return made


def _replay(made: Sequence[Sequence[Sequence[str]]]) -> Answer:
    async def answered(nth: int, post: Post) -> object:
        question, *verifications = made[nth]
        await post(question)
        return await asyncio.gather(*map(post, verifications))

    return answered


if __name__ == "__main__":
    print(asyncio.run(_ask(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))))
