"""Responses for a session: finding it, and showing its page, also after a refused action."""

from __future__ import annotations

import json
from collections.abc import Mapping

from fastapi import HTTPException, Request, Response
from sqlalchemy.orm import Session as Transaction

from tamis.retrieve.papers import Paper
from tamis.studio.database.schema import Unsent, now
from tamis.studio.people.access import studio_of
from tamis.studio.people.accounts import Who
from tamis.studio.templating import page
from tamis.studio.unsent import forget_unsent
from tamis.studio.writing import session_store
from tamis.studio.writing.jobs import jobs_of
from tamis.studio.writing.view import view
from tamis.types import InputError
from tamis.writing.sessions import OutOfTurn

NOT_HERE = "There is no such session, or it is not yours to see."


def found(transaction: Transaction, id: str, person: Who) -> session_store.Kept:
    """The session, if it exists and the person may read it, as its writer or an owner."""
    kept = session_store.load(transaction, id)
    if kept is None or (kept.row.owner_id != person.id and not person.owner):
        raise HTTPException(404, NOT_HERE)
    return kept


def with_papers(request: Request, id: str, person: Who) -> tuple[session_store.Kept, list[Paper]]:
    """The session and its papers."""
    with studio_of(request).database.reading() as transaction:
        return found(transaction, id, person), session_store.papers_of(transaction, id)


def show(
    request: Request,
    id: str,
    person: Who,
    *,
    number: int | None = None,
    way: str = "",
    status: int = 200,
    problem: str = "",
    typed: Mapping[str, str] | None = None,
    unkept: bool = False,
) -> Response:
    """The page of a session.

    `problem` says what was refused, `typed` is what had been typed; `unkept`: it has an edit that
    the writer must keep or discard.
    """
    job = jobs_of(request).of(id)
    kept, papers = with_papers(request, id, person)
    shown = view(kept, papers, job, number, kept.row.owner_id == person.id)
    return page(
        request,
        "writing/session.html",
        status,
        v=shown,
        problem=problem,
        typed=dict(typed or {}),
        unkept=unkept,
        way=way if way in ("changes", "clean", "sides") else "changes",
    )


def refused(
    request: Request,
    id: str,
    person: Who,
    error: InputError,
    place: str = "",
    typed: Mapping[str, str] | None = None,
) -> Response:
    """The page with the problem and with what had been typed, which is also autosaved."""
    typed = {name: text for name, text in (typed or {}).items() if text}
    stale, unkept = isinstance(error, OutOfTurn), isinstance(error, session_store.EditNotKept)
    said = str(error)
    problem = said[:1].upper() + said[1:]
    if typed:
        if place:
            keep_typed(request, person, place, typed)
        problem += f" What {'else ' if unkept else ''}you typed is kept."
    if isinstance(error, session_store.EditNotKept):
        typed["answer"] = error.answer
    status = 409 if stale else 422
    return show(request, id, person, status=status, problem=problem, typed=typed, unkept=unkept)


def keep_typed(request: Request, person: Who, place: str, typed: Mapping[str, str]) -> None:
    """Autosave the contents of a form that is shown again, as the page itself would.

    What the page saved last may be older, since it saves only from time to time.
    """
    # Choices are lists in what the page saves, and fields are texts.
    values = {name: [text] if name in ("kind", "rating") else text for name, text in typed.items()}
    text = json.dumps(values)
    studio = studio_of(request)
    if len(text) <= 2 * studio.settings.limits.text:
        with studio.database.writing() as transaction:
            if not typed:
                forget_unsent(transaction, person.id, place)
                return
            transaction.merge(Unsent(person_id=person.id, place=place, text=text, at=now()))
