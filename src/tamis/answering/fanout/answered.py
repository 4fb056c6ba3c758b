"""The answer to a fan-out question, with what was done for it, and its JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

Outcome = Literal["ok", "missing", "refused", "timed_out", "over_rounds", "failed"]
"""`missing`: the last reply is empty; `refused`: the provider's filter stopped it; `over_rounds`:
it would search on when all its searches were used; `failed`: the call failed for good, say
because the prompt is longer than the model's context."""

Forced = Literal["", "native", "protocol"]
"""How searches were asked for: with the provider's tools, in the text, or not at all."""


@dataclass(frozen=True)
class Search:
    """One search; `title` is the page that was opened for it, None where none was found."""

    query: str
    title: str | None


@dataclass(frozen=True)
class Answered:
    """An answer in free text.

    Where the outcome is not `ok`, `text` is what there was: the last words beside a search, or
    the sub-questions answered by then, a line each; all but `ok` is for the scorer to count.
    `pages` are the titles that the model was shown something of, each once, in that order; for
    `fan_out` those of the first sub-question come first. `calls` counts the replies, `tokens`
    are those in and out by the provider's count, `seconds` the time on the wall. `trimmed` is
    how many messages had fallen out of the context in the end, the oldest first: the question
    is the first of them, unless it was kept. `truncated`: the reply was cut by the limit of
    tokens. `counts` holds what was amiss, each with how often; `why` says what went wrong where
    the outcome is `failed`. `sub` are the sub-answers of `fan_out`, whose calls, tokens,
    pages, searches and counts are in the sums.
    """

    text: str
    outcome: Outcome
    question: str = ""
    pages: tuple[str, ...] = ()
    searches: tuple[Search, ...] = ()
    calls: int = 0
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    trimmed: int = 0
    forced: Forced = ""
    truncated: bool = False
    counts: Mapping[str, int] = field(default_factory=dict)
    why: str = ""
    sub: tuple[Answered, ...] = ()

    def to_json(self) -> str:
        """The answer as JSON, `from_json` reads it back."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> Answered | None:
        """An answer from its JSON; None for any other text."""
        try:
            record = json.loads(text)
            return _of(record) if isinstance(record, dict) and "searches" in record else None
        except (ValueError, KeyError, TypeError, RecursionError):
            return None


def _of(record: dict[str, Any]) -> Answered:
    sums_in, sums_out = record["tokens"]
    return Answered(
        **record
        | {
            "pages": tuple(record["pages"]),
            "searches": tuple(Search(**search) for search in record["searches"]),
            "tokens": (sums_in, sums_out),
            "sub": tuple(map(_of, record["sub"])),
        }
    )
