"""A server of Spark Connect that may die, and what its errors mean.

Spark's client waits for ever where a server falls silent, and for ten minutes where nothing listens
any more. Here the server is asked every few seconds whether it is there.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic
from typing import Any

from tamis.types import InputError

EVERY = 3.0
"""Seconds between two questions whether the server is there."""

PATIENCE = 20.0
"""Seconds of silence after which the server is taken for dead; a long pause of Java is shorter."""

ANSWER = 10.0
"""Seconds that one answer may take."""

RETRIES, LONGEST_WAIT = 6, 5_000
"""Retries of Spark's client and the milliseconds between them: some 20 seconds in all."""

AGAIN = "then run the command again, which goes on after the last finished step"

_LOST_SESSION = (
    "SESSION_NOT_FOUND",
    "SESSION_CHANGED",
    "SESSION_CLOSED",
    "OPERATION_NOT_FOUND",
    "RESPONSE_ALREADY_RECEIVED",
)
_LOST_WORKER = (
    "Python worker exited unexpectedly",
    "Python worker crashed",
    "ExecutorLostFailure",
    "Lost executor",
    "Executor heartbeat timed out",
    "worker heartbeat",
    "MemoryError",
    "OutOfMemoryError",
)
_GONE = ("StatusCode.UNAVAILABLE", "closed channel", "Channel closed")
_FRAME = re.compile(r"at [\w.$<>/@-]+\(|at [\w.$/]+\.\.\.$|\.\.\. \d+ more$|SQLSTATE: \w+$")
_NO_MESSAGE = ("Driver stacktrace:", "JVM stacktrace:", ">")


class Server:
    """A session with a server of Spark, and how to learn whether the server is still there.

    `answers` asks it, `hang_up` ends all that waits for it; a server in this process has neither.
    """

    def __init__(
        self,
        session: Any,
        url: str,
        answers: Callable[[float], bool] | None = None,
        hang_up: Callable[[], None] = lambda: None,
    ) -> None:
        self.session, self.url = session, url
        self._answers, self._hang_up = answers, hang_up
        self._dead = False
        self._over = Event()

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Watch the server; once it is silent for too long, whatever waits for it fails."""
        if self._answers is None:
            yield
            return
        watch = Thread(target=self._watch, args=(self._answers,), daemon=True)
        watch.start()
        try:
            with warnings.catch_warnings():
                # What the client says of its retries is said here in a sentence.
                warnings.filterwarnings("ignore", message=r"\[RETRIES_EXCEEDED\]")
                yield
        finally:
            self._over.set()
            watch.join()

    def _watch(self, answers: Callable[[float], bool]) -> None:
        heard = monotonic()
        while not self._over.wait(EVERY):
            if answers(ANSWER):
                heard = monotonic()
            elif monotonic() - heard > PATIENCE:
                self._died()
                return

    def _died(self) -> None:
        self._dead = True
        # A dead server cannot be told that the session is over; waiting for that takes minutes.
        self.session.release_session_on_close = False
        self._hang_up()

    def failure(self, error: Exception) -> InputError:
        """What an error of gRPC or Spark means, in one sentence: what died, and what to do."""
        text, said = str(error), cause(error)
        gone = any(sign in text for sign in _GONE)
        if not self._dead and gone and self._answers is not None and not self._answers(ANSWER):
            self._died()
        if self._dead or (gone and self._answers is None):
            return InputError(
                f"the Spark server {self.url} has died or cannot be reached any more; start it "
                f"again (its log says why it stopped), {AGAIN}."
            )
        if any(sign in text for sign in _LOST_SESSION):
            return InputError(
                f"the Spark server {self.url} has forgotten this session, as after a restart "
                f"({said}); see its log, {AGAIN}."
            )
        if sign := next((sign for sign in _LOST_WORKER if sign in text), None):
            return InputError(
                f"a worker of the cluster {self.url} died ({sign}): it was killed, most often for "
                f"want of memory; give each worker more memory or fewer tasks at once, {AGAIN}."
            )
        if "No module named" in text:
            return InputError(
                f"a package is missing on the cluster's workers ({said}); install "
                f"`tamis[collect,cluster]` on them."
            )
        return InputError(f"the cluster failed: {said}; see its log.")


def cause(error: BaseException) -> str:
    """The line of an error's message that says the cause: the last one that is no trace's frame."""
    lines = [line.strip() for line in str(error).splitlines()]
    if details := [line for line in lines if line.startswith("details = ")]:
        lines = [details[-1].removeprefix("details = ").strip('"')]
    told = [one for one in lines if one and not _FRAME.match(one) and one not in _NO_MESSAGE]
    last = told[-1] if told else type(error).__name__
    return last.removeprefix("Caused by: ").rstrip(".")[:300]
