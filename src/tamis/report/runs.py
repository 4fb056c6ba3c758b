"""Runs and their scored samples, from which reports are computed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from tamis.report.elements import Kind

CANCELLED = "interrupted"
"""The failure of a sample that was interrupted by Ctrl-C."""


@dataclass(frozen=True)
class Scored:
    """One sample of a run: its metadata (`about`), its figures, and how it ended.

    `failure` is empty for a sample that was answered; else the error or the limit that ended
    it. `values` is empty where nothing was scored.
    """

    id: str
    epoch: int
    about: Mapping[str, Any]
    values: Mapping[str, float]
    failure: str = ""
    shares: str = ""
    """The field of `about` by which samples are clustered; "" in older logs."""

    @property
    def cluster(self) -> str:
        """The cluster of the sample: samples in one cluster are not independent."""
        fields = (self.shares,) if self.shares else ("author", "qid", "response", "session")
        return str(next((value for key in fields if (value := self.about.get(key))), self.id))


@dataclass(frozen=True)
class Run:
    """One model (or baseline, or file of predictions) on one task with one set of parameters.

    `logs` are the files it was read from, in the order in which they were begun. Where those hold
    several runs, the ids of its samples end in `suffix` there.
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

    @property
    def answered(self) -> int:
        """How many samples have figures."""
        return sum(bool(sample.values) for sample in self.samples)

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
        """How many replies could not be read: none, a refusal, or nothing that is a list."""
        kinds = ("unparsed", "missing", "refused", "call_failed")
        return sum(any(s.values.get(kind) == 1 for kind in kinds) for s in self.samples)


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
