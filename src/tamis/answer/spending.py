"""Tokens and money, counted and bounded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tamis.types import Chat, Reply

CHARACTERS_PER_TOKEN = 4


@dataclass(frozen=True)
class Limits:
    """What may be spent on one question; None for no limit.

    `tokens` in and out together; `cost` in the money of `price`, which is for a million tokens
    in and a million out.
    """

    tokens: int | None = None
    cost: float | None = None
    price: tuple[float, float] | None = None


class Spending:
    """What has been spent, over all models that are limited by it.

    A call that would exceed a limit is not made: its reply is a failed one that says why. The
    tokens of its prompt are estimated beforehand; a reply in flight can still run over.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.tokens_in = 0
        self.tokens_out = 0
        self.refused = 0
        self._expected = 0

    @property
    def cost(self) -> float | None:
        """The money spent; None without a price."""
        return self._price(self.tokens_in, self.tokens_out)

    def limit(self, chat: Chat) -> Chat:
        """The same model, within the limits."""

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            expected = sum(map(len, messages)) // CHARACTERS_PER_TOKEN
            if said := self._exceeded(expected):
                self.refused += 1
                return Reply("", failed=said)
            self._expected += expected
            try:
                reply = await chat(messages, schema)
            finally:
                self._expected -= expected
            self.tokens_in += reply.tokens[0]
            self.tokens_out += reply.tokens[1]
            return reply

        return ask

    def _exceeded(self, expected: int) -> str:
        tokens_in = self.tokens_in + self._expected + expected
        limits = self.limits
        if limits.tokens is not None and tokens_in + self.tokens_out > limits.tokens:
            return f"the limit of {limits.tokens:,} tokens is reached"
        cost = self._price(tokens_in, self.tokens_out)
        if limits.cost is not None and cost is not None and cost > limits.cost:
            return f"the cost limit of {limits.cost:g} is reached"
        return ""

    def _price(self, tokens_in: int, tokens_out: int) -> float | None:
        if self.limits.price is None:
            return None
        return (tokens_in * self.limits.price[0] + tokens_out * self.limits.price[1]) / 1e6
