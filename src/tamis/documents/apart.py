"""PDFs and office files, read in processes of their own.

Their readers are libraries in C++, Rust and C. What one file does to its reader must not end a run
over a folder: it is one sentence, and the next file has a new process.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from typing import Any

from tamis.documents import office
from tamis.documents.formats import PDF, read
from tamis.documents.parts import NotRead, PaperText, Part, Read, UnreadableError
from tamis.documents.pdf.paper import paper_of_pdf
from tamis.documents.process import (
    ReaderEndedError,
    ReaderProcess,
    answer_all,
    limit_memory,
    usable_cores,
)

SECONDS = 300.0
"""The most seconds for one file."""

MEGABYTES = 3_000
"""The most memory for one file."""

APART = PDF | office.SUFFIXES
"""The kinds of files that are read in processes of their own."""


class ReadingProcesses:
    """Reads files in at most `count` processes, which are started when they are needed.

    Use it as a context: at its end the processes are gone. Several threads may read at a time.
    """

    def __init__(
        self, count: int = 1, seconds: float = SECONDS, megabytes: int = MEGABYTES
    ) -> None:
        self._turns = threading.Semaphore(count)
        self._seconds, self._megabytes = seconds, megabytes
        self._guard = threading.Lock()
        self._idle: list[ReaderProcess] = []
        self._all: set[ReaderProcess] = set()
        self._closed = False

    def __enter__(self) -> ReadingProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        with self._guard:
            self._closed = True
            processes, self._idle = self._all, []
        for one in processes:
            one.end()

    def read(self, data: bytes, suffix: str) -> tuple[Read, ...]:
        """As `formats.read`, which it is for kinds that Python itself reads."""
        if reason := office.missing(suffix):
            raise UnreadableError(reason)
        if suffix not in APART or not sys.executable:
            return read(data, suffix)
        return _found(self._asked(data, {"suffix": suffix}))

    def paper(self, data: bytes) -> PaperText:
        """As `pdf.paper.paper_of_pdf`."""
        title, paragraphs, unread = self._asked(data, {"paper": True})
        return PaperText(title, tuple(paragraphs), tuple(NotRead(**one) for one in unread))

    def _asked(self, data: bytes, asked: dict[str, Any]) -> Any:
        """What is found; UnreadableError with what is refused, or why the process ended."""
        asked = {**asked, "megabytes": self._megabytes}
        try:
            with self._turns, self._process() as process:
                found, *_ = process.ask(data, asked, self._seconds)
        except ReaderEndedError as ended:
            raise UnreadableError(
                f"could not be read: it takes longer than the {self._seconds:.0f} seconds that "
                "there are for it; save it as text, or split it"
                if ended.late
                else f"could not be read: it ended its reader (code {ended.code}), or needs more "
                f"than the {self._megabytes:,} MB of memory that there are for it; save it anew or "
                "as text"
            ) from None
        if isinstance(found, str):
            raise UnreadableError(found)
        return found

    @contextmanager
    def _process(self) -> Iterator[ReaderProcess]:
        with self._guard:
            if self._closed:
                raise UnreadableError("was not read, as the reading was ended")
            process = self._idle.pop() if self._idle else ReaderProcess(__name__)
            self._all.add(process)
        try:
            yield process
        finally:
            with self._guard:
                if process.alive and not self._closed:
                    self._idle.append(process)
                else:
                    self._all.discard(process)
                    process.end()


def serve() -> None:
    """Read what is sent to this process, and say what was read."""
    answer_all(lambda data, asked: [_answer(data, asked)])


def _answer(data: bytes, asked: dict[str, Any]) -> object:
    limit_memory(asked["megabytes"])
    try:
        if asked.get("paper"):
            paper = paper_of_pdf(data)
            return [*paper[:2], [asdict(one) for one in paper.unread]]
        return [asdict(one) for one in read(data, asked["suffix"])]
    except UnreadableError as error:
        return str(error)
    except MemoryError:
        return "needs more memory than there is for one file; split it"


def _found(record: Any) -> tuple[Read, ...]:
    return tuple(
        Read(
            one["title"],
            tuple(Part(*part) for part in one["parts"]),
            tuple(NotRead(**part) for part in one["unread"]),
            one["name"],
        )
        for one in record
    )


def processors() -> int:
    """How many files may be read at a time."""
    return min(8, usable_cores())
