"""One sample of a run: its metadata, its figures, and how it ended.

A headline figure is over all samples that were asked: one whose answer was not read counts as the
worst value. What was read is kept beside it, under the figure's name with `read_` before it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tamis.stats import NAN
from tamis.types import OUTCOMES, READ, Outcome

CANCELLED = "interrupted"
"""The failure of a sample that was interrupted by Ctrl-C."""

NOT_BEGUN = "not begun"
"""The failure of a sample that the run has not come to."""

DAMAGED = "damaged in its log"
"""The failure of a sample whose record in the log cannot be read."""

BY_READER = "by_reader"
"""The figure of a sample that is 1 where a model has read its reply."""

NOT_ASKED = "not_asked"
"""The figure that is 1 where a question was withheld, so that no answer can be held against it."""

_OLDER: dict[str, Outcome] = {
    "call_failed": "too_long",
    "out_of_time": "timed_out",
    "over_rounds": "timed_out",
}
"""The names of outcomes in logs of scoring 2 and below."""


@dataclass(frozen=True)
class Scored:
    """One sample of a run: its metadata (`about`), its figures, and how it ended.

    `failure` is empty for a sample that was answered; else the error or the limit that ended
    it. `values` is empty where nothing was scored; in a run that is `complete` it then has the
    worst values, and `filled` is true. `target` is the right answer as the log has it.
    """

    id: str
    epoch: int
    about: Mapping[str, Any]
    values: Mapping[str, float]
    failure: str = ""
    shares: str = ""
    """The field of `about` by which samples are clustered; "" in older logs."""

    target: str = ""
    filled: bool = False

    @cached_property
    def outcome(self) -> Outcome | None:
        """How it ended; None for a question that was withheld, which is not among those asked."""
        if self.values.get(NOT_ASKED) == 1:
            return None
        if self.failure:
            return _ended(self.failure)
        if not self.values:
            return "failed"
        older = (outcome for name, outcome in _OLDER.items() if self.values.get(name) == 1)
        named = (outcome for outcome in OUTCOMES if self.values.get(outcome) == 1)
        return next(named, next(older, "ok"))

    @property
    def read(self) -> bool:
        """Whether there is an answer that was read whole."""
        return self.outcome in READ

    @property
    def cluster(self) -> str:
        """The cluster of the sample: samples in one cluster are not independent."""
        fields = (self.shares,) if self.shares else ("author", "qid", "response", "session")
        return str(next((value for key in fields if (value := self.about.get(key))), self.id))


def with_headline(
    values: Mapping[str, float], outcome: Outcome | None, worst: Mapping[str, float]
) -> dict[str, float]:
    """The figures of a sample, its headline figures being the worst where nothing was read.

    `worst` has the worst value of each headline figure, NaN for a figure that the question cannot
    have. What was read stays under `read_…`; figures that have one already are left as they are.
    """
    found = dict(values)
    for key, least in worst.items():
        if f"read_{key}" not in values:
            found[f"read_{key}"] = values.get(key, NAN)
            if outcome is not None and outcome not in READ:
                found[key] = least
    return found


def filled(sample: Scored, worst: Mapping[str, float]) -> Scored:
    """The sample with its headline figures, even if it was never scored; nothing if withheld."""
    if (outcome := sample.outcome) is None:
        return sample
    if sample.values:
        values = with_headline(sample.values, outcome, worst)
        # The scorer did not know of the error or the limit that ended the sample.
        lost = worst if sample.failure else {}
        complete = {**values, **lost}
        # Most samples have all their figures already, and a large run should not be there twice.
        return sample if complete == sample.values else replace(sample, values=complete)
    ended: dict[str, float] = {one: float(one == outcome) for one in OUTCOMES}
    return replace(sample, values={**ended, **with_headline({}, outcome, worst)}, filled=True)


def _ended(failure: str) -> Outcome:
    """The outcome of a sample that an error or one of Inspect's limits has ended."""
    said = failure.lower()
    if said.startswith("limit: "):
        limit = said.removeprefix("limit: ")
        if limit in ("time", "working"):
            return "timed_out"
        return "too_long" if limit == "context" else "truncated"
    return "timed_out" if "timeout" in said or "timed out" in said else "failed"
