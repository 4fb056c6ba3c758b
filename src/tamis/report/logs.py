"""Inspect logs as runs: what a report is computed from.

Only headers and summaries are read, never the messages: 13,000 samples take about two
seconds. Logs of the same task, model and parameters are parts of one run (shards, or a run
that was interrupted and resumed) and are merged.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from inspect_ai.log import EvalLog, read_eval_log, read_eval_log_sample_summaries

from tamis.report.tables import Kind
from tamis.types import InputError

NOT_IDENTITY = frozenset({"shard"})
"""Task parameters that say which part of a run a log is, not which run."""


@dataclass(frozen=True)
class Scored:
    """One sample of a run: what it is about, its figures, and how it ended.

    `failure` is empty for a sample that was answered; else the error or the limit that ended
    it. `values` is empty where nothing was scored.
    """

    id: str
    epoch: int
    about: Mapping[str, Any]
    values: Mapping[str, float]
    failure: str = ""


@dataclass(frozen=True)
class Run:
    """One model (or baseline, or file of predictions) on one task with one set of parameters."""

    label: str
    kind: Kind
    task: str
    version: str
    identity: Mapping[str, str]
    samples: tuple[Scored, ...]
    expected: int
    usage: Mapping[str, int] = field(default_factory=dict)
    paths: tuple[str, ...] = ()

    @property
    def answered(self) -> int:
        """How many samples have figures."""
        return sum(bool(sample.values) for sample in self.samples)

    @property
    def failures(self) -> Counter[str]:
        """The errors and limits that ended samples, each with how often."""
        return Counter(sample.failure for sample in self.samples if sample.failure)

    def value(self, key: str) -> dict[str, float]:
        """The figure `key` of each sample that has one, by id and epoch."""
        return {f"{s.id}#{s.epoch}": s.values[key] for s in self.samples if key in s.values}


def find_logs(places: Iterable[str | Path]) -> list[Path]:
    """The log files named, and those in the folders named; InputError where there is none."""
    found: list[Path] = []
    for place in map(Path, places):
        if place.is_dir():
            inside = sorted(p for p in place.rglob("*.eval"))
            if not inside:
                raise InputError(f"{place} holds no Inspect logs (*.eval).")
            found += inside
        elif place.is_file():
            found.append(place)
        else:
            raise InputError(f"there is no log {place}; give a .eval file or a folder of them.")
    return found


def read_runs(places: Iterable[str | Path]) -> list[Run]:
    """The runs behind the logs, in the order of their first log."""
    parts: dict[tuple[object, ...], list[tuple[Path, EvalLog]]] = {}
    for path in find_logs(places):
        try:
            header = read_eval_log(str(path), header_only=True)
        except Exception as error:
            # Whatever the reader stumbles over, the user learns which file it was.
            raise InputError(f"{path} is not an Inspect log that can be read ({error}).") from error
        parts.setdefault(_key(header), []).append((path, header))
    return [_run(logs) for logs in parts.values()]


def _key(header: EvalLog) -> tuple[object, ...]:
    spec = header.eval
    args = tuple(sorted((k, repr(v)) for k, v in spec.task_args.items() if k not in NOT_IDENTITY))
    return spec.task, spec.task_version, spec.model, str(spec.model_base_url), args


def _run(logs: list[tuple[Path, EvalLog]]) -> Run:
    by_id: dict[tuple[str, int], Scored] = {}
    expected: set[tuple[str, int]] = set()
    usage: Counter[str] = Counter()
    for path, header in sorted(logs, key=lambda log: log[1].eval.created):
        epochs = range(1, (header.eval.config.epochs or 1) + 1)
        ids = header.eval.dataset.sample_ids or []
        expected |= {(str(id), epoch) for id in ids for epoch in epochs}
        for sample in _samples(path):
            before = by_id.get((sample.id, sample.epoch))
            # Of two logs of one run the later counts, unless only the earlier has an answer.
            if before is None or sample.values or not before.values:
                by_id[sample.id, sample.epoch] = sample
        if header.stats:
            for model_usage in header.stats.model_usage.values():
                usage["input tokens"] += model_usage.input_tokens
                usage["output tokens"] += model_usage.output_tokens
    spec = logs[0][1].eval
    label, kind = _whose(spec.task_args, spec.model)
    return Run(
        label=label,
        kind=kind,
        task=spec.task.rpartition("/")[2],
        version=str(spec.task_version),
        identity={k: str(v) for k, v in (spec.metadata or {}).items() if v not in (None, "")},
        samples=tuple(by_id.values()),
        expected=len(expected | set(by_id)),
        usage=dict(usage),
        paths=tuple(str(path) for path, _ in logs),
    )


def _samples(path: Path) -> Iterator[Scored]:
    for summary in read_eval_log_sample_summaries(str(path)):
        values: dict[str, float] = {}
        for score in (summary.scores or {}).values():
            if isinstance(score.value, Mapping):
                values |= {k: _number(v) for k, v in score.value.items()}
        failure = summary.error or (f"limit: {summary.limit}" if summary.limit else "")
        yield Scored(
            str(summary.id), summary.epoch, summary.metadata, values, failure.split("\n")[0][:200]
        )


def _whose(args: Mapping[str, Any], model: str) -> tuple[str, Kind]:
    if args.get("baseline"):
        return str(args["baseline"]), "baseline"
    if args.get("predictions"):
        return Path(str(args["predictions"])).stem, "model"
    return model, "model"


def _number(value: object) -> float:
    # A NaN travels through a log as null.
    return float(value) if isinstance(value, (int, float)) else math.nan
