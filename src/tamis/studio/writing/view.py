"""The contents of a session's page as plain values for the templates."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from tamis.retrieve.papers import Paper
from tamis.studio.writing.changes import Change, change, hints
from tamis.studio.writing.jobs import Job
from tamis.studio.writing.marks import Marks
from tamis.studio.writing.models import model_name
from tamis.studio.writing.session_store import Kept
from tamis.types import Passage
from tamis.writing.author import Respondent
from tamis.writing.sessions import MAX_TURNS, Session, Turn


@dataclass(frozen=True)
class Shown:
    """The answer that the page shows: the draft (turn 0), or the revision of a turn.

    `text` is the answer; if it was interrupted, `broken` says why. `waiting`: it is being written.
    """

    number: int
    title: str
    turn: Turn | None
    text: Markup
    raw: str
    changes: tuple[Change, ...]
    waiting: bool
    broken: str
    truncated: bool


@dataclass(frozen=True)
class Past:
    """A turn in the history. `base` is the turn whose answer it was applied to, 0 for the draft."""

    turn: Turn
    base: int
    state: str


@dataclass(frozen=True)
class Used:
    """Passages, and what they were found for."""

    title: str
    query: str
    passages: tuple[Passage, ...]
    summary: str


@dataclass(frozen=True)
class SessionPage:
    """All of a session's page."""

    id: str
    kept: Kept
    session: Session
    papers: tuple[tuple[Paper, int], ...]
    marks: Marks
    shown: Shown
    past: tuple[Past, ...]
    used: tuple[Used, ...]
    stage: str
    step: str
    base: int
    latest: int
    mine: bool

    @property
    def model(self) -> str:
        """The model's name, an alias until the end."""
        row = self.kept.row
        return model_name(row.model if row.finished_at is not None else row.alias)

    @property
    def has_model(self) -> bool:
        """Whether a model writes; else a program stands in."""
        return self.kept.row.model != Respondent.name

    @property
    def found_by(self) -> str:
        """How passages are found, in words."""
        name, _, how = self.session.opened.retriever.partition(" ")
        return {
            "bm25": "by words (BM25)",
            "dense": f"by meaning {how}",
            "rrf": "by words and by meaning",
        }.get(name, f"by {self.session.opened.retriever}")

    @property
    def turns_left(self) -> int:
        """Instructions that can still be given."""
        return max(0, MAX_TURNS - len(self.session.turns))

    @property
    def last(self) -> Turn | None:
        """The latest turn."""
        return self.session.turns[-1] if self.session.turns else None

    @property
    def left_history(self) -> bool:
        """Whether the last answer was bad and not edited, so that it is not used further."""
        last = self.last
        return last is not None and last.answer is not None and not last.kept


def view(
    kept: Kept, papers: list[Paper], job: Job | None, number: int | None, mine: bool
) -> SessionPage:
    """The page of a session, showing the answer of turn `number`.

    `job` must be looked up before the session is loaded: if it ends in between, its event is in the
    session.
    """
    session = kept.session
    marks = Marks(f"/writing/{kept.row.id}", tuple(paper.title for paper in papers))
    latest = len(session.turns)
    number = latest if number is None or not 0 <= number <= latest else number
    passages = session.passages.values()
    counted = [sum(passage.paper == n for passage in passages) for n in range(len(papers))]
    return SessionPage(
        id=kept.row.id,
        kept=kept,
        session=session,
        papers=tuple(zip(papers, counted, strict=True)),
        marks=marks,
        shown=_shown(session, number, marks, job),
        past=tuple(_past(session, turn, job) for turn in session.turns),
        used=_used(session, number),
        stage=_stage(session, job),
        step=job.step if job is not None else "",
        base=base_of(session, latest + 1),
        latest=latest,
        mine=mine,
    )


def base_of(session: Session, number: int) -> int:
    """The turn whose answer the instruction of turn `number` is applied to; 0 for the draft."""
    before = session.turns[: number - 1]
    return next((turn.number for turn in reversed(before) if turn.kept), 0)


def answer_name(number: int) -> str:
    """What an answer is called: the draft, or a turn's."""
    return f"the answer of turn {number}" if number else "the draft"


def _stage(session: Session, job: Job | None) -> str:
    """What the page is about: a machine that stands still has broken off."""
    if session.stage in ("drafting", "revising"):
        return "waiting" if job is not None else "broken"
    if session.finished is None and session.stage == "finished":
        return "full"
    return session.stage


def _shown(session: Session, number: int, marks: Marks, job: Job | None) -> Shown:
    half = job.text if job is not None else ""
    if number == 0:
        waits = session.draft is None
        raw = session.draft or half or session.interrupted or ""
        return Shown(
            0,
            "First draft",
            None,
            marks.prose(raw),
            raw,
            (),
            waits and job is not None,
            _why(session.reason) if waits and job is None else "",
            session.draft_truncated,
        )
    turn = session.turns[number - 1]
    waits = turn.answer is None
    raw = turn.final or half or turn.interrupted or ""
    return Shown(
        number,
        f"Turn {number}",
        turn,
        marks.prose(raw),
        raw,
        _changes(session, turn, marks),
        waits and job is not None,
        _why(turn.reason) if waits and job is None else "",
        turn.truncated,
    )


def _why(reason: str) -> str:
    return reason or "the server was stopped before it began"


def _changes(session: Session, turn: Turn, marks: Marks) -> tuple[Change, ...]:
    if turn.answer is None:
        return ()
    to = answer_name(base_of(session, turn.number))
    found = [
        change(
            marks,
            "revision",
            "The revision",
            to,
            turn.previous,
            turn.answer,
            hints(turn, len(marks.titles)),
        )
    ]
    if turn.edited is not None:
        found.insert(
            0, change(marks, "edit", "Your edit", "the revision", turn.answer, turn.edited)
        )
    return tuple(found)


def _past(session: Session, turn: Turn, job: Job | None) -> Past:
    base = base_of(session, turn.number)
    if turn.answer is None:
        return Past(turn, base, "waiting" if job is not None else "broken")
    if turn.rating is None:
        return Past(turn, base, "unrated")
    return Past(turn, base, "kept" if turn.kept else "left")


def _used(session: Session, number: int) -> tuple[Used, ...]:
    """The passages of the last information-seeking turn up to `number`, then the draft's (§3.2)."""
    found = []
    sought = [turn for turn in session.turns[:number] if turn.passages]
    if sought:
        last = sought[-1]
        found.append(Used(f"Turn {last.number}", last.instruction, last.passages, last.summary))
    if session.draft_passages:
        found.append(Used("First draft", session.opened.question, session.draft_passages, ""))
    return tuple(found)
