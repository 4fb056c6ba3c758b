"""Background jobs that write drafts and revisions, whether or not a browser shows them.

A job belongs to the server, not to a page: closing the browser ends nothing, and any number of
pages can follow it. The text so far is stored in the database every half second, so that after a
killed server the job can be marked as interrupted (`session_store.mark_interrupted`).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import replace

from fastapi import FastAPI, Request

from tamis.retrieve.papers import open_searcher, passages
from tamis.studio.database import Database
from tamis.studio.database.schema import storable
from tamis.studio.writing import session_store
from tamis.studio.writing.models import Authors, for_reader
from tamis.studio.writing.paper_process import UploadQueue
from tamis.types import InputError
from tamis.writing.author import Author
from tamis.writing.session_steps import Searcher, advance
from tamis.writing.sessions import Interrupted, OutOfTurn, Session

SAVE_SECONDS = 0.5
"""The interval at which the text so far is stored."""

STOPPED_BY_WRITER = "you stopped it"
_SEARCHERS = 32
_log = logging.getLogger(__name__)

Open = Callable[[str], Awaitable[Author]]
"""Gives the author with a model's name; InputError if there is none."""


class Job:
    """One draft or revision that is being written.

    `text` is the answer so far, `step` what is being done, `version` how many events the session
    has, `changes` how often any of this has changed.
    """

    def __init__(self) -> None:
        self.turn, self.version, self.changes = 0, 0, 0
        self.text, self.step, self.done = "", "Getting ready", False
        self.stopped_by = session_store.STOPPED
        self.task: asyncio.Task[None] | None = None
        self._changed = asyncio.Event()

    def hear(self, text: str) -> None:
        """Set the answer so far."""
        self.text, self.step = storable(text), "Writing"
        self.touch()

    def touch(self) -> None:
        """Wake those who follow the job."""
        self.changes += 1
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self, seen: int, seconds: float) -> None:
        """Wait until there have been more than `seen` changes, or for `seconds`."""
        if self.changes == seen:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), seconds)


class Jobs:
    """The jobs of one server, at most one for a session. Made in the server's event loop."""

    def __init__(self, database: Database, authors: Open) -> None:
        self._database, self.authors = database, authors
        self.readers = UploadQueue()
        self._jobs: dict[str, Job] = {}
        self._held: set[str] = set()
        self._guard = threading.Lock()
        self._searchers: dict[str, Searcher] = {}
        self._loop = asyncio.get_running_loop()

    def of(self, id: str) -> Job | None:
        """The running job of the session, if any."""
        return self._jobs.get(id)

    def remember(self, id: str, searcher: Searcher) -> None:
        """Keep the session's index for the next turn."""
        self._searchers[id] = searcher
        while len(self._searchers) > _SEARCHERS:
            self._searchers.pop(next(iter(self._searchers)), None)

    def begin(self, id: str) -> None:
        """Start the session's next step, unless it is running already. From any thread."""

        asyncio.run_coroutine_threadsafe(self._start(id), self._loop).result(10)

    @contextlib.contextmanager
    def held(self, id: str) -> Iterator[None]:
        """Start the session's next step after the block; no other job can begin within it.

        So a job never starts from a state before what the block stores. Raises OutOfTurn if a job
        is running; if the block raises, no job begins. From any thread.
        """
        with self._guard:
            if id in self._jobs or id in self._held:
                raise OutOfTurn(
                    "an answer is being written: wait until it is here, or stop it first."
                )
            self._held.add(id)
        try:
            yield
        finally:
            with self._guard:
                self._held.discard(id)
        self.begin(id)

    def end(self, id: str) -> None:
        """Stop the job for its writer, keeping the text so far. From any other thread."""
        asyncio.run_coroutine_threadsafe(self._stop(id), self._loop).result(10)

    async def close(self) -> None:
        """End all jobs: the server stops."""
        tasks = [job.task for job in self._jobs.values() if job.task is not None]
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)

    async def follow(self, id: str, seconds: float = 10) -> AsyncIterator[Job]:
        """Yields the job at each change, and at least every `seconds`; ends when it is done."""
        while (job := self._jobs.get(id)) is not None and not job.done:
            seen = job.changes
            yield job
            await job.changed(seen, seconds)

    async def _start(self, id: str) -> None:
        with self._guard:
            if id in self._jobs or id in self._held:
                return
            job = self._jobs[id] = Job()
        job.task = asyncio.create_task(self._run(id, job))

    async def _stop(self, id: str) -> None:
        if (job := self._jobs.get(id)) is not None and job.task is not None:
            job.stopped_by = STOPPED_BY_WRITER
            job.task.cancel()
            await asyncio.wait([job.task])

    async def _run(self, id: str, job: Job) -> None:
        saver = asyncio.create_task(self._save(id, job))
        try:
            await self._advance(id, job)
        except asyncio.CancelledError:
            await self._interrupt(id, job, job.stopped_by)
        except InputError as error:
            await self._interrupt(id, job, str(error))
        except Exception:
            _log.exception("a draft or a revision failed")
            reason = "something went wrong on the server; its log has more"
            await self._interrupt(id, job, reason)
        finally:
            saver.cancel()
            await asyncio.wait([saver])
            job.done = True
            del self._jobs[id]
            job.touch()

    async def _advance(self, id: str, job: Job) -> None:
        kept, searcher = await asyncio.to_thread(self._load, id)
        session = kept.session
        job.turn, job.version = len(session.turns), kept.version
        author = await self.authors(session.opened.model)
        job.step = "Waiting for the model" if _needs_no_search(session) else "Searching the papers"
        job.touch()
        async for event in advance(session, author, searcher, job.hear):
            if isinstance(event, Interrupted):
                event = replace(event, reason=for_reader(event.reason))
            await asyncio.to_thread(session_store.append, self._database, id, event, None)
            job.version += 1
            job.step = job.step if job.text else "Reading the passages"
            job.touch()

    def _load(self, id: str) -> tuple[session_store.Kept, Searcher]:
        with self._database.reading() as transaction:
            kept = session_store.load(transaction, id)
            if kept is None:
                raise LookupError(id)
            known = self._searchers.get(id)
            papers = [] if known is not None else session_store.papers_of(transaction, id)
        if known is None:
            known = open_searcher(passages(papers), kept.row.settings.get("retriever", "auto"))
            self.remember(id, known)
        return kept, known

    async def _save(self, id: str, job: Job) -> None:
        saved = ""
        while True:
            await asyncio.sleep(SAVE_SECONDS)
            if job.text != saved:
                saved = job.text
                await asyncio.to_thread(
                    session_store.save_partial, self._database, id, job.turn, saved, job.version
                )

    async def _interrupt(self, id: str, job: Job, reason: str) -> None:
        event = Interrupted(job.turn, job.text, reason)
        # The draft or revision may have ended at the same moment, or have been removed.
        with contextlib.suppress(OutOfTurn, LookupError):
            await asyncio.to_thread(session_store.append, self._database, id, event, None)


def _needs_no_search(session: Session) -> bool:
    if session.stage == "drafting":
        return bool(session.draft_passages)
    last = session.turns[-1] if session.turns else None
    return last is not None and (last.kind == "stylistic" or bool(last.passages))


async def start(app: FastAPI) -> None:
    """At the app's start: mark what a killed server left unfinished as interrupted."""
    studio = app.state.studio
    count = await asyncio.to_thread(session_store.mark_interrupted, studio.database)
    if count:
        _log.warning("%d drafts or revisions had been interrupted", count)
    app.state.writing = Jobs(studio.database, Authors())


async def stop(app: FastAPI) -> None:
    """At the app's end: stop all jobs, keeping their texts."""
    await app.state.writing.close()


def jobs_of(request: Request) -> Jobs:
    """The jobs of the server that a request came to."""
    jobs: Jobs = request.app.state.writing
    return jobs
