"""Writing sessions in the database: their events, appended as they happen."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session as Transaction

from tamis.retrieve.papers import Paper
from tamis.studio.database import Database
from tamis.studio.database.schema import (
    Person,
    Unsent,
    Writing,
    WritingEvent,
    WritingPaper,
    WritingPartial,
    now,
    storable,
)
from tamis.types import InputError
from tamis.writing.sessions import (
    Drafted,
    Event,
    Finished,
    Interrupted,
    Opened,
    OutOfTurn,
    Revised,
    Session,
    as_record,
    fold,
    from_record,
)

Some = TypeVar("Some", bound=Event)

STOPPED = "the server was stopped while the answer was being written"
"""The reason of an interruption that is found at a restart."""


class EditNotKept(InputError):
    """The writer goes on although an edit that they typed, `answer`, was not sent."""

    def __init__(self, turn: int, answer: str) -> None:
        super().__init__(f"Your edit of turn {turn} is not kept yet: keep it, or discard it.")
        self.turn, self.answer = turn, answer


@dataclass(frozen=True)
class Kept:
    """A writing session as stored in the database.

    `version` is the number of its events; a page sends back the version that it has shown.
    """

    row: Writing
    session: Session
    version: int


@dataclass(frozen=True)
class Listed:
    """A session in a list: `turns` instructions have been given."""

    row: Writing
    owner: str
    turns: int


def create(
    transaction: Transaction,
    owner_id: int,
    opened: Opened,
    papers: Iterable[Paper],
    alias: str,
) -> str:
    """A new session with its papers and its first event; returns its id."""
    opened = _storable(opened)
    row = Writing(
        owner_id=owner_id,
        question=opened.question,
        model=opened.model,
        alias=alias,
        settings=dict(opened.settings),
    )
    transaction.add(row)
    transaction.flush()
    for number, paper in enumerate(papers):
        transaction.add(
            WritingPaper(
                writing_id=row.id,
                number=number,
                title=paper.title,
                paragraphs=[storable(paragraph) for paragraph in paper.paragraphs],
                source=paper.source,
            )
        )
    transaction.add(
        WritingEvent(writing_id=row.id, number=0, person_id=owner_id, record=as_record(opened))
    )
    return row.id


def load(transaction: Transaction, id: str) -> Kept | None:
    """The session `id`, folded from its events; None where there is none."""
    row = transaction.get(Writing, id)
    if row is None:
        return None
    events = events_of(transaction, id)
    return Kept(row, fold(event for _, event in events), len(events))


def events_of(transaction: Transaction, id: str) -> list[tuple[datetime, Event]]:
    """All events of a session in order, with their times."""
    found = transaction.execute(
        select(WritingEvent.at, WritingEvent.record)
        .where(WritingEvent.writing_id == id)
        .order_by(WritingEvent.number)
    )
    return [(at, from_record(record)) for at, record in found]


def papers_of(transaction: Transaction, id: str) -> list[Paper]:
    """The papers of a session, in the order of their numbers."""
    rows = transaction.scalars(
        select(WritingPaper).where(WritingPaper.writing_id == id).order_by(WritingPaper.number)
    )
    return [
        Paper(str(row.number), row.title, tuple(row.paragraphs), source=row.source) for row in rows
    ]


def append(
    database: Database,
    id: str,
    event: Event,
    person_id: int | None,
    seen: int | None = None,
    also: Callable[[Transaction], None] | None = None,
) -> Kept:
    """Store an event, and return the session after it.

    `seen` is the version that the page showed, so that later events from another tab are not
    overwritten. `also` is what is stored in the same transaction. Raises OutOfTurn if the event is
    out of date or not allowed, EditNotKept if a typed edit was not sent, and LookupError if there
    is no such session of the person.
    """
    event = _storable(event)
    with database.writing() as transaction:
        kept = load(transaction, id)
        if kept is None or (person_id is not None and kept.row.owner_id != person_id):
            raise LookupError(id)
        if seen is not None and seen != kept.version:
            raise OutOfTurn(
                "the session was continued in another tab or window since this page was shown."
            )
        session = kept.session.apply(event)
        if person_id is not None and kept.session.may_edit and not session.may_edit:
            _ask_for_edit(transaction, kept, person_id)
        transaction.add(
            WritingEvent(
                writing_id=id, number=kept.version, person_id=person_id, record=as_record(event)
            )
        )
        kept.row.updated_at = now()
        if isinstance(event, Finished):
            kept.row.finished_at = now()
        if isinstance(event, (Drafted, Revised, Interrupted)):
            transaction.execute(delete(WritingPartial).where(WritingPartial.writing_id == id))
        if also is not None:
            also(transaction)
    return Kept(kept.row, session, kept.version + 1)


def edit_place(id: str, turn: int) -> str:
    """Where the form for editing a turn's answer is autosaved."""
    return f"writing:{id}:edit:{turn}"


def _ask_for_edit(transaction: Transaction, kept: Kept, person_id: int) -> None:
    """Raise EditNotKept where the person has typed another version of the last answer."""
    last = kept.session.turns[-1]
    row = transaction.get(Unsent, (person_id, edit_place(kept.row.id, last.number)))
    try:
        typed = json.loads(row.text)["answer"] if row is not None else ""
    except (ValueError, KeyError, TypeError, RecursionError):
        # The browser decides what is stored here; only the form of an edit has an answer.
        return
    if isinstance(typed, str) and typed.strip() and _clean(typed) != last.final:
        raise EditNotKept(last.number, _clean(typed))


def save_partial(database: Database, id: str, turn: int, text: str, version: int) -> None:
    """Store what has been streamed so far, in case the server is killed.

    Nothing is stored if the session is not at `version` any more: the text may come late.
    """
    count = select(func.count()).where(WritingEvent.writing_id == id)
    with database.writing() as transaction:
        if transaction.scalar(count) == version:
            transaction.merge(WritingPartial(writing_id=id, turn=turn, text=text, at=now()))


def mark_interrupted(database: Database) -> int:
    """Mark what a stopped server left unfinished as interrupted; returns how many there were.

    An unfinished answer becomes an interruption with its text. Call it before serving, and only if
    no other server uses the database.
    """
    with database.reading() as transaction:
        waiting = transaction.scalars(select(Writing.id).where(Writing.finished_at.is_(None)))
        ids = list(waiting)
    count = 0
    for id in ids:
        with database.reading() as transaction:
            kept = load(transaction, id)
            partial = transaction.get(WritingPartial, id)
        if kept is None or kept.session.stage not in ("drafting", "revising"):
            continue
        number = len(kept.session.turns)
        last = kept.session.turns[-1] if kept.session.turns else kept.session
        # An interruption deletes the partial text: if there is one, it is from a later attempt.
        text = partial.text if partial is not None and partial.turn == number else ""
        if last.interrupted is None or text:
            append(database, id, Interrupted(number, text, STOPPED), None)
            count += 1
    return count


def listed(transaction: Transaction, owner_id: int | None, limit: int = 200) -> Sequence[Listed]:
    """A person's sessions, or everyone's, the latest first."""
    query = select(Writing, Person.name).join(Person, Person.id == Writing.owner_id)
    if owner_id is not None:
        query = query.where(Writing.owner_id == owner_id)
    found = transaction.execute(query.order_by(Writing.updated_at.desc()).limit(limit)).all()
    given = (
        # The latest: an instruction may have been replaced.
        select(WritingEvent.writing_id, func.max(WritingEvent.record["turn"].as_integer()))
        .where(
            WritingEvent.writing_id.in_([row.id for row, _ in found]),
            WritingEvent.record["event"].as_string() == "instructed",
        )
        .group_by(WritingEvent.writing_id)
    )
    turns = {row[0]: int(row[1]) for row in transaction.execute(given)}
    return [Listed(row, name, turns.get(row.id, 0)) for row, name in found]


def finished(transaction: Transaction) -> list[Kept]:
    """Every finished session, in the order of their ends."""
    ids = transaction.scalars(
        select(Writing.id).where(Writing.finished_at.is_not(None)).order_by(Writing.finished_at)
    ).all()
    return [kept for id in ids if (kept := load(transaction, id)) is not None]


def remove(transaction: Transaction, id: str, person_id: int) -> None:
    """Remove a person's unfinished session with all that belongs to it; LookupError otherwise."""
    row = transaction.get(Writing, id)
    if row is None or row.owner_id != person_id or row.finished_at is not None:
        raise LookupError(id)
    for table in (WritingPartial, WritingEvent, WritingPaper):
        transaction.execute(delete(table).where(table.writing_id == id))
    forms = Unsent.place.startswith(f"writing:{id}:", autoescape=True)
    transaction.execute(delete(Unsent).where(Unsent.person_id == person_id, forms))
    transaction.delete(row)


def _storable(event: Some) -> Some:
    """The event without characters that databases and pages cannot hold.

    Line ends are normalised as a browser's form does, but without carriage returns.
    """
    cleaned: Some = from_record(_clean(as_record(event)))  # type: ignore[assignment]
    return cleaned


def _clean(value: Any) -> Any:
    if isinstance(value, str):
        return storable(value).replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, dict):
        return {key: _clean(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_clean(one) for one in value]
    return value
