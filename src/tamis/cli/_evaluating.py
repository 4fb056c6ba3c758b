"""Runs one job with Inspect, in this process."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tamis.benchmarks import load_benchmark
from tamis.cli._call_store import CallStore
from tamis.cli._job import Job
from tamis.cli._progress import OPEN_ENDED, UNCOUNTED, Failures
from tamis.spending import Spending
from tamis.text.secrets import masked
from tamis.text.shown import counted
from tamis.types import InputError

_ERROR = re.compile(r"\A\w++\((?:\d+, )?['\"](.*)['\"]\)", re.DOTALL)
"""An error as Inspect writes it down: its class, and what it says."""

REPLIES = "replies"
"""The folder of a run's calls, in its own."""


def evaluate(job: Job, folder: Path, logs: Path, advance: Callable[[int], None]) -> str:
    """Run the tasks of the job; returns the limit that has stopped it, or an empty text.

    Replies are kept in the folder of the run, next to the logs. So a call that was answered is
    not made again, even if the run stopped before its sample was logged. Raises InputError where
    Inspect cannot run the job, and KeyboardInterrupt where it was interrupted.
    """
    from inspect_ai import eval_set, task_with
    from inspect_ai.log import EvalLog
    from inspect_ai.model import GenerateConfig

    from tamis.benchmarks.inspecting import task_of
    from tamis.cli._kept_calls import KeptCalls
    from tamis.models import opened

    planned = load_benchmark(job.benchmark).plan(job.values, job.model, job.bound)
    own = logs.name if logs.parent.name == "logs" else "main"
    with CallStore(job.replies or folder / REPLIES, own) as store:
        told = Failures()
        spent, spending = store.spent(), Spending(job.limits)
        prices = job.prices(spent)
        spending.already(spent, prices, job.share)
        calls = KeptCalls(
            store,
            spending,
            prices,
            again=not job.cache,
            timeout=job.attempt_timeout,
            who=json.dumps([job.model, job.bound], sort_keys=True),
            on_failure=told,
        )
        # The settings of generation are those of the evaluated model only.
        how = GenerateConfig(max_retries=job.max_retries)
        asked = how.merge(GenerateConfig(**job.generation))
        model = job.model and calls.of(opened(job.model, asked, job.model_args, told))
        roles = {
            role: calls.of(opened(name, how, on_failure=told)) for role, name in job.bound.items()
        }

        async def finished(state: object) -> None:
            if not calls.limited:
                advance(1)

        made: list[EvalLog] = []
        try:
            with _rarely_collected():
                _, made = eval_set(
                    [task_with(task_of(options), cleanup=finished) for options in planned],
                    log_dir=str(logs),
                    model=model or "none/none",
                    model_roles=roles or None,
                    limit=job.limit,
                    epochs=job.epochs,
                    # One failing sample must not stop the others; it is counted as failed.
                    continue_on_fail=True,
                    retry_on_error=1,
                    retry_attempts=0,
                    retry_immediate=False,
                    max_retries=job.max_retries,
                    max_connections=job.max_connections,
                    max_samples=max(job.max_connections, 20),
                    max_tasks=1,
                    cache=False,
                    display="none",
                    log_realtime=False,
                    score_display=False,
                    log_dir_allow_dirty=True,
                    # No socket by which other programs could steer the run.
                    ctl_server=False,
                    **job.generation,
                )
            if len(made) < len(planned):
                raise KeyboardInterrupt  # Between two tasks Inspect says nothing of it.
        except KeyboardInterrupt:
            if not calls.limited:
                raise
        except (click.ClickException, InputError):
            raise
        except Exception as error:
            # Inspect's own errors (no provider package, no key, no such model) are long and
            # partly markup; the cause is at the beginning.
            raise InputError(f"Inspect could not run {job.model}: {_plain(error)}.") from error
        for reason in dict.fromkeys(log.error.message for log in made if log.error is not None):
            said = _plain(_ERROR.sub(r"\1", reason))
            click.echo(f"The samples that are missing were not asked: {said}.", err=True)
        if calls.open_ended:
            click.echo(
                f"{counted(calls.open_ended, 'reply', 'replies')} {OPEN_ENDED} (no finish_reason): "
                "they may have been cut where nobody says so.",
                err=True,
            )
        if calls.uncounted:
            click.echo(
                f"{counted(calls.uncounted, 'reply', 'replies')} {UNCOUNTED}: they are in no sum "
                "of tokens or money, and estimated for the limits.",
                err=True,
            )
    return calls.limited


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Python looks for garbage in circles after every 700 new objects, and among all objects after
    some more: in a run that was an eighth of its processor time, for some 20 MB.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _plain(error: Exception | str) -> str:
    text = re.sub(r"\[/?[a-z ]+\]", "", str(error)).strip()
    return masked(" ".join((text or type(error).__name__).split()))[:400].rstrip(".")
