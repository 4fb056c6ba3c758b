"""The strategies as Inspect solvers: a few lines each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from inspect_ai.model import (
    ChatMessage,
    ChatMessageUser,
    GenerateConfig,
    Model,
    ModelOutput,
    ResponseSchema,
)
from inspect_ai.solver import Generate, Solver, TaskState, solver
from inspect_ai.util import LimitExceededError, json_schema

from tamis.answer.baselines import BASELINES
from tamis.answer.predictions import read_predictions
from tamis.types import Chat, Reply


class CallFailed(Exception):
    """A call to a model failed; the message is short, the log's model events have the rest."""


def chat(model: Model, max_tokens: int, structured: bool = True) -> Chat:
    """A model of Inspect's as strategies know it.

    A failed call raises CallFailed, so that the sample can be run again; a context that is too
    long fails for good, and is a reply that says so. `structured`: send the schema of the reply
    to providers that take one.
    """

    async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        asked: list[ChatMessage] = [ChatMessageUser(content=text) for text in messages]
        config = GenerateConfig(max_tokens=max_tokens)
        if schema is not None and structured:
            config.response_schema = ResponseSchema(
                name=schema.__name__, json_schema=json_schema(schema), strict=True
            )
        try:
            output = await model.generate(asked, config=config)
        except LimitExceededError:
            raise
        except Exception as error:
            raise CallFailed(what_happened(error)) from None
        stopped = output.stop_reason if output.choices else "unknown"
        if stopped == "model_length" and output.usage is None:
            # The provider refused the prompt, and Inspect has made its words the reply's text.
            return Reply("", failed="the prompt is longer than the model's context")
        return Reply(
            output.completion,
            truncated=stopped in ("max_tokens", "model_length"),
            refused=stopped == "content_filter",
        )

    return ask


@solver
def ask() -> Solver:
    """Ask the model, with errors cut to what they say.

    Inspect's error repeats the whole request, in the message, the traceback and the summary of
    every sample: half a megabyte each for a long prompt.
    """

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        try:
            return await generate(state)
        except LimitExceededError:
            raise
        except Exception as error:
            raise CallFailed(what_happened(error)) from None

    return solve


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


@solver
def baseline(name: str) -> Solver:
    """Answer with the baseline `name` instead of a model."""
    answer = BASELINES[name]

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = await answer(state.input_text)
        state.output = ModelOutput.from_content(model=f"baseline/{name}", content=text)
        state.messages.append(state.output.message)
        return state

    return solve


@solver
def replay(predictions: str) -> Solver:
    """Answer each sample with the text that the file `predictions` holds for its id.

    A sample without a text gets the empty reply, which scorers count as missing.
    """
    texts = read_predictions(Path(predictions))
    name = Path(predictions).stem

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        text = texts.get(str(state.sample_id), "")
        state.output = ModelOutput.from_content(model=name, content=text)
        state.messages.append(state.output.message)
        return state

    return solve
