"""The machine's part of a writing session: what Figure 3 of KIWI does between two people's acts.

    session ──advance──► Retrieved, Drafted                                (a session just opened)
    session ──advance──► Retrieved, Summarised, Revised       (an information-seeking instruction)
    session ──advance──► Revised                                        (a stylistic instruction)

Each event is yielded as soon as it has happened, so that its keeper can store it; whoever calls
applies it to the session. What had been done before an interruption is not done again.
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
"""Passages to a draft and to an information-seeking instruction (§2.2)."""

TEMPERATURE = 0.7
"""What the paper's models were sampled with (§3.2)."""


class Searcher(Protocol):
    """Finds passages of the session's papers; `name` says by what, for the session's record."""

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
    """Do what the session waits for from the machine; nothing when it waits for the writer.

    `hear` is given the answer's text so far while it comes. A call that fails ends in an
    Interrupted with what had come and the reason; calling again goes on from there.
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
    """Passes on what is heard, and remembers the last of it."""

    def __init__(self, hear: Hear) -> None:
        self.text, self._hear = "", hear

    def __call__(self, text: str) -> None:
        self.text = text
        self._hear(text)


def _broken(reply: Reply) -> str:
    """Why a reply is no answer; empty where it is one."""
    if reply.failed:
        return reply.failed
    if reply.refused:
        return "the provider's filter has stopped the reply"
    return "" if reply.text.strip() else "the model's reply is empty"


def _answer(reply: Reply) -> str:
    return reply.text.strip()
