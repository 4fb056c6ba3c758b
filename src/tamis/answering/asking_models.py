"""The models of a question: opened by their names, named in results, followed while they answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tamis.spending import CHARACTERS_PER_TOKEN
from tamis.types import Chat, Reply

MAX_TOKENS = 8192
"""The longest reply."""

UNKNOWN_CONTEXT = 12_000
"""The tokens of a unit that a prompt has room for, where nothing says how long the context is."""

_PROMPT_TOKENS = 1_000

Say = Callable[[str], None]


def opened(
    model: str | Chat,
    model_args: Mapping[str, Any] | None = None,
    generation: Mapping[str, Any] | None = None,
    *,
    connections: int,
    on_failure: Say | None,
    on_wait: Say | None,
    retries: int,
    attempt_timeout: float,
) -> Chat:
    """The model, opened if it is given by its name."""
    if not isinstance(model, str):
        return model
    # Inspect takes over a second to import, and passages alone do not need it.
    from tamis.models import open_chat

    return open_chat(
        model,
        MAX_TOKENS,
        connections,
        model_args=model_args,
        generation=generation,
        on_failure=on_failure,
        retries=retries,
        attempt_timeout=attempt_timeout,
        on_wait=on_wait,
    )


def identity(model: str | Chat | None, *settings: Mapping[str, Any] | None) -> str | None:
    """A model with its settings, which its verdicts hang on; None where it has no name."""
    if not isinstance(model, str):
        return None
    given = [dict(one) for one in settings if one]
    return f"{model} {json.dumps(given, sort_keys=True, default=str)}" if given else model


def longest_unit(model: str | Chat | None, context_tokens: int | None, chunk: int) -> int:
    """How many characters of a unit a prompt has room for, at least one passage."""
    if context_tokens is not None:
        return context_tokens * CHARACTERS_PER_TOKEN
    known = None
    if isinstance(model, str):
        from tamis.models import context_length

        known = context_length(model)
    room = UNKNOWN_CONTEXT if known is None else known - MAX_TOKENS - _PROMPT_TOKENS
    # Of other languages and of code a token has fewer characters.
    return max(chunk, room * (CHARACTERS_PER_TOKEN - 1))


def named(model: str | Chat | None) -> str:
    """What a result calls the model."""
    return model if isinstance(model, str) else "given by the caller"


def saying(chat: Chat, say: Say, doing: str) -> Chat:
    """The same model; `say` is told what is done before each call."""

    async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        say(doing)
        return await chat(messages, schema)

    return ask


def counting(verifier: Chat, say: Say) -> Chat:
    """The same verifier; `say` is told how many candidates it has been asked about."""
    asked = done = 0

    async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        nonlocal asked, done
        asked += 1
        say(f"verifying {asked} candidates, {done} done")
        try:
            return await verifier(messages, schema)
        finally:
            done += 1
            say(f"verifying {asked} candidates, {done} done")

    return ask
