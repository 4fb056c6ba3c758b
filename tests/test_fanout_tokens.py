"""How long a context is: the model's own, in tokens as its provider counts them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.token_rate import Measured
from tamis.benchmarks import load_benchmark
from tamis.types import Message, Reply, Tool


class Counting:
    """A model whose provider counts a token for every so many characters; None: it counts none."""

    native = False

    def __init__(self, per_token: float | None) -> None:
        self.per_token = per_token

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """A reply with the tokens of the prompt: 16 characters are a message's role."""
        characters = sum(16 + len(message.text) for message in messages)
        tokens = round(characters / self.per_token) if self.per_token else 0
        return Reply("yes", tokens=(tokens, 1))


@pytest.mark.parametrize(
    ("counts", "learnt"), [(2.5, 2.5), (4.87, 4.9), (None, 4), (0.1, 1), (90, 8)]
)
def test_a_token_is_what_the_provider_counts(counts, learnt):
    """To one decimal, between bounds; four characters where nothing is counted."""
    model = Measured(Counting(counts))
    asyncio.run(model([Message("user", "x" * 200_000)]))
    settings = model.measured(Settings(context_limit=10_000, max_tokens=1_000))
    assert settings.room == int(9_000 * learnt)
    assert settings.page_room == int(5_000 * learnt)


@pytest.mark.parametrize(
    ("model", "given", "limit"),
    [
        ("openai/gpt-4-0613", {}, 8_192),
        ("anthropic/claude-3-5-sonnet-latest", {}, 200_000),
        ("openai/gpt-4-0613", {"context_limit": 4096}, 4096),
        ("openai-api/lab/test", {}, 128_000),
        (None, {}, 128_000),
    ],
)
def test_the_context_is_the_models(model, given, limit):
    """Where Inspect knows it, unless another is given."""
    values = {"setting": "open_book", **given} if model else {"baseline": "best_chunks"}
    [options, *_] = load_benchmark("fanoutqa").plan(values, model)
    assert options.settings().context_limit == limit
