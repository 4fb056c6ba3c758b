"""Reading a reply of a run: by the program, and what it leaves by the role `reader`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tamis.reader import MAX_TOKENS, ROLE, read_by
from tamis.reading.looks_for import LooksFor
from tamis.reading.replies import Read, read
from tamis.report.scored import BY_READER
from tamis.types import Chat, Reply


class Heard:
    """A chat that keeps what it has heard: its replies in their order."""

    def __init__(self, ask: Chat) -> None:
        self._ask = ask
        self.replies: list[Reply] = []

    async def __call__(self, messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        """The reply of the chat."""
        reply = await self._ask(messages, schema)
        self.replies.append(reply)
        return reply


def reader() -> Chat | None:
    """The model of the role `reader`; None where no model is bound to it."""
    from tamis import models  # only for calls: it imports Inspect

    return next(iter(models.judges(ROLE, MAX_TOKENS, 0.0).values()), None)


async def read_reply(reply: Reply, looks_for: LooksFor, task: str, items: str = "titles") -> Read:
    """What is read of a reply to `task`, in which a list names `items`."""
    return await read_by(reader(), task, read(reply, looks_for), looks_for, items)


def counted(by_reader: bool) -> dict[str, float]:
    """That a model has read a reply, as a figure; nothing where the program has."""
    return {BY_READER: 1.0} if by_reader else {}
