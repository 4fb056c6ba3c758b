"""The steps of a writing session that the machine does (KIWI, Figure 3).

    session ──advance──► Retrieved, Drafted                                (a session just opened)
    session ──advance──► Retrieved, Summarised, Revised       (an information-seeking instruction)
    session ──advance──► Revised                                        (a stylistic instruction)

Each event is yielded as soon as it has happened, so that the caller can store it and apply it to
the session. Steps done before an interruption are not repeated.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Protocol

from tamis.types import Passage, Reply
from tamis.writing.author import Author, Hear
from tamis.writing.sessions import (
    Drafted,
    Event,
    Interrupted,
    Retrieved,
    Revised,
    Session,
    Summarised,
)

PASSAGES = 5
"""Number of passages for a draft and for an information-seeking instruction (§2.2)."""

TEMPERATURE = 0.7
"""The sampling temperature of the paper's models (§3.2)."""


class Searcher(Protocol):
    """Finds passages of the session's papers; `name` identifies the retriever in the session's
    record."""

    @property
    def name(self) -> str:
        """The retriever's identity."""
        ...

    def search(self, query: str, k: int = PASSAGES) -> tuple[Passage, ...]:
        """The `k` best passages, best first."""
        ...


async def advance(
    session: Session, author: Author, searcher: Searcher, hear: Hear
) -> AsyncIterator[Event]:
    """Do the machine's next steps; nothing when the session waits for the writer.

    `hear` gets the answer's text so far while it is written. A failed call ends in an `Interrupted`
    with the text so far and the reason; a further call of `advance` continues from there.
    """
    if session.stage == "drafting":
        async for event in _draft(session, author, searcher, hear):
            yield event
    elif session.stage == "revising":
        async for event in _revise(session, author, searcher, hear):
            yield event


async def _draft(
    session: Session, author: Author, searcher: Searcher, hear: Hear
) -> AsyncIterator[Event]:
    question, passages = session.opened.question, session.draft_passages
    if not passages:
        passages = searcher.search(question, PASSAGES)
        yield Retrieved(0, question, passages)
    listener = _Listener(hear)
    reply = await author.draft(question, passages, listener)
    broken = _broken(reply)
    if broken:
        yield Interrupted(0, listener.text, broken)
    else:
        yield Drafted(_answer(reply), reply.truncated)


async def _revise(
    session: Session, author: Author, searcher: Searcher, hear: Hear
) -> AsyncIterator[Event]:
    turn, question = session.turns[-1], session.opened.question
    summary = turn.summary
    if turn.kind == "information-seeking" and not summary:
        passages = turn.passages
        if not passages:
            passages = searcher.search(turn.instruction, PASSAGES)
            yield Retrieved(turn.number, turn.instruction, passages)
        said = await author.summarise(turn.previous, turn.instruction, passages)
        broken = _broken(said)
        if broken:
            yield Interrupted(turn.number, "", broken)
            return
        summary = _answer(said)
        yield Summarised(turn.number, summary)
    listener = _Listener(hear)
    reply = await author.revise(question, turn.previous, turn.instruction, summary, listener)
    broken = _broken(reply)
    if broken:
        yield Interrupted(turn.number, listener.text, broken)
    else:
        yield Revised(turn.number, _answer(reply), reply.truncated)


class _Listener:
    """Passes the text on to `hear` and keeps the latest."""

    def __init__(self, hear: Hear) -> None:
        self.text, self._hear = "", hear

    def __call__(self, text: str) -> None:
        self.text = text
        self._hear(text)


def _broken(reply: Reply) -> str:
    """Why a reply is no answer; "" if it is one."""
    if reply.failed:
        return reply.failed
    if reply.refused:
        return "the provider's filter has stopped the reply"
    return "" if reply.text.strip() else "the model's reply is empty"


def _answer(reply: Reply) -> str:
    return reply.text.strip()
