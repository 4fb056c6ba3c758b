"""Error responses: a page, or one sentence for htmx and scripts."""

from __future__ import annotations

import logging
import re
import secrets
from http import HTTPStatus
from urllib.parse import quote

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response

from tamis.studio.csrf import Forged
from tamis.studio.database.connection import first_line
from tamis.studio.people.access import LoginNeeded, visitor_of
from tamis.studio.sent_forms import KEY, SentBefore
from tamis.studio.templating import page, redirect
from tamis.types import InputError

log = logging.getLogger("tamis.studio")

_BUSY = re.compile(
    r"\b(dead)?lock|\bbusy|time[d ]*out|took too long|too many (clients|connections)", re.IGNORECASE
)
_TITLES = {
    400: "The request could not be read",
    401: "You are not logged in",
    403: "Not allowed",
    404: "Page not found",
    405: "Not possible at this address",
    409: "Changed in the meantime",
    413: "Too large",
    422: "Something needs to be corrected",
    429: "Too many attempts",
    500: "Something went wrong",
    503: "The studio is busy",
}
_TEXTS = {
    404: "The page does not exist, or you may not see it.",
    405: "This address does not accept this kind of request.",
}


def error_page(request: Request, status: int, text: str = "", **headers: str) -> Response:
    """A page that says what went wrong; to htmx and scripts the sentence alone.

    Whoever is logged in is looked up in the database where no route has done so, so call it in a
    thread.
    """
    text = text or _TEXTS.get(status, HTTPStatus(status).phrase)
    if from_script(request):
        response: Response = PlainTextResponse(text, status)
    else:
        _find_person(request)
        title = _TITLES.get(status, HTTPStatus(status).phrase)
        response = page(request, "error.html", status, title=title, text=text)
    response.headers.update(headers)
    return response


def _find_person(request: Request) -> None:
    """Set `request.state.person`, which an address without a route leaves open."""
    if hasattr(request.state, "person"):
        return
    try:
        visitor_of(request)
    except SQLAlchemyError:
        request.state.person = None


def from_script(request: Request) -> bool:
    """Whether a script sent the request, which needs a sentence and no page."""
    if "hx-request" in request.headers or KEY in request.headers:
        return True
    wants = request.headers.get("accept", "*/*")
    return "text/html" not in wants and "*/*" not in wants


def _login(request: Request, _error: Exception) -> Response:
    if request.method == "GET" and not from_script(request):
        place = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        return redirect(f"/login?next={quote(place, safe='')}" if place != "/" else "/login")
    return error_page(
        request,
        401,
        "You are not logged in any more. Log in again in another tab, then come back and send "
        "this again.",
    )


def _forged(request: Request, _error: Exception) -> Response:
    text = (
        "This page was opened before you logged in or out, and nothing was done. Go back, load "
        "the page again and send it once more."
    )
    return error_page(request, 403, text, **{"X-Tamis": "csrf"})


def _sent_before(_request: Request, error: Exception) -> Response:
    assert isinstance(error, SentBefore)
    return redirect(error.follows)


def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    plain = error.detail == HTTPStatus(error.status_code).phrase
    text = "" if plain else str(error.detail)
    return error_page(request, error.status_code, text, **dict(error.headers or {}))


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    place = [str(part) for part in first["loc"]]
    if place[0] == "path":
        return error_page(request, 404)
    said = str(first["msg"]).rstrip(".")
    return error_page(request, 422, f"{' '.join(place[1:]) or 'The form'}: {said}.")


def _input(request: Request, error: Exception) -> Response:
    return error_page(request, 422, str(error))


def _collision(request: Request, _error: Exception) -> Response:
    text = "This was changed elsewhere in the meantime. Load the page again to see how it stands."
    return error_page(request, 409, text)


def _database(request: Request, error: Exception) -> Response:
    """A busy database can be tried again; any other error is logged with a number."""
    if not hasattr(request.state, "person"):
        # Not to be asked for again: it does not answer.
        request.state.person = None
    cause = first_line(error)
    if isinstance(error, PoolTimeout) or _BUSY.search(cause):
        log.warning("the database is busy: %s", cause)
        text = "The database did not answer in time, and nothing was done. Try again in a moment."
        return error_page(request, 503, text, **{"Retry-After": "5"})
    number = secrets.token_hex(4)
    log.error("error %s of the database: %s", number, cause)
    text = f"The database failed, and nothing was done. The studio has written it down as {number}."
    return error_page(request, 500, text)


def install(app: FastAPI) -> None:
    """Have `app` answer errors with these pages."""
    app.add_exception_handler(LoginNeeded, _login)
    app.add_exception_handler(Forged, _forged)
    app.add_exception_handler(SentBefore, _sent_before)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(InputError, _input)
    app.add_exception_handler(IntegrityError, _collision)
    app.add_exception_handler(OperationalError, _database)
    app.add_exception_handler(PoolTimeout, _database)
