"""Runs that are killed, fail, or are started again."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from server import Server
from tamis.answer.baselines import symbolic
from tamis.report.logs import read_runs

CONNECTIONS = 8
ARGS = ["run", "kitab", "--model", "openai-api/lab/test", f"--max-connections={CONNECTIONS}"]


def _answer(prompt: str) -> str:
    return asyncio.run(symbolic(prompt))


def _env(server: Server) -> dict[str, str]:
    return {"LAB_BASE_URL": server.url, "LAB_API_KEY": "none"}


@pytest.mark.parametrize(("processes", "kill"), [(1, os.killpg), (2, os.killpg), (2, os.kill)])
def test_a_killed_run_resumes_and_asks_again_only_what_was_in_flight(tamis, processes, kill):
    """Killed with -9 in the middle, shards and all or without them, the rest is finished."""
    limit = 80
    args = [*ARGS, "--limit", str(limit), "--processes", str(processes)]
    with Server(_answer, delay=0.05) as server:
        env = {**os.environ, **_env(server), "COLUMNS": "100"}
        first = subprocess.Popen(
            [sys.executable, "-m", "tamis", *args],
            cwd=tamis.folder,
            env=env,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        stop_at = random.Random(processes).randrange(20, 60)
        while sum(server.finished.values()) < stop_at:
            time.sleep(0.005)
            assert first.poll() is None, "the run ended before it could be killed"
        kill(first.pid, signal.SIGKILL)
        first.wait()
        time.sleep(0.5)  # for shards to notice that they are alone
        assert sum(server.calls.values()) < limit
        tamis(*args, **_env(server))
        repeated = sum(n - 1 for n in server.calls.values())
    assert len(server.calls) == limit
    assert repeated <= CONNECTIONS
    runs = read_runs([tamis.folder / "runs"])
    assert [(run.expected, run.answered) for run in runs] == [(limit, limit)]


def test_a_finished_run_asks_nothing_again(tamis):
    """The same command on a finished run only reports; a larger limit asks the rest."""
    with Server(_answer) as server:
        tamis(*ARGS, "--limit", "12", **_env(server))
        tamis(*ARGS, "--limit", "12", **_env(server))
        assert sum(server.calls.values()) == 12
        tamis(*ARGS, "--limit", "20", **_env(server))
        assert sum(server.calls.values()) == 20


def test_a_run_whose_samples_all_failed_is_reported_as_failed(tamis):
    """A server that only refuses: exit code 1 and the cause, not a table of nothing."""
    with Server(lambda prompt: 400) as server:
        done = tamis(*ARGS, "--limit", "5", check=1, **_env(server))
    assert "FAILED: none of 5 samples was answered" in done.stderr
    assert "400" in done.stderr


def test_failed_samples_are_said_and_asked_again(tamis):
    """Some samples fail: the others are kept, and the same command asks just the failed ones."""
    broken = {"on": True}

    def answer(prompt: str):
        return 400 if broken["on"] and "letter l" in prompt else _answer(prompt)

    with Server(answer) as server:
        done = tamis(*ARGS, "--limit", "10", check=1, **_env(server))
        assert "INCOMPLETE" in done.stderr
        broken["on"] = False
        good = {p: n for p, n in server.calls.items() if "letter l" not in p}
        done = tamis(*ARGS, "--limit", "10", **_env(server))
        assert all(server.calls[p] == n for p, n in good.items())
    assert [(r.expected, r.answered) for r in read_runs([tamis.folder / "runs"])] == [(10, 10)]
