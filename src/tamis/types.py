"""The plain values that rooms hand to each other. Frozen; no behaviour beyond their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol


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


@dataclass(frozen=True)
class Document:
    """A page, or a passage of one. `id` is unique in its corpus; `title` may be empty."""

    id: str
    title: str
    text: str


@dataclass(frozen=True)
class Passage:
    """A paragraph of one of a writing session's papers, as the session shows and cites it.

    `paper` is the 0-based number of the paper in the session: what a reference `[i]` names.
    """

    id: str
    paper: int
    title: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A document that a search found. Scores of one search are comparable, and only those."""

    document: Document
    score: float


@dataclass(frozen=True)
class Evidence:
    """What a model quotes from a document; pieces of one quote are separated by "..."."""

    doc_id: str
    text: str


ReplyOutcome = Literal["ok", "unparsed", "missing", "refused", "failed"]


@dataclass(frozen=True)
class Verdict:
    """A verifier's judgement of one candidate (QUEST-LOFT, §3.6).

    `judgment` is None where none could be read; `outcome` says why.
    """

    judgment: bool | None
    outcome: ReplyOutcome
    evidence_for: tuple[Evidence, ...] = ()
    evidence_against: tuple[Evidence, ...] = ()
    reasoning: str = ""


@dataclass(frozen=True)
class Candidate:
    """One possible answer, with what speaks for and against it (QUEST-LOFT, Figure 3).

    `answer` is the title of the document `doc_id` where the candidate is one, else what the
    model wrote, with `doc_id` None. `judgment` is that of the answering step, `verdict` that of
    the verification; None where there was none.
    """

    answer: str
    doc_id: str | None = None
    evidence_for: tuple[Evidence, ...] = ()
    evidence_against: tuple[Evidence, ...] = ()
    reasoning: str = ""
    judgment: bool | None = None
    verdict: Verdict | None = None

    @property
    def cited(self) -> tuple[str, ...]:
        """The ids of the documents that it cites, for or against, each once, in order."""
        quoted = (*self.evidence_for, *self.evidence_against)
        return tuple(dict.fromkeys(evidence.doc_id for evidence in quoted))


@dataclass(frozen=True)
class ToolCall:
    """A model's wish to use a tool; `arguments` as it gave them, checked by who carries it out."""

    id: str
    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True)
class Reply:
    """What came back from a model: its text, and how it ended.

    `failed` says why no text came. `tokens` in and out are the provider's count, 0 where it
    gives none. `calls` are the tools that it asks for.
    """

    text: str
    truncated: bool = False
    refused: bool = False
    failed: str = ""
    tokens: tuple[int, int] = (0, 0)
    calls: tuple[ToolCall, ...] = ()


class Chat(Protocol):
    """A model that is given messages and, where its provider can, the schema of its reply."""

    async def __call__(self, messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        """Ask. `messages` are the user's, the long and shared one first; `schema` a pydantic model.

        A provider without schemas ignores it, so the reply is read tolerantly all the same.
        """
        ...


@dataclass(frozen=True)
class Tool:
    """A tool that a model may ask for; `arguments` is a pydantic model of what it takes."""

    name: str
    description: str
    arguments: type[Any]


@dataclass(frozen=True)
class Message:
    """One message of a dialogue.

    An assistant's message carries the tools that it asked for, a tool's result the id of the
    call that it answers.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


class Dialogue(Protocol):
    """A model in a dialogue, with tools where its provider has them."""

    native: bool
    """Whether tools can be asked for natively; else they must be asked for in the text."""

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's next message."""
        ...


class StreamingModel(Protocol):
    """A model that is heard while it speaks."""

    async def __call__(self, messages: Sequence[Message], hear: Callable[[str], None]) -> Reply:
        """The model's next message; `hear` is given the whole of its text so far, again and again.

        A provider that does not stream is heard once, at the end; one that begins anew, after a
        lost connection, is heard anew from its first word.
        """
        ...
