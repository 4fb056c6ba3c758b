"""The pages of writing: the list of sessions, a session, its papers, its exports."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Path, Request, Response

from tamis.studio.people.access import CurrentPerson, Db, Owner
from tamis.studio.templating import page
from tamis.studio.writing import actions, export, new_session, session_store, streaming
from tamis.studio.writing.demo import topics
from tamis.studio.writing.models import model_name
from tamis.studio.writing.responses import found, show, with_papers
from tamis.types import InputError

router = APIRouter(prefix="/writing")

Id = Annotated[str, Path(min_length=1, max_length=40)]
Number = Annotated[int, Path(ge=0, le=9999)]


@router.get("")
def index(request: Request, person: CurrentPerson, database: Db) -> Response:
    """The person's sessions; for an owner everyone's as well."""
    with database.reading() as transaction:
        own = session_store.listed(transaction, person.id)
        every = session_store.listed(transaction, None) if person.owner else []
    others = [one for one in every if one.row.owner_id != person.id]
    ended = any(one.row.finished_at is not None for one in every)
    return page(
        request,
        "writing/index.html",
        own=own,
        others=others,
        topics=topics(),
        ended=ended,
        model_name=model_name,
    )


@router.get("/finished.jsonl")
def all_finished(person: Owner, database: Db) -> Response:
    """Everyone's finished sessions in the released form, for an owner."""
    with database.reading() as transaction:
        text = export.released(transaction, session_store.finished(transaction))
    return _file(text, "interaction_data_with_annotator_ids.jsonl")


router.include_router(new_session.router)


@router.get("/{id}")
def session(
    request: Request, person: CurrentPerson, id: Id, turn: str = "", view: str = ""
) -> Response:
    """A session; `turn` is the one whose answer is shown, the latest otherwise."""
    number = int(turn) if turn.isascii() and turn.isdigit() and len(turn) < 4 else None
    return show(request, id, person, number=number, way=view)


@router.get("/{id}/papers/{number}")
def paper(request: Request, person: CurrentPerson, id: Id, number: Number) -> Response:
    """A paper of a session: the passages that the session was shown, and all its paragraphs."""
    kept, papers = with_papers(request, id, person)
    if number >= len(papers):
        raise HTTPException(404, "The session has no paper of this number.")
    passages = [one for one in kept.session.passages.values() if one.paper == number]
    return page(
        request,
        "writing/paper.html",
        session_id=id,
        question=kept.session.opened.question,
        number=number,
        paper=papers[number],
        passages=passages,
    )


@router.get("/{id}/session.jsonl")
def released(person: CurrentPerson, database: Db, id: Id) -> Response:
    """The session in the released form."""
    with database.reading() as transaction:
        kept = found(transaction, id, person)
        if kept.session.draft is None:
            raise InputError("The session has no draft yet: there is nothing to export.")
        text = export.released(transaction, [kept])
    return _file(text, f"session-{id}.jsonl")


@router.get("/{id}/events.jsonl")
def events(person: CurrentPerson, database: Db, id: Id) -> Response:
    """All events of the session, with their times."""
    with database.reading() as transaction:
        kept = found(transaction, id, person)
        text = export.events(kept, session_store.events_of(transaction, id))
    return _file(text, f"events-{id}.jsonl")


router.include_router(actions.router)
router.include_router(streaming.router)


def _file(text: str, name: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(text, media_type="application/jsonl; charset=utf-8", headers=headers)
