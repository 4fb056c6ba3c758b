"""Tokens and money, counted and bounded."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from operator import add
from typing import Any, NamedTuple

from tamis.text.secrets import masked
from tamis.text.shown import cut
from tamis.types import Chat, InputError, Message, Reply, StreamingModel

_LONGEST_REASON = 300

CHARACTERS_PER_TOKEN = 4
"""For English text; providers count differently by some 20%."""


class Price(NamedTuple):
    """The prices of a million tokens, under the names that a price file has for them.

    Tokens of a cache and reasoning cost the full price, that of `input` or `output`, where they
    have none of their own (None). `source` is where the prices are from, if they were read.
    """

    input: float
    output: float
    input_cache_read: float | None = None
    input_cache_write: float | None = None
    reasoning: float | None = None
    source: str = ""


AnyPrice = Price | tuple[float, float]
"""A price, or only those of a million tokens in and of a million tokens out."""

KINDS = ("input", "output", "input_cache_read", "input_cache_write", "reasoning")
"""The prices that there are, in a price file too."""


class Tokens(NamedTuple):
    """Tokens as the provider counts them: all that went in, all that came out.

    The rest are those of them that may have a price of their own, as in `TokenKinds`.
    """

    into: int = 0
    out: int = 0
    cache_read: int = 0
    cache_written: int = 0
    reasoning: int = 0


def tokens_of(usage: Mapping[str, Any]) -> Tokens:
    """The tokens of a call by the fields of Inspect's `ModelUsage`, each token once.

    Its input leaves out what was read from a cache or written to it. Its output has the reasoning
    of nearly all providers in it; where the total has it beside the output (xAI), it is added.
    """

    def count(name: str) -> int:
        return usage.get(name) or 0

    read, written = count("input_tokens_cache_read"), count("input_tokens_cache_write")
    into, out = count("input_tokens") + read + written, count("output_tokens")
    reasoning = count("reasoning_tokens")
    if count("total_tokens") == into + out + reasoning:
        out += reasoning
    return Tokens(into, out, read, written, min(reasoning, out))


def together(counts: Iterable[Tokens]) -> Tokens:
    """The sum of several counts."""
    total = Tokens()
    for one in counts:
        total = Tokens(*map(add, total, one))
    return total


def cost_of(tokens: Sequence[float], price: AnyPrice) -> float:
    """What tokens cost; of `tokens`, as in `Tokens`, only those in and out need to be given.

    >>> price = Price(input=10, output=100, input_cache_read=1, reasoning=50)
    >>> cost_of(Tokens(into=1000, out=30, cache_read=900, cache_written=50, reasoning=20), price)
    0.0039
    """
    into, out, read, written, reasoning = [*tokens, 0, 0, 0][:5]
    own = price if isinstance(price, Price) else Price(*price)
    parts = (
        (into - read - written, own.input),
        (read, _or(own.input_cache_read, own.input)),
        (written, _or(own.input_cache_write, own.input)),
        (out - reasoning, own.output),
        (reasoning, _or(own.reasoning, own.output)),
    )
    return sum(count * each for count, each in parts) / 1e6


def _or(own: float | None, full: float) -> float:
    return full if own is None else own


def how_priced(tokens: Tokens, price: Price) -> list[str]:
    """By which price those tokens were counted that may have one of their own.

    >>> how_priced(Tokens(1000, 10, cache_read=900), Price(10, 100))
    ['tokens from the cache at the full price']
    """
    kinds = (
        (tokens.cache_read, "tokens from the cache", price.input_cache_read),
        (tokens.cache_written, "tokens written to the cache", price.input_cache_write),
        (tokens.reasoning, "reasoning tokens", price.reasoning),
    )
    return [
        f"{what} at {'the full' if own is None else 'their own'} price"
        for count, what, own in kinds
        if count
    ]


@dataclass(frozen=True)
class Limits:
    """The limits of spending; None for no limit.

    `tokens` in and out together; `cost` in the currency of `price`: that of a million tokens in and
    of a million out, or a `spending.Price`, which has those of cached tokens and of reasoning too.
    `verifier_price` is that of a separate verifier; by default `price`. Raises InputError for a
    cost limit without a price.

    >>> tamis.Limits(tokens=100_000)
    Limits(tokens=100000, cost=None, price=None, verifier_price=None)
    >>> tamis.Limits(cost=2.50, price=(2.50, 10.00)).cost
    2.5
    """

    tokens: int | None = None
    cost: float | None = None
    price: AnyPrice | None = None
    verifier_price: AnyPrice | None = None

    def __post_init__(self) -> None:
        if self.cost is not None and self.price is None:
            raise InputError("a cost limit needs a price, to know what tokens cost.")


Took = Callable[..., None]
"""Told the tokens of a call, and the characters of its reply where they are not known."""


class LimitReached(Exception):
    """The reason why a call was not made: it would exceed a limit."""


class Spending:
    """What has been spent by all models that share the limits.

    A call that would exceed a limit is not made: its reply is a failed one with the reason. The
    tokens of a prompt are estimated from its length, by the ratio of earlier prompts. A reply can
    have `longest` tokens: if these might exceed the limit, the call waits for the calls in flight,
    so that a limit is exceeded by at most one reply. An exception of a model becomes a failed
    reply.

    `refused` counts the calls that were not made, and `limited` is the reason; `failures` counts
    the failed calls by reason, `open_ended` the replies of which nobody says why they ended.
    """

    def __init__(self, limits: Limits, longest: int = 0) -> None:
        self.limits = limits
        self.tokens_in = 0
        self.tokens_out = 0
        self.cost: float | None = None if limits.price is None else 0.0
        self.refused = 0
        self.limited = ""
        self.failures: Counter[str] = Counter()
        self.open_ended = 0
        self._longest = longest
        self._characters = self._prompt_tokens = 0
        self._landed = asyncio.Condition()
        self._in_flight = 0
        self._reserved_tokens = 0.0
        self._reserved_cost = 0.0
        self._booked_tokens = self._booked_cost = 0.0
        self._closed = ""

    @property
    def commonest_failure(self) -> str:
        """The most frequent reason of failed calls, without a stop; empty where none failed."""
        reasons = (why for why, _ in self.failures.most_common(1))
        return cut(next(reasons, ""), _LONGEST_REASON).rstrip(".")

    def limit(self, chat: Chat, price: AnyPrice | None = None) -> Chat:
        """The same model, within the limits; `price` is that of the limits unless given."""

        async def ask(messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
            return await self._reply(sum(map(len, messages)), lambda: chat(messages, schema), price)

        return ask

    def limit_speaker(self, speaker: StreamingModel) -> StreamingModel:
        """The same for a model that streams its reply."""

        async def speak(messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
            characters = sum(len(message.text) for message in messages)
            return await self._reply(characters, lambda: speaker(messages, on_text))

        return speak

    @asynccontextmanager
    async def call(
        self, characters: int, price: AnyPrice | None = None, longest: int | None = None
    ) -> AsyncIterator[Took]:
        """Room for one call with a prompt of `characters`; say what it took before it ends.

        Where a provider gives no counts, tokens are estimated for the limits. Raises LimitReached
        where there is no room left, which it waits to know for the calls in flight. `longest` is
        the most tokens of this reply.
        """
        price = price or self.limits.price or (0.0, 0.0)
        longest = self._longest if longest is None else longest
        tokens_in = self._estimate(characters)
        tokens, cost = tokens_in + longest, cost_of((tokens_in, longest), price)
        async with self._landed:
            while self._in_flight and self._exceeded(tokens, cost):
                await self._landed.wait()
            tokens_in = self._estimate(characters)
            if why := self._exceeded(tokens_in, cost_of((tokens_in, 0), price)):
                self.refused += 1
                self.limited = why
                raise LimitReached(why)
            self._reserve(1, tokens, cost)

        def took(used: Tokens, written: int = 0) -> None:
            if not any(used) and written:
                guess = round(self._estimate(characters)), written // CHARACTERS_PER_TOKEN + 1
                self._booked_tokens += sum(guess)
                self._booked_cost += cost_of(guess, price)
            self.tokens_in += used.into
            self.tokens_out += used.out
            self._prompt_tokens += used.into
            self._characters += characters if used.into else 0
            if self.cost is not None:
                self.cost += cost_of(used, price)

        try:
            yield took
        finally:
            async with self._landed:
                self._reserve(-1, -tokens, -cost)
                self._landed.notify_all()

    def already(
        self, spent: Mapping[str, Tokens], prices: Mapping[str, AnyPrice], processes: int = 1
    ) -> None:
        """Start with what earlier processes have spent, by model.

        What is left is divided among `processes`, as none of them sees the calls of the others.
        """
        self.tokens_in, self.tokens_out = together(spent.values())[:2]
        if (most := self.limits.tokens) is not None:
            left = max(0, most - self.tokens_in - self.tokens_out)
            self._booked_tokens = left - left / processes
        if (dearest := self.limits.cost) is not None:
            self.cost = sum(
                cost_of(tokens, prices.get(name, (0.0, 0.0))) for name, tokens in spent.items()
            )
            remaining = max(0.0, dearest - self.cost)
            self._booked_cost = remaining - remaining / processes

    def close(self, why: str) -> None:
        """Let no further call begin."""
        self._closed = why

    async def nothing_in_flight(self) -> None:
        """Wait until all calls have ended."""
        async with self._landed:
            await self._landed.wait_for(lambda: not self._in_flight)

    async def _reply(
        self, characters: int, ask: Callable[[], Awaitable[Reply]], price: AnyPrice | None = None
    ) -> Reply:
        try:
            async with self.call(characters, price) as took:
                reply = await _safely(ask)
                took(Tokens(*reply.tokens, *reply.kinds), len(reply.text))
        except LimitReached as reached:
            return Reply("", failed=str(reached))
        self.open_ended += reply.open_ended
        if reply.failed:
            self.failures[reply.failed] += 1
        return reply

    def _estimate(self, characters: int) -> float:
        if not self._characters:
            return characters / CHARACTERS_PER_TOKEN
        return characters * self._prompt_tokens / self._characters

    def _reserve(self, calls: int, tokens: float, cost: float) -> None:
        self._in_flight += calls
        # Adding and subtracting floats does not give exactly 0 again.
        self._reserved_tokens = self._reserved_tokens + tokens if self._in_flight else 0.0
        self._reserved_cost = self._reserved_cost + cost if self._in_flight else 0.0

    def _exceeded(self, tokens: float, cost: float) -> str:
        if self._closed:
            return self._closed
        limits = self.limits
        tokens += self.tokens_in + self.tokens_out + self._reserved_tokens + self._booked_tokens
        cost += (self.cost or 0) + self._reserved_cost + self._booked_cost
        if limits.tokens is not None and tokens > limits.tokens:
            return f"the limit of {limits.tokens:,} tokens is reached"
        if limits.cost is not None and cost > limits.cost:
            return f"the cost limit of {limits.cost:g} is reached"
        return ""


async def _safely(ask: Callable[[], Awaitable[Reply]]) -> Reply:
    try:
        return await ask()
    except Exception as error:
        # Of a function that the caller gave, who knows it by the name of its error.
        said = masked(" ".join(str(error).split())[:300])
        return Reply("", failed=f"{type(error).__name__}: {said}")
