"""Replaying recorded sessions with another author: released sessions as a benchmark of revisions.

The recorded instructions are given to another model. In the mode `recorded` each instruction is
applied to the answer that it was written for: turns are independent, and two models are compared on
the same inputs. In the mode `own` it is applied to the author's own last answer, starting from its
own draft; recorded instructions may then no longer fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from tamis.types import InputError, Passage
from tamis.writing.author import Author
from tamis.writing.session_steps import Searcher, advance
from tamis.writing.sessions import Interrupted, Session, Turn

Mode = Literal["recorded", "own"]


@dataclass(frozen=True)
class Replayed:
    """A replayed session: the other author's answers to the recorded instructions.

    Its turns have no rating. `skipped` are the numbers of turns without an instruction; `failed`
    those without a revision, with the reason. `left_out` are those whose kind is not known, where
    there is a searcher; without one they are `unknown`, and were given to the author as stylistic
    ones are, like the `unread`, information-seeking ones without any passage.
    """

    session: Session
    skipped: tuple[int, ...] = ()
    failed: tuple[tuple[int, str], ...] = ()
    left_out: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    unread: tuple[int, ...] = ()


class Recorded:
    """A searcher that returns the recorded passages, for sessions whose papers are not
    available."""

    name = "recorded"

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = tuple(passages)

    def search(self, query: str, k: int = 5) -> tuple[Passage, ...]:
        """The recorded passages, for any query."""
        return self.passages[:k]


async def replay(
    recorded: Session, author: Author, searcher: Searcher | None = None, mode: Mode = "recorded"
) -> Replayed:
    """Give the recorded instructions to `author`, in order.

    Without a `searcher` over the session's papers the recorded passages are used. The draft is the
    recorded one in `recorded` mode and the author's in `own` mode; if that fails, every turn fails
    with its reason. Raises InputError in `own` mode if there are no passages for a draft.
    """
    name = searcher.name if searcher is not None else Recorded.name
    opened = replace(recorded.opened, model=author.name, retriever=name)
    session = replace(Session(opened), draft=recorded.draft, draft_passages=recorded.draft_passages)
    asked = [turn for turn in recorded.turns if turn.instruction.strip()]
    skipped = tuple(turn.number for turn in recorded.turns if not turn.instruction.strip())
    if mode == "own":
        if searcher is None and not recorded.draft_passages:
            raise InputError(
                f"the session on {recorded.opened.question!r:.80} has no passages for a draft: "
                "give its papers, or put the instructions to the recorded answers."
            )
        shelf = searcher or Recorded(recorded.draft_passages)
        session = await _advanced(Session(opened), author, shelf)
        if session.draft is None:
            return Replayed(session, skipped, tuple((t.number, session.reason) for t in asked))
    done: list[Turn] = []
    failed: list[tuple[int, str]] = []
    left_out: list[int] = []
    unknown: list[int] = []
    unread: list[int] = []
    answer = session.draft or ""
    for turn in asked:
        previous = turn.previous if mode == "recorded" else answer
        shelf = searcher or Recorded(turn.passages)
        kind = "information-seeking" if turn.sought else turn.kind
        if kind is None and searcher is not None:
            left_out.append(turn.number)
            continue
        if kind is None:
            unknown.append(turn.number)
        looks_up = turn.sought and (searcher is not None or bool(turn.passages))
        if turn.sought and not looks_up:
            unread.append(turn.number)
        fresh = Turn(turn.number, turn.instruction, kind if looks_up else "stylistic", previous)
        waiting = replace(session, turns=(fresh,))
        revised = (await _advanced(waiting, author, shelf)).turns[-1]
        if revised.answer is None:
            failed.append((turn.number, revised.reason))
        else:
            done.append(replace(revised, kind=kind))
            answer = revised.answer
    return Replayed(
        replace(session, turns=tuple(done)),
        skipped,
        tuple(failed),
        left_out=tuple(left_out),
        unknown=tuple(unknown),
        unread=tuple(unread),
    )


async def _advanced(session: Session, author: Author, searcher: Searcher) -> Session:
    """The session after the machine's steps, whether or not they succeeded."""
    async for event in advance(session, author, searcher, lambda text: None):
        session = session.apply(event)
        if isinstance(event, Interrupted):
            break
    return session
