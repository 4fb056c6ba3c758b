"""Dependencies of the pages: the person of a request and their rights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from tamis.studio.database import Database
from tamis.studio.people.accounts import Who, as_who, has_ended, present_person
from tamis.studio.people.login_sessions import LoginSessions, login_session_of
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.throttle import Throttle
from tamis.studio.settings import Settings


@dataclass(frozen=True)
class Studio:
    """What an app carries at `app.state.studio`."""

    settings: Settings
    database: Database
    logins: LoginSessions
    passwords: Passwords
    throttle: Throttle


class LoginNeeded(Exception):
    """The page is for people who have logged in."""


def studio_of(request: Request) -> Studio:
    """The studio that a request came to."""
    studio: Studio = request.app.state.studio
    return studio


# Asynchronous, so that they need no thread.
async def _studio(request: Request) -> Studio:
    return studio_of(request)


async def _database(request: Request) -> Database:
    return studio_of(request).database


async def _settings(request: Request) -> Settings:
    return studio_of(request).settings


def visitor_of(request: Request) -> Who | None:
    """The person who has logged in, or None; also at `request.state.person`."""
    login = login_session_of(request)
    person = None
    if login.person is not None:
        with studio_of(request).database.reading() as session:
            found = present_person(session, login.person, login.stamp)
            if found is not None and not has_ended(session, login.key):
                person = as_who(found)
    request.state.person = person
    return person


async def _current(person: Annotated[Who | None, Depends(visitor_of)]) -> Who:
    if person is None:
        raise LoginNeeded
    return person


async def _owner(person: Annotated[Who, Depends(_current)]) -> Who:
    if not person.owner:
        raise HTTPException(403, "This page is for owners of the studio.")
    return person


Db = Annotated[Database, Depends(_database)]
"""The database."""
Config = Annotated[Settings, Depends(_settings)]
"""The studio's settings."""
Here = Annotated[Studio, Depends(_studio)]
"""All that the app carries."""
Visitor = Annotated[Who | None, Depends(visitor_of)]
"""The person who has logged in, or None."""
CurrentPerson = Annotated[Who, Depends(_current)]
"""The person who has logged in; others are sent to the login page."""
Owner = Annotated[Who, Depends(_owner)]
"""The same, for owners only; others get a page that says so (403)."""
