"""The pages for logging in and out, accepting an invitation, and the own account."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form, HTTPException, Path, Request, Response

from tamis.studio import people_page
from tamis.studio.database.schema import Person, new_id, now
from tamis.studio.errors import error_page
from tamis.studio.people import accounts
from tamis.studio.people.access import CurrentPerson, Db, Here, Visitor
from tamis.studio.people.login_codes import is_login_code
from tamis.studio.people.login_sessions import DAYS, login_session_of
from tamis.studio.people.person_names import name_key
from tamis.studio.people.throttle import of_name
from tamis.studio.sent_forms import carried_out
from tamis.studio.templating import flash, local, page, redirect
from tamis.text.shown import counted
from tamis.types import InputError

router = APIRouter()
router.include_router(people_page.router)

Text = Annotated[str, Form(max_length=1000)]
Token = Annotated[str, Path(min_length=20, max_length=100)]

# Wrong passwords that cost no wait: for a name from one address, for a name from all, from an
# address. In the browser of someone who has logged in there, only their own count, so that no
# stranger can lock them out.
_FREE = 5
_FREE_PER_NAME = 20
_FREE_PER_ADDRESS = 30


@router.get("/login")
def login_page(request: Request, person: Visitor, next: str = "/") -> Response:
    """The form to log in."""
    if person is not None:
        return redirect(next)
    return _login_again(request, 200, next, "", "", waits=False)


@router.post("/login")
def log_in(
    request: Request,
    studio: Here,
    name: Text = "",
    password: Text = "",
    code: Text = "",
    next: Text = "/",
) -> Response:
    """Check a name and a password, and begin a login of the person."""
    with studio.database.reading() as session:
        person = accounts.find_person(session, name)
    limits = _limits(request, studio, name, person, code)
    wait = studio.throttle.attempt(limits)
    if wait > 0:
        seconds = int(wait) + 1
        problem = f"Too many attempts: wait {counted(seconds, 'second')} and try again."
        answer = _login_again(request, 429, next, name, problem, waits=True)
        answer.headers["Retry-After"] = str(seconds)
        return answer
    able = person is not None and person.disabled_at is None
    right = studio.passwords.check(person.password_hash if able and person else None, password)
    if person is None or not right:
        problem = "The name or the password is not right."
        return _login_again(request, 401, next, name, problem, waits=bool(code))
    for key, free in limits.items():
        # What others did counts on.
        studio.throttle.succeeded(key, all=free == _FREE)
    if person.password_hash is not None and studio.passwords.outdated(person.password_hash):
        fresh = studio.passwords.hash(password)
        with studio.database.writing() as session:
            session.get_one(Person, person.id).password_hash = fresh
    login_session_of(request).enter(person.id, person.stamp)
    return redirect(local(next))


def _limits(
    request: Request, studio: Here, name: str, person: Person | None, code: str
) -> dict[tuple[str, ...], int]:
    """What an attempt to log in counts for, each with its number of free ones."""
    login = login_session_of(request)
    if person is not None and login.known.get(person.id) == person.stamp:
        return {("browser", str(person.id), login.browser): _FREE}
    address = request.client.host if request.client else ""
    limits: dict[tuple[str, ...], int] = {("address", address): _FREE_PER_ADDRESS}
    if person and code and is_login_code(studio.settings.secret, person, code, now()):
        return {**limits, ("code", str(person.id)): _FREE}
    key = of_name(name_key(name))
    return {**limits, (*key, address): _FREE, key: _FREE_PER_NAME}


def _login_again(
    request: Request, status: int, next: str, name: str, problem: str, *, waits: bool
) -> Response:
    context = {"next": local(next), "name": name, "problem": problem, "waits": waits}
    return page(request, "login.html", status, **context)


@router.post("/demo")
def log_in_to_demo(request: Request, studio: Here) -> Response:
    """Log in as the owner of a demo."""
    if not studio.settings.demo:
        raise HTTPException(404)
    with studio.database.writing() as session:
        person = accounts.demo_owner(session)
    login_session_of(request).enter(person.id, person.stamp)
    return redirect("/")


@router.post("/logout")
def log_out(request: Request, database: Db) -> Response:
    """End this login, copies of its cookie too."""
    login = login_session_of(request)
    if login.person is not None:
        with database.writing() as session:
            accounts.end_login(session, login.key, DAYS)
    login.leave()
    return redirect("/login")


@router.get("/invitation/{token}")
def invitation_page(request: Request, token: Token, person: Visitor, database: Db) -> Response:
    """The form that makes an account."""
    with database.reading() as session:
        invitation = accounts.find_invitation(session, token)
        whose = (
            session.get_one(Person, invitation.person_id).name
            if invitation is not None and invitation.person_id is not None
            else None
        )
    if invitation is None:
        text = accounts.USED
        return error_page(request, 404, text)
    return page(
        request,
        "invitation.html",
        token=token,
        role=invitation.role,
        whose=whose,
        name=invitation.name or "",
        problem="",
    )


@router.post("/invitation/{token}")
def accept_invitation(
    request: Request,
    token: Token,
    studio: Here,
    name: Text = "",
    password: Text = "",
    again: Text = "",
) -> Response:
    """Make the account, or set the new password, and log in."""
    with studio.database.reading() as session:
        invitation = accounts.find_invitation(session, token)
        if invitation is None:
            text = accounts.USED
            return error_page(request, 404, text)
        owner = invitation.person_id and session.get(Person, invitation.person_id)
        whose = owner.name if owner else None
    try:
        if password != again:
            raise InputError("The two passwords differ.")
        with studio.database.reading() as session:
            accounts.check_no_name(session, password, whose or name)
        hashed = studio.passwords.hash(password)
        with studio.database.writing() as session:
            person = accounts.accept(session, token, name, hashed, studio.settings.limits.name)
    except InputError as error:
        return page(
            request,
            "invitation.html",
            422,
            token=token,
            role=invitation.role,
            whose=whose,
            name=name,
            problem=str(error),
        )
    login_session_of(request).enter(person.id, person.stamp)
    flash(request, f"Welcome, {person.name}.")
    return redirect("/")


@router.get("/account")
def account_page(request: Request, person: CurrentPerson, database: Db) -> Response:
    """The page of the person's account."""
    with database.reading() as session:
        has_password = session.get_one(Person, person.id).password_hash is not None
    return page(request, "account.html", has_password=has_password, problem="")


@router.post("/account/password")
def change_password(
    request: Request,
    person: CurrentPerson,
    studio: Here,
    old: Text = "",
    password: Text = "",
    again: Text = "",
) -> Response:
    """Change the password; every other login ends."""
    with studio.database.reading() as session:
        kept = session.get_one(Person, person.id).password_hash
    key = ("change", str(person.id))
    try:
        if studio.throttle.attempt({key: _FREE}) > 0:
            raise InputError("Too many attempts: wait a few minutes and try again.")
        if kept is not None and not studio.passwords.check(kept, old):
            raise InputError("The present password is not right.")
        studio.throttle.succeeded(key)
        if password != again:
            raise InputError("The two new passwords differ.")
        with studio.database.reading() as session:
            accounts.check_no_name(session, password, person.name)
        hashed = studio.passwords.hash(password)
    except InputError as error:
        return page(request, "account.html", 422, has_password=kept is not None, problem=str(error))
    with studio.database.writing() as session:
        changed = session.get_one(Person, person.id)
        accounts.set_password(changed, hashed)
        carried_out(session, request, "/account")
    login_session_of(request).enter(changed.id, changed.stamp)
    flash(request, "The password is changed. Logins elsewhere have ended.")
    return redirect("/account")


@router.post("/account/logout")
def log_out_everywhere(request: Request, person: CurrentPerson, database: Db) -> Response:
    """Log this person out everywhere."""
    with database.writing() as session:
        session.get_one(Person, person.id).stamp = new_id()
    login_session_of(request).leave()
    return redirect("/login")
