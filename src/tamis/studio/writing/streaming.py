"""A draft or a revision while it is written: as a stream of events, or by polling."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, StreamingResponse

from tamis.studio.invisible_characters import visible_text
from tamis.studio.people.access import CurrentPerson, studio_of
from tamis.studio.people.accounts import Who
from tamis.studio.writing.jobs import jobs_of
from tamis.studio.writing.responses import found

router = APIRouter()

Id = Annotated[str, Path(min_length=1, max_length=40)]

_PACE = 0.05
"""Seconds between two pieces; words that come sooner are sent together."""


@router.get("/{id}/stream")
async def stream(request: Request, person: CurrentPerson, id: Id) -> Response:
    """Server-sent events: `text` (`step`, and `text` whole or `add` behind what was sent), `done`.

    After a reconnection the whole text is sent first.
    """
    await run_in_threadpool(_check, request, person, id)
    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(_events(request, id), media_type="text/event-stream", headers=headers)


@router.get("/{id}/progress")
def progress(request: Request, person: CurrentPerson, id: Id) -> Response:
    """The present state, for a browser without a stream."""
    _check(request, person, id)
    job = jobs_of(request).of(id)
    if job is None:
        return JSONResponse({"waiting": False})
    return JSONResponse({"waiting": True, "step": job.step, "text": visible_text(job.text)})


async def _events(request: Request, id: str) -> AsyncIterator[str]:
    sent: str | None = None
    said = ""
    yield "retry: 1000\n\n"
    async for job in jobs_of(request).follow(id):
        if job.text == sent and job.step == said:
            yield ": still here\n\n"
        elif sent is not None and job.text.startswith(sent):
            yield _event("text", {"step": job.step, "add": visible_text(job.text[len(sent) :])})
        else:
            yield _event("text", {"step": job.step, "text": visible_text(job.text)})
        sent, said = job.text, job.step
        await asyncio.sleep(_PACE)
    yield _event("done", {})


def _event(name: str, data: dict[str, str]) -> str:
    return f"event: {name}\ndata: {json.dumps(data)}\n\n"


def _check(request: Request, person: Who, id: str) -> None:
    with studio_of(request).database.reading() as transaction:
        found(transaction, id, person)
