"""A queue for reading uploads, one at a time, so that pages stay fast for everyone else."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tamis.types import InputError

WAIT_SECONDS = 30.0
"""How many seconds an upload waits for those before it."""


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
