"""CSRF protection: a request that changes something must come from a page of this studio."""

from __future__ import annotations

import hmac

from fastapi import Request

from tamis.studio.people.login_sessions import login_session_of

SAFE = ("GET", "HEAD", "OPTIONS")
FIELD = "csrf"
HEADER = "X-CSRF-Token"


class Forged(Exception):
    """A request without the token of its login session."""


async def check_csrf(request: Request) -> None:
    """A dependency of the whole app: raises Forged for an unsafe request without its token.

    The token comes in the header `X-CSRF-Token` or in the form's field `csrf`.
    """
    if request.method in SAFE:
        return
    token: object = request.headers.get(HEADER)
    if token is None:
        token = (await request.form()).get(FIELD)
    expected = request.app.state.studio.logins.token(login_session_of(request))
    if not isinstance(token, str) or not hmac.compare_digest(token.encode(), expected.encode()):
        raise Forged
