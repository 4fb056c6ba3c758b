"""Asking a model many things at once, but not too many, and keeping every reply as it comes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from tamis.answer.jsonish import without_thoughts
from tamis.collect.fanout.proposals import Replies
from tamis.types import Chat, Message, Reply

Outcome = Literal["ok", "missing", "truncated", "refused", "failed"]

MAX_CONNECTIONS = 10


class Said(NamedTuple):
    """A reply without its thoughts, or why there is none (`reason`, of a failed call)."""

    outcome: Outcome
    text: str = ""
    reason: str = ""


def open_at(
    name: str, temperature: float, max_tokens: int, model_args: Mapping[str, Any] | None = None
) -> Chat:
    """A model by its name at a temperature; InputError where Inspect does not know it."""
    from tamis.chats import open_speaker

    speak = open_speaker(name, max_tokens, temperature, model_args)

    async def chat(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        return await speak([Message("user", text) for text in messages], lambda heard: None)

    return chat


async def ask_all(
    prompts: Mapping[str, str],
    chat: Chat,
    model: str,
    replies: Replies,
    at_once: int = MAX_CONNECTIONS,
    say: Callable[[str], None] = lambda doing: None,
) -> dict[str, Said]:
    """The replies to prompts, by the same keys. What was replied before is not asked again.

    At most `at_once` calls are under way. One that raises has failed, and costs no other.
    """
    free, done = asyncio.Semaphore(at_once), 0

    async def one(prompt: str) -> Said:
        nonlocal done
        async with free:
            try:
                reply = await replies.ask(chat, model, prompt)
            except Exception as error:
                reply = Reply("", failed=f"{type(error).__name__}: {error}")
        done += 1
        say(f"{done} of {len(prompts)}")
        return _said(reply)

    said = await asyncio.gather(*map(one, prompts.values()))
    return dict(zip(prompts, said, strict=True))


def _said(reply: Reply) -> Said:
    if reply.failed:
        return Said("failed", reason=" ".join(reply.failed.split())[:300])
    if reply.refused:
        return Said("refused")
    if reply.truncated:
        return Said("truncated")
    text = without_thoughts(reply.text).strip()
    return Said("ok", text) if text else Said("missing")
