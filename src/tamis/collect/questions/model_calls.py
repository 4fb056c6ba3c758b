"""Many concurrent calls to a model, up to a limit; every reply is stored as it arrives."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple

from tamis.reading.kept_replies import Replies
from tamis.reading.spoken import without_thoughts
from tamis.types import Chat, Reply

Outcome = Literal["ok", "missing", "truncated", "refused", "failed"]

MAX_CONNECTIONS = 10


class ModelReply(NamedTuple):
    """A reply without its reasoning, or why there is none (`reason`, for a failed call)."""

    outcome: Outcome
    text: str = ""
    reason: str = ""


async def ask_all(
    prompts: Mapping[str, str],
    chat: Chat,
    model: str,
    replies: Replies,
    at_once: int = MAX_CONNECTIONS,
    say: Callable[[str], None] = lambda doing: None,
) -> dict[str, ModelReply]:
    """The replies to prompts, by the same keys. Prompts with a stored reply are not sent again.

    At most `at_once` calls run at a time. A call that raises is a failed one; the others go on.
    """
    free, done = asyncio.Semaphore(at_once), 0

    async def one(prompt: str) -> ModelReply:
        nonlocal done
        async with free:
            try:
                reply = await replies.ask(chat, model, prompt)
            except Exception as error:
                reply = Reply("", failed=f"{type(error).__name__}: {error}")
        done += 1
        say(f"{done} of {len(prompts)}")
        return _model_reply(reply)

    found = await asyncio.gather(*map(one, prompts.values()))
    return dict(zip(prompts, found, strict=True))


def _model_reply(reply: Reply) -> ModelReply:
    if reply.failed:
        return ModelReply("failed", reason=" ".join(reply.failed.split())[:300])
    if reply.refused:
        return ModelReply("refused")
    if reply.truncated:
        return ModelReply("truncated")
    text = without_thoughts(reply.text).strip()
    return ModelReply("ok", text) if text else ModelReply("missing")
