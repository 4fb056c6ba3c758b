"""Running tasks: resumable, with progress, and never silently failed."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click

from tamis.benchmarks import Suite, condition, suite
from tamis.cli._common import key_values, write_page
from tamis.cli._progress import Progress
from tamis.report.logs import read_runs
from tamis.report.runs import Run
from tamis.report.tables import Report
from tamis.types import InputError

HOW = frozenset({"limit", "max_connections", "max_retries", "attempt_timeout", "cache", "out"})
"""The fields of a job that say how much is asked, how fast and where to, not what."""

INTERRUPTED = 130
"""The exit code of a run that was stopped by Ctrl-C, as shells have it."""

REFUSED = 2
"""The exit code where what the user gave cannot be used."""


@dataclass(frozen=True)
class Job:
    """What one `tamis run` asks for. `model` is None where no model is asked."""

    benchmark: str
    model: str | None
    values: Mapping[str, Any]
    limit: int | None = None
    epochs: int | None = None
    model_args: Mapping[str, Any] = field(default_factory=dict)
    roles: tuple[str, ...] = ()
    max_connections: int = 10
    max_retries: int = 5
    attempt_timeout: int = 180
    cache: bool = True
    out: Path | None = None

    @property
    def who(self) -> str:
        """Whose answers they are, as part of a file name."""
        predictions = self.values.get("predictions")
        bound = "-".join(dict.fromkeys(key_values(self.roles, "--model-role").values()))
        name = self.model or (Path(predictions).stem if predictions else bound or "baselines")
        return "".join(c if c.isalnum() else "-" for c in name)

    def folder(self, versions: Sequence[str]) -> Path:
        """Where the run lives: the same for the same question, so that it can be resumed.

        How much is asked (`limit`) and how fast does not change the run; other data, wordings
        or scoring (`versions`) do.
        """
        if self.out is not None:
            return self.out
        identity = [self.benchmark, self.model, dict(self.values), dict(self.model_args), versions]
        text = json.dumps([*identity, sorted(self.roles), self.epochs], sort_keys=True, default=str)
        digest = hashlib.sha256(text.encode()).hexdigest()[:8]
        return Path("runs") / f"{self.benchmark}-{self.who}-{digest}"


@dataclass(frozen=True)
class Done:
    """What a job has come to: its runs, where they lie, and how many samples it should have."""

    runs: tuple[Run, ...]
    folder: Path
    planned: int
    interrupted: bool = False
    failed: bool = False


def run(job: Job, processes: int = 1) -> int:
    """Run the job, print and write its report; returns the exit code.

    0 where every sample was answered and read, 1 for failures, 130 after Ctrl-C.
    """
    done = carry_out(job, processes)
    if not done.runs:
        click.echo("Interrupted before anything was asked.", err=True)
        return INTERRUPTED
    report = suite(job.benchmark).report(done.runs)
    return conclude(suite(job.benchmark), report, [done], done.folder)


def carry_out(job: Job, processes: int = 1) -> Done:
    """Run the job, as far as it has not been run before."""
    from tamis.cli._shards import evaluate_in_shards

    chosen = suite(job.benchmark)
    # Whatever is wrong with the parameters or the data is said before anything starts.
    planned = plan(job, chosen)
    sizes = [size(chosen, values, job) for values in planned]
    versions = sorted({chosen.version(values) for values in planned})
    folder = job.folder(versions)
    _make_room(folder)
    before = _runs(folder, versions)
    click.echo(f"{job.benchmark}: {_described(chosen, planned, sizes)} → {folder}", err=True)
    failed: list[str] = []
    interrupted = False
    with Progress(sum(sizes), sum(run.answered for run in before)) as progress:
        try:
            if processes == 1:
                evaluate(job, chosen, folder, folder / "logs", progress.advance)
            else:
                shards = min(processes, *sizes)
                failed = evaluate_in_shards(job, folder, shards, progress.advance)
        except KeyboardInterrupt:
            interrupted = True
    runs = _runs(folder, versions)
    if failed and not any(run.answered for run in runs):
        raise InputError(failed[0])
    for said in failed:
        click.echo(f"a part of the run failed: {said}", err=True)
    return Done(tuple(runs), folder, sum(sizes), interrupted, bool(failed))


def plan(job: Job, chosen: Suite) -> list[dict[str, Any]]:
    """The tasks of the job; InputError for wrong parameters."""
    roles = key_values(job.roles, "--model-role")
    return chosen.plan(job.values, job.model, roles)


def evaluate(
    job: Job, chosen: Suite, folder: Path, logs: Path, advance: Callable[[int], None]
) -> None:
    """Run the tasks of the job through Inspect, in this process."""
    # What has been answered is not asked again, even if the sample was cut down before it
    # reached the log; the cache lies beside the logs and goes with them.
    os.environ["INSPECT_CACHE_DIR"] = str((folder / "cache").resolve())
    from inspect_ai import eval_set, task_with
    from inspect_ai.model import CachePolicy

    async def finished(state: object) -> None:
        advance(1)

    asks = job.model is not None or bool(job.roles)
    tasks = [task_with(chosen.task(values), cleanup=finished) for values in plan(job, chosen)]
    try:
        eval_set(
            tasks,
            log_dir=str(logs),
            model=job.model or "none/none",
            model_args=_model_args(job),
            model_roles=dict(key_values(job.roles, "--model-role")) or None,
            limit=job.limit,
            epochs=job.epochs,
            # One bad sample must not stop the others, nor pass for a success.
            continue_on_fail=True,
            retry_on_error=1,
            retry_attempts=0,
            retry_immediate=False,
            max_retries=job.max_retries,
            attempt_timeout=job.attempt_timeout,
            max_connections=job.max_connections,
            max_samples=max(job.max_connections, 20),
            max_tasks=1,
            cache=CachePolicy(expiry=None) if job.cache and asks else False,
            display="none",
            log_realtime=False,
            score_display=False,
            log_dir_allow_dirty=True,
        )
    except (click.ClickException, InputError):
        raise
    except Exception as error:
        # Inspect's own refusals (no provider package, no key, no such model) are long and
        # partly markup; what is wrong stands first.
        raise InputError(f"Inspect could not run {job.model}: {_plain(error)}") from error


def conclude(chosen: Suite, report: Report, jobs: Sequence[Done], folder: Path) -> int:
    """Print the tables, write the page, and say what is missing of the samples planned."""
    from tamis.report.render import terminal

    terminal.print_report(report, tables=chosen.headline(report))
    page = folder / "report.html"
    write_page(report, page)
    click.echo(f"\nreport: {page}\nlogs:   {folder / 'logs'} (tamis view {folder})")
    runs = [run for done in jobs for run in done.runs]
    # A shard that never started has no log to expect anything from.
    expected = sum(max(done.planned, sum(run.expected for run in done.runs)) for done in jobs)
    answered = sum(run.answered for run in runs)
    again = "Run the same command again to ask just the rest."
    if any(done.interrupted for done in jobs) or any(run.interrupted for run in runs):
        click.echo(f"INTERRUPTED: {answered} of {expected} samples answered. {again}", err=True)
        return INTERRUPTED
    if answered == 0:
        said = f"FAILED: none of {expected} samples was answered. {_cause(runs)}"
    elif answered < expected:
        missing = expected - answered
        said = f"INCOMPLETE: {missing} of {expected} samples failed. {_cause(runs)} {again}"
    elif all(run.unread == run.answered for run in runs):
        said = f"FAILED: none of {expected} replies could be read; see the outcomes above."
    else:
        return int(any(done.failed for done in jobs))
    click.echo(said, err=True)
    return 1


def _runs(folder: Path, versions: Sequence[str]) -> list[Run]:
    """The runs in the folder; those of other versions, in a folder of the user's, left out."""
    if not any((folder / "logs").rglob("*.eval")):
        return []
    return [run for run in read_runs([folder / "logs"]) if run.version in versions]


def _make_room(folder: Path) -> None:
    try:
        (folder / "logs").mkdir(parents=True, exist_ok=True)
        probe = folder / ".tamis"
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise InputError(
            f"the run cannot be written to {folder} ({error.strerror}); choose a folder with --out."
        ) from error


def _model_args(job: Job) -> dict[str, Any]:
    # The OpenAI client retries by itself below Inspect's retries: nine requests for one call.
    own = {"max_retries": 0} if (job.model or "").startswith("openai-api/") else {}
    return {**own, **job.model_args}


def size(chosen: Suite, values: Mapping[str, Any], job: Job) -> int:
    """How many samples one task of the job has."""
    samples = chosen.size(values)
    return min(samples, job.limit or samples) * (job.epochs or 1)


def _described(chosen: Suite, planned: Sequence[Mapping[str, Any]], sizes: Sequence[int]) -> str:
    asked: dict[str, None] = {}
    for values in planned:
        if values.get("predictions"):
            asked[f"answers from {Path(values['predictions']).name}"] = None
        elif "condition" in values or not values.get("baseline"):
            asked[condition(chosen, values)] = None
    baselines = dict.fromkeys(str(v["baseline"]) for v in planned if v.get("baseline"))
    who = [f"baselines {', '.join(baselines)}"] if baselines else []
    return ", ".join([f"{sum(sizes):,} samples", *asked, *who])


def _cause(runs: Sequence[Run]) -> str:
    causes = [text for run in runs for text, _ in run.failures.most_common(1)]
    return f"First cause: {causes[0].rstrip('.')}." if causes else ""


def _plain(error: Exception) -> str:
    text = re.sub(r"\[/?[a-z ]+\]", "", str(error)).strip()
    return " ".join((text or type(error).__name__).split())[:400]
