"""The app: its pages, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio.to_thread
from fastapi import APIRouter, Depends, FastAPI, Request
from starlette.responses import PlainTextResponse, Response

from tamis.studio import assets, errors, health, unsent
from tamis.studio.annotating import routes as annotating
from tamis.studio.csrf import check_csrf
from tamis.studio.database import open_database
from tamis.studio.database.engine import THREADS
from tamis.studio.pages import redirect
from tamis.studio.people import routes as people
from tamis.studio.people.access import Studio, studio_of
from tamis.studio.people.passwords import Passwords
from tamis.studio.people.throttle import Throttle
from tamis.studio.people.visits import VisitMiddleware, Visits, visit_of
from tamis.studio.safety import SafetyMiddleware
from tamis.studio.settings import Settings
from tamis.studio.writing import jobs
from tamis.studio.writing import routes as writing

router = APIRouter()


@router.get("/")
def home() -> Response:
    """The studio opens on writing."""
    return redirect("/writing")


@router.get("/token")
def token(request: Request) -> Response:
    """A fresh CSRF token, for a page that has outlived a login. Other sites cannot read it."""
    visit = visit_of(request)
    visit.keep()
    return PlainTextResponse(studio_of(request).visits.token(visit))


def create_app(settings: Settings) -> FastAPI:
    """The studio as an ASGI app, its database open and up to date.

    Raises InputError where the database cannot be used.
    """
    database = open_database(settings.database)
    visits = Visits(settings)
    app = FastAPI(
        title="Tamis studio",
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        lifespan=_lifespan,
        dependencies=[Depends(check_csrf)],
    )
    app.state.studio = Studio(settings, database, visits, Passwords(settings.hashing), Throttle())
    for part in (
        router,
        assets.router,
        health.router,
        unsent.router,
        people.router,
        writing.router,
        annotating.router,
    ):
        app.include_router(part)
    errors.install(app)
    # The last one added is the outermost.
    app.add_middleware(SafetyMiddleware, settings=settings)
    app.add_middleware(VisitMiddleware, visits=visits)
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
