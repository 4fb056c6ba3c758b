"""The state of a writing session, computed from its events by the rules of KIWI's Figure 3."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from tamis.bad_input import unknown
from tamis.types import InputError, Passage
from tamis.writing.sessions.events import (
    KINDS,
    RATINGS,
    Drafted,
    Edited,
    Event,
    Finished,
    Instructed,
    Interrupted,
    Kind,
    Opened,
    Rated,
    Rating,
    Retrieved,
    Revised,
    Summarised,
)

MAX_TURNS = 10
"""The maximum number of turns of a session (§2.2)."""

Stage = Literal["drafting", "instructing", "revising", "rating", "finished"]
"""What a session waits for: its draft, an instruction, a revision, a rating, or nothing."""


class OutOfTurn(InputError):
    """An event that is not allowed in the session's present state; the message says why."""


@dataclass(frozen=True)
class Turn:
    """One instruction and its revision (§2.2).

    `previous` is the answer that it was applied to: a_p of Figure 3. `answer` is None until the
    model has revised; `edited` is None unless the writer edited. `interrupted` holds the text of an
    interrupted revision, and `reason` why, until the next attempt succeeds.
    """

    number: int
    instruction: str
    kind: Kind | None
    previous: str
    passages: tuple[Passage, ...] = ()
    summary: str = ""
    answer: str | None = None
    truncated: bool = False
    interrupted: str | None = None
    reason: str = ""
    rating: Rating | None = None
    comment: str = ""
    edited: str | None = None

    @property
    def sought(self) -> bool:
        """Whether the instruction is known to be information-seeking: recorded so, or passages
        were retrieved for it, which is done for no other (Figure 3, lines 5 to 7)."""
        if self.kind is None:
            return bool(self.passages)
        return self.kind == "information-seeking"

    @property
    def final(self) -> str | None:
        """The answer as the writer left it: edited where it was."""
        return self.answer if self.edited is None else self.edited

    @property
    def kept(self) -> bool:
        """Whether the turn's answer stays in the history: not when it is bad and unedited."""
        return self.answer is not None and (self.rating != "bad" or self.edited is not None)


@dataclass(frozen=True)
class Session:
    """A question on papers, the draft, and the turns so far."""

    opened: Opened
    draft: str | None = None
    draft_passages: tuple[Passage, ...] = ()
    draft_truncated: bool = False
    interrupted: str | None = None
    reason: str = ""
    turns: tuple[Turn, ...] = ()
    finished: Finished | None = None
    max_turns: int = field(default=MAX_TURNS, compare=False)

    @property
    def stage(self) -> Stage:
        """What the session waits for; while it waits for an instruction, an edit is also
        allowed."""
        if self.finished is not None:
            return "finished"
        if self.draft is None:
            return "drafting"
        if self.turns and self.turns[-1].answer is None:
            return "revising"
        if self.turns and self.turns[-1].rating is None:
            return "rating"
        return "instructing" if len(self.turns) < self.max_turns else "finished"

    @property
    def previous(self) -> str:
        """The answer that the next instruction is applied to (Figure 3, lines 17 to 19).

        That of the last turn which is not bad, or was edited; the draft where there is none.
        """
        for turn in reversed(self.turns):
            if turn.kept:
                return turn.final or ""
        return self.draft or ""

    @property
    def may_edit(self) -> bool:
        """Whether the last revision may be edited: rated, not good, and nothing has followed."""
        last = self.turns[-1] if self.turns else None
        return self.finished is None and last is not None and last.rating in ("neutral", "bad")

    @property
    def passages(self) -> dict[str, Passage]:
        """Every passage that the session has shown, by its id, in the order of first showing."""
        shown = [*self.draft_passages, *(p for turn in self.turns for p in turn.passages)]
        return {passage.id: passage for passage in shown}

    def apply(self, event: Event) -> Session:
        """The session after `event`; raises OutOfTurn, with the reason, if it is not allowed
        now."""
        if self.finished is not None:
            raise OutOfTurn("the session is finished: nothing can be added to it.")
        match event:
            case Opened():
                raise OutOfTurn("the session is already open.")
            case Finished():
                return self._finish(event)
            case Drafted():
                self._wait_for("drafting", "a draft")
                return replace(
                    self,
                    draft=event.answer,
                    draft_truncated=event.truncated,
                    interrupted=None,
                    reason="",
                )
            case Instructed():
                return self._instruct(event)
            case Retrieved() | Interrupted() if event.turn == 0:
                self._wait_for("drafting", "a draft")
                if isinstance(event, Retrieved):
                    return replace(self, draft_passages=event.passages)
                return replace(self, interrupted=event.text, reason=event.reason)
            case Retrieved() | Summarised() | Revised() | Interrupted():
                self._wait_for("revising", "a revision")
                return self._with_last(event.turn, _revise(self.turns[-1], event))
            case Rated():
                return self._rate(event)
            case Edited():
                return self._edit(event)

    def _instruct(self, event: Instructed) -> Session:
        # If the revision keeps failing, the instruction can be replaced, so that the session can go
        # on.
        anew = self.stage == "revising" and event.turn == len(self.turns)
        before = self.turns[:-1] if anew else self.turns
        if self.draft is not None and len(before) >= self.max_turns:
            raise OutOfTurn(f"the session has had its {self.max_turns} turns.")
        if not anew:
            self._wait_for("instructing", "an instruction")
        if event.turn != len(before) + 1:
            raise OutOfTurn(
                f"the instruction is for turn {event.turn}, and turn {len(self.turns) + 1} is next:"
                " the session was continued in another tab or window."
            )
        if not event.instruction.strip():
            raise InputError("the instruction is empty: say how the answer is to change.")
        if event.kind not in KINDS:
            raise unknown("kind of instruction", event.kind, KINDS)
        turn = Turn(event.turn, event.instruction, event.kind, previous=self.previous)
        return replace(self, turns=(*before, turn))

    def _rate(self, event: Rated) -> Session:
        last = self.turns[-1] if self.turns else None
        # A rating can be changed until the next instruction.
        if last is None or last.answer is None:
            raise OutOfTurn("there is no revision to rate.")
        if event.rating not in RATINGS:
            raise unknown("rating", event.rating, RATINGS)
        if not event.comment.strip():
            raise InputError("a rating needs a comment: say in a few words why.")
        if event.rating == "good" and last.edited is not None:
            raise OutOfTurn("the revision was edited, and what is good needs no edit.")
        return self._with_last(
            event.turn, replace(last, rating=event.rating, comment=event.comment)
        )

    def _edit(self, event: Edited) -> Session:
        if not self.may_edit:
            raise OutOfTurn("only a revision that was rated neutral or bad can be edited.")
        if not event.answer.strip():
            raise InputError("the edited answer is empty.")
        if event.answer == self.turns[-1].answer:
            raise InputError("the edited answer is the model's own: change it, or go on without.")
        return self._with_last(event.turn, replace(self.turns[-1], edited=event.answer))

    def _finish(self, event: Finished) -> Session:
        if self.stage in ("drafting", "revising", "rating"):
            raise OutOfTurn(f"the session waits for {_WAITS[self.stage]}: it cannot end here.")
        return replace(self, finished=event)

    def _wait_for(self, stage: Stage, what: str) -> None:
        if self.stage != stage:
            raise OutOfTurn(
                f"{what} is not possible now: the session waits for {_WAITS[self.stage]}."
            )

    def _with_last(self, number: int, turn: Turn) -> Session:
        if number != turn.number:
            raise OutOfTurn(
                f"turn {number} is not the current one, which is {turn.number}:"
                " the session was continued in another tab or window."
            )
        return replace(self, turns=(*self.turns[:-1], turn))


_WAITS: dict[Stage, str] = {
    "drafting": "its draft",
    "instructing": "an instruction",
    "revising": "a revision",
    "rating": "a rating",
    "finished": "nothing more",
}


def _revise(turn: Turn, event: Retrieved | Summarised | Revised | Interrupted) -> Turn:
    match event:
        case Retrieved():
            return replace(turn, passages=event.passages)
        case Summarised():
            return replace(turn, summary=event.summary)
        case Interrupted():
            return replace(turn, interrupted=event.text, reason=event.reason)
        case Revised():
            return replace(
                turn, answer=event.answer, truncated=event.truncated, interrupted=None, reason=""
            )


def fold(events: Iterable[Event], max_turns: int = MAX_TURNS) -> Session:
    """The session that results from the events; InputError if they are not valid."""
    rest = iter(events)
    first = next(rest, None)
    if not isinstance(first, Opened):
        raise InputError("a session's first event must be its opening.")
    session = Session(first, max_turns=max_turns)
    for event in rest:
        session = session.apply(event)
    return session
