"""Autosave: what a person has typed into a form is stored until they send it.

A form marked `data-autosave="PLACE"` is saved by `studio.js` as they type, and filled again when
the page is opened anew. The code that saves the sent form calls `forget_unsent` in the same
transaction.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session
from starlette.responses import JSONResponse

from tamis.studio.database.schema import Unsent, now
from tamis.studio.people.access import Config, CurrentPerson, Db
from tamis.types import InputError

router = APIRouter()

SERVER = "server:"
"""The prefix of places that the studio itself uses for a person; no form has it."""

Place = Annotated[str, Form(min_length=1, max_length=200)]


@router.post("/unsent", status_code=204)
def keep(
    person: CurrentPerson,
    database: Db,
    settings: Config,
    place: Place,
    text: Annotated[str, Form()] = "",
) -> Response:
    """Keep a form's contents; empty ones are forgotten."""
    if len(text) > settings.limits.text:
        raise InputError("This text is too long to be kept: shorten it, or save it elsewhere.")
    if place.startswith(SERVER):
        raise InputError("A form cannot be kept under this name.")
    with database.writing() as session:
        if not text:
            forget_unsent(session, person.id, place)
            return Response(status_code=204)
        kept = session.get(Unsent, (person.id, place))
        if kept is not None:
            kept.text, kept.at = text, now()
            return Response(status_code=204)
        forms = (Unsent.person_id == person.id, ~Unsent.place.startswith(SERVER))
        count = session.scalar(select(func.count()).where(*forms)) or 0
        if count >= settings.limits.unsent:
            oldest = (
                select(Unsent)
                .where(*forms)
                .order_by(Unsent.at)
                .limit(count - settings.limits.unsent + 1)
            )
            for row in session.scalars(oldest):
                session.delete(row)
        session.add(Unsent(person_id=person.id, place=place, text=text))
    return Response(status_code=204)


@router.get("/unsent")
def kept(
    person: CurrentPerson,
    database: Db,
    place: Annotated[str, Query(min_length=1, max_length=200)],
) -> Response:
    """The stored contents of a form: `{"text": …, "at": …}`, the text null where nothing is."""
    with database.reading() as session:
        row = session.get(Unsent, (person.id, place))
    if row is None:
        return JSONResponse({"text": None, "at": None})
    return JSONResponse({"text": row.text, "at": row.at.isoformat()})


def unsent(session: Session, person_id: int, prefix: str) -> dict[str, str]:
    """What a person has typed and not sent, by place, for all places that begin with `prefix`."""
    rows = session.scalars(
        select(Unsent).where(
            Unsent.person_id == person_id, Unsent.place.startswith(prefix, autoescape=True)
        )
    )
    return {row.place: row.text for row in rows}


def forget_unsent(session: Session, person_id: int, *places: str) -> None:
    """Forget what was kept of forms that have now been sent."""
    session.execute(delete(Unsent).where(Unsent.person_id == person_id, Unsent.place.in_(places)))
