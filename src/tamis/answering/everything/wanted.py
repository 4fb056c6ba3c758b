"""What is wanted of an answer over a whole corpus, checked before anything is read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tamis.answering.everything.labels import read_labels
from tamis.answering.everything.plan import Plan, read_plan
from tamis.answering.everything.prices import Prices
from tamis.answering.everything.units import KINDS
from tamis.bad_input import unknown
from tamis.types import InputError


class Interruption:
    """A wish to stop, from outside: set `event`, and it ends with what there is.

    It is heard only within `with`, while units are verified; a subclass may begin to listen there.
    """

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def __enter__(self) -> Interruption:
        return self

    def __exit__(self, *exception: object) -> None:
        pass


@dataclass(frozen=True)
class Wanted:
    """The wishes: see `tamis.ask`. InputError for those that cannot be met.

    `approve` is shown what it will cost, and says whether to go on; `stop` ends it from outside.
    """

    recall: float
    confidence: float = 0.95
    budget: int | None = None
    unit: str = "document"
    plan: Plan | None = None
    labels: dict[str, bool] = field(default_factory=dict)
    labels_file: Path = Path()
    approve: Callable[[Prices], bool] | None = None
    stop: Interruption | None = None

    def __post_init__(self) -> None:
        # Not a number is not between them either.
        if not 0 < self.recall <= 1:
            raise InputError(
                f"the recall is {self.recall}; give a share above 0 and at most 1, such as .95."
            )
        if not 0 < self.confidence < 1:
            raise InputError(
                f"the confidence is {self.confidence}; give a share above 0 and below 1, such as "
                ".95."
            )
        if self.budget is not None and self.budget < 1:
            raise InputError(f"the budget is {self.budget}; give a number of calls from 1.")
        if self.unit not in KINDS:
            raise unknown("unit", self.unit, KINDS)


def wanted(
    recall: float,
    *,
    confidence: float,
    budget: int | None,
    unit: str,
    plan: str | Path | Plan | None,
    labels: str | Path | None,
    approve: Callable[[Prices], bool] | None,
    stop: Interruption | None,
) -> Wanted:
    """The wishes, with the files that they name read; InputError for what cannot be used."""
    return Wanted(
        recall,
        confidence,
        budget,
        unit,
        read_plan(Path(plan)) if isinstance(plan, (str, Path)) else plan,
        {} if labels is None else read_labels(Path(labels)),
        Path() if labels is None else Path(labels),
        approve,
        stop,
    )
