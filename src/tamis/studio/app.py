"""The app with all its pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import APIRouter, Depends, FastAPI, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import PlainTextResponse, Response

from tamis.studio import assets, errors, login_pages, unsent
from tamis.studio.annotating import project_pages as annotating
from tamis.studio.csrf import check_csrf
from tamis.studio.database import open_database
from tamis.studio.database.connection import THREADS
from tamis.studio.people.access import Db, Studio, studio_of
from tamis.studio.people.login_sessions import (
    LoginSessionMiddleware,
    LoginSessions,
    login_session_of,
)
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.throttle import Throttle
from tamis.studio.safety import SafetyMiddleware
from tamis.studio.sent_forms import GoMiddleware, check_sent
from tamis.studio.settings import Settings
from tamis.studio.templating import redirect
from tamis.studio.writing import jobs
from tamis.studio.writing import session_pages as writing

router = APIRouter()


@router.get("/")
def home() -> Response:
    """The studio opens on writing."""
    return redirect("/writing")


@router.get("/token")
def token(request: Request) -> Response:
    """A fresh CSRF token, for a page older than the login. Other sites cannot read it."""
    login = login_session_of(request)
    login.keep()
    return PlainTextResponse(studio_of(request).logins.token(login))


@router.get("/healthz")
def health(database: Db) -> Response:
    """Health check: `ok`, or 503 if the database does not answer."""
    try:
        database.ping()
    except SQLAlchemyError:
        return PlainTextResponse("the database does not answer", 503)
    return PlainTextResponse("ok")


def create_app(settings: Settings) -> FastAPI:
    """The studio as an ASGI app, its database open and up to date.

    Raises InputError where the database cannot be used.
    """
    database = open_database(settings.database)
    logins = LoginSessions(settings)
    app = FastAPI(
        title="Tamis studio",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
        dependencies=[Depends(check_csrf), Depends(check_sent)],
    )
    app.state.studio = Studio(settings, database, logins, Passwords(settings.hashing), Throttle())
    for part in (
        router,
        assets.router,
        unsent.router,
        login_pages.router,
        writing.router,
        annotating.router,
    ):
        app.include_router(part)
    errors.install(app)
    # The last one added is the outermost.
    app.add_middleware(GoMiddleware)
    app.add_middleware(SafetyMiddleware, settings=settings)
    app.add_middleware(LoginSessionMiddleware, logins=logins)
    return app


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
    await jobs.start(app)
    try:
        yield
    finally:
        await jobs.stop(app)
        app.state.studio.database.close()
