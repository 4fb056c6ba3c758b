"""Inspect's models as the rooms below know a model: messages go in, a reply comes out."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelUsage,
    ResponseSchema,
    get_model,
)
from inspect_ai.util import LimitExceededError, json_schema
from pydantic import BaseModel

from tamis.types import Chat, InputError, Reply


class CallFailed(Exception):
    """A call to a model failed; the message is short, the log's model events have the rest."""


def chat(
    model: Model, max_tokens: int, structured: bool = True, temperature: float | None = None
) -> Chat:
    """A model of Inspect's as strategies know it.

    A failed call raises CallFailed, so that the sample can be run again; a context that is too
    long fails for good, and is a reply that says so. `structured`: send the schema of the reply
    to providers that take one. `temperature` is for models of a role, which a task's own settings
    do not reach; None leaves it to those, or to the provider.
    """

    async def ask(messages: Sequence[str], schema: type[BaseModel] | None = None) -> Reply:
        asked: list[ChatMessage] = [ChatMessageUser(content=text) for text in messages]
        config = GenerateConfig(max_tokens=max_tokens, temperature=temperature)
        if schema is not None and structured:
            config.response_schema = _form(schema)
        try:
            output = await model.generate(asked, config=config)
        except LimitExceededError:
            raise
        except Exception as error:
            raise CallFailed(what_happened(error)) from None
        stopped, used = output.stop_reason if output.choices else "unknown", output.usage
        if stopped == "model_length" and used is None:
            # The provider refused the prompt, and Inspect has made its words the reply's text.
            return Reply("", failed="the prompt is longer than the model's context")
        return Reply(
            output.completion,
            truncated=stopped in ("max_tokens", "model_length"),
            refused=stopped == "content_filter",
            tokens=_tokens(used),
        )

    return ask


def _tokens(used: ModelUsage | None) -> tuple[int, int]:
    """In and out, of which Inspect counts those in the provider's cache by themselves."""
    if used is None:
        return 0, 0
    cached = (used.input_tokens_cache_read or 0) + (used.input_tokens_cache_write or 0)
    return used.input_tokens + cached, used.output_tokens


@cache
def _form(schema: type[BaseModel]) -> ResponseSchema:
    """The form of a reply, made once: to derive it from the class takes longer than to send it."""
    return ResponseSchema(name=schema.__name__, json_schema=json_schema(schema), strict=True)


def open_chat(
    name: str,
    max_tokens: int,
    max_connections: int = 10,
    model_args: Mapping[str, Any] | None = None,
) -> Chat:
    """A model by its name, outside any task; InputError where Inspect does not know it.

    A call that fails is a reply that says why: nothing of the other calls is lost.
    """
    own = {"max_retries": 0} if name.startswith("openai-api/") else {}
    config = GenerateConfig(temperature=0, max_retries=3, attempt_timeout=180)
    config.max_connections = max_connections
    arguments = {**own, **(model_args or {})}
    try:
        # A model that Inspect remembers is bound to the event loop of its first use.
        ask = chat(get_model(name, config=config, memoize=False, **arguments), max_tokens)
    except Exception as error:
        # Inspect's own refusals (no provider package, no key, no such model) are partly markup.
        said = " ".join(re.sub(r"\[/?[a-z ]+\]", "", str(error)).split())[:300]
        raise InputError(f"the model {name} cannot be used: {said}") from error

    async def safely(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        try:
            return await ask(messages, schema)
        except CallFailed as error:
            return Reply("", failed=str(error))

    return safely


def what_happened(error: BaseException) -> str:
    """An error of a call in one short line: what was wrong, not what was asked.

    Inspect's retries hide their cause in a future, and its errors put the request first.
    """
    while (last := getattr(error, "last_attempt", None)) is not None:
        if (cause := last.exception()) is None:
            break
        error = cause
    if isinstance(error, (ValueError, TypeError, LookupError, AttributeError)):
        return f"the server's answer is no chat completion ({type(error).__name__})"
    text = str(error).replace("\\n", "\n").strip(" '\")\n")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[-1][-300:]}" if lines else type(error).__name__
