"""Replies of models kept on disk as they come, so that none is paid for twice."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

from tamis.types import Chat, Message, Reply, StreamingModel


class Replies:
    """The replies so far, by model and by what it was asked; None keeps them in memory alone.

    Kept are texts: a reply that failed, was refused, was cut off or is empty is asked for again.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._known: dict[str, str] = {}
        if path is not None and path.exists():
            for line in path.read_text(encoding="utf-8", errors="replace").split("\n"):
                try:
                    record = json.loads(line)
                    self._known[str(record["key"])] = str(record["reply"])
                except (ValueError, TypeError, KeyError):
                    # A line that a kill has cut.
                    continue

    @classmethod
    def beside(cls, out: Path) -> Replies:
        """Those kept beside a file that is made of them."""
        return cls(out.with_name(f"{out.stem}.replies.jsonl"))

    async def ask(self, chat: Chat, model: str, prompt: str) -> Reply:
        """The reply to a prompt: that of an earlier run, else the model's."""
        return await self._reply(model, prompt, lambda: chat([prompt]))

    def keep(self, chat: Chat, model: str) -> Chat:
        """The same model, asked only what it has not been asked."""

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            return await self._reply(model, "\n".join(messages), lambda: chat(messages, schema))

        return ask

    def keep_speaker(self, speaker: StreamingModel, model: str) -> StreamingModel:
        """The same for a model that is heard while it speaks."""

        async def speak(messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
            told = "\0".join(message.text for message in messages)
            return await self._reply(model, told, lambda: speaker(messages, on_text))

        return speak

    async def _reply(self, model: str, told: str, ask: Callable[[], Awaitable[Reply]]) -> Reply:
        key = hashlib.sha256(f"{model}\0{told}".encode("utf-8", "replace")).hexdigest()
        if key in self._known:
            return Reply(self._known[key])
        reply = await ask()
        if reply.text.strip() and not (reply.failed or reply.refused or reply.truncated):
            self._known[key] = reply.text
            if self._path is not None:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                with self._path.open("a", encoding="utf-8") as file:
                    file.write("\n" + json.dumps({"key": key, "reply": reply.text}) + "\n")
        return reply
