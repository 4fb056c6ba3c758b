"""Reading uploaded files: one upload at a time, in a process of its own with limits.

A PDF of some kilobytes can keep a reader busy for minutes, or fill the memory. Here it keeps only
its reader, which is killed when its time is over; pages stay as fast as ever.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import Any

from tamis.documents.process import ReaderEndedError, ReaderProcess, answer_all, limit_memory
from tamis.retrieve.papers import Paper
from tamis.studio.settings import Limits
from tamis.studio.writing.demo import Topic
from tamis.studio.writing.paper_files import papers_of, read_file, topic_of
from tamis.types import InputError

WAIT_SECONDS = 30.0
"""How many seconds an upload waits for those before it."""

_GRACE = 1.0


class UploadQueue:
    """The uploads of one server that are being read or wait, at most one of each person.

    Reading is CPU work, of which Python does one at a time, and a waiting upload occupies a thread
    that serves pages.
    """

    def __init__(self, wait: float = WAIT_SECONDS) -> None:
        self._wait = wait
        self._turn, self._guard = threading.Lock(), threading.Lock()
        self._people: set[int] = set()

    @contextmanager
    def turn(self, person_id: int) -> Iterator[None]:
        """Wait for the person's turn; InputError if it does not come in time."""
        with self._guard:
            if person_id in self._people:
                raise InputError(
                    "Other files of yours are being read: wait for them, then add these again."
                )
            self._people.add(person_id)
        try:
            if not self._turn.acquire(timeout=self._wait):
                raise InputError("Files of others are being read: add yours again in a moment.")
            try:
                yield
            finally:
                self._turn.release()
        finally:
            with self._guard:
                self._people.discard(person_id)


class PaperProcess:
    """The process that reads the files of one upload: started for the first, ended with the block.

    After a file that ends it, or takes too long, the next one has a new process.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._process: ReaderProcess | None = None

    def __enter__(self) -> PaperProcess:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self._process.end()

    def read(self, name: str, data: bytes, seconds: float) -> Iterator[Paper | Topic | str]:
        """What `read_file` finds, within `seconds`; then, if it did not end, a sentence why."""
        if self._process is None or not self._process.alive:
            self._process = ReaderProcess(__name__)
        limits = asdict(replace(self._limits, file_seconds=seconds))
        count = 0
        try:
            # The reader itself says so, if it can, when its time is over.
            for found in self._process.ask(
                data, {"name": name, "limits": limits}, seconds + _GRACE
            ):
                count += 1
                yield _found(found)
        except ReaderEndedError as ended:
            rest = f" from paper {count + 1} on" if count else ""
            why = (
                f"it takes longer than the {seconds:.0f} seconds that there are for it"
                if ended.late
                else f"it needs more than the {self._limits.file_megabytes:,} MB of memory that "
                "there are for it, or is broken in a way that ends its reader"
            )
            yield f"{name:.120} was not read{rest}: {why}. Save it as text, or split it."


def _found(record: object) -> Paper | Topic | str:
    if isinstance(record, str):
        return record
    assert isinstance(record, dict)
    if "question" in record:
        return topic_of(record)
    return papers_of([record])[0]


def serve() -> None:
    """Read the files that are sent to this process."""
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        # Pages go first.
        os.nice(10)
    answer_all(_answers)


def _answers(data: bytes, asked: dict[str, Any]) -> Iterator[object]:
    limits = Limits(**asked["limits"])
    limit_memory(limits.file_megabytes)
    for found in read_file(asked["name"], data, limits):
        yield found if isinstance(found, str) else asdict(found)
