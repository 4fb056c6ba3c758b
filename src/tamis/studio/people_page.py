"""The owner's page of people: accounts, invitations, locked accounts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response
from sqlalchemy import select

from tamis.studio.database.schema import Invitation, Person, now
from tamis.studio.people import accounts
from tamis.studio.people.access import Db, Here, Owner
from tamis.studio.people.login_codes import login_code
from tamis.studio.people.throttle import of_name
from tamis.studio.templating import flash, page, redirect
from tamis.types import InputError

router = APIRouter(prefix="/people")

Text = Annotated[str, Form(max_length=1000)]
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@dataclass(frozen=True)
class _Invited:
    """An open invitation, as the owner sees it."""

    key: str
    name: str
    role: str
    expires_at: datetime


@router.get("")
def people_page(request: Request, person: Owner, studio: Here) -> Response:
    """All people and the open invitations."""
    return _show(request, studio)


def _show(request: Request, studio: Here, status: int = 200, **context: str) -> Response:
    with studio.database.reading() as session:
        everyone = session.scalars(select(Person).order_by(Person.id)).all()
        names = {someone.id: someone.name for someone in everyone}
        invited = [
            _Invited(
                row.token_hash,
                names[row.person_id] if row.person_id else row.name or "",
                "new password" if row.person_id else row.role,
                row.expires_at,
            )
            for row in session.scalars(
                select(Invitation)
                .where(Invitation.used_at.is_(None), Invitation.expires_at > now())
                .order_by(Invitation.created_at)
            )
        ]
    wrong = {one.id: studio.throttle.failures(of_name(one.name_key)) for one in everyone}
    return page(
        request,
        "people.html",
        status,
        everyone=everyone,
        invited=invited,
        wrong=wrong,
        **{"link": "", "code": "", "link_for": "", "problem": "", **context},
    )


@router.post("/invitations")
def make_invitation(
    request: Request, person: Owner, studio: Here, role: Text = "annotator", name: Text = ""
) -> Response:
    """Invite someone: the link is shown this once."""
    try:
        with studio.database.writing() as session:
            token = accounts.invite(
                session, role, name=name, created_by=person.id, longest=studio.settings.limits.name
            )
    except InputError as error:
        return _show(request, studio, 422, problem=str(error))
    return _show_link(request, studio, token, name.strip())


@router.post("/{number}/code")
def make_code(request: Request, person: Owner, studio: Here, number: Number) -> Response:
    """A code with which someone need not wait for the wrong passwords of others."""
    with studio.database.reading() as session:
        someone = _someone(session.get(Person, number))
    code = login_code(studio.settings.secret, someone, now())
    return _show(request, studio, code=code, link_for=someone.name)


@router.post("/{number}/invitation")
def make_new_password(request: Request, person: Owner, studio: Here, number: Number) -> Response:
    """A link with which someone sets a new password."""
    with studio.database.writing() as session:
        someone = _someone(session.get(Person, number))
        token = accounts.invite(session, someone.role, created_by=person.id, person=someone)
    return _show_link(request, studio, token, someone.name)


def _show_link(request: Request, studio: Here, token: str, name: str) -> Response:
    scheme = "https" if studio.settings.https else request.url.scheme
    link = f"{scheme}://{request.headers['host']}/invitation/{token}"
    return _show(request, studio, link=link, link_for=name)


@router.post("/invitations/{key}/withdraw")
def withdraw_invitation(
    request: Request, person: Owner, database: Db, key: Annotated[str, Path(max_length=64)]
) -> Response:
    """Take an invitation back."""
    with database.writing() as session:
        invitation = session.get(Invitation, key)
        if invitation is not None and invitation.used_at is None:
            session.delete(invitation)
    flash(request, "The invitation is withdrawn.")
    return redirect("/people")


@router.post("/{number}/disable")
def disable_person(request: Request, person: Owner, studio: Here, number: Number) -> Response:
    """Lock someone out."""
    try:
        with studio.database.writing() as session:
            someone = _someone(session.get(Person, number))
            accounts.disable(session, someone)
    except InputError as error:
        return _show(request, studio, 422, problem=str(error))
    flash(request, f"{someone.name} is locked out. What they have done remains.")
    return redirect("/people")


@router.post("/{number}/enable")
def enable_person(request: Request, person: Owner, database: Db, number: Number) -> Response:
    """Let someone in again."""
    with database.writing() as session:
        someone = _someone(session.get(Person, number))
        someone.disabled_at = None
    flash(request, f"{someone.name} can log in again.")
    return redirect("/people")


def _someone(person: Person | None) -> Person:
    if person is None:
        raise HTTPException(404)
    return person
