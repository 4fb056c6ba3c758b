"""The settings for answering a fan-out question, including those of the paper's experiments."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, get_args

from tamis.spending import CHARACTERS_PER_TOKEN
from tamis.types import InputError

Variant = Literal["reference", "lv-zhai"]
"""BM25+ as the published code computes it, or as its authors define it."""

LEAST_PROMPT = 256
"""Tokens that must be left for the prompt, in addition to the answer."""

FACTOR = 4
"""The share of a leaf's context reserved for its answer, unless the question's is smaller."""


@dataclass(frozen=True)
class Settings:
    """How a question is asked. Raises InputError for values that leave no room for a prompt.

    `context_limit` is the context in tokens to assume, of which `max_tokens` are reserved for the
    reply (520 in the published runs). Tokens are estimated from characters, `per_token` to each.
    `chunk` is the longest piece of a page, in characters, and `share` the part of the context
    that one page may take (FanOutQA, §4.3). `repeat_question` adds the question to every result
    of a search; the paper's other experiment is 4,096 for `context_limit` (App. F). `rounds`
    limits the searches of a question, `time_limit` its seconds, None for no limit: in the paper's
    runs 600, or 300 with the question repeated. `date`, if any, is given to the model as today's.
    `wording` is a folder of prompts that replace ours.

    The rest is for `fan_out`: sub-questions are asked in at most `waves` of them, at most
    `leaves` in all, each in a context of `leaf_context` tokens, with `leaf_rounds` searches.
    """

    context_limit: int = 128_000
    max_tokens: int = 1024
    chunk: int = 1024
    share: float = 0.5
    repeat_question: bool = False
    time_limit: float | None = 600.0
    rounds: int = 50
    variant: Variant = "reference"
    date: str = ""
    wording: str | None = None
    waves: int = 4
    leaves: int = 40
    leaf_context: int = 8192
    leaf_rounds: int = 8
    per_token: float = CHARACTERS_PER_TOKEN

    def __post_init__(self) -> None:
        for name in ("max_tokens", "chunk", "rounds", "waves", "leaves", "leaf_rounds"):
            if getattr(self, name) < 1:
                raise InputError(f"{name}={getattr(self, name)}: give at least 1.")
        if self.context_limit < self.max_tokens + LEAST_PROMPT:
            raise InputError(
                f"context_limit={self.context_limit}: with max_tokens={self.max_tokens} kept for "
                f"the answer, give at least {self.max_tokens + LEAST_PROMPT}."
            )
        if self.leaf_context < 2 * LEAST_PROMPT:
            raise InputError(f"leaf_context={self.leaf_context}: give at least {2 * LEAST_PROMPT}.")
        if not 0 < self.share <= 1:
            raise InputError(f"share={self.share}: give more than 0 and at most 1.")
        if self.time_limit is not None and not self.time_limit > 0:
            raise InputError(f"time_limit={self.time_limit}: give more than 0 seconds, or none.")
        if self.variant not in get_args(Variant):
            wanted = " or ".join(get_args(Variant))
            raise InputError(f"variant={self.variant}: BM25+ is {wanted}.")

    @property
    def room(self) -> int:
        """Characters that a prompt may have."""
        return int((self.context_limit - self.max_tokens) * self.per_token)

    @property
    def page_room(self) -> int:
        """Characters that the result of one search may have."""
        return int(self.share * self.context_limit * self.per_token)

    def for_leaf(self) -> Settings:
        """The settings of a sub-question: a short context, and few searches."""
        context = min(self.context_limit, self.leaf_context)
        kept = min(self.max_tokens, context // FACTOR)
        return replace(
            self, context_limit=context, max_tokens=kept, rounds=min(self.rounds, self.leaf_rounds)
        )
