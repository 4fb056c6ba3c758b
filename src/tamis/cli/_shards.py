"""A run in several processes: one worker for each shard of the samples.

Inspect uses one CPU thread, which is the bottleneck with a fast local server. Each worker writes
its own logs, which reports merge; all workers share the run's replies and its limits.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from tamis.cli._evaluating import evaluate
from tamis.cli._job import Job
from tamis.cli._progress import FAILED
from tamis.cli._stopping import Stop, stoppable
from tamis.text.secrets import without_secrets

LIMITED = 3
"""The exit code of a worker that has reached a limit of spending."""

PATIENCE = 20
"""Seconds that interrupted workers have to close their logs."""


def evaluate_in_shards(
    job: Job, folder: Path, processes: int, advance: Callable[[int], None], stop: Stop
) -> tuple[list[str], str]:
    """Run the workers to the end; returns an error message for each that failed, and the limit
    that has stopped one, or an empty text."""
    workers: list[subprocess.Popen[bytes]] = []
    for index in range(processes):
        share = None if job.limit is None else len(range(index, job.limit, processes))
        if share == 0:
            continue
        shard = replace(
            job,
            values={**job.values, "shard": f"{index}/{processes}"},
            limit=share,
            max_connections=max(1, job.max_connections // processes),
            out=folder,
            share=processes,
        )
        command = [*_command(shard), "--worker", f"shard-{index}"]
        pipe = subprocess.PIPE
        worker = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        workers.append(worker)
        _hand_over(job.model_args, worker)

    last: dict[int, str] = {}
    threads = [threading.Thread(target=_follow, args=(w, advance)) for w in workers]
    threads += [threading.Thread(target=_listen, args=(w, last)) for w in workers]
    for thread in threads:
        thread.start()
    try:
        for worker in workers:
            worker.wait()
    except KeyboardInterrupt:
        # The workers were told too, or are now, and close their logs.
        for worker in workers if stop.by_signal else ():
            worker.terminate()
        for worker in workers:
            try:
                worker.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                worker.kill()
        raise
    finally:
        for worker in workers:
            worker.kill()
        for thread in threads:
            thread.join()
    said = [(worker.returncode, _error(worker, last)) for worker in workers]
    limited = next((message for code, message in said if code == LIMITED), "")
    return [message for code, message in said if code not in (0, LIMITED)], limited


def work(job: Job, shard: str) -> None:
    """Run one shard in this process; writes a dot to stdout for each finished sample.

    The model's arguments come by stdin, as JSON.
    """

    def count(samples: int) -> None:
        try:
            os.write(1, b"." * samples)
        except BrokenPipeError:
            # The parent process was killed: end at once, so that this worker does not write
            # to the logs when the run is started again.
            os._exit(1)

    job = replace(job, model_args=json.loads(sys.stdin.read() or "{}"))
    assert job.out is not None
    without_secrets(job.model_args)
    with stoppable() as stop:
        try:
            limited = evaluate(job, job.out, job.out / "logs" / shard, count)
        except KeyboardInterrupt:
            sys.exit(stop.code)
    if limited:
        click.echo(limited, err=True)
        sys.exit(LIMITED)


def _hand_over(model_args: Mapping[str, Any], worker: subprocess.Popen[bytes]) -> None:
    """Give a worker the model's arguments, such as a key, where no list of processes shows them."""
    assert worker.stdin is not None
    # One that has died says why by itself.
    with suppress(BrokenPipeError), worker.stdin as pipe:
        pipe.write(json.dumps(model_args).encode())


def _follow(worker: subprocess.Popen[bytes], advance: Callable[[int], None]) -> None:
    assert worker.stdout is not None
    while dots := os.read(worker.stdout.fileno(), 4096):
        advance(dots.count(b"."))


def _listen(worker: subprocess.Popen[bytes], last: dict[int, str]) -> None:
    """Pass on what a worker says of failed calls, and keep its last line."""
    assert worker.stderr is not None
    for line in worker.stderr:
        if said := line.decode(errors="replace").strip():
            last[worker.pid] = said
            if FAILED.match(said):
                click.echo(said, err=True)


def _error(worker: subprocess.Popen[bytes], last: dict[int, str]) -> str:
    said = last.get(worker.pid, "").removeprefix("Error: ")
    return said or f"a worker ended with code {worker.returncode}"


def _command(job: Job) -> list[str]:
    command = [sys.executable, "-m", "tamis", "run", job.benchmark]
    options: dict[str, object] = {
        "--model": job.model or "none",
        "--out": job.out,
        "--max-connections": job.max_connections,
        "--attempt-timeout": job.attempt_timeout,
        "--max-retries": job.max_retries,
        "--limit": job.limit,
        "--epochs": job.epochs,
        "--token-limit": job.token_limit,
        "--cost-limit": job.cost_limit,
        "--prices": job.price_file,
        "--replies": job.replies,
        "--share": job.share,
    }
    command += [f"{name}={value}" for name, value in options.items() if value is not None]
    for name, value in job.values.items():
        command += ["-T", f"{name}={json.dumps(value)}"]
    for name, value in job.generation.items():
        written = ",".join(value) if name == "stop_seqs" else value
        command.append(f"--{name.replace('_', '-')}={written}")
    for role in job.roles:
        command += ["--model-role", role]
    return command if job.cache else [*command, "--no-cache"]
