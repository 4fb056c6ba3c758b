"""One folder per benchmark; each shows its paper's whole experiment.

What the commands need of a benchmark is its `suite` module, which fulfils `Suite`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

from tamis.types import InputError

if TYPE_CHECKING:
    from inspect_ai import Task

    from tamis.downloads import AnySource
    from tamis.report.runs import Run
    from tamis.report.tables import Report

BENCHMARKS = {
    "kitab": "lists of books under constraints (Abdin et al., 2023)",
    "quest": "set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025)",
    "acs": "judging whether a response satisfies an arithmetic constraint (ACS)",
    "fanoutqa": "one question, many documents, a dated Wikipedia (Zhu et al., 2024)",
    "kiwi": "judging whether a revision followed its instruction (Xu et al., 2024)",
}
"""The benchmarks that are built, each with what it asks for."""


@dataclass(frozen=True)
class Request:
    """One call to a model, before it is made: for estimates and for answers made elsewhere.

    `typical_characters` is how long a right reply is; `max_tokens` bounds any reply. A
    `follow_up` depends on the reply to an earlier call, and its prompt is an estimate.
    """

    id: str
    prompt: str
    max_tokens: int
    typical_characters: int
    follow_up: bool = False


class Suite(Protocol):
    """What a benchmark gives to the commands."""

    SOURCE: AnySource

    def parameters(self) -> Mapping[str, str]:
        """The task's parameters, each with its default and a word on it."""
        ...

    def plan(
        self, values: Mapping[str, Any], model: str | None, roles: Collection[str] = ()
    ) -> list[dict[str, Any]]:
        """The task parameters of each task that a run consists of; InputError for wrong ones.

        Without a model (`None`) these are the baselines that need none. `roles` are the model
        roles that the run binds.
        """
        ...

    def task(self, values: Mapping[str, Any]) -> Task:
        """The Inspect task for one set of parameters."""
        ...

    def version(self, values: Mapping[str, Any]) -> str:
        """The identity of scoring, wording and data: another one is another run."""
        ...

    def size(self, values: Mapping[str, Any]) -> int:
        """The number of samples of one task."""
        ...

    def requests(self, values: Mapping[str, Any]) -> Iterator[Request]:
        """The calls that one task makes."""
        ...

    def count_rows(self, path: Path) -> int:
        """The number of records in a released file."""
        ...

    def report(self, runs: Sequence[Run]) -> Report:
        """Tables and figures of runs."""
        ...

    def headline(self, made: Report) -> list[str]:
        """The ids of the tables of a report that a terminal shows after a run."""
        ...

    def measures(self, runs: Sequence[Run]) -> Mapping[str, str]:
        """The figures by which two runs are compared: key in a sample's score, and label."""
        ...


class Labelling(Suite, Protocol):
    """A suite whose wrong answers have causes that a person can name."""

    def labelled(self, runs: Sequence[Run], errors: Path) -> Report:
        """The report with the labels of the CSV file `errors`, written where there is none."""
        ...


def condition(chosen: Suite, values: Mapping[str, Any]) -> str:
    """What a task with these parameters is called, where several stand side by side."""
    if (named := getattr(chosen, "condition", None)) is not None:
        return str(named(values))
    return str(values.get("method", values.get("condition", "")))


def ids(chosen: Suite, values: Mapping[str, Any]) -> set[str]:
    """The ids of the samples of one task, for answers made elsewhere."""
    if (listed := getattr(chosen, "ids", None)) is not None:
        return set(listed(values))
    return {request.id for request in chosen.requests(values) if not request.follow_up}


def suite(name: str) -> Suite:
    """The suite of a benchmark; InputError for a name that is none."""
    if name not in BENCHMARKS:
        raise InputError(f"there is no benchmark {name!r}; there is {', '.join(BENCHMARKS)}.")
    return cast(Suite, import_module(f"tamis.benchmarks.{name}.suite"))
