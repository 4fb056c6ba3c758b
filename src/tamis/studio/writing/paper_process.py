"""Reading uploaded files: one upload at a time, in a process of its own with limits.

A PDF of some kilobytes can keep a reader busy for minutes, or fill the memory. Here it keeps only
its reader, which is killed when its time is over; pages stay as fast as ever. The two processes
exchange lines of JSON, so that whatever a file does to its reader, it is only text that comes back.
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
from dataclasses import asdict, replace
from typing import IO

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
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> PaperProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def read(self, name: str, data: bytes, seconds: float) -> Iterator[Paper | Topic | str]:
        """What `read_file` finds, within `seconds`; then, if it did not end, a sentence why."""
        process = self._process = self._process or _start()
        assert process.stdin is not None
        assert process.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            process.kill()

        # The reader itself says so, if it can, when its time is over.
        timer = threading.Timer(seconds + _GRACE, stop)
        timer.daemon = True
        timer.start()
        ended, count = False, 0
        try:
            # A reader that is gone already is found out by what it does not say.
            with contextlib.suppress(BrokenPipeError):
                _ask(process.stdin, name, data, replace(self._limits, file_seconds=seconds))
            for line in process.stdout:
                if not line.endswith(b"\n"):  # killed while it was telling
                    break
                found = json.loads(line)
                if found is None:
                    ended = True
                    break
                count += 1
                yield _found(found)
        finally:
            timer.cancel()
            if not ended:
                self._end()
        if not ended:
            rest = f" from paper {count + 1} on" if count else ""
            why = (
                f"it takes longer than the {seconds:.0f} seconds that there are for it"
                if late.is_set()
                else f"it needs more than the {self._limits.file_megabytes:,} MB of memory that "
                "there are for it, or is broken in a way that ends its reader"
            )
            yield f"{name:.120} was not read{rest}: {why}. Save it as text, or split it."

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        # What the server imports from is where its reader does.
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def _ask(stream: IO[bytes], name: str, data: bytes, limits: Limits) -> None:
    head = {"name": name, "size": len(data), "limits": asdict(limits)}
    stream.write(json.dumps(head).encode() + b"\n")
    stream.write(data)
    stream.flush()


def _found(record: object) -> Paper | Topic | str:
    if isinstance(record, str):
        return record
    assert isinstance(record, dict)
    if "question" in record:
        return topic_of(record)
    return papers_of([record])[0]


def main() -> None:
    """Read files until there are no more: a line says what comes, then the bytes of the file."""
    while head := sys.stdin.buffer.readline():
        asked = json.loads(head)
        limits = Limits(**asked["limits"])
        _limit_memory(limits.file_megabytes)
        data = sys.stdin.buffer.read(asked["size"])
        for found in read_file(asked["name"], data, limits):
            _tell(found if isinstance(found, str) else asdict(found))
        _tell(None)


def _tell(value: object) -> None:
    sys.stdout.buffer.write(json.dumps(value).encode() + b"\n")
    sys.stdout.buffer.flush()


def _limit_memory(megabytes: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):  # not on Windows
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (megabytes * 2**20, most))


if __name__ == "__main__":
    with contextlib.suppress(AttributeError, OSError):  # not on Windows
        # Pages go first.
        os.nice(10)
    main()
