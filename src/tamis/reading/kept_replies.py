"""Replies of models, stored on disk as they arrive, so that none is paid for twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tamis.inputs.json_records import own_lines
from tamis.inputs.replacing import flush
from tamis.types import Chat, Message, Reply, StreamingModel


class Replies:
    """The replies so far, by model and prompt; without a path they are only kept in memory.

    Only complete texts are stored: after a failed, refused, truncated or empty reply the model is
    asked again.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, str] = {}
        for record in own_lines(path) if path is not None else ():
            match record:
                case {"key": str(key), "reply": str(reply)}:
                    self._known[key] = reply

    @classmethod
    def next_to(cls, out: Path) -> Replies:
        """The replies stored next to `out`, the file that is made from them."""
        return cls(out.with_name(f"{out.stem}.replies.jsonl"))

    async def ask(self, chat: Chat, model: str, prompt: str) -> Reply:
        """The reply to a prompt: that of an earlier run, else the model's."""
        return await self._reply(model, prompt, lambda: chat([prompt]))

    def keep(self, chat: Chat, model: str) -> Chat:
        """The same model, called only for prompts without a stored reply."""

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            return await self._reply(model, "\n".join(messages), lambda: chat(messages, schema))

        return ask

    def keep_speaker(self, speaker: StreamingModel, model: str) -> StreamingModel:
        """The same for a model that streams its reply."""

        async def speak(messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
            prompt = "\0".join(message.text for message in messages)
            return await self._reply(model, prompt, lambda: speaker(messages, on_text))

        return speak

    async def _reply(self, model: str, prompt: str, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        key = hashlib.sha256(f"{model}\0{prompt}".encode("utf-8", "replace")).hexdigest()
        if key in self._known:
            return Reply(self._known[key])
        reply = await ask()
        if reply.text.strip() and not (reply.failed or reply.refused or reply.truncated):
            self._known[key] = reply.text
            if self._path is not None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("a", encoding="utf-8") as file:
                    file.write("\n" + json.dumps({"key": key, "reply": reply.text}) + "\n")
                    file.flush()
                    flush(file.fileno())
        return reply
