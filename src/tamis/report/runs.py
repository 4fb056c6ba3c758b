"""Runs, from which reports are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from tamis.report.columns import Columns
from tamis.report.elements import Kind
from tamis.report.scored import CANCELLED, Scored
from tamis.spending import Tokens


@dataclass(frozen=True)
class Run:
    """One model (or baseline, or file of predictions) on one task with one set of parameters.

    `logs` are the files it was read from, in the order in which they were begun. Where those hold
    several runs, the ids of its samples end in `suffix` there. `args` are the
    parameters of the task as they were given. `complete`: every sample has its headline figures.

    `model` is the label that the run has in its log, whatever it is called in a report. `dates` are
    those on which its logs were begun, the first and the last, and `versions` those of the programs
    that wrote them. `generation` are the settings of the model, those of the task included, and
    `limits` what bounds a sample. `tokens` are those of each model, and `usage` the same in words;
    `cost` is what they cost, None where that is not known, and `prices` says by which prices.
    `names` are what models are called in a report, by the names that logs have. `damage` has a
    sentence for what of its logs could not be read; reading their samples may add to it.
    """

    label: str
    kind: Kind
    task: str
    version: str
    identity: Mapping[str, str]
    samples: tuple[Scored, ...]
    expected: int
    usage: Mapping[str, int] = field(default_factory=dict)
    logs: tuple[Path, ...] = ()
    suffix: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)
    complete: bool = False
    model: str = ""
    dates: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    generation: Mapping[str, str] = field(default_factory=dict)
    limits: Mapping[str, str] = field(default_factory=dict)
    tokens: Mapping[str, Tokens] = field(default_factory=dict)
    cost: float | None = None
    prices: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    damage: list[str] = field(default_factory=list, compare=False)

    def tell(self, damaged: str) -> None:
        """Add a sentence to `damage`, which a copy of this run has too."""
        if damaged not in self.damage:
            self.damage.append(damaged)

    @cached_property
    def asked(self) -> tuple[Scored, ...]:
        """The samples that were to be answered: all but those that were withheld."""
        return tuple(sample for sample in self.samples if sample.outcome is not None)

    @cached_property
    def columns(self) -> Columns:
        """The samples that were to be answered, by column."""
        return Columns(self.asked)

    @property
    def answered(self) -> int:
        """How many samples were scored, whatever their outcome."""
        return sum(bool(sample.values) and not sample.filled for sample in self.samples)

    @property
    def failures(self) -> Counter[str]:
        """The errors and limits that ended samples, each with how often."""
        return Counter(sample.failure for sample in self.samples if sample.failure)

    @property
    def interrupted(self) -> int:
        """How many samples were interrupted by Ctrl-C."""
        return self.failures[CANCELLED]

    @property
    def unread(self) -> int:
        """How many replies could not be read; a judge that abstains has been read."""
        return sum(
            bool(sample.values)
            and not sample.filled
            and not sample.read
            and sample.outcome not in (None, "abstained")
            for sample in self.samples
        )


def with_distinct_labels(runs: Sequence[Run]) -> list[Run]:
    """The runs; where labels are equal, the parameters that differ are added to them."""
    alike: dict[tuple[str, str], list[Run]] = {}
    for run in runs:
        alike.setdefault((run.label, run.identity.get("condition", "")), []).append(run)
    labels: dict[int, str] = {}
    for group in alike.values():
        if len(group) == 1:
            continue
        keys = dict.fromkeys(key for run in group for key in run.identity)
        telling = [k for k in keys if len({run.identity.get(k) for run in group}) > 1]
        for nth, run in enumerate(group, 1):
            said = ", ".join(f"{key}={run.identity.get(key, '–')}" for key in telling)
            labels[id(run)] = f"{run.label} [{said or f'run {nth}'}]"
    return [replace(run, label=labels.get(id(run), run.label)) for run in runs]
