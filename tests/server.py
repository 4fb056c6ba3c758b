"""A local server that speaks the OpenAI protocol, with scripted replies and faults.

with Server(lambda prompt: "Output:\n1. Title: Sula") as server:
    …  # server.url, server.calls
"""

from __future__ import annotations

import functools
import itertools
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pytest


class Reply(str):
    """A reply with a finish reason other than "stop", or with calls of tools."""

    finish: str = "stop"
    calls: tuple[tuple[str, str], ...] = ()
    breaks: bool = False
    refuses: bool = False

    @classmethod
    def calling(cls, *calls: tuple[str, str], text: str = "") -> Reply:
        """A reply that calls tools: of each the name and its arguments, as JSON or whatever."""
        reply = cls(text)
        reply.finish, reply.calls = "tool_calls", calls
        return reply

    @classmethod
    def cut(cls, text: str) -> Reply:
        """A reply that the token limit cut."""
        reply = cls(text)
        reply.finish = "length"
        return reply

    @classmethod
    def broken(cls, text: str) -> Reply:
        """A streamed reply whose connection is lost after its text, before its end."""
        reply = cls(text)
        reply.breaks = True
        return reply

    @classmethod
    def declined(cls, text: str) -> Reply:
        """A reply whose text is in OpenAI's field `refusal`, and which has no content."""
        reply = cls(text)
        reply.refuses = True
        return reply

    @classmethod
    def filtered(cls) -> Reply:
        """No reply: the provider's filter has stopped it."""
        reply = cls("")
        reply.finish = "content_filter"
        return reply


@dataclass(frozen=True)
class Fault:
    """An HTTP error with the message and the code that a provider gives."""

    status: int
    message: str = "scripted"
    code: str | None = None


class Wire(bytes):
    """What is sent as it is, in place of an answer of HTTP; then the connection is closed."""


class Prompt(str):
    """The last message of a call, with all `messages` and the `body` that was sent."""

    body: dict[str, object]
    messages: list[str]

    @classmethod
    def of(cls, body: dict[str, object]) -> Prompt:
        """The prompt of a request."""
        messages = [_text(message.get("content") or "") for message in body["messages"]]
        prompt = cls(messages[-1])
        prompt.body, prompt.messages = body, messages
        return prompt


def _text(content: object) -> str:
    return content if isinstance(content, str) else "".join(p.get("text", "") for p in content)


class _Shared(ThreadingHTTPServer):
    """The one server of the test process: the first part of a path says whose script answers."""

    daemon_threads = True
    request_queue_size = 100

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.scripts: dict[str, Server] = {}
        threading.Thread(target=self.serve_forever, daemon=True).start()


_shared = functools.cache(_Shared)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are sent one after the other; without this the second waits some 40 ms.
    disable_nagle_algorithm = True

    def do_POST(self) -> None:
        script = self.server.scripts.get(self.path.split("/")[1])
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if script is None:  # Its test is over: as if nobody listened there.
            self.close_connection = True
            return
        prompt = Prompt.of(body)
        with script.lock:
            script.calls[prompt] += 1
            script.bodies.append(body)
            script.logins.append(self.headers.get("Authorization", ""))
            script.in_flight += 1
            script.most_in_flight = max(script.most_in_flight, script.in_flight)
        time.sleep(script.delay)
        try:
            said = script.answer(prompt)
        finally:
            with script.lock:
                script.in_flight -= 1
        try:
            if body.get("stream") and script.streams and isinstance(said, str):
                ended = self._stream(script, said)
            else:
                ended = self._send(script, said)
        except ConnectionError:
            return  # whoever asked has given it up
        if ended:
            with script.lock:
                script.finished[prompt] += 1

    def _send(self, script: Server, said: str | int | bytes | Fault) -> bool:
        status = 200
        if isinstance(said, Wire):
            self.close_connection = True
            self.wfile.write(said)
            return True
        if isinstance(said, bytes):
            data = said
        elif isinstance(said, int | Fault):
            fault = Fault(said) if isinstance(said, int) else said
            status = fault.status
            failed = {"message": fault.message, "code": fault.code}
            data = json.dumps({"error": failed}).encode()
        else:
            data = json.dumps(completion(said, script.tokens)).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return True

    def _stream(self, script: Server, said: str) -> bool:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        words = said.split(" ")
        for number, word in enumerate(words):
            while number == len(words) // 2 and script.hold.is_set():
                time.sleep(0.01)
            self._chunk(_delta({"content": word if number == 0 else f" {word}"}))
        if getattr(said, "breaks", False):
            return False
        self._chunk(_delta({}, getattr(said, "finish", "stop")))
        self._chunk("[DONE]")
        self.wfile.write(b"0\r\n\r\n")
        return True

    def _chunk(self, data: str) -> None:
        line = f"data: {data}\n\n".encode()
        self.wfile.write(f"{len(line):x}\r\n".encode() + line + b"\r\n")

    def log_message(self, *args: object) -> None:
        pass


class Server:
    """Serves `answer(prompt)`, which is given a `Prompt`, at a path of its own of the one server.

    An int is sent as that HTTP status, a Fault as its error, bytes as they are. A call that asks
    for a stream is given one, word by word; half-way it waits while `hold` is set. `tokens` are
    those in and out that each call is said to take. One that `streams` not answers a call for a
    stream like any other.
    """

    _numbers = itertools.count()

    def __init__(
        self,
        answer: Callable[[Prompt], str | int | bytes | Fault],
        delay: float = 0.0,
        tokens: tuple[int, int] = (10, 5),
        streams: bool = True,
    ) -> None:
        self.answer, self.delay, self.tokens = answer, delay, tokens
        self.streams = streams
        self.calls: Counter[str] = Counter()
        self.finished: Counter[str] = Counter()
        self.bodies: list[dict[str, object]] = []
        self.logins: list[str] = []
        self.in_flight = self.most_in_flight = 0
        self.lock = threading.Lock()
        self.hold = threading.Event()
        self._name = str(next(self._numbers))
        self.url = f"http://127.0.0.1:{_shared().server_port}/{self._name}/v1"
        """The address that a provider is given as its base."""

    def __enter__(self) -> Server:
        _shared().scripts[self._name] = self
        return self

    def __exit__(self, *exception: object) -> None:
        del _shared().scripts[self._name]


_SERVICES = itertools.count()


def as_service(server: Server, patch: pytest.MonkeyPatch) -> str:
    """Make the server a service whose name no other test uses; returns the name.

    Inspect keeps the models that it has made, with their addresses.
    """
    service = f"lab{next(_SERVICES)}"
    patch.setenv(f"{service.upper()}_BASE_URL", server.url)
    patch.setenv(f"{service.upper()}_API_KEY", "none")
    return service


def completion(text: str, tokens: tuple[int, int] = (10, 5)) -> dict[str, object]:
    """A chat completion in OpenAI's form."""
    message: dict[str, object] = {"role": "assistant", "content": text}
    if getattr(text, "refuses", False):
        message |= {"content": None, "refusal": text}
    if calls := getattr(text, "calls", ()):
        message["tool_calls"] = [
            {"id": f"call_{n}", "type": "function", "function": {"name": name, "arguments": sent}}
            for n, (name, sent) in enumerate(calls)
        ]
    return {
        "id": "scripted",
        "object": "chat.completion",
        "created": 0,
        "model": "scripted",
        "choices": [
            {
                "index": 0,
                "message": message,
                "finish_reason": getattr(text, "finish", "stop"),
            }
        ],
        "usage": {
            "prompt_tokens": tokens[0],
            "completion_tokens": tokens[1],
            "total_tokens": sum(tokens),
        },
    }


def _delta(delta: dict[str, object], finish: str | None = None) -> str:
    choice = {"index": 0, "delta": {"role": "assistant", **delta}, "finish_reason": finish}
    head = {"id": "scripted", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
    return json.dumps({**head, "choices": [choice]})


if __name__ == "__main__":
    # A server for trying things by hand: answers every list question with its whole list.
    import asyncio

    from tamis.benchmarks.kitab.baselines import symbolic

    with Server(lambda prompt: asyncio.run(symbolic(prompt)), delay=0.02) as server:
        print(f"LAB_BASE_URL={server.url} LAB_API_KEY=none", flush=True)
        while True:
            time.sleep(60)
