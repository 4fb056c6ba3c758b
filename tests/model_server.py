"""A server that speaks the OpenAI protocol over a folder of transformers, streaming too.

    with ModelServer(folder) as server:
        …  # server.url, server.limit

One call at a time: it is for the tiny model of `make test-model`, on a processor.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

NAME = "smollm2-135m"


class ModelServer:
    """Serves the model in `folder`; no reply has more than `most` tokens, whatever is asked for.

    `limit` is its context, in tokens. `asked` counts calls, `streamed` those that asked for a
    stream, `cut` the replies that reached their limit, `tokens_in` and `tokens_out` what was used.
    """

    def __init__(self, folder: Path, most: int = 1 << 20) -> None:
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self._tokenizer: Any = AutoTokenizer.from_pretrained(folder)
        self._model: Any = AutoModelForCausalLM.from_pretrained(folder)
        self.limit = int(self._model.config.max_position_embeddings)
        self.most = most
        self.asked = self.streamed = self.cut = self.tokens_in = self.tokens_out = 0
        self._known: tuple[list[int], Any] = ([], None)
        self._alone = threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                with outer._alone:
                    outer.asked += 1
                    ids = outer._ids(body)
                    most = int(body.get("max_completion_tokens") or body.get("max_tokens") or 256)
                    most = min(most, outer.most)
                    if ids.shape[1] + most > outer.limit:
                        return self._send(400, _too_long(ids.shape[1], outer.limit))
                    if body.get("stream"):
                        outer.streamed += 1
                        return self._stream(body, ids, most)
                    text, used, finish = outer._reply(ids, most, body)
                    message = {"role": "assistant", "content": text}
                    choice = {"index": 0, "message": message, "finish_reason": finish}
                    self._send(200, _record("chat.completion", [choice], used))

            def _send(self, status: int, record: dict[str, Any]) -> None:
                data = json.dumps(record).encode()
                self.send_response(status)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def _stream(self, body: dict[str, Any], ids: Any, most: int) -> None:
                self.close_connection = True
                self.send_response(200)
                self.send_header("Content-Type", "text/event-stream")
                self.send_header("Connection", "close")
                self.end_headers()

                def say(part: str) -> None:
                    self._event([{"index": 0, "delta": {"content": part}, "finish_reason": None}])

                _, used, finish = outer._reply(ids, most, body, say)
                self._event([{"index": 0, "delta": {}, "finish_reason": finish}])
                if (body.get("stream_options") or {}).get("include_usage"):
                    self._event([], used)
                self.wfile.write(b"data: [DONE]\n\n")

            def _event(self, choices: list[Any], used: dict[str, int] | None = None) -> None:
                record = _record("chat.completion.chunk", choices, used)
                self.wfile.write(f"data: {json.dumps(record)}\n\n".encode())

            def log_message(self, *args: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True

    @property
    def url(self) -> str:
        """The address that a provider is given as its base."""
        return f"http://127.0.0.1:{self.http.server_port}/v1"

    def tokens(self, text: str) -> int:
        """How many tokens a text has."""
        return len(self._tokenizer(text)["input_ids"])

    def _ids(self, body: dict[str, Any]) -> Any:
        messages = [
            {"role": one["role"], "content": _text(one.get("content"))} for one in body["messages"]
        ]
        return self._tokenizer.apply_chat_template(
            messages, add_generation_prompt=True, return_tensors="pt", return_dict=True
        )["input_ids"]

    def _reply(
        self, ids: Any, most: int, body: dict[str, Any], say: Callable[[str], None] | None = None
    ) -> tuple[str, dict[str, int], str]:
        """The text, the tokens used, and why it ended; `say` gets each part as it is written."""
        import torch
        from transformers import TextIteratorStreamer

        heat = float(body.get("temperature") or 0)
        how: dict[str, Any] = {"do_sample": heat > 0}
        if heat > 0:
            how |= {"temperature": heat, "top_p": float(body.get("top_p") or 1)}
        streamer: Any = None
        if say is not None:
            streamer = TextIteratorStreamer(
                self._tokenizer, skip_prompt=True, skip_special_tokens=True
            )
        made: list[Any] = []

        def write() -> None:
            torch.manual_seed(int(body.get("seed") or 0))
            ones = torch.ones_like(ids)
            more = {"streamer": streamer, "past_key_values": self._prefix(ids), **how}
            made.append(self._model.generate(ids, attention_mask=ones, max_new_tokens=most, **more))

        if say is None:
            write()
        else:
            thread = threading.Thread(target=write)
            thread.start()
            parts: Iterator[str] = iter(streamer)
            for part in parts:
                say(part)
            thread.join()
        written = made[0][0][ids.shape[1] :]
        ended = int(written[-1]) == self._tokenizer.eos_token_id
        self.cut += not ended
        self.tokens_in += ids.shape[1]
        self.tokens_out += len(written)
        used = {"prompt_tokens": ids.shape[1], "completion_tokens": len(written)}
        used["total_tokens"] = sum(used.values())
        text = self._tokenizer.decode(written, skip_special_tokens=True)
        return text, used, "stop" if ended else "length"

    def _prefix(self, ids: Any) -> Any:
        """What the model has read already: most prompts begin like the one before."""
        from transformers import DynamicCache

        now, (before, cache) = ids[0].tolist(), self._known
        pairs = enumerate(zip(now[:-1], before, strict=False))
        same = next((n for n, (a, b) in pairs if a != b), min(len(now) - 1, len(before)))
        if cache is None or same == 0:
            cache = DynamicCache()
        else:
            cache.crop(same - cache.get_seq_length())  # removes so many tokens at the end
        self._known = now, cache
        return cache

    def __enter__(self) -> ModelServer:
        threading.Thread(target=self.http.serve_forever, args=(0.01,), daemon=True).start()
        return self

    def __exit__(self, *exception: object) -> None:
        self.http.shutdown()
        self.http.server_close()


def _text(content: Any) -> str:
    return (
        content if isinstance(content, str) else "".join(p.get("text", "") for p in content or ())
    )


def _record(kind: str, choices: list[Any], used: dict[str, int] | None) -> dict[str, Any]:
    record = {"id": "real", "object": kind, "created": 0, "model": NAME, "choices": choices}
    return record if used is None else {**record, "usage": used}


def _too_long(tokens: int, limit: int) -> dict[str, Any]:
    said = f"This model's maximum context length is {limit} tokens; the messages have {tokens}."
    return {"error": {"message": said, "code": "context_length_exceeded", "type": "invalid"}}
