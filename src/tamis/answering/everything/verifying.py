"""Verifies units until the promise holds: many calls at a time, in the order of a policy."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from tamis.answering.coverage import Ended
from tamis.answering.everything.judging import Judged, OutOfBudget
from tamis.types import InputError, Outcome

UNREAD, OF = 20, 25
"""So many unread verdicts of so many in a row end it: a verifier that cannot be read is broken."""

FAILED = 3
"""So many calls that fail before any has succeeded end it: each was tried several times."""

_FIRST_RANKING = 20
_GROWTH = 1.25
"""The units are ranked anew after 20 verdicts, and whenever there are a quarter more of them."""

_PAUSE = 3
"""After a ranking there is none for three times as long as it took: calls need the processor."""

_SAID_EVERY_S = 0.5
_AT_A_TIME = 50
"""After so many kept verdicts in a row others have their turn."""


class Choice(Protocol):
    """A unit to verify, and whether it was drawn at random."""

    @property
    def unit(self) -> int: ...  # noqa: D102


class Order(Protocol):
    """What chooses the units, and knows when it is enough: `policy.Policy`."""

    @property
    def done(self) -> bool: ...  # noqa: D102
    def next(self, n: int) -> Sequence[Choice]: ...  # noqa: D102
    def told(self, unit: int, accepted: bool | None) -> None: ...  # noqa: D102
    def rank(self, scores: NDArray[np.float64]) -> None: ...  # noqa: D102


class Ranking(Protocol):
    """Scores of all units, learnt from those that were verified: `LearntRanking`."""

    def scores(self, labels: Mapping[int, bool]) -> NDArray[np.float64]: ...  # noqa: D102


@dataclass
class Verified:
    """What has come of it so far.

    `accepted` are the units that were accepted, in the order in which they were; `labels` all
    verdicts, by unit. `unread` counts the units without a verdict, `outcomes` why; for `failed` of
    them a call failed, so nobody looked at them.
    `curve` has pairs (verified, found): the first, and one whenever a unit was accepted. `open` are
    the units that were begun and given up. `why` is what ended it, in words, where a limit did.
    `partly` counts the units that were rejected, but of which a part could not be read.
    """

    accepted: list[Judged] = field(default_factory=list)
    labels: dict[int, bool] = field(default_factory=dict)
    unread: int = 0
    failed: int = 0
    outcomes: Counter[Outcome] = field(default_factory=Counter)
    curve: list[tuple[int, int]] = field(default_factory=lambda: [(0, 0)])
    open: set[int] = field(default_factory=set)
    partly: int = 0
    why: str = ""

    @property
    def verified(self) -> int:
        """The units that were looked at, those that could not be read among them."""
        return len(self.labels) + self.unread


class Verifying:
    """Verifies units with `width` calls at a time, which are refilled one by one.

    `judge` gives the verdict on a unit, `ranking` makes the learnt ranking; both its making and its
    work are done in a thread, so that calls never wait for them. `stop` ends it from outside: what
    is in flight is given up. `said` is called now and then with what has come of it. Of the units
    `partial` not everything could be read: what makes one fit may stand in the rest, so a
    rejection is told to the order as no verdict.
    """

    def __init__(
        self,
        order: Order,
        judge: Callable[[int], Awaitable[Judged]],
        ranking: Callable[[], Ranking] | None = None,
        *,
        width: int = 10,
        stop: asyncio.Event | None = None,
        said: Callable[[Verified], None] = lambda so_far: None,
        partial: Container[int] = (),
    ) -> None:
        self.so_far = Verified()
        self._partial = partial
        self._order, self._judge, self._make = order, judge, ranking
        self._ranking: Ranking | None = None
        self._width, self._stop, self._said = width, stop or asyncio.Event(), said
        self._ended: Ended | None = None
        self._first: deque[int] = deque()
        self._before_order = True
        self._landed = asyncio.Event()
        self._fails = asyncio.Event()
        self._recent: deque[bool] = deque(maxlen=OF)
        self._next_ranking = _FIRST_RANKING
        self._ranks: asyncio.Task[None] | None = None
        self._rest_until = 0.0
        self.unlearnt = ""
        """Why the ranking could not be learnt, in a sentence; empty where it could."""
        self._said_at = 0.0

    async def run(self, first: Sequence[int] = ()) -> Ended:
        """Verify until the promise holds or something ends it; returns what did.

        The units `first` are verified before the order chooses any.
        """
        self._first.extend(first)
        workers = [asyncio.create_task(self._work()) for _ in range(self._width)]
        stopped = asyncio.create_task(self._stop.wait())
        failed = asyncio.create_task(self._fails.wait())
        working = asyncio.gather(*workers)
        try:
            waited: set[asyncio.Future[Any]] = {working, stopped, failed}
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if not working.done():
                self._ended = self._ended or "stopped"
            else:
                # An error of a worker is one of everything.
                working.result()
        finally:
            tasks = [*workers, stopped, failed, *([self._ranks] if self._ranks else [])]
            for task in tasks:
                task.cancel()
            await asyncio.gather(working, *tasks, return_exceptions=True)
            self._said(self.so_far)
        return self._ended or "everything"

    async def _work(self) -> None:
        free = 0
        while (unit := await self._next()) is not None:
            # Whoever is given up stays open.
            self.so_far.open.add(unit)
            try:
                judged = await self._judge(unit)
            except OutOfBudget as reached:
                self._end("budget", str(reached))
                continue
            self._told(judged)
            free = free + 1 if not judged.calls else 0
            if free == _AT_A_TIME:
                free = 0
                await asyncio.sleep(0)

    async def _next(self) -> int | None:
        """The next unit; None where there is none, or none is wanted any more.

        The order may wait for verdicts in flight before it knows whether more are wanted.
        """
        while self._ended is None:
            if self._first:
                return self._first.popleft()
            if self._before_order:
                # None of the first is left to begin; the order hears of all of them first.
                self._before_order = bool(self.so_far.open)
            if not self._before_order and self._order.done:
                self._end("reached")
            elif not self._before_order and (chosen := self._order.next(1)):
                return chosen[0].unit
            elif not self.so_far.open:
                self._end("everything")
            else:
                self._landed.clear()
                await self._landed.wait()
        return None

    def _told(self, judged: Judged) -> None:
        so_far, accepted = self.so_far, judged.accepted
        so_far.open.discard(judged.unit)
        if accepted is None:
            so_far.unread += 1
            so_far.failed += "failed" in judged.outcomes
            so_far.outcomes.update(judged.outcomes)
        else:
            so_far.labels[judged.unit] = accepted
        if accepted:
            so_far.accepted.append(judged)
            so_far.curve.append((so_far.verified, len(so_far.accepted)))
        doubtful = accepted is False and judged.unit in self._partial
        so_far.partly += doubtful
        self._order.told(judged.unit, None if doubtful else accepted)
        self._landed.set()
        if judged.calls:
            self._recent.append(accepted is None)
            none = not so_far.labels and so_far.failed >= FAILED
            if none or sum(self._recent) >= UNREAD:
                self._end("failed" if 2 * so_far.failed > so_far.unread else "unread")
        if self._order.done:
            self._end("reached")
        if self._make is not None and len(so_far.labels) >= self._next_ranking:
            self._rank_anew()
        if (now := time.monotonic()) - self._said_at >= _SAID_EVERY_S:
            self._said_at = now
            self._said(so_far)

    def _end(self, ended: Ended, why: str = "") -> None:
        if self._ended is None:
            self._ended, self.so_far.why = ended, why
        if ended == "failed":
            # What is in flight would fail too, after as many attempts.
            self._fails.set()
        # Those that wait for a verdict need wait no longer.
        self._landed.set()

    def _rank_anew(self) -> None:
        both = 0 < len(self.so_far.accepted) < len(self.so_far.labels)
        rested = time.monotonic() >= self._rest_until
        if both and rested and (self._ranks is None or self._ranks.done()):
            if self._ranks is not None:
                self._ranks.result()
            self._next_ranking = round(len(self.so_far.labels) * _GROWTH)
            self._ranks = asyncio.create_task(self._rank(dict(self.so_far.labels)))

    async def _rank(self, labels: dict[int, bool]) -> None:
        assert self._make is not None
        if self._ranking is None:
            try:
                self._ranking = await asyncio.to_thread(self._make)
            except InputError as error:
                # The promise does not need it; it only costs more without.
                self._make, self.unlearnt = None, str(error)
                return
        began = time.monotonic()
        self._order.rank(await asyncio.to_thread(self._ranking.scores, labels))
        ended = time.monotonic()
        self._rest_until = ended + _PAUSE * (ended - began)
