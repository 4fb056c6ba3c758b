"""Files read in processes of their own, within limits of memory and time.

PDFs and office files are read by libraries in C++, Rust and C, and may be hostile: one file can
end its reader, fill the memory, or take for ever. That must not end a run over a folder. What comes
back is lines of JSON, so that whatever a file does to its reader, it is only text.
"""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
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
        self._idle: list[_Process] = []
        self._all: set[_Process] = set()
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
        with self._turns, self._process() as process:
            return process.ask(data, asked, self._seconds)

    @contextmanager
    def _process(self) -> Iterator[_Process]:
        with self._guard:
            if self._closed:
                raise UnreadableError("was not read, as the reading was ended")
            process = self._idle.pop() if self._idle else _Process(self._megabytes)
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


class _Process:
    def __init__(self, megabytes: int) -> None:
        self._megabytes = megabytes
        start = "import sys; sys.path[:] = {}; from tamis.documents.apart import serve; serve({})"
        self._process = subprocess.Popen(
            [sys.executable, "-c", start.format(json.dumps(sys.path), megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # Ctrl-C is for the process that started it.
            start_new_session=True,
        )

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def end(self) -> None:
        self._process.kill()
        self._process.communicate()

    def ask(self, data: bytes, asked: dict[str, Any], seconds: float) -> Any:
        """What the process says; UnreadableError with what it refuses, or why it ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(seconds, stop)
        timer.daemon = True
        timer.start()
        said = b""
        try:
            # A process that is gone already is found out by what it does not say.
            with contextlib.suppress(OSError):
                head = json.dumps({**asked, "size": len(data)}).encode()
                self._process.stdin.write(head + b"\n")
                self._process.stdin.write(data)
                self._process.stdin.flush()
                said = self._process.stdout.readline()
        finally:
            timer.cancel()
        if said.endswith(b"\n"):
            found = json.loads(said)
            if isinstance(found, str):
                raise UnreadableError(found)
            return found
        self.end()
        if late.is_set():
            raise UnreadableError(
                f"could not be read: it takes longer than the {seconds:.0f} seconds that there "
                "are for it; save it as text, or split it"
            )
        raise UnreadableError(
            f"could not be read: it ended its reader (code {self._process.returncode}), or needs "
            f"more than the {self._megabytes:,} MB of memory that there are for it; save it anew "
            "or as text"
        )


def serve(megabytes: int) -> None:
    """Read what is sent to this process, and say what was read, until nothing more is sent."""
    _limit_memory(megabytes)
    given, said = sys.stdin.buffer, sys.stdout.buffer
    # What a library prints must not be taken for an answer.
    sys.stdout = sys.stderr
    while head := given.readline():
        asked = json.loads(head)
        said.write(json.dumps(_answer(given.read(asked["size"]), asked)).encode("ascii") + b"\n")
        said.flush()


def _answer(data: bytes, asked: dict[str, Any]) -> object:
    try:
        if asked.get("paper"):
            paper = paper_of_pdf(data)
            return [*paper[:2], [asdict(one) for one in paper.unread]]
        return [asdict(one) for one in read(data, asked["suffix"])]
    except UnreadableError as error:
        return str(error)
    except MemoryError:
        return "needs more memory than there is for one file; split it"


def _limit_memory(megabytes: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits.
        return
    most = megabytes * 1_000_000
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


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
    return max(1, min(8, os.cpu_count() or 1))
