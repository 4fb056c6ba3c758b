"""Forms that a page's script sends: answered with where to go, and carried out once.

`forms.js` sends a form again until it has an answer. It gives each form a key (`X-Tamis-Send`),
which the code that carries the form out stores in the same transaction (`carried_out`): where only
the answer was lost, nothing is done a second time. A script cannot see where a redirect leads
without following it, and the page there would use up its messages: the address comes in a header
(`X-Tamis-Go`) instead.
"""

from __future__ import annotations

from datetime import timedelta

from fastapi import Request
from sqlalchemy import delete
from sqlalchemy.orm import Session
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.studio.database.schema import SentForm, now
from tamis.studio.people.access import studio_of
from tamis.studio.people.login_sessions import login_session_of

KEY, GO = "X-Tamis-Send", "X-Tamis-Go"
_LONGEST_KEY = 64
_KEPT = timedelta(days=7)


class SentBefore(Exception):
    """The form was carried out before; `follows` is the page that follows it."""

    def __init__(self, follows: str) -> None:
        super().__init__(follows)
        self.follows = follows


async def check_sent(request: Request) -> None:
    """A dependency of the whole app: raises SentBefore for a form that was carried out."""
    if _key(request):
        await run_in_threadpool(_check, request)


def _check(request: Request) -> None:
    with studio_of(request).database.reading() as session:
        sent = session.get(SentForm, _key(request))
    if sent is not None and sent.person_id == login_session_of(request).person:
        raise SentBefore(sent.follows)


def carried_out(session: Session, request: Request, follows: str) -> None:
    """Note, in the transaction that carries a form out, that this is done.

    `follows` is the page that follows. Nothing is noted for strangers, or of a form without a key.
    """
    key, person = _key(request), login_session_of(request).person
    if not key or person is None:
        return
    session.execute(delete(SentForm).where(SentForm.at < now() - _KEPT))
    session.add(SentForm(key=key, person_id=person, follows=follows))


def _key(request: Request) -> str:
    return request.headers.get(KEY, "")[:_LONGEST_KEY]


class GoMiddleware:
    """Sends a script no redirects: it is told in a header where to go."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or KEY not in Headers(scope=scope):
            await self.app(scope, receive, send)
            return

        async def told(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] == 303:
                message["status"] = 200
                headers = MutableHeaders(scope=message)
                headers[GO] = headers["location"]
                del headers["location"]
            await send(message)

        await self.app(scope, receive, told)
