"""Security checks for every request.

The host must be one of ours, a request that changes something must come from one of our pages, the
size of bodies is limited before they are read, and every response has the content security policy
that prevents texts of models and documents from running. HEAD requests are answered as GET is, with
the same headers and no body.
"""

from __future__ import annotations

import ipaddress
import logging
import re
import secrets
import socket
import time
from urllib.parse import urlsplit

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tamis.studio.csrf import SAFE
from tamis.studio.errors import error_page
from tamis.studio.people.login_sessions import LoginSession, login_session_of
from tamis.studio.settings import Settings

log = logging.getLogger("tamis.studio")

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    # Not no-referrer: browsers would then send `Origin: null` with our own forms.
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HOST = re.compile(r"([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:[0-9]{1,5})?", re.ASCII | re.IGNORECASE)
_TOO_LARGE = "This is more than the studio takes at once."


class SafetyMiddleware:
    """The outermost layer of the studio."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.settings = app, settings
        self.names = {"localhost", settings.host, socket.gethostname(), *settings.names}
        self.names = {name.lower() for name in self.names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, method = time.monotonic(), 0, scope["method"]
        if method == "HEAD":
            # A copy: the server must still know that it may send no body.
            scope = {**scope, "method": "GET"}
            send = headers_only(send, scope["login_session"])

        async def careful(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                self._harden(MutableHeaders(scope=message))
            await send(message)

        request = Request(scope, receive)
        try:
            refusal = self._refusal(request)
            if refusal is not None:
                # Of a request that is malformed it is unclear where the next one begins.
                code, text = refusal
                ends = {"Connection": "close"} if code == 400 else {}
                response = await run_in_threadpool(error_page, request, code, text, **ends)
                await response(scope, receive, careful)
                return
            await self.app(scope, self._bounded(request, receive), careful)
        except HeadSent:
            pass
        except Exception:
            number = secrets.token_hex(4)
            log.exception("error %s at %s", number, _place(scope))
            if status:
                raise
            text = f"Something went wrong here. The studio has written it down as {number}."
            response = await run_in_threadpool(error_page, request, 500, text)
            await response(scope, receive, careful)
        finally:
            taken = 1000 * (time.monotonic() - began)
            log.info("%s %s %d %.0f ms", method, _place(scope), status, taken)

    def _refusal(self, request: Request) -> tuple[int, str] | None:
        host = request.headers.get("host", "")
        if not self._ours(host):
            return 400, (
                "The studio does not answer to this address. If it should, start it with "
                "--name and the address's host."
            )
        if "transfer-encoding" in request.headers and "content-length" in request.headers:
            # A proxy may take another end of the body for the true one than our server does; what
            # is behind it would be somebody else's request (RFC 9112, section 6.1).
            return 400, "The request gives the length of its body in two ways."
        if request.method in SAFE:
            return None
        origin = request.headers.get("origin")
        site = request.headers.get("sec-fetch-site", "same-origin")
        scheme_ok = not self.settings.https or (origin or "https:").startswith("https:")
        if (
            site not in ("same-origin", "none")
            or (origin is not None and urlsplit(origin).netloc.lower() != host.lower())
            or not scheme_ok
        ):
            return 403, "This came from another site, and nothing was done."
        if self._length(request) > self._most(request):
            return 413, _TOO_LARGE
        return None

    def _ours(self, host: str) -> bool:
        """Whether `host` is ours, and not a foreign name pointed at this machine (DNS rebinding).

        Numeric addresses are safe: only names can be pointed elsewhere.
        """
        found = _HOST.fullmatch(host)
        name = found[1].lower() if found else ""
        if name in self.names:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def _length(self, request: Request) -> int:
        length = request.headers.get("content-length", "0")
        return int(length) if length.isascii() and length.isdigit() and len(length) < 16 else 2**62

    def _most(self, request: Request) -> int:
        limits = self.settings.limits
        if login_session_of(request).person is None:
            return limits.stranger_bytes
        kind = request.headers.get("content-type", "")
        return limits.upload_bytes if kind.startswith("multipart/") else limits.form_bytes

    def _bounded(self, request: Request, receive: Receive) -> Receive:
        most = self._most(request)
        had = 0

        async def bounded() -> Message:
            nonlocal had
            message = await receive()
            had += len(message.get("body", b""))
            if had > most:
                raise HTTPException(413, _TOO_LARGE)
            return message

        return bounded

    def _harden(self, headers: MutableHeaders) -> None:
        for name, value in _HEADERS.items():
            headers[name] = value
        headers.setdefault("cache-control", "no-store")
        if self.settings.https:
            headers["strict-transport-security"] = "max-age=31536000"


def _place(scope: Scope) -> str:
    """The route that a request is for: never its query, nor a token that is part of its path."""
    route = scope.get("route")
    pattern = getattr(route, "path_regex", None)
    if pattern is None:
        return "(no page)"
    # A route within a router does not know the router's prefix.
    path: str = scope["path"]
    starts = (n for n in range(len(path) + 1) if path[n : n + 1] in ("/", ""))
    start = next((n for n in starts if pattern.match(path[n:])), 0)
    return f"{path[:start]}{getattr(route, 'path', '')}"


class HeadSent(Exception):
    """Raised into a response that is sent in pieces, such as a stream, to end it."""


def headers_only(send: Send, login: LoginSession) -> Send:
    """Pass on the status and the headers of a response to GET, and an empty body.

    The messages for the next page stay in the browser's cookie: nobody has seen them. The response
    is ended with HeadSent where more of its body is to come.
    """

    async def send_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            login.messages.clear()
            login.had_messages = False
            await send(message)
        elif message["type"] == "http.response.body":
            await send({"type": "http.response.body", "body": b"", "more_body": False})
            if message.get("more_body"):
                raise HeadSent

    return send_headers
