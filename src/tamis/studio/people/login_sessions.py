"""Login sessions: the signed cookies of a browser, read before each request and written after
it."""

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
_KNOWN_DAYS = 180
_MOST_KNOWN = 5


@dataclass
class LoginSession:
    """One browser. `person` is None until it has logged in; CSRF tokens are made from `key`.

    `stamp` must be the person's own for the login to count. `known` has the stamps of those who
    have logged in with this browser, whose own name is `browser`.
    """

    key: str
    person: int | None = None
    stamp: str = ""
    messages: list[tuple[str, str]] = field(default_factory=list)
    kept: bool = False
    new: bool = False
    had_messages: bool = False
    browser: str = ""
    known: dict[int, str] = field(default_factory=dict)

    def keep(self) -> None:
        """Set the cookie of a session that has just begun."""
        self.new = self.new or not self.kept

    def enter(self, person: int, stamp: str) -> None:
        """Log in, with a new key: a key that somebody planted in the browser before is useless."""
        self.key, self.person, self.stamp, self.new = new_key(), person, stamp, True
        self.browser = self.browser or new_key()
        kept = [(one, its) for one, its in self.known.items() if one != person]
        self.known = dict([*kept, (person, stamp)][-_MOST_KNOWN:])

    def leave(self) -> None:
        """Log out."""
        self.key, self.person, self.stamp, self.new = new_key(), None, "", True


def new_key() -> str:
    """A key that cannot be guessed."""
    return secrets.token_urlsafe(18)


class LoginSessions:
    """Reads and signs the cookies of one studio."""

    def __init__(self, settings: Settings) -> None:
        # Cookies are shared by all ports of a host: two studios on one machine need two names.
        self.cookie = "__Host-tamis" if settings.https else f"tamis_{settings.port}"
        self.messages_cookie = f"{self.cookie}_said"
        self.known_cookie = f"{self.cookie}_known"
        self._attributes = "Path=/; HttpOnly; SameSite=Lax" + ("; Secure" if settings.https else "")
        self._secret = settings.secret
        self._logins = URLSafeTimedSerializer(settings.secret, salt="tamis.visit")
        self._messages = URLSafeTimedSerializer(settings.secret, salt="tamis.said")
        self._known = URLSafeTimedSerializer(settings.secret, salt="tamis.known")

    def read(self, request: HTTPConnection) -> LoginSession:
        """The session in the request's cookies; a new one where they hold none."""
        cookies = request.cookies
        login = LoginSession(new_key())
        value = self._load(self._logins, cookies.get(self.cookie), DAYS * 86_400)
        if isinstance(value, list) and len(value) == 3:
            key, person, stamp = value
            login = LoginSession(key, person, stamp, kept=True)
        known = self._load(self._known, cookies.get(self.known_cookie), _KNOWN_DAYS * 86_400)
        if isinstance(known, list) and len(known) == 2:
            login.browser, login.known = known[0], dict(known[1])
        if self.messages_cookie in cookies:
            login.had_messages = True
            stored = self._load(self._messages, cookies[self.messages_cookie], 600)
            if isinstance(stored, list):
                login.messages = [(str(kind), str(text)) for kind, text in stored]
        return login

    def write(self, login: LoginSession, headers: MutableHeaders) -> None:
        """Set the cookies that have changed."""
        if login.new:
            value = self._logins.dumps([login.key, login.person, login.stamp])
            headers.append(
                "set-cookie",
                f"{self.cookie}={value}; Max-Age={DAYS * 86_400}; {self._attributes}",
            )
        if login.new and login.person is not None:
            value = self._known.dumps([login.browser, list(login.known.items())])
            headers.append(
                "set-cookie",
                f"{self.known_cookie}={value}; Max-Age={_KNOWN_DAYS * 86_400}; {self._attributes}",
            )
        if login.messages:
            value = self._messages.dumps(login.messages[-5:])
            headers.append(
                "set-cookie", f"{self.messages_cookie}={value}; Max-Age=600; {self._attributes}"
            )
        elif login.had_messages:
            headers.append("set-cookie", f"{self.messages_cookie}=; Max-Age=0; {self._attributes}")

    def token(self, login: LoginSession) -> str:
        """The CSRF token of a login: made from its key, which no other site can know."""
        return hmac.new(self._secret, f"csrf:{login.key}".encode(), hashlib.sha256).hexdigest()

    @staticmethod
    def _load(signer: URLSafeTimedSerializer, value: str | None, seconds: int) -> Any:
        if not value:
            return None
        try:
            return signer.loads(value, max_age=seconds)
        except BadData:
            return None


class LoginSessionMiddleware:
    """Puts the session at `scope["login_session"]` and sends its cookies with the response."""

    def __init__(self, app: ASGIApp, logins: LoginSessions) -> None:
        self.app, self.logins = app, logins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        login = scope["login_session"] = self.logins.read(HTTPConnection(scope))

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.logins.write(login, MutableHeaders(scope=message))
            await send(message)

        await self.app(scope, receive, with_cookies)


def login_session_of(request: HTTPConnection) -> LoginSession:
    """The login that a request belongs to."""
    login: LoginSession = request.scope["login_session"]
    return login
