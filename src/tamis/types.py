"""The plain values that rooms hand to each other. Frozen; no behaviour beyond their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, Protocol


class InputError(ValueError):
    """Something that the user gave cannot be used; the message is one sentence for them.

    It names the file, the line or the field, what was wrong and what to do. The commands
    print it without a traceback and exit with code 2.
    """


Family = Literal[
    "starts-with", "ends-with", "word-count", "publishing-year", "human-name", "city-name"
]


@dataclass(frozen=True)
class Constraint:
    """One condition that an item must satisfy (KITAB, §3.1).

    `letter` is set for starts-with and ends-with, `count` (words) for word-count, `years`
    (first and last, both included) for publishing-year; `negated` turns the condition round.
    `text` is the wording that a reader sees.
    """

    family: Family
    text: str
    negated: bool = False
    letter: str = ""
    count: int = 0
    years: tuple[int, int] = (0, 0)

    @property
    def type(self) -> str:
        """The family as the paper's tables name it: `no-` before it when negated."""
        return f"no-{self.family}" if self.negated else self.family


@dataclass(frozen=True)
class Item:
    """A thing that may satisfy constraints: a book with its title and year, if known."""

    title: str
    year: int | None = None


class Recogniser(Protocol):
    """Finds names in a title: returns them as written, the empty tuple where there are none."""

    def __call__(self, title: str) -> tuple[str, ...]:
        """The names in `title`, in order."""
        ...


Outcome = Literal["ok", "empty", "unparsed", "missing", "refused"]


@dataclass(frozen=True)
class Answer:
    """A set answer: the titles in the order given, and how the reading of the reply went.

    `outcome`: `ok`; `empty` (the reply says that nothing satisfies); `unparsed` (nothing
    could be read from it); `missing` (there was no reply at all); `refused` (the provider's
    filter stopped it). `retrieved` is the first list of a self-context reply, None where the
    reply has none. `truncated`: the reply was cut by the token limit, and its last, broken item
    left out. `runaway`: it ends in an endless run of near-copies (KITAB, example 4).
    """

    titles: tuple[str, ...]
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    retrieved: tuple[str, ...] | None = None
    truncated: bool = False
    runaway: bool = False


Generate = Callable[[str], Awaitable[str]]
"""A model, as strategies and judges know it: a prompt goes in, the reply comes out."""
