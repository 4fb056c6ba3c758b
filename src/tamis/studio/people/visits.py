"""A visit: what a browser's signed cookies say. Read and written around every request."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass, field
from typing import Any

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.studio.settings import Settings

DAYS = 30
"""A login lasts this long."""


@dataclass
class Visit:
    """One browser. `person` is None until it has logged in; `key` is what CSRF tokens hang on.

    `stamp` must be the person's own for the login to count.
    """

    key: str
    person: int | None = None
    stamp: str = ""
    said: list[tuple[str, str]] = field(default_factory=list)
    kept: bool = False
    new: bool = False
    had_said: bool = False

    def keep(self) -> None:
        """Have the browser remember a visit that has only begun."""
        self.new = self.new or not self.kept

    def enter(self, person: int, stamp: str) -> None:
        """Log in: with a new key, so that one which was planted before is worth nothing."""
        self.key, self.person, self.stamp, self.new = new_key(), person, stamp, True

    def leave(self) -> None:
        """Log out."""
        self.key, self.person, self.stamp, self.new = new_key(), None, "", True


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(18)


class Visits:
    """Reads and signs the cookies of one studio."""

    def __init__(self, settings: Settings) -> None:
        # Cookies know no ports: two studios on one machine must not take each other's.
        self.cookie = "__Host-tamis" if settings.https else f"tamis_{settings.port}"
        self.said_cookie = f"{self.cookie}_said"
        self._attributes = "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if settings.https else "")
        self._secret = settings.secret
        self._visits = URLSafeTimedSerializer(settings.secret, salt="tamis.visit")
        self._said = URLSafeTimedSerializer(settings.secret, salt="tamis.said")

    def read(self, request: HTTPConnection) -> Visit:
        """The visit that the request's cookies tell of; a new one where they tell of none."""
        cookies = request.cookies
        visit = Visit(new_key())
        value = self._load(self._visits, cookies.get(self.cookie), DAYS * 86_400)
        if isinstance(value, list) and len(value) == 3:
            key, person, stamp = value
            visit = Visit(key, person, stamp, kept=True)
        if self.said_cookie in cookies:
            visit.had_said = True
            said = self._load(self._said, cookies[self.said_cookie], 600)
            if isinstance(said, list):
                visit.said = [(str(kind), str(text)) for kind, text in said]
        return visit

    def write(self, visit: Visit, headers: MutableHeaders) -> None:
        """Set the cookies that have changed."""
        if visit.new:
            value = self._visits.dumps([visit.key, visit.person, visit.stamp])
            headers.append(
                "set-cookie",
                f"{self.cookie}={value}; Max-Age={DAYS * 86_400}; {self._attributes}",
            )
        if visit.said:
            value = self._said.dumps(visit.said[-5:])
            headers.append(
                "set-cookie", f"{self.said_cookie}={value}; Max-Age=600; {self._attributes}"
            )
        elif visit.had_said:
            headers.append("set-cookie", f"{self.said_cookie}=; Max-Age=0; {self._attributes}")

    def token(self, visit: Visit) -> str:
        """The CSRF token of a visit: made from its key, which no other site can know."""
        return hmac.new(self._secret, f"csrf:{visit.key}".encode(), hashlib.sha256).hexdigest()

    @staticmethod
    def _load(signer: URLSafeTimedSerializer, value: str | None, seconds: int) -> Any:
        if not value:
            return None
        try:
            return signer.loads(value, max_age=seconds)
        except BadData:
            return None


class VisitMiddleware:
    """Puts the visit at `scope["visit"]` and sends its cookies with the response."""

    def __init__(self, app: ASGIApp, visits: Visits) -> None:
        self.app, self.visits = app, visits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        visit = scope["visit"] = self.visits.read(HTTPConnection(scope))

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.visits.write(visit, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, with_cookies)


def visit_of(request: HTTPConnection) -> Visit:
    """The visit that a request belongs to."""
    visit: Visit = request.scope["visit"]
    return visit
