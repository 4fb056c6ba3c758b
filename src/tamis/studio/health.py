"""`/healthz`: whether the studio can do its work."""

from __future__ import annotations

from fastapi import APIRouter, Response
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import PlainTextResponse

from tamis.studio.people.access import Db

router = APIRouter()


@router.get("/healthz")
def health(database: Db) -> Response:
    """`ok`, or 503 where the database does not answer."""
    try:
        database.ping()
    except SQLAlchemyError:
        return PlainTextResponse("the database does not answer", 503)
    return PlainTextResponse("ok")
