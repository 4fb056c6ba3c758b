"""Models whose calls are kept on disk and stay within the limits of a run."""

from __future__ import annotations

import asyncio
import hashlib
import json
import signal
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

from inspect_ai.model import GenerateConfig, Model, ModelOutput
from pydantic import BaseModel

from tamis import models
from tamis.call_errors import CallFailed, late
from tamis.cli._call_store import CallStore, Whose
from tamis.report.told import HARNESS
from tamis.spending import LimitReached, Price, Spending, Tokens, Took

_HOW = HARNESS | {"adaptive_connections", "cache_prompt", "fail_on_refusal", "stream_idle_timeout"}
"""Settings that change how a request is sent, not what is answered."""

_LONGEST = 4096
"""The tokens that a reply without a limit of its own is expected to have at most."""

_LOGGING = 0.5
"""Seconds that samples whose last reply has come have to be scored and logged."""

Provider = Callable[..., Awaitable[Any]]
"""`ModelAPI.generate`: an output, or an output or an error with the record of its request."""


class KeptCalls:
    """The calls of a run: each is made once, unless `again` is set, and none beyond the limits.

    Inspect's cache has pickles, which can run a program when they are read; here replies are JSON.
    A reply from disk has its tokens and seconds, so that a run that goes on after a stop reports
    what an uninterrupted one would. When a limit is reached, `limited` says which, and the run is
    interrupted as by Ctrl-C, after the calls in flight, which are paid for. `prices` are by model.
    A call is given up after `timeout` seconds, in which it does not wait for others; then Inspect
    tries again. One that failed for good is not made for a second attempt at its sample.
    `open_ended` counts the replies of which no server says why they ended, `uncounted` those whose
    tokens none counts. `who` are the models of the run, which tell it from others in the same
    folder.
    """

    def __init__(
        self,
        store: CallStore,
        spending: Spending,
        prices: Mapping[str, Price] | None = None,
        *,
        again: bool = False,
        timeout: float = 180,
        who: str = "",
        on_failure: Callable[[str], None] = lambda said: None,
    ) -> None:
        self.limited = ""
        self.open_ended = self.uncounted = 0
        self._store, self._spending, self._prices = store, spending, prices or {}
        self._again, self._timeout, self._who = again, timeout, who
        self._on_failure = on_failure
        self._moments: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._failures: Counter[str] = Counter()
        self._failed: dict[str, CallFailed] = {}

    def of(self, model: Model) -> Model:
        """The same model; its calls are kept from now on."""
        api: Any = model.api
        api.generate = self._kept(model, api.generate)
        return model

    def _kept(self, model: Model, provider: Provider) -> Provider:
        async def generate(**asked: Any) -> Any:
            call = _digest(model, asked)
            # Equal prompts of the same moment are one call.
            async with self._moments.setdefault(call, asyncio.Lock()):
                known = None if self._again else self._known(call, asked["input"])
                return known or await self._attempted(model, call, provider, asked)

        return generate

    async def _attempted(
        self, model: Model, call: str, provider: Provider, asked: Mapping[str, Any]
    ) -> Any:
        """The reply; a call that has failed for good fails again, without a request."""
        most = asked["config"].max_retries
        if (last := self._failed.get(call)) is not None and (
            not last.again or (most is not None and self._failures[call] > most)
        ):
            raise CallFailed(str(last), last.refused)
        try:
            made = await self._made(model, call, provider, asked)
        except CallFailed as error:
            made = error
        failed = made[0] if isinstance(made, tuple) else made
        if isinstance(failed, CallFailed):
            self._failures[call] += 1
            self._failed[call] = failed
            if not isinstance(made, tuple):
                raise failed
        return made

    def _known(self, call: str, messages: object) -> ModelOutput | None:
        if (kept := self._store.find(call)) is None:
            return None
        try:
            output = ModelOutput.model_validate(kept)
        except ValueError:
            return None  # of another version of Inspect, or not written by us
        sample = models.asked_for()
        first = sample.counted.setdefault(call, messages)
        # The same messages are the same call, tried again as its reply came too late.
        if self._store.counts(call, self._whose(sample)) and first is messages:
            return output
        return models.counted_elsewhere(output)

    async def _made(
        self, model: Model, call: str, provider: Provider, asked: Mapping[str, Any]
    ) -> Any:
        config: GenerateConfig = asked["config"]
        characters = sum(len(message.text) for message in asked["input"])
        price = self._prices.get(str(model))
        longest = config.max_tokens or _LONGEST
        try:
            async with self._spending.call(characters, price, longest) as took:
                began = time.monotonic()
                made = await self._in_time(model, provider, asked, took)
                output, record = made if isinstance(made, tuple) else (made, None)
                if not isinstance(output, ModelOutput):
                    return made
                output = models.with_call(output, time.monotonic() - began)
                took(tokens := models.tokens_of(output), len(output.completion))
                self.open_ended += models.open_ended(output)
                self.uncounted += models.uncounted(output, model)
                sample = models.asked_for()
                kept = output.model_dump(mode="json", exclude_none=True)
                self._store.add(call, kept, self._whose(sample), str(model), tokens)
                sample.counted[call] = asked["input"]
                await self._store.flushed()
                return output if record is None else (output, record)
        except LimitReached as reached:
            await self._interrupt(str(reached))

    async def _in_time(
        self, model: Model, provider: Provider, asked: Mapping[str, Any], took: Took
    ) -> Any:
        """The provider's reply. One that comes too late has perhaps been paid for."""
        try:
            async with models.within(self._timeout) as limit:
                return await provider(**asked)
        except TimeoutError:
            if not limit.expired():
                raise
            took(Tokens(), 1)
            failed = late(self._timeout)
            self._on_failure(models.short_error(failed, model))
            raise failed from None

    def _whose(self, sample: models.AskedFor) -> Whose:
        return f"{self._who}{sample.run}", sample.sample, sample.epoch

    async def _interrupt(self, why: str) -> None:
        """End the run, once nothing is in flight and what has come is logged."""
        self._spending.close(why)
        await self._spending.nothing_in_flight()
        await asyncio.sleep(_LOGGING)
        if not self.limited:
            self.limited = why
            signal.raise_signal(signal.SIGINT)
        await asyncio.Event().wait()


def _digest(model: Model, asked: Mapping[str, Any]) -> str:
    """All that could change the answer: model, settings, messages, tools, and the epoch."""
    parts = [
        str(model),
        model.api.base_url,
        model.model_args,
        asked["config"].model_dump(mode="json", exclude_none=True, exclude=_HOW),
        [
            message.model_dump(mode="json", exclude_none=True, exclude={"id"})
            for message in asked["input"]
        ],
        [tool.model_dump(mode="json", exclude_none=True) for tool in asked["tools"]],
        asked["tool_choice"],
        models.asked_for().epoch,
    ]
    text = json.dumps(parts, sort_keys=True, default=_plain)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def _plain(value: object) -> object:
    return value.model_dump(mode="json") if isinstance(value, BaseModel) else str(value)
