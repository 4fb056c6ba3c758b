"""Runs one job with Inspect, in this process."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from tamis.benchmarks import load_benchmark, task_of
from tamis.cli._job import Job
from tamis.types import InputError


def evaluate(job: Job, folder: Path, logs: Path, advance: Callable[[int], None]) -> None:
    """Run the tasks of the job; InputError where Inspect cannot run it.

    Replies are cached in the folder of the run, next to the logs. So a call that was answered is
    not made again, even if the run stopped before its sample was logged.
    """
    os.environ["INSPECT_CACHE_DIR"] = str((folder / "cache").resolve())
    from inspect_ai import eval_set, task_with
    from inspect_ai.model import CachePolicy

    async def finished(state: object) -> None:
        advance(1)

    planned = load_benchmark(job.benchmark).plan(job.values, job.model, job.bound)
    asks = job.model is not None or bool(job.roles)
    try:
        eval_set(
            [task_with(task_of(options), cleanup=finished) for options in planned],
            log_dir=str(logs),
            model=job.model or "none/none",
            model_args=_model_args(job),
            model_roles=dict(job.bound) or None,
            limit=job.limit,
            epochs=job.epochs,
            # One failing sample must not stop the others; it is counted as failed.
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
            **job.generation,
        )
    except (click.ClickException, InputError):
        raise
    except Exception as error:
        # Inspect's own errors (no provider package, no key, no such model) are long and
        # partly markup; the cause is at the beginning.
        raise InputError(f"Inspect could not run {job.model}: {_plain(error)}") from error


def _model_args(job: Job) -> dict[str, Any]:
    # The OpenAI client retries by itself, and Inspect again: nine requests for one call.
    own = {"max_retries": 0} if (job.model or "").startswith("openai-api/") else {}
    return {**own, **job.model_args}


def _plain(error: Exception) -> str:
    text = re.sub(r"\[/?[a-z ]+\]", "", str(error)).strip()
    return " ".join((text or type(error).__name__).split())[:400]
