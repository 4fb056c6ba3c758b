"""The data types that packages pass to each other: frozen dataclasses with little behaviour."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, get_args


class InputError(ValueError):
    """Invalid input from the user; the message is one sentence for the user.

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
    (first and last, both included) for publishing-year; with `negated` the opposite must hold.
    `text` is the constraint in words.
    """

    family: Family
    text: str
    negated: bool = False
    letter: str = ""
    count: int = 0
    years: tuple[int, int] = (0, 0)

    @property
    def type(self) -> str:
        """The family as in the paper's tables, with `no-` in front if it is negated."""
        return f"no-{self.family}" if self.negated else self.family


@dataclass(frozen=True)
class Item:
    """Something that may satisfy constraints: a book with its title and its year, if known."""

    title: str
    year: int | None = None


class Recogniser(Protocol):
    """Finds names in a title: returns them as written, the empty tuple where there are none."""

    def __call__(self, title: str) -> tuple[str, ...]:
        """The names in `title`, in order."""
        ...


Outcome = Literal[
    "ok",
    "empty",
    "ambiguous",
    "unparsed",
    "truncated",
    "refused",
    "missing",
    "too_long",
    "timed_out",
    "failed",
    "abstained",
]
"""How a question that was asked ended, for all benchmarks.

`ok`: the reply was read; `empty`: it says that nothing qualifies, which is an answer too;
`ambiguous`: it can be read in several ways; `unparsed`: it could not be read; `truncated`: it was
cut before its answer was whole; `refused`: the model declined, in the provider's field or in words,
or the provider's filter stopped it; `missing`: there is no reply; `too_long`: the prompt is longer
than the model's context; `timed_out`: time or the allowed searches ran out; `failed`: a call
failed, or the question was never asked; `abstained`: a judge did not decide.
"""

OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)

READ: frozenset[Outcome] = frozenset({"ok", "empty"})
"""The outcomes of answers; any other is worth nothing in a headline figure."""


@dataclass(frozen=True)
class Answer:
    """A set answer: the titles in their order, and the outcome of reading the reply.

    `retrieved` is the first list of a self-context reply, None where the reply has none.
    `truncated`: the reply was cut by the token limit, and its incomplete last item is left out.
    `runaway`: it ends in an endless series of near-copies (KITAB, example 4).
    """

    titles: tuple[str, ...]
    outcome: Outcome
    reasons: tuple[str, ...] = ()
    retrieved: tuple[str, ...] | None = None
    truncated: bool = False
    runaway: bool = False


Generate = Callable[[str], Awaitable[str]]
"""A model as a function from a prompt to the reply, as strategies and judges use it."""


Cut = Literal["", "lines", "each"]
"""How a part of a document is cut into passages: at the ends of paragraphs and sentences, at the
ends of lines, or so that each line is a passage."""


class Mark(NamedTuple):
    """Where in its file a part of a document stands; the part goes to the next mark.

    `start` is where the part begins in the text. `place` is what people call it: `p. 3`. With
    `first`, each line has a number, which is added to the place, that of the first line: `line 12`.
    `header` is the row of headers of a table. `cut` is how it is cut, see `Cut`.
    """

    start: int
    place: str = ""
    first: int | None = None
    header: str = ""
    cut: Cut = ""


@dataclass(frozen=True)
class Document:
    """A page, or a passage of one. `id` is unique in its corpus; `title` may be empty.

    `marks` say where in its file each part stands, in order; none where that is not known.
    """

    id: str
    title: str
    text: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Passage:
    """A paragraph from one of the papers of a writing session, as it is shown and cited.

    `paper` is the 0-based number of the paper in the session, as in a reference `[i]`.
    """

    id: str
    paper: int
    title: str
    text: str


@dataclass(frozen=True)
class Hit:
    """A document that a search found. Only scores of the same search are comparable."""

    document: Document
    score: float


@dataclass(frozen=True)
class Evidence:
    """A model's quote from a document; parts of one quote are separated by "..."."""

    doc_id: str
    text: str


@dataclass(frozen=True)
class Verdict:
    """A verifier's judgement of one candidate (QUEST-LOFT, §3.6).

    `judgment` is None where it could not be read; `outcome` says why.
    """

    judgment: bool | None
    outcome: Outcome
    evidence_for: tuple[Evidence, ...] = ()
    evidence_against: tuple[Evidence, ...] = ()
    reasoning: str = ""


@dataclass(frozen=True)
class Candidate:
    """One possible answer, with the evidence for and against it (QUEST-LOFT, Figure 3).

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
    """A tool call that a model requests; `arguments` are unchecked until the tool is run."""

    id: str
    name: str
    arguments: Mapping[str, Any]


class TokenKinds(NamedTuple):
    """Of the tokens of a call those that may have a price of their own.

    `cache_read` and `cache_written` are among the tokens in: read from the provider's cache, and
    written to it. `reasoning` is among the tokens out.
    """

    cache_read: int = 0
    cache_written: int = 0
    reasoning: int = 0


@dataclass(frozen=True)
class Reply:
    """The reply of a model: its text, and how it ended.

    `open_ended`: the provider does not say why it ended, so it may have been cut. `refused`: the
    provider says that the model declined, or its filter stopped the reply. `failed`
    says why there is no text. `tokens` (in and out) are counted by the provider, 0 where
    it gives no count, and `kinds` are those of them with a price of their own; `seconds` is how
    long the call took, without retries and waiting. `calls` are the tools that the model requests.
    """

    text: str
    truncated: bool = False
    refused: bool = False
    failed: str = ""
    open_ended: bool = False
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0
    calls: tuple[ToolCall, ...] = ()
    kinds: TokenKinds = field(default_factory=TokenKinds)


class System(str):
    """A message to a `Chat` that is the system's and not the user's."""


class Chat(Protocol):
    """A model that takes messages and, where the provider supports it, the schema of its reply."""

    async def __call__(self, messages: Sequence[str], schema: type[Any] | None = None) -> Reply:
        """Call the model. `messages` are user messages, the long shared one first; a `System`
        is a system message.

        `schema` is a pydantic model; providers without schemas ignore it, so the reply must be
        read tolerantly in any case.
        """
        ...


@dataclass(frozen=True)
class Tool:
    """A tool that a model may call; `arguments` is a pydantic model of its arguments."""

    name: str
    description: str
    arguments: type[Any]


@dataclass(frozen=True)
class Message:
    """One message of a dialogue.

    A message of the assistant has the tool calls that it requests; a message of a tool has the id
    of the call that it answers.
    """

    role: Literal["system", "user", "assistant", "tool"]
    text: str
    calls: tuple[ToolCall, ...] = ()
    call_id: str = ""


class Dialogue(Protocol):
    """A model in a dialogue, with tools where its provider has them."""

    native: bool
    """Whether the provider supports tool calls; else the model must write them in its text."""

    async def __call__(self, messages: Sequence[Message], tools: Sequence[Tool] = ()) -> Reply:
        """The model's next message."""
        ...


class StreamingModel(Protocol):
    """A model whose text is streamed while it is written."""

    async def __call__(self, messages: Sequence[Message], on_text: Callable[[str], None]) -> Reply:
        """The model's next message; `on_text` is called repeatedly with the whole text so far.

        Without streaming it is called once, at the end. After a lost connection the provider may
        start again, and so does the text.
        """
        ...
