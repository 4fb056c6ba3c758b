"""A server of a real, tiny model: slow, killed at any moment, and lying about tokens.

    PYTHON bench/lying_server.py MODEL PORT JOURNAL

It speaks the OpenAI protocol. MODEL is a folder of transformers, as `make test-model` prepares it
(PYTHON is then that of `.venv-train`), or `none`, for texts without a model. Every reply ends with
a reference of its own, so that none in a log can be taken for another. Before a reply is sent, the
journal gets its text, and after it was sent whole, that it was: so it outlives the server.

What it says of tokens depends on the call alone: half of the time the truth, otherwise nothing,
null, negative numbers, texts, fractions, lists, sums that are none, or a million millions.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

LONGEST = 8
"""Tokens of a reply, at most."""

READ = 400
"""Characters at the end of a prompt that the model gets: it has one core."""

SLOW = 6.0
"""Seconds that one call in eight waits besides."""


def digest(body: dict[str, Any]) -> str:
    """What makes a request a call: the same twice is the same call."""
    asked = {key: body.get(key) for key in ("messages", "tools", "temperature", "seed")}
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()


def lie(call: str) -> tuple[str, Any, tuple[int, int]]:
    """What is said of the tokens of a call: its kind, the field `usage`, and what counts.

    A number that is none, or below 0, counts nothing; one too large counts as it was said.
    """
    number = int(call[:8], 16)
    into, out = 100 + number % 97, 10 + number % 13
    true = {"prompt_tokens": into, "completion_tokens": out, "total_tokens": into + out}
    lies: tuple[tuple[str, Any, tuple[int, int]], ...] = (
        ("missing", ..., (0, 0)),
        ("null", None, (0, 0)),
        ("negative", {key: -value for key, value in true.items()}, (0, 0)),
        ("text", dict.fromkeys(true, "many"), (0, 0)),
        ("fractions", {key: value + 0.5 for key, value in true.items()}, (0, 0)),
        ("lists", {key: [value] for key, value in true.items()}, (0, 0)),
        ("a wrong sum", {**true, "total_tokens": 3}, (into, out)),
        ("too many", {**true, "prompt_tokens": 10**12, "total_tokens": 10**12}, (10**12, out)),
    )
    return lies[number // 2 % len(lies)] if number % 2 else ("the truth", true, (into, out))


class _Model:
    """The real one. One call at a time."""

    def __init__(self, folder: Path) -> None:
        sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
        import torch

        from model_server import ModelServer

        torch.set_num_threads(1)
        self._server, self._alone = ModelServer(folder, LONGEST), threading.Lock()

    def text(self, prompt: str) -> str:
        with self._alone:
            ids = self._server._ids({"messages": [{"role": "user", "content": prompt}]})
            return str(self._server._reply(ids, LONGEST, {})[0])


class _NoModel:
    def text(self, prompt: str) -> str:
        time.sleep(0.05)
        return f"Output:\n1. Title: {prompt[-20:]}"


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    model: _Model | _NoModel
    journal: int

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        call, last = digest(body), body["messages"][-1].get("content") or ""
        prompt = last if isinstance(last, str) else json.dumps(last)
        if os.urandom(1)[0] % 8 == 0:
            time.sleep(SLOW)
        reference = os.urandom(8).hex()
        text = f"{self.model.text(prompt[-READ:])}\nReference: {reference}"
        self._note({"made": reference, "call": call, "text": text})
        record: dict[str, Any] = {
            "id": reference,
            "object": "chat.completion",
            "created": 0,
            "model": "m",
            "choices": [
                {
                    "index": 0,
                    "message": {"role": "assistant", "content": text},
                    "finish_reason": "stop",
                }
            ],
        }
        kind, usage, _ = lie(call)
        if usage is not ...:
            record["usage"] = usage
        data = json.dumps(record).encode()
        try:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
        except OSError:
            self.close_connection = True  # whoever asked is gone
            return
        self._note({"sent": reference, "call": call, "kind": kind})

    def _note(self, what: dict[str, str]) -> None:
        os.write(self.journal, json.dumps(what).encode() + b"\n")

    def log_message(self, *args: object) -> None:
        pass


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 100

    def handle_error(self, request: object, client_address: object) -> None:
        pass  # whoever asked was killed


def main() -> None:
    """Serve until killed."""
    model, port, journal = sys.argv[1:]
    _Handler.model = _NoModel() if model == "none" else _Model(Path(model))
    _Handler.journal = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    _Quiet(("127.0.0.1", int(port)), _Handler).serve_forever()


if __name__ == "__main__":
    main()
