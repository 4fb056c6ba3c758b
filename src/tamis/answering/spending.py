"""Tokens and money, counted and bounded."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.types import Chat, InputError, Reply

CHARACTERS_PER_TOKEN = 4
"""For English text; providers count differently by some 20%."""

Price = tuple[float, float]
"""The price of a million tokens in, and of a million tokens out."""


@dataclass(frozen=True)
class Limits:
    """The limits of spending for one question; None for no limit.

    `tokens` in and out together; `cost` in the currency of `price`. `verifier_price` is that of a
    separate verifier; by default `price`. Raises InputError for a cost limit without a price.
    """

    tokens: int | None = None
    cost: float | None = None
    price: Price | None = None
    verifier_price: Price | None = None

    def __post_init__(self) -> None:
        if self.cost is not None and self.price is None:
            raise InputError("a cost limit needs a price, to know what tokens cost.")


class Spending:
    """What has been spent by all models that share the limits.

    A call that would exceed a limit is not made: its reply is a failed one with the reason. The
    tokens of a prompt are estimated from its length, by the ratio of earlier prompts. A reply can
    have `longest` tokens: if these might exceed the limit, the call waits for the calls in flight,
    so that a limit is exceeded by at most one reply. An exception of a model becomes a failed
    reply.

    `refused` counts the calls that were not made, and `limited` is the reason; `failures` counts
    the failed calls by reason.
    """

    def __init__(self, limits: Limits, longest: int = 0) -> None:
        self.limits = limits
        self.tokens_in = 0
        self.tokens_out = 0
        self.cost: float | None = None if limits.price is None else 0.0
        self.refused = 0
        self.limited = ""
        self.failures: Counter[str] = Counter()
        self._longest = longest
        self._characters = 0
        self._landed = asyncio.Condition()
        self._in_flight = 0
        self._reserved_tokens = 0.0
        self._reserved_cost = 0.0

    def limit(self, chat: Chat, price: Price | None = None) -> Chat:
        """The same model, within the limits; `price` is that of the limits unless given."""
        price = price or self.limits.price or (0.0, 0.0)

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            characters = sum(map(len, messages))
            tokens_in = self._estimate(characters)
            tokens = tokens_in + self._longest
            cost = _cost(tokens_in, self._longest, price)
            async with self._landed:
                while self._in_flight and self._exceeded(tokens, cost):
                    await self._landed.wait()
                tokens_in = self._estimate(characters)
                if why := self._exceeded(tokens_in, _cost(tokens_in, 0, price)):
                    self.refused += 1
                    self.limited = why
                    return Reply("", failed=why)
                self._reserve(1, tokens, cost)
            try:
                reply = await _safely(chat, messages, schema)
                self._spend(reply, characters, price)
            finally:
                async with self._landed:
                    self._reserve(-1, -tokens, -cost)
                    self._landed.notify_all()
            return reply

        return ask

    def _spend(self, reply: Reply, characters: int, price: Price) -> None:
        self.tokens_in += reply.tokens[0]
        self.tokens_out += reply.tokens[1]
        self._characters += characters if reply.tokens[0] else 0
        if self.cost is not None:
            self.cost += _cost(*reply.tokens, price)
        if reply.failed:
            self.failures[reply.failed] += 1

    def _estimate(self, characters: int) -> float:
        if not self._characters:
            return characters / CHARACTERS_PER_TOKEN
        return characters * self.tokens_in / self._characters

    def _reserve(self, calls: int, tokens: float, cost: float) -> None:
        self._in_flight += calls
        # Adding and subtracting floats does not give exactly 0 again.
        self._reserved_tokens = self._reserved_tokens + tokens if self._in_flight else 0.0
        self._reserved_cost = self._reserved_cost + cost if self._in_flight else 0.0

    def _exceeded(self, tokens: float, cost: float) -> str:
        limits = self.limits
        tokens += self.tokens_in + self.tokens_out + self._reserved_tokens
        if limits.tokens is not None and tokens > limits.tokens:
            return f"the limit of {limits.tokens:,} tokens is reached"
        if limits.cost is not None and (self.cost or 0) + self._reserved_cost + cost > limits.cost:
            return f"the cost limit of {limits.cost:g} is reached"
        return ""


def _cost(tokens_in: float, tokens_out: float, price: Price) -> float:
    return (tokens_in * price[0] + tokens_out * price[1]) / 1e6


async def _safely(chat: Chat, messages: Sequence[str], schema: type[Any] | None) -> Reply:
    try:
        return await chat(messages, schema)
    except Exception as error:
        return Reply("", failed=f"{type(error).__name__}: {' '.join(str(error).split())[:300]}")
