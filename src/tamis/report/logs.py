"""Inspect logs as runs: what a report is computed from.

Only headers and summaries are read, never the messages: 13,000 samples take about two seconds. What
of a log is damaged is told, and the rest is read (`archive.py`). Logs of one folder with the same
task, model and parameters are parts of one run (shards, or a run that was interrupted and resumed)
and are merged; other logs never are.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tamis.inputs.files import write_text
from tamis.inputs.json_records import own_record
from tamis.report.archive import HEADER, START, Archive, Key, why
from tamis.report.elements import Kind
from tamis.report.headers import Bound, Header, Settings, Spec, of_inspect
from tamis.report.runs import Run
from tamis.report.scored import CANCELLED, NOT_BEGUN, Scored
from tamis.report.summaries import Used, read_summaries
from tamis.report.told import (
    HARNESS,
    TAMIS,
    by_model,
    cost,
    generation,
    in_words,
    limits,
    versions,
)
from tamis.spending import together
from tamis.stats import number
from tamis.text.normalised import whole
from tamis.text.secrets import masked
from tamis.text.shown import counted
from tamis.types import InputError, Reply

# Where samples are read, Inspect is imported: headers and summaries do without it (`headers.py`).
if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

NOT_IDENTITY = frozenset({"shard"})
"""Task parameters that say which part of a run a log is, not which run."""


CLUSTER = "cluster"
"""The metadata key that names the cluster field of a task's samples; not part of the identity."""

CHOSEN = "samples_chosen"
"""The part of a run's identity that says how its samples were chosen by Inspect's options."""

_SHARD = re.compile(r"shard-\d+")
PLANNED = "planned.json"
"""The file beside the logs that `write_planned` makes."""

_JSON_LOG = re.compile(rb'\s*\{\s*"(?:version"\s*:\s*\d+,\s*")?(?:status|eval)"\s*:')
"""How a log begins that Inspect has written as JSON."""
_CLASS = re.compile(r"\w+\((['\"])(.*)\1,?\)")


RECORD = "tamis_record"
"""The key in a sample's store of what a benchmark scores in the place of its reply."""

_HEAVY = {"messages", "events", "events_data", "attachments", "timelines"}
"""Fields of a sample that are not needed here and make up most of a log."""


def read_samples(path: Path, *, outputs: bool = True) -> list[EvalSample]:
    """The samples of a log with their scores, and with the replies and the records.

    Raises InputError for a log that cannot be read, or of which a sample is damaged.
    """
    from inspect_ai.log import read_eval_log

    without = _HEAVY if outputs else {*_HEAVY, "output", "store"}
    try:
        if path.suffix != ".json":
            with Archive(path) as archive:
                damaged = archive.damaged_samples()
            if damaged:
                (id, _), reason = min(damaged.items())
                raise _unreadable(path, f"its sample {id} is damaged: {reason}")
        return read_eval_log(str(path), exclude_fields=without).samples or []
    except InputError:
        raise
    except Exception as error:
        # Whatever the reader stumbles over, the user learns which file it was.
        raise _unreadable(path, why(error)) from error


def _unreadable(path: Path, reason: str) -> InputError:
    return InputError(f"{path} is not an Inspect log that can be read ({reason}).")


def score_metadata(run: Run) -> Iterator[tuple[str, int, Mapping[str, Any]]]:
    """Sample, epoch and score metadata, for the scores of a run that have metadata.

    Samples that are damaged are left out, and told in the run's `damage`.
    """
    lacking = {(one.id, one.epoch) for one in run.samples if one.values and not one.filled}
    for path in run.logs:
        for sample in _sound_samples(path, run):
            if (id := str(sample.id)).endswith(run.suffix):
                id = id.removesuffix(run.suffix)
                lacking.discard((id, sample.epoch))
                for score in (sample.scores or {}).values():
                    if score.metadata:
                        yield id, sample.epoch, score.metadata
    _tell_lacking(run, lacking)


def _tell_lacking(run: Run, samples: Collection[Key]) -> None:
    """Say that the logs have no record of samples that they count."""
    if samples:
        (id, _), logs = min(samples), " and ".join(map(str, run.logs))
        count = counted(len(samples), "sample")
        run.tell(f"{logs}: the records of {count} are damaged or missing, first {id}; not shown.")


def _sound_samples(path: Path, run: Run) -> Iterator[EvalSample]:
    """The samples of a log that can be read, with their scores alone where all can."""
    try:
        yield from read_samples(path, outputs=False)
        return
    except InputError as error:
        if path.suffix == ".json":
            run.tell(str(error))
            return
    try:
        with Archive(path) as archive:
            for id, epoch in archive.samples:
                found = None
                # Whatever is wrong with one, the others are read.
                with suppress(Exception):
                    found = archive.sample(id, epoch)
                if found is not None:
                    yield found
    except Exception as error:
        run.tell(str(_unreadable(path, why(error))))


def samples_of(run: Run, *, outputs: bool = True) -> Iterator[tuple[str, EvalSample]]:
    """The samples of a run in its logs, each with its id in the run."""
    for path in run.logs:
        for sample in read_samples(path, outputs=outputs):
            if (id := str(sample.id)).endswith(run.suffix):
                yield id.removesuffix(run.suffix), sample


def record_of(sample: EvalSample) -> Mapping[str, Any] | None:
    """What the benchmark scores in the place of the reply; None where that is the reply itself."""
    return sample.store.get(RECORD)


def replied(
    run: Run, samples: Iterable[Scored]
) -> Iterator[tuple[Scored, dict[str, Any], list[Reply]]]:
    """Samples of a run with what their score recorded, and with the replies of its model.

    Those that no log has are left out, and those that are damaged, which the run's `damage` tells.
    Of several logs the later counts, unless only an earlier one has scored it.
    """
    with ExitStack() as stack:
        read = [_reader(path, run, stack) for path in reversed(run.logs)]
        lacking = []
        for one in samples:
            found: EvalSample | None = None
            for sample_of in read:
                if (here := sample_of(one.id + run.suffix, one.epoch)) is not None:
                    found = found or here
                    if here.scores:
                        found = here
                        break
            if found is not None:
                scores = (found.scores or {}).values()
                recorded = next((score.metadata for score in scores if score.metadata), {})
                yield one, recorded, _replies(found)
            elif one.values and not one.filled:
                lacking.append((one.id, one.epoch))
        _tell_lacking(run, lacking)


def _reader(path: Path, run: Run, stack: ExitStack) -> Callable[[str, int], EvalSample | None]:
    """What gives the sample of a log by its id and epoch; None for one that it has not, or that is
    damaged."""
    from inspect_ai.log import read_eval_log

    @cache
    def every() -> dict[Key, EvalSample]:
        try:
            found = read_eval_log(str(path), resolve_attachments=True).samples or []
        except Exception as error:
            run.tell(str(_unreadable(path, why(error))))
            return {}
        return {(str(sample.id), sample.epoch): sample for sample in found}

    @cache
    def archive() -> Archive | None:
        try:
            return stack.enter_context(Archive(path))
        except Exception as error:
            run.tell(str(_unreadable(path, why(error))))
            return None

    def sample_of(id: str, epoch: int) -> EvalSample | None:
        if path.suffix == ".json":
            # A log as JSON cannot be read in parts, so it is read once for all of its samples.
            return every().get((id, epoch))
        if (parts := archive()) is None or (id, epoch) not in parts.samples:
            return None
        with suppress(Exception):
            # Whatever is wrong with it, the others are read.
            return parts.sample(id, epoch)
        return None

    return sample_of


def _replies(sample: EvalSample) -> list[Reply]:
    """The replies of the model in a sample; those of judges are left out, and so are attempts that
    failed and were asked again.

    A sample without a call (answers made elsewhere) has its output.
    """
    from inspect_ai.event import ModelEvent

    from tamis import models

    events = [event for event in sample.events if isinstance(event, ModelEvent)]
    calls = [event for event in events if not event.error and not event.pending]
    # The calls of judges and helpers have a role.
    own = [call for call in calls if not call.role] or calls
    if not own and record_of(sample) is not None:
        return []
    outputs = [call.output for call in own if call.output.choices] or [sample.output]
    return [
        Reply(
            whole(output.completion),
            truncated=models.cut(output, None),
            refused=models.refused(output),
            calls=models.calls_of(output),
        )
        for output in outputs
    ]


def find_logs(places: Iterable[str | Path]) -> list[Path]:
    """The log files named, and those in the folders named; InputError where there is none."""
    found: list[Path] = []
    for place in map(Path, places):
        if place.is_dir():
            inside = sorted(path for path in place.rglob("*") if _is_log(path))
            if not inside:
                raise InputError(f"{place} holds no Inspect logs (*.eval, or as *.json).")
            found += inside
        elif place.is_file():
            found.append(place)
        else:
            raise InputError(f"there is no log {place}; give a .eval file or a folder of them.")
    return found


def _is_log(path: Path) -> bool:
    """Whether a file is a log, also one that Inspect has converted to JSON.

    Other files of JSON lie beside logs; and of a log in both forms only one counts.
    """
    if path.suffix != ".json":
        return path.suffix == ".eval"
    if not path.is_file() or path.with_suffix(".eval").exists():
        return False
    with path.open("rb") as file:
        return _JSON_LOG.match(file.read(200)) is not None


def is_readable(path: Path) -> bool:
    """Whether a log can be read whole: by what it says of its run, and its samples.

    Those of a log that has ended well are not looked at: nothing but a page would read them.
    """
    told: list[str] = []
    try:
        header = _header(path, told)
        read_summaries(path, told)
        if header.status != "success" and path.suffix != ".json":
            with Archive(path) as archive:
                return not told and not archive.damaged_samples()
    except Exception:
        # Whatever the reader stumbles over, it cannot be read.
        return False
    return not told


def read_runs(places: Iterable[str | Path], left_out: list[str] | None = None) -> list[Run]:
    """The runs behind the logs, in the order of their first log.

    A log that cannot be read whole is an InputError. With `left_out` it is left out, and a sentence
    on it added there, unless none can be read; what is damaged in the others their runs tell.
    """
    parts: dict[tuple[object, ...], list[_Log]] = {}
    refused: list[InputError] = []
    for path in find_logs(places):
        try:
            told: list[str] = []
            header = _header(path, told)
            log = _Log(path, header, list(_samples(path, header, told)), told)
            if told and left_out is None:
                raise InputError(told[0])
            parts.setdefault(run_key(path, header), []).append(log)
        except InputError as error:
            refused.append(error)
        except Exception as error:
            # Whatever the reader stumbles over, the user learns which file it was.
            refused.append(_unreadable(path, why(error)))
    found: list[Run] = []
    for logs in parts.values():
        try:
            found += _runs(logs)
        except Exception:
            # What a log says of its run can be anything, where another program has changed it.
            reason = "what it says of its run is of another form"
            refused += [_unreadable(log.path, reason) for log in logs]
    if refused and (left_out is None or not found):
        more = f" Nor can {len(refused) - 1} more be read." if len(refused) > 1 else ""
        raise InputError(f"{refused[0]}{more}")
    if left_out is not None:
        left_out += [f"{one} It was left out." for one in refused]
    return found


def _header(path: Path, told: list[str]) -> Header:
    """What a log says of its run; where that is damaged, what it said as the run began."""
    if path.suffix == ".json":
        from inspect_ai.log import read_eval_log

        return of_inspect(read_eval_log(str(path), header_only=True))
    with Archive(path) as archive:
        if not archive.has(HEADER):
            return archive.header(START)
        try:
            return archive.header()
        except Exception as error:
            # Whatever is wrong with it, the beginning tells which run it is.
            found = archive.header(START)
            told.append(
                f"{path}: its header is damaged ({why(error)}); what it said when the run began "
                "was read instead."
            )
            return found


def write_planned(folder: Path, ids: Mapping[str, Sequence[str]]) -> None:
    """Keep which samples a run in several processes has, beside its logs.

    A process that dies at once leaves no log, and its samples are missing all the same. `ids` are
    by the heading of the run and its baseline, as `planned_key` joins them.
    """
    write_text(folder / PLANNED, json.dumps(ids))


def planned_key(heading: str, baseline: str | None) -> str:
    """The key of a run in `write_planned`."""
    return f"{heading}/{baseline or ''}"


def _folder(log: Path) -> Path:
    """The folder of the run that a log, or a shard's log, is part of."""
    return log.parent.parent if _SHARD.fullmatch(log.parent.name) else log.parent


def _planned(folder: Path, key: str, told: list[str]) -> Sequence[str]:
    """The ids of the samples of a run in this folder; empty for a run in one process."""
    file = folder / PLANNED
    if not file.is_file():
        return ()
    known = own_record(file) or {}
    ids = known.get(key, [])
    if not known or not isinstance(ids, list):
        told.append(f"{file} is damaged: samples of which no log was begun are not counted.")
        return ()
    return [str(id) for id in ids]


class _Log(NamedTuple):
    """A log with its samples, what each used, and what of it is damaged."""

    path: Path
    header: Header
    samples: list[tuple[Scored, Used]]
    told: list[str]


def run_key(path: Path, header: Header) -> tuple[object, ...]:
    """The key by which logs are merged into a run: the folder, and all that could change an
    answer."""
    spec = header.eval
    args = {k: v for k, v in spec.task_args.items() if k not in NOT_IDENTITY}
    roles = [
        (role, one.model, one.base_url, one.args, _asked_with(one.config))
        for role, one in _roles(spec)
    ]
    identity = (args, spec.model_args, _asked_with(spec.model_generate_config), roles)
    return (
        # Logs of a resumed set share a folder; other logs are one run only if one retries another.
        _folder(path) if spec.eval_set_id else spec.task_id,
        spec.task,
        spec.task_version,
        spec.model,
        str(spec.model_base_url),
        spec.config.get("epochs"),
        *(repr(part) for part in identity),
    )


def _runs(logs: list[_Log]) -> list[Run]:
    """The run of these logs, or several runs where one task ran with several options."""
    found = sorted(logs, key=lambda log: log.header.eval.created)
    spec = found[0].header.eval
    several = (spec.metadata or {}).get("runs")
    if several is None:
        return [_run(found, _identity(spec, spec.metadata), _whose(spec.task_args, spec.model))]
    return [
        _run(
            [_part(log, f"@{condition}") for log in found],
            _identity(spec, identity),
            _whose({**spec.task_args, **identity}, spec.model),
            f"@{condition}",
        )
        for condition, identity in several.items()
    ]


def _part(log: _Log, suffix: str) -> _Log:
    """A log with only the samples whose id ends in `suffix`; the suffix is removed from the ids."""
    own = [
        (replace(sample, id=sample.id.removesuffix(suffix)), usage)
        for sample, usage in log.samples
        if sample.id.endswith(suffix)
    ]
    return log._replace(samples=own)


def _run(
    logs: list[_Log], identity: Mapping[str, str], whose: tuple[str, Kind], suffix: str = ""
) -> Run:
    by_id: dict[tuple[str, int], Scored] = {}
    spent: dict[tuple[str, int], Used] = {}
    expected: set[tuple[str, int]] = set()
    for _, header, samples, _ in logs:
        epochs = range(1, (header.eval.config.get("epochs") or 1) + 1)
        ids = [str(id) for id in header.eval.dataset.sample_ids or []]
        own = [id.removesuffix(suffix) for id in ids if id.endswith(suffix)]
        expected |= {(id, epoch) for id in own for epoch in epochs}
        for sample, used in samples:
            before = by_id.get((sample.id, sample.epoch))
            # If two logs have the same sample, the later counts, unless only the earlier has an
            # answer. Its tokens include those of replies that the earlier has waited for.
            if before is None or sample.values or not before.values:
                by_id[sample.id, sample.epoch] = sample
                spent[sample.id, sample.epoch] = used
    spec = logs[0].header.eval
    tokens, money = by_model(spent.values()), cost(spent.values())
    label, kind = whose
    key = planned_key(identity.get("condition", ""), spec.task_args.get("baseline"))
    told = [said for log in logs for said in log.told]
    folders = {_folder(log.path) for log in logs}
    planned = {id for folder in folders for id in _planned(folder, key, told)}
    expected |= {(id, epoch) for id in planned for epoch in epochs}
    shares = _shares(logs[0].header)
    for id, epoch in sorted(expected - by_id.keys()):
        by_id[id, epoch] = Scored(id, epoch, {}, {}, NOT_BEGUN, shares)
    return Run(
        label=label,
        kind=kind,
        task=spec.task.rpartition("/")[2],
        version=str(spec.task_version),
        identity=identity,
        samples=tuple(by_id.values()),
        expected=len(by_id),
        usage=in_words(together(tokens.values())),
        logs=tuple(log.path for log in logs),
        suffix=suffix,
        args=spec.task_args,
        model=label,
        dates=tuple(dict.fromkeys(log.header.eval.created[:10] for log in logs)),
        versions=versions(log.header for log in logs),
        generation=generation(logs[0].header),
        limits=limits(spec),
        tokens=tokens,
        cost=money,
        prices=() if money is None else ("those of the log",),
        damage=told,
    )


def _identity(spec: Spec, told: Mapping[str, Any] | None) -> dict[str, str]:
    """The identity given by the task, and the model's settings that are not the default."""
    asked = {k: v for k, v in spec.model_args.items() if k != "max_retries"}
    asked |= _asked_with(spec.model_generate_config)
    found = {**(told or {}), **asked, "epochs": spec.config.get("epochs"), CHOSEN: _chosen(spec)}
    for name in (CLUSTER, TAMIS):
        found.pop(name, None)
    found["roles"] = ", ".join(f"{role}={one.model}" for role, one in _roles(spec))
    return {k: str(v) for k, v in found.items() if v not in (None, "")}


def _asked_with(config: Settings) -> Settings:
    """The settings of a model that could change its answers."""
    return {name: value for name, value in config.items() if name not in HARNESS}


def _roles(spec: Spec) -> Iterator[tuple[str, Bound]]:
    """The models that were bound to roles, in the order of the roles."""
    for role, bound in sorted((spec.model_roles or {}).items()):
        for one in bound if isinstance(bound, list) else [bound]:
            yield role, one


def _shares(header: Header) -> str:
    """The field of the samples' metadata that names their cluster."""
    told = header.eval.metadata or {}
    first = next(iter(told["runs"].values()), {}) if "runs" in told else told
    return str(first.get(CLUSTER, ""))


def _chosen(spec: Spec) -> str:
    """How samples were chosen by Inspect's own options, if not as the first of the order."""
    config = spec.config
    if config.get("sample_id") is not None:
        return "chosen by id"
    if config.get("sample_shuffle"):
        return "shuffled by Inspect"
    if isinstance(limit := config.get("limit"), list):
        first, last = limit
        return f"numbers {first + 1} to {last} of the order"
    return ""


def _samples(path: Path, header: Header, told: list[str]) -> Iterator[tuple[Scored, Used]]:
    shares = _shares(header)
    odd: list[str] = []
    for summary in read_summaries(path, told):
        values: dict[str, float] = {}
        for score in (summary.get("scores") or {}).values():
            if isinstance(found := score["value"], Mapping):
                for name, value in found.items():
                    # Logs have NaN as null.
                    if not isinstance(value, int | float | None):
                        odd.append(f"{name} of {summary['id']}")
                    values[name] = value if type(value) is float else number(value)
        limit = summary.get("limit")
        failure = summary.get("error") or (f"limit: {limit}" if limit else "")
        scored = Scored(
            str(summary["id"]),
            summary["epoch"],
            summary["metadata"],
            values,
            _said(failure),
            shares,
            str(summary["target"]),
        )
        yield scored, summary.get("model_usage") or {}
    if odd:
        count = counted(len(odd), "figure")
        told.append(f"{path}: {count} of its samples are no numbers and left out, first {odd[0]}.")


def _said(failure: str) -> str:
    """The first line of a sample's error, without the name of its class."""
    if failure.startswith("CancelledError"):
        return CANCELLED
    line = failure.split("\n")[0]
    inside = _CLASS.fullmatch(line)
    # A log of another program may hold what ours masks.
    return masked(inside.group(2) if inside else line)[:200]


def _whose(args: Mapping[str, Any], model: str) -> tuple[str, Kind]:
    if args.get("baseline"):
        return str(args["baseline"]), "baseline"
    if args.get("predictions"):
        return Path(str(args["predictions"])).stem, "model"
    return model, "model"
