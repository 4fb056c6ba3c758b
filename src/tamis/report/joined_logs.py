"""One log in the place of those of a run's worker processes.

Inspect has no such writer. What a worker has logged of a sample is copied as it is; the header says
what that of a run in one process says, and its metrics are Inspect's own, of all samples.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import ZipFile

from inspect_ai.log import (
    EvalLog,
    EvalSample,
    EvalSampleSummary,
    read_eval_log,
    read_eval_log_sample_summaries,
    recompute_metrics,
    write_eval_log,
    write_log_dir_manifest,
)
from inspect_ai.model import ModelUsage

from tamis.inputs.replacing import replacing
from tamis.report.archive import SUMMARIES
from tamis.report.headers import of_inspect
from tamis.report.logs import PLANNED, run_key

_SAMPLES = "samples/"
_REDUCTIONS = "reductions.json"
_SET = ".eval-set-id"


class _Shard(NamedTuple):
    """A worker's log, with its header and what it says of its samples."""

    path: Path
    header: EvalLog
    samples: list[EvalSampleSummary]


def join(folder: Path) -> bool:
    """Make one log of the workers' logs of each run in a folder of logs, and remove theirs.

    Only where the workers have answered every sample: otherwise they go on with their own logs,
    which a report reads together. Returns whether the folder is now like that of one process.
    """
    try:
        return _joined(folder, sorted(folder.glob("shard-*")))
    except Exception:
        # Whatever is wrong (a full disk, a log that somebody has changed): the workers' logs are
        # as good as one, and are there.
        return False


def _joined(folder: Path, shards: Sequence[Path]) -> bool:
    runs: dict[object, list[_Shard]] = {}
    for path in sorted(path for shard in shards for path in shard.glob("*.eval")):
        header = read_eval_log(str(path), header_only=True)
        log = _Shard(path, header, read_eval_log_sample_summaries(str(path)))
        runs.setdefault(run_key(path, of_inspect(header)), []).append(log)
    ordered = [_in_order(parts) for parts in runs.values()]
    named = {parts[0].path.name for parts in ordered if parts}
    # A log of this name is from an earlier join that was killed before it had removed the parts.
    others = {path.name for path in folder.glob("*.eval")} - named
    if not ordered or not all(ordered) or others:
        return False
    for parts in ordered:
        with replacing(folder / parts[0].path.name) as new:
            _write(parts, new)
            _check(parts, new)
    # Inspect's set of logs goes on as that of the first part.
    if (own := shards[0] / _SET).exists():
        own.replace(folder / _SET)
    for shard in shards:
        shutil.rmtree(shard)
    (folder / PLANNED).unlink(missing_ok=True)
    write_log_dir_manifest(str(folder))
    return True


def _in_order(parts: Sequence[_Shard]) -> list[_Shard]:
    """The parts of a run in their order; empty unless all are there and each is whole."""
    by_number = {}
    for part in parts:
        number, _, count = str(part.header.eval.task_args.get("shard")).partition("/")
        whole = part.header.status == "success" and count == str(len(parts)) and number.isdigit()
        if not whole or any(one.error for one in part.samples):
            return []
        by_number[int(number)] = part
    return (
        [by_number[number] for number in sorted(by_number)] if len(by_number) == len(parts) else []
    )


def _write(parts: Sequence[_Shard], new: Path) -> None:
    header = _header([part.header for part in parts])
    order = {str(id): nth for nth, id in enumerate(header.eval.dataset.sample_ids or [])}
    samples = [one for part in parts for one in part.samples]
    samples.sort(key=lambda one: (one.epoch, order.get(str(one.id), len(order))))
    # Only what the metrics are of: the rest of a large run does not fit into the memory.
    header.samples = [
        EvalSample(
            id=one.id,
            epoch=one.epoch,
            input="",
            target=one.target,
            scores=one.scores,
            metadata=one.metadata,
        )
        for one in samples
    ]
    recompute_metrics(header)
    header.samples = None
    with ZipFile(new, "w") as archive:
        summaries: list[Any] = []
        for part in parts:
            with ZipFile(part.path) as own:
                how = own.getinfo(SUMMARIES).compress_type
                for info in own.infolist():
                    if info.filename.startswith(_SAMPLES):
                        archive.writestr(info.filename, own.read(info), info.compress_type)
                summaries += json.loads(own.read(SUMMARIES))
        summaries.sort(key=lambda one: (one["epoch"], order.get(str(one["id"]), len(order))))
        archive.writestr(SUMMARIES, json.dumps(summaries), how)
        reductions = [one.model_dump(mode="json") for one in header.reductions or []]
        archive.writestr(_REDUCTIONS, json.dumps(reductions), how)
    write_eval_log(header, new, "eval", header_only=True)


def _check(parts: Sequence[_Shard], new: Path) -> None:
    """ValueError unless the log has all samples of its parts, each once."""
    found = sorted(name for part in parts for name in _samples(part.path))
    if sorted(_samples(new)) != found or len(set(found)) != len(found):
        raise ValueError(f"{new} has other samples than its parts")
    read_eval_log(str(new), header_only=True, format="eval")


def _samples(log: Path) -> list[str]:
    with ZipFile(log) as archive:
        return [name for name in archive.namelist() if name.startswith(_SAMPLES)]


def _header(headers: Sequence[EvalLog]) -> EvalLog:
    """The header of the whole from those of its parts."""
    first = headers[0].model_copy(deep=True)
    spec, stats = first.eval, first.stats
    spec.task_args["shard"] = None
    spec.task_args_passed.pop("shard", None)
    # Of n parts, the i-th has every n-th sample, from the i-th on.
    ids = zip_longest(*(header.eval.dataset.sample_ids or () for header in headers))
    spec.dataset.sample_ids = [id for turn in ids for id in turn if id is not None]
    spec.dataset.samples = sum(header.eval.dataset.samples or 0 for header in headers)
    limits = [header.eval.config.limit for header in headers]
    spec.config.limit = sum(n for n in limits if isinstance(n, int)) if all(limits) else None
    together = [header.plan.config.max_connections or 0 for header in headers]
    first.plan.config.max_connections = sum(together)
    spec.config.max_samples = max(sum(together), 20)
    stats.started_at = min(header.stats.started_at for header in headers)
    stats.completed_at = max(header.stats.completed_at for header in headers)
    stats.model_usage = _added(header.stats.model_usage for header in headers)
    stats.role_usage = _added(header.stats.role_usage for header in headers)
    return first


def _added(used: Iterable[dict[str, ModelUsage]]) -> dict[str, ModelUsage]:
    total: dict[str, ModelUsage] = {}
    for one in used:
        for name, usage in one.items():
            total[name] = total[name] + usage if name in total else usage
    return total
