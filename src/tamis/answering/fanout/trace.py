"""A record of the work on a question, so that nothing is lost at a time limit."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable

from tamis.answering.fanout.answered import Answered, Ending, Forced
from tamis.answering.fanout.history import History
from tamis.answering.fanout.search_tool import SearchRunner
from tamis.reading.spoken import without_thoughts
from tamis.types import Reply


class Trace:
    """The unfinished answer. Until it has ended, its outcome is that of running out of time."""

    def __init__(self, question: str) -> None:
        self.question = question
        self.text = ""
        self.outcome: Ending = "timed_out"
        self.pages: tuple[str, ...] = ()
        self.calls = 0
        self.tokens = (0, 0)
        self.forced: Forced = ""
        self.truncated = False
        self.counts: Counter[str] = Counter()
        self.why = ""
        self.history: History | None = None
        self.runner: SearchRunner | None = None
        self.sub: list[Trace] = []
        self.seconds = 0.0
        self._began = time.monotonic()

    @property
    def elapsed(self) -> float:
        """The seconds since it began, in this process."""
        return time.monotonic() - self._began

    def count_reply(self, reply: Reply) -> bool:
        """Count a reply; False if it failed or was refused, which ends the question."""
        self.calls += 1
        self.tokens = (self.tokens[0] + reply.tokens[0], self.tokens[1] + reply.tokens[1])
        self.seconds += reply.seconds
        self.truncated = reply.truncated
        if reply.refused:
            self.outcome = "refused"
        elif reply.failed:
            self.outcome, self.why = "failed", reply.failed
        return not (reply.refused or reply.failed)

    def settle(self, reply: Reply) -> None:
        """Take a reply as the answer."""
        self.text = without_thoughts(reply.text).strip()
        self.outcome = "ok" if self.text else "missing"

    async def within(self, seconds: float | None, work: Awaitable[None]) -> None:
        """Do `work` for at most `seconds`; the outcome shows whether it has ended."""
        try:
            async with asyncio.timeout(seconds) as limit:
                await work
        except TimeoutError:
            if not limit.expired():
                raise
            self.outcome = "timed_out"
            # The call that did not end has taken what was left.
            self.seconds = max(self.seconds, seconds or 0.0)

    def answered(self) -> Answered:
        """The answer, with its sums over the sub-questions."""
        sub = tuple(one.answered() for one in self.sub)
        runner = self.runner
        counts = sum((Counter(one.counts) for one in sub), self.counts.copy())
        if runner is not None:
            counts += runner.counts
        pages = (
            *self.pages,
            *(runner.pages if runner else ()),
            *(p for one in sub for p in one.pages),
        )
        return Answered(
            text=self.text,
            outcome=self.outcome,
            question=self.question,
            pages=tuple(dict.fromkeys(pages)),
            searches=(
                *(runner.searches if runner else ()),
                *(search for one in sub for search in one.searches),
            ),
            calls=self.calls + sum(one.calls for one in sub),
            tokens=(
                self.tokens[0] + sum(one.tokens[0] for one in sub),
                self.tokens[1] + sum(one.tokens[1] for one in sub),
            ),
            seconds=self.seconds + sum(one.seconds for one in sub),
            trimmed=(self.history.trimmed if self.history else 0) + sum(o.trimmed for o in sub),
            forced=self.forced,
            truncated=self.truncated,
            counts={what: n for what, n in counts.items() if n},
            why=self.why,
            sub=sub,
        )
