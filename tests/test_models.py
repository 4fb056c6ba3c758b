"""What is taken from a model's reply: whether it was cut or refused, its tokens, its error."""

from __future__ import annotations

import asyncio
import json
import time
from types import SimpleNamespace

import pytest
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentText,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.tool import ToolCall

from tamis import models
from tamis.spending import Tokens


def output(stop: str = "stop", tokens=(7, 5), **usage) -> ModelOutput:
    """A model's output."""
    made = ModelOutput.from_content("m", "said", stop_reason=stop)
    if tokens:
        counts = dict(zip(("input_tokens", "output_tokens"), tokens, strict=True))
        made.usage = ModelUsage(**counts, total_tokens=sum(tokens), **usage)
    return made


@pytest.mark.parametrize(
    ("made", "most", "cut"),
    [
        (output("stop"), 5, False), (output("max_tokens"), None, True),
        (output("model_length"), None, True), (output("content_filter"), 5, False),
        (output("unknown"), 5, True), (output("unknown"), 6, False),
        (output("unknown"), None, False), (output("unknown", None), 1, False),
        (ModelOutput(model="m"), 0, False),
    ],
)  # fmt: skip
def test_replies_that_were_cut(made, most, cut):
    """By what the provider says, else by how many tokens there are."""
    assert models.cut(made, most) is cut


def contents(*parts: tuple[str, bool], calls: bool = False) -> ModelOutput:
    """An output of texts, each with whether it is a refusal."""
    message = ChatMessageAssistant(
        content=[ContentText(text=text, refusal=refusal or None) for text, refusal in parts],
        tool_calls=[ToolCall("1", "f", {})] if calls else None,
    )
    return ModelOutput(model="m", choices=[ChatCompletionChoice(message=message)])


@pytest.mark.parametrize(
    ("made", "refused"),
    [
        (output(), False), (output("content_filter"), True), (ModelOutput(model="m"), False),
        (contents(("no", True)), True), (contents(("no", True), ("but", False)), False),
        (contents(("no", True), (" ", False)), True), (contents(("no", False)), False),
        (contents(("no", True), calls=True), False),
    ],
)  # fmt: skip
def test_replies_that_the_provider_refused(made, refused):
    """By its filter, or in a field of its own with nothing beside it."""
    assert models.refused(made) is refused


def test_what_a_call_took():
    """With the provider's cache; a call that another sample counts is still known."""
    made = output(input_tokens_cache_read=100, input_tokens_cache_write=20)
    assert models.tokens_of(made) == Tokens(127, 5, cache_read=100, cache_written=20)
    assert models.tokens_of(output(tokens=None)) == Tokens()
    timed = models.with_call(made.model_copy(update={"metadata": {"a": 1}, "time": 9.0}), 2.5)
    assert (models.seconds_of(timed), timed.metadata["a"]) == (2.5, 1)
    assert models.seconds_of(made.model_copy(update={"time": 9.0})) == 9.0
    away = models.counted_elsewhere(timed)
    assert (away.usage, models.seconds_of(away)) == (None, 2.5)
    assert models.tokens_of(away) == models.tokens_of(made)


class Refused(Exception):
    """An error of a provider."""


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (Refused("boom."), "boom"), (Refused(" '\n"), "the call failed"),
        (Refused("Request: x\nbad key"), "bad key"),
        (Refused("first\nBadRequestError('no such model')"), "no such model"),
        (Refused("x " * 200), "… " + "x " * 148 + "x"),
        (json.JSONDecodeError("Expecting value", "x", 0), "the server's reply is not whole"),
        (IndexError("list index out of range"), "the server's reply is not of the form"),
    ],
)  # fmt: skip
def test_an_error_of_a_call_is_one_line_also_where_it_was_tried_again(error, said):
    """The model, and the problem in the provider's words, without those of Python and a stop."""
    model = get_model("mockllm/model")
    retried = Refused("retried")
    retried.last_attempt = SimpleNamespace(exception=lambda: error)
    for one in (error, retried):
        line = models.short_error(one, model)
        assert line.startswith(f"mockllm/model: {said}")
        assert not line.endswith(".")
        assert "Error" not in line


def test_time_in_which_we_are_busy_is_not_that_of_a_call():
    """A reply that came while another was read is used; one that does not come is given up."""

    async def call(comes_after: float) -> str:
        came = asyncio.Event()
        asyncio.get_running_loop().call_later(comes_after, came.set)
        async with models.within(0.3):
            time.sleep(0.5)
            await came.wait()
        return "used"

    assert asyncio.run(call(0.05)) == "used"
    with pytest.raises(TimeoutError):
        asyncio.run(call(5))
