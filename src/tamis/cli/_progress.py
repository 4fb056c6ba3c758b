"""Progress bar, status line and failures on standard error."""

from __future__ import annotations

import math
import re
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import click

from tamis.text.secrets import masked


class Progress:
    """A progress bar on a terminal; elsewhere a line after each tenth of the samples.

    `total` is the number of samples, `done` how many an earlier run has answered.
    """

    def __init__(self, total: int, done: int = 0) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        self._total, self._done = total, min(done, total)
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console

            columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            # What is printed meanwhile stands above the bar on a terminal, and goes where it
            # should elsewhere.
            above = sys.stdout.isatty()
            self._bar = Bar(*columns, console=Console(stderr=True), redirect_stdout=above)
            self._task = self._bar.add_task("", total=total, completed=self._done)

    def __enter__(self) -> Progress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, samples: int) -> None:
        """Count `samples` more as finished."""
        # A sample that failed and is retried must not count twice.
        before, self._done = self._done, min(self._done + samples, self._total)
        if self._bar:
            self._bar.advance(self._task, samples)
        elif self._total and before * 10 // self._total < self._done * 10 // self._total:
            click.echo(f"  {self._done}/{self._total}", err=True)


class StatusLine:
    """A line on standard error that shows the current step; calling it changes its text."""

    def __init__(self) -> None:
        from rich.console import Console

        self._status = Console(stderr=True).status("") if sys.stderr.isatty() else None

    def __call__(self, doing: str) -> None:
        """Show what is being done; nothing where there is no terminal."""
        if self._status is not None:
            from rich.text import Text

            from tamis.text.shown import clean

            self._status.update(Text(clean(f"{doing} …")))

    @contextmanager
    def shown(self) -> Iterator[StatusLine]:
        """The line is there meanwhile."""
        if self._status is None:
            yield self
            return
        with self._status:
            yield self

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """The line is away meanwhile, so that something can be asked."""
        if self._status is not None:
            self._status.stop()
        try:
            yield
        finally:
            if self._status is not None:
                self._status.start()


@contextmanager
def status_line() -> Iterator[StatusLine]:
    """On a terminal, a line that shows the current step; the function changes its text."""
    with StatusLine().shown() as line:
        yield line


OPEN_ENDED = "of which the server does not say how they ended"

UNCOUNTED = "of which the server says no count of tokens that can be used"

FAILED = re.compile(
    rf"\A(?:(?:a call has|\d+ calls have) failed: |[\d,]+ repl\w+ (?:{OPEN_ENDED}|{UNCOUNTED}))"
)
"""How a line of `Failures` begins, or one on replies of which something is not known."""


class Failures:
    """Says on standard error that calls fail, while they may be tried again: the first at once.

    Later ones are said every `pause` seconds at most, with how many there were. So is what is
    waited for.
    """

    def __init__(self, pause: float = 30.0) -> None:
        self._pause, self._said, self._count = pause, -math.inf, 0
        self._waits = -math.inf

    def __call__(self, failure: str) -> None:
        """Take note of a failed call."""
        self._count += 1
        now = time.monotonic()
        if now - self._said >= self._pause:
            self._said = now
            which = "a call has failed" if self._count == 1 else f"{self._count} calls have failed"
            click.echo(f"{which}: {masked(failure).rstrip('.')}.", err=True)

    def waits(self, what: str) -> None:
        """Take note of what is waited for."""
        now = time.monotonic()
        if now - self._waits >= self._pause:
            self._waits = now
            click.echo(f"waiting: {masked(what)}.", err=True)
