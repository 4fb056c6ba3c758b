"""A run in several processes: one worker for each shard of the samples.

Inspect uses one CPU thread, which is the bottleneck with a fast server. Each worker writes its own
logs, which become one when all is answered, and which reports read together until then; all workers
share the run's replies and its limits.
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
from tamis.documents.process import usable_cores
from tamis.text.secrets import without_secrets

LIMITED = 3
"""The exit code of a worker that has reached a limit of spending."""

PATIENCE = 20
"""Seconds that interrupted workers have to close their logs."""

WORTH = 200
"""Samples that must remain: a worker takes some 5 seconds of processor time to start."""

_A_WORKER = 5
"""Connections that keep a worker busy, if the server is fast."""

_MOST = 8
"""Workers at most: each takes some 250 MB."""


def worthwhile(job: Job, logs: Path, remaining: int) -> int:
    """How many processes a job is worth whose logs are in a folder.

    As many as cores are idle, where `WORTH` samples or more remain of a run that asks a model. A
    run that has begun goes on with as many as it has begun with.
    """
    begun = _begun(logs)
    if begun:
        return begun
    if remaining < WORTH or job.model is None:
        return 1
    return max(1, min(idle_cores(), job.max_connections // _A_WORKER, _MOST))


def _begun(logs: Path) -> int:
    """How many processes have written into the folder; 0 for none."""
    if any(logs.glob("*.eval")):
        return 1
    return len([shard for shard in logs.glob("shard-*") if shard.is_dir()])


def idle_cores() -> int:
    """How many of the cores that this process may use have nothing to do; at least 1."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, usable_cores() - round(busy))


def evaluate_in_shards(
    job: Job, folder: Path, processes: int, advance: Callable[[int], None], stop: Stop
) -> tuple[list[str], str]:
    """Run the workers to the end; returns an error message for each that failed, and the limit
    that has stopped one, or an empty text.

    Each worker has an equal part of what is left to be spent. One that has spent its part goes on
    alone with what the others have left, so that no limit stops a run before it is reached.
    """
    shares = {index: _share(job.limit, index, processes) for index in range(processes)}
    shards = {
        index: replace(
            job,
            values={**job.values, "shard": f"{index}/{processes}"},
            limit=share,
            max_connections=max(1, _share(job.max_connections, index, processes) or 0),
            out=folder,
            share=processes,
        )
        for index, share in shares.items()
        if share != 0
    }
    for index in shards:
        # Which parts there are says how many, when the run is started again.
        (folder / "logs" / f"shard-{index}").mkdir(parents=True, exist_ok=True)
    failed, limited = _all_of(shards, advance, stop)
    said = ""
    for index in limited:
        alone = {index: replace(shards[index], max_connections=job.max_connections, share=1)}
        more, again = _all_of(alone, advance, stop)
        failed += more
        if again:
            said = again[index]
            break
    return failed, said


def _share(of: int | None, index: int, processes: int) -> int | None:
    return None if of is None else len(range(index, of, processes))


def _all_of(
    shards: Mapping[int, Job], advance: Callable[[int], None], stop: Stop
) -> tuple[list[str], dict[int, str]]:
    """Run these workers to the end; the messages of those that failed, and the limits that have
    stopped some, by their numbers."""
    pipe = subprocess.PIPE
    workers = {}
    for index, shard in shards.items():
        command = [*_command(shard), "--worker", f"shard-{index}"]
        workers[index] = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)
        _hand_over(shard.model_args, workers[index])
    last: dict[int, str] = {}
    threads = [threading.Thread(target=_follow, args=(w, advance)) for w in workers.values()]
    threads += [threading.Thread(target=_listen, args=(w, last)) for w in workers.values()]
    for thread in threads:
        thread.start()
    try:
        for worker in workers.values():
            worker.wait()
    except KeyboardInterrupt:
        # The workers were told too, or are now, and close their logs.
        for worker in workers.values() if stop.by_signal else ():
            worker.terminate()
        for worker in workers.values():
            try:
                worker.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                worker.kill()
        raise
    finally:
        for worker in workers.values():
            worker.kill()
        for thread in threads:
            thread.join()
    said = {index: _error(worker, last) for index, worker in workers.items()}
    codes = {index: worker.returncode for index, worker in workers.items()}
    limited = {index: message for index, message in said.items() if codes[index] == LIMITED}
    return [said[index] for index, code in codes.items() if code not in (0, LIMITED)], limited


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
