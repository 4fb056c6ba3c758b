"""Inspect logs as runs: what a report is computed from.

Only headers and summaries are read, never the messages: 13,000 samples take about two
seconds. Logs of one folder with the same task, model and parameters are parts of one run
(shards, or a run that was interrupted and resumed) and are merged; other logs never are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from inspect_ai.log import (
    EvalLog,
    EvalSample,
    EvalSpec,
    read_eval_log,
    read_eval_log_sample_summaries,
)

from tamis.report.runs import CANCELLED, Run, Scored
from tamis.report.tables import Kind
from tamis.stats import number
from tamis.types import InputError

NOT_IDENTITY = frozenset({"shard"})
"""Task parameters that say which part of a run a log is, not which run."""


HARNESS = {"max_retries", "timeout", "attempt_timeout", "max_connections", "cache", "batch"}
"""Of the settings of a model those that change how it is asked, not what it answers."""

_SHARD = re.compile(r"shard-\d+")
_CLASS = re.compile(r"\w+\((['\"])(.*)\1,?\)")


_HEAVY = {"messages", "events", "events_data", "store", "attachments", "timelines"}
"""Of a sample what nobody here has a use for, and what most of a log consists of."""


def read_samples(path: Path, *, outputs: bool = True) -> list[EvalSample]:
    """The samples of a log with their scores, and with what models have put out.

    Raises InputError for a log that cannot be read.
    """
    without = _HEAVY if outputs else {*_HEAVY, "output"}
    try:
        return read_eval_log(str(path), exclude_fields=without).samples or []
    except Exception as error:
        # Whatever the reader stumbles over, the user learns which file it was.
        raise InputError(f"{path} is not an Inspect log that can be read ({error}).") from error


def score_metadata(run: Run) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """Sample, epoch and what its score says of it, for the scores of a run that say something."""
    for path in run.logs:
        for sample in read_samples(path, outputs=False):
            for score in (sample.scores or {}).values():
                if score.metadata:
                    yield str(sample.id), sample.epoch, score.metadata


def find_logs(places: Iterable[str | Path]) -> list[Path]:
    """The log files named, and those in the folders named; InputError where there is none."""
    found: list[Path] = []
    for place in map(Path, places):
        if place.is_dir():
            inside = sorted(place.rglob("*.eval"))
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
        parts.setdefault(_key(path, header), []).append((path, header))
    return [_run(logs) for logs in parts.values()]


def _key(path: Path, header: EvalLog) -> tuple[object, ...]:
    """What makes logs parts of one run: the folder, and all that could change an answer."""
    spec = header.eval
    args = {k: v for k, v in spec.task_args.items() if k not in NOT_IDENTITY}
    config = spec.model_generate_config.model_dump(exclude_none=True, exclude=HARNESS)
    identity = (args, spec.model_args, config, spec.model_roles)
    folder = path.parent.parent if _SHARD.fullmatch(path.parent.name) else path.parent
    return (
        # Logs of a set that resumes share a folder; others are one run only if one retries another.
        folder if spec.eval_set_id else spec.task_id,
        spec.task,
        spec.task_version,
        spec.model,
        str(spec.model_base_url),
        spec.config.epochs,
        *(repr(part) for part in identity),
    )


def _run(logs: list[tuple[Path, EvalLog]]) -> Run:
    by_id: dict[tuple[str, int], Scored] = {}
    expected: set[tuple[str, int]] = set()
    usage: Counter[str] = Counter()
    logs = sorted(logs, key=lambda log: log[1].eval.created)
    for path, header in logs:
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
                if model_usage.input_tokens_cache_read:
                    usage["input tokens from the provider's cache"] += (
                        model_usage.input_tokens_cache_read
                    )
    spec = logs[0][1].eval
    label, kind = _whose(spec.task_args, spec.model)
    return Run(
        label=label,
        kind=kind,
        task=spec.task.rpartition("/")[2],
        version=str(spec.task_version),
        identity=_identity(spec),
        samples=tuple(by_id.values()),
        expected=len(expected | set(by_id)),
        usage=dict(usage),
        logs=tuple(path for path, _ in logs),
    )


def _identity(spec: EvalSpec) -> dict[str, str]:
    """What the task says of itself, and how the model was asked where that is not the default."""
    asked = {k: v for k, v in spec.model_args.items() if k != "max_retries"}
    asked |= spec.model_generate_config.model_dump(exclude_none=True, exclude=HARNESS)
    found = {**(spec.metadata or {}), **asked, "epochs": spec.config.epochs}
    found["roles"] = ", ".join(f"{role}={name}" for role, name in _roles(spec))
    return {k: str(v) for k, v in found.items() if v not in (None, "")}


def _roles(spec: EvalSpec) -> Iterator[tuple[str, str]]:
    """The models that were bound to roles, in the order of the roles."""
    for role, bound in sorted((spec.model_roles or {}).items()):
        for config in bound if isinstance(bound, list) else [bound]:
            yield role, config.model


def _samples(path: Path) -> Iterator[Scored]:
    for summary in read_eval_log_sample_summaries(str(path)):
        values: dict[str, float] = {}
        for score in (summary.scores or {}).values():
            if isinstance(score.value, Mapping):
                values |= {k: number(v) for k, v in score.value.items()}
        failure = summary.error or (f"limit: {summary.limit}" if summary.limit else "")
        yield Scored(str(summary.id), summary.epoch, summary.metadata, values, _said(failure))


def _said(failure: str) -> str:
    """The first line of what ended a sample, without the class around it."""
    if failure.startswith("CancelledError"):
        return CANCELLED
    line = failure.split("\n")[0]
    inside = _CLASS.fullmatch(line)
    return (inside.group(2) if inside else line)[:200]


def _whose(args: Mapping[str, Any], model: str) -> tuple[str, Kind]:
    if args.get("baseline"):
        return str(args["baseline"]), "baseline"
    if args.get("predictions"):
        return Path(str(args["predictions"])).stem, "model"
    return model, "model"
