"""The answer to a fan-out question, with its trace and costs, and its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from tamis.types import Outcome

Ending = Outcome | Literal["over_rounds"]
"""`over_rounds`: the model wanted to search when all its searches were used."""

Forced = Literal["", "native", "protocol"]
"""How the model requested searches: with the provider's tools, in the text, or not at all."""


@dataclass(frozen=True)
class Search:
    """One search; `title` is the page that was opened for it, None where none was found."""

    query: str
    title: str | None


@dataclass(frozen=True)
class Answered:
    """An answer in free text.

    Where the outcome is not `ok`, `text` is the unfinished answer: the last text next to a search,
    or the sub-questions answered so far, a line each; the scorer decides what it counts.
    `pages` are the titles of the pages shown to the model, in whole or part, each once, in order;
    for `fan_out` those of the first sub-question come first. `calls` counts the replies, `tokens`
    are those in and out by the provider's count, `seconds` those that its calls took, one after
    another, without retries and waiting. `trimmed` is the number of messages that were dropped from
    the context, oldest first: the question is the first of them, unless it was kept. `truncated`:
    the reply was cut by the token limit. `counts` has the problems, each with how often it
    occurred; `why` is the error where the outcome is `failed`. `sub` are the sub-answers of
    `fan_out`, whose calls, tokens, seconds, pages, searches and counts are included in the sums.
    """

    text: str
    outcome: Ending
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

    def to_record(self) -> dict[str, Any]:
        """The answer as values of JSON, `from_record` reads it back."""
        return asdict(self)

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Answered:
        """An answer from its record; KeyError or TypeError where that is of another form."""
        sums_in, sums_out = record["tokens"]
        return cls(
            **{
                **record,
                "pages": tuple(record["pages"]),
                "searches": tuple(Search(**search) for search in record["searches"]),
                "tokens": (sums_in, sums_out),
                "sub": tuple(map(cls.from_record, record["sub"])),
            }
        )
