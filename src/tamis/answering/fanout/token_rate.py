"""Characters per token of a model, learnt from the provider's counts as they come in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tamis.answering.fanout.history import size
from tamis.answering.fanout.relayed import Relayed
from tamis.answering.fanout.settings import Settings
from tamis.spending import CHARACTERS_PER_TOKEN
from tamis.types import Dialogue, Message, Reply, Tool

ENOUGH = 2_000
"""Tokens after which the counts are relied on; before, four characters are a token."""

LEAST, MOST = 1.0, 8.0
"""Bounds of what a provider may tell; beyond them it counts something else."""


class Measured(Relayed):
    """A dialogue that learns how many characters of a prompt are a token.

    `per_token` is over all prompts so far whose tokens the provider has counted, to one decimal,
    so that it settles; a question is asked by what was known when it began.
    """

    def __init__(self, dialogue: Dialogue) -> None:
        super().__init__(dialogue)
        self._characters = self._tokens = 0

    @property
    def per_token(self) -> float:
        """Characters per token."""
        if self._tokens < ENOUGH:
            return float(CHARACTERS_PER_TOKEN)
        return round(min(max(self._characters / self._tokens, LEAST), MOST), 1)

    def measured(self, settings: Settings) -> Settings:
        """The settings with what is known of this model's tokens."""
        return replace(settings, per_token=self.per_token)

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's next message."""
        reply = await self._dialogue(messages, tools)
        if reply.tokens[0]:
            self._characters += sum(map(size, messages))
            self._tokens += reply.tokens[0]
        return reply
