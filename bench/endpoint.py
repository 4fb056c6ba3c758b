"""A local server that speaks the OpenAI protocol and does next to nothing, in its own process.

It answers a justified question with candidates from the documents of its prompt, and a
verification with TRUE. What it has seen, the time from the first request to the last reply
above all, says how fast a client was without the start of its process. With no candidates it
answers whatever it is asked with a short list.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

MODEL = "openai-api/lab/x"

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.I)
_DOCUMENT = re.compile(r"^ID: (\S+) \| TITLE: (.*?) \| CONTENT: (.{1,60})", re.M)
_VERIFIES = b"Judge whether a candidate"


class Endpoint:
    """The server, as the parent sees it: its address, and what it has seen so far."""

    def __init__(self, candidates: int, delay: float = 0.0) -> None:
        pipe = subprocess.PIPE
        command = [sys.executable, __file__, str(candidates), str(delay)]
        self._child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        self.url = self._line().strip()

    @property
    def env(self) -> Mapping[str, str]:
        """What tells Inspect's client where to find the server."""
        return {"LAB_BASE_URL": self.url, "LAB_API_KEY": "none"}

    def seen(self) -> dict[str, Any]:
        """What happened since the last time; see `_Seen`."""
        assert self._child.stdin is not None
        self._child.stdin.write("\n")
        self._child.stdin.flush()
        found: dict[str, Any] = json.loads(self._line())
        return found

    def _line(self) -> str:
        assert self._child.stdout is not None
        return self._child.stdout.readline()

    def __enter__(self) -> Endpoint:
        return self

    def __exit__(self, *exception: object) -> None:
        assert self._child.stdin is not None
        self._child.stdin.close()
        self._child.wait(timeout=30)


# From here on in the child.


class _Seen:
    """`calls`, `seconds` from the first request to the last reply, `together` at most at a time.

    Of the questions, `firsts` are the digests of their first messages, `characters` the length of
    the longest of these, and `messages` the numbers of messages that there were.
    """

    def __init__(self) -> None:
        self.calls = self.now = self.together = 0
        self.characters = 0
        self.firsts: set[str] = set()
        self.messages: set[int] = set()
        self.began = self.ended = 0.0

    def told(self) -> str:
        return json.dumps(
            {
                "calls": self.calls,
                "seconds": self.ended - self.began,
                "together": self.together,
                "firsts": sorted(self.firsts),
                "characters": self.characters,
                "messages": sorted(self.messages),
            }
        )


class _Connection(asyncio.Protocol):
    """One connection that is kept; requests on it come one after the other."""

    def __init__(self, server: _Server) -> None:
        self.server = server
        self.data = bytearray()
        self.body = self.end = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        if not self.end:
            self.body = self.data.find(b"\r\n\r\n") + 4
            if self.body < 4:
                return
            length = _LENGTH.search(self.data, 0, self.body)
            self.end = self.body + (int(length[1]) if length else 0)
        if len(self.data) >= self.end:
            request = bytes(self.data[self.body : self.end])
            del self.data[: self.end]
            self.end = 0
            self.server.take(request, self.transport)


class _Server:
    def __init__(self, candidates: int, delay: float) -> None:
        self.candidates, self.delay = candidates, delay
        self.seen = _Seen()
        self.verdict = _response(_judged({"candidate_answer": "it"}, "0", "as quoted"))
        self.list = _completion("Output:\n1. Title: The Sea, Year: 1950\n2. Title: Fog, Year: 1960")

    def take(self, request: bytes, transport: asyncio.Transport) -> None:
        seen = self.seen
        seen.began = seen.began or time.perf_counter()
        seen.now += 1
        seen.together = max(seen.together, seen.now)
        response = self.list
        if self.candidates:
            response = self.verdict if _VERIFIES in request else self._justified(request)
        asyncio.get_running_loop().call_later(self.delay, self._reply, response, transport)

    def _reply(self, response: bytes, transport: asyncio.Transport) -> None:
        self.seen.calls += 1
        self.seen.now -= 1
        transport.write(response)
        self.seen.ended = time.perf_counter()

    def _justified(self, request: bytes) -> bytes:
        messages = json.loads(request)["messages"]
        first = messages[0]["content"]
        self.seen.messages.add(len(messages))
        self.seen.firsts.add(hashlib.sha256(first.encode()).hexdigest())
        self.seen.characters = max(self.seen.characters, len(first))
        return _response(justified(first, self.candidates))


def justified(context: str, number: int) -> dict[str, Any]:
    """A justified answer to a prompt: `number` of its documents, each with a quote of its own."""
    shown = _DOCUMENT.findall(context)
    chosen = shown[:: max(1, len(shown) // number)][:number]
    return {
        "question": "as asked",
        "candidate_answers": [_judged({"candidate_answer": t}, i, q) for i, t, q in chosen],
        "answer": [title for _, title, _ in chosen],
        "answer_doc_ids": [id for id, _, _ in chosen],
    }


def _judged(named: Mapping[str, str], id: str, quote: str) -> dict[str, Any]:
    return {
        **named,
        "evidence_for": [{"doc_id": id, "text": quote}],
        "evidence_against": [],
        "reasoning": "The document says so of each condition of the question.",
        "final_judgment": "TRUE",
    }


def _response(said: Mapping[str, Any]) -> bytes:
    return _completion(json.dumps(said))


def _completion(text: str) -> bytes:
    message = {"role": "assistant", "content": text}
    completion = {
        "id": "x",
        "object": "chat.completion",
        "created": 0,
        "model": "x",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 500, "completion_tokens": 200, "total_tokens": 700},
    }
    body = json.dumps(completion).encode()
    head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


async def _serve(candidates: int, delay: float) -> None:
    """Serve until stdin closes; at each line from there, say what was seen, and forget it."""
    server = _Server(candidates, delay)
    loop = asyncio.get_running_loop()
    listening = await loop.create_server(lambda: _Connection(server), "127.0.0.1", 0)
    print(f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1", flush=True)
    while await asyncio.to_thread(sys.stdin.readline):
        print(server.seen.told(), flush=True)
        server.seen = _Seen()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(int(sys.argv[1]), float(sys.argv[2])))
