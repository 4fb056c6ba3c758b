"""Running tasks: one process or several, resumable, with progress, and never silently failed."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from tamis.benchmarks import Suite, suite
from tamis.cli._common import key_values, write_page
from tamis.report.logs import Run, read_runs
from tamis.types import InputError


@dataclass(frozen=True)
class Job:
    """What one `tamis run` asks for. `model` is None for the baselines."""

    benchmark: str
    model: str | None
    values: Mapping[str, Any]
    limit: int | None
    epochs: int | None
    model_args: Mapping[str, Any]
    roles: tuple[str, ...]
    max_connections: int
    attempt_timeout: int
    cache: bool
    out: Path | None

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
        who = "".join(c if c.isalnum() else "-" for c in self.model or "baselines")
        return Path("runs") / f"{self.benchmark}-{who}-{digest}"


def run(job: Job, processes: int) -> int:
    """Run the job, print and write its report; returns the exit code (0, or 1 for failures)."""
    chosen = suite(job.benchmark)
    # Whatever is wrong with the parameters or the data is said before anything starts.
    planned = chosen.plan(job.values, job.model)
    sizes = [_size(chosen, values, job) for values in planned]
    versions = sorted({chosen.version(values) for values in planned})
    folder = job.folder(versions)
    click.echo(f"tamis run {job.benchmark}: {_described(planned, sizes)} → {folder}", err=True)
    with _Progress(sum(sizes)) as progress:
        if processes == 1:
            _evaluate(chosen, job, planned, folder / "logs", progress.advance)
        else:
            _evaluate_in_processes(replace(job, out=folder), processes, progress.advance)
    # A folder of the user's own may hold runs of other versions: they are not this run.
    runs = [run for run in read_runs([folder / "logs"]) if run.version in versions]
    return conclude(chosen, runs, folder, sum(sizes))


def work(job: Job) -> int:
    """Run one shard of a job in this process, reporting each finished sample on stdout."""
    chosen = suite(job.benchmark)
    assert job.out is not None

    def tell(samples: int) -> None:
        try:
            os.write(1, b"." * samples)
        except BrokenPipeError:
            # The run that this shard belongs to has been killed: end as it did, at once, so
            # that nobody writes to its logs when it is started again.
            os._exit(1)

    _evaluate(chosen, job, chosen.plan(job.values, job.model), job.out, tell)
    return 0


def conclude(chosen: Suite, runs: Sequence[Run], folder: Path, planned: int) -> int:
    """Print the tables, write the page, and say what failed of the `planned` samples."""
    from tamis.report.render import terminal

    report = chosen.report(runs)
    terminal.print_report(report, tables=chosen.headline(runs))
    page = folder / "report.html"
    write_page(report, page)
    click.echo(f"\nreport: {page}\nlogs:   {folder / 'logs'} (tamis view {folder})")
    # A shard that never started has no log to expect anything from.
    expected = max(planned, sum(run.expected for run in runs))
    answered = sum(run.answered for run in runs)
    if answered == 0:
        click.echo(f"FAILED: none of {expected} samples was answered. {_cause(runs)}", err=True)
    elif answered < expected:
        click.echo(
            f"INCOMPLETE: {expected - answered} of {expected} samples failed. {_cause(runs)} "
            f"Run the same command again to ask just those.",
            err=True,
        )
    return 0 if answered == expected else 1


def _evaluate(
    chosen: Suite,
    job: Job,
    planned: Sequence[Mapping[str, Any]],
    logs: Path,
    advance: Callable[[int], None],
) -> None:
    os.environ["INSPECT_CACHE_DIR"] = str((logs.parent / "cache").resolve())
    from inspect_ai import eval_set, task_with
    from inspect_ai.model import CachePolicy

    async def finished(state: object) -> None:
        advance(1)

    roles = key_values(job.roles, "--model-role")
    try:
        eval_set(
            [task_with(chosen.task(values), cleanup=finished) for values in planned],
            log_dir=str(logs),
            model=job.model or "none/none",
            model_args={"max_retries": 0, **job.model_args}
            if (job.model or "").startswith("openai-api/")
            else dict(job.model_args),
            model_roles=dict(roles) or None,
            limit=job.limit,
            epochs=job.epochs,
            # One bad sample must not stop the others, nor pass for a success.
            continue_on_fail=True,
            retry_on_error=1,
            retry_attempts=0,
            retry_immediate=False,
            max_retries=5,
            attempt_timeout=job.attempt_timeout,
            max_connections=job.max_connections,
            max_samples=max(job.max_connections, 20),
            max_tasks=1,
            # What has been answered is not asked again, even if the sample was cut down before
            # it reached the log; the cache lies beside the log and goes with it.
            cache=CachePolicy(expiry=None) if job.cache and job.model else False,
            display="none",
            log_realtime=False,
            score_display=False,
            log_dir_allow_dirty=True,
        )
    except click.ClickException:
        raise
    except InputError:
        raise
    except Exception as error:
        # Inspect's own refusals (no provider package, no key, no such model) are long and
        # partly markup; the first line says what is wrong.
        raise InputError(f"Inspect could not run {job.model}: {_plain(error)}") from error


def _evaluate_in_processes(job: Job, processes: int, advance: Callable[[int], None]) -> None:
    """One worker per shard, each with its own logs; killed workers are said and resumable."""
    assert job.out is not None
    workers = []
    for index in range(processes):
        shard = replace(job, values={**job.values, "shard": f"{index}/{processes}"})
        command = _command(shard, job.out / "logs" / f"shard-{index}", index, processes)
        pipe = subprocess.PIPE
        workers.append(subprocess.Popen(command, stdout=pipe, stderr=pipe))
    import threading

    def follow(worker: subprocess.Popen[bytes]) -> None:
        assert worker.stdout is not None
        while dots := os.read(worker.stdout.fileno(), 4096):
            advance(dots.count(b"."))

    threads = [threading.Thread(target=follow, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        for index, worker in enumerate(workers):
            assert worker.stderr is not None
            said = worker.stderr.read().decode(errors="replace").strip()
            if worker.wait() != 0:
                click.echo(
                    f"worker {index} ended with {worker.returncode}: {said[-300:]}", err=True
                )
    finally:
        for worker in workers:
            worker.kill()
        for thread in threads:
            thread.join()


def _command(job: Job, out: Path, index: int, processes: int) -> list[str]:
    command = [sys.executable, "-m", "tamis", "run", job.benchmark, "--worker", "--out", str(out)]
    command += ["--model", job.model or "none"]
    command += [f"--max-connections={max(1, job.max_connections // processes)}"]
    command += [f"--attempt-timeout={job.attempt_timeout}"]
    for name, value in job.values.items():
        command += ["-T", f"{name}={json.dumps(value)}"]
    for name, value in job.model_args.items():
        command += ["-M", f"{name}={json.dumps(value)}"]
    for role in job.roles:
        command += ["--model-role", role]
    if job.limit is not None:
        # The shard's part of the first `limit` samples.
        command += ["--limit", str(max(1, len(range(index, job.limit, processes))))]
    if job.epochs is not None:
        command += ["--epochs", str(job.epochs)]
    return command if job.cache else [*command, "--no-cache"]


class _Progress:
    """A bar on a terminal; on anything else a line at each tenth."""

    def __init__(self, total: int) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

        self._total, self._done = total, 0
        self._bar = None
        if sys.stderr.isatty():
            from rich.console import Console

            columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
            self._bar = Progress(*columns, console=Console(stderr=True))
            self._task = self._bar.add_task("", total=total)

    def __enter__(self) -> _Progress:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(self, *exception: object) -> None:
        if self._bar:
            self._bar.stop()

    def advance(self, samples: int) -> None:
        """Count `samples` more as finished."""
        before, self._done = self._done, self._done + samples
        if self._bar:
            self._bar.advance(self._task, samples)
        elif self._total and before * 10 // self._total < self._done * 10 // self._total:
            click.echo(f"  {self._done}/{self._total}", err=True)


def _size(chosen: Suite, values: Mapping[str, Any], job: Job) -> int:
    samples = sum(1 for _ in chosen.requests(values))
    return min(samples, job.limit or samples) * (job.epochs or 1)


def _described(planned: Sequence[Mapping[str, Any]], sizes: Sequence[int]) -> str:
    conditions = dict.fromkeys(str(values.get("condition", "")) for values in planned)
    baselines = dict.fromkeys(str(v["baseline"]) for v in planned if v.get("baseline"))
    who = f", baselines {', '.join(baselines)}" if baselines else ""
    return f"{sum(sizes):,} samples, {', '.join(conditions)}{who}"


def _cause(runs: Sequence[Run]) -> str:
    causes = [text for run in runs for text, _ in run.failures.most_common(1)]
    return f"First cause: {causes[0]}." if causes else ""


def _plain(error: Exception) -> str:
    import re

    text = re.sub(r"\[/?[a-z ]+\]", "", str(error)).strip()
    return " ".join((text or type(error).__name__).split())[:400]
