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
from tamis.benchmarks.kitab.tables import outcomes
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


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (lambda prompt: 500, "InternalServerError"),
        (lambda prompt: 429, "RateLimitError"),
        (lambda prompt: b"<html>not found</html>", "no chat completion"),
        (lambda prompt: b"", "no chat completion"),
        (lambda prompt: b'{"choices": [', "no chat completion"),
    ],
)
def test_what_went_wrong_with_a_server_is_said(tamis, answer, cause):
    """Errors, pages and half answers: one readable cause, no class names around it."""
    with Server(answer) as server:
        args = [*ARGS, "--limit", "1", "--max-retries", "0"]
        done = tamis(*args, check=1, **_env(server))
    [said] = [line for line in done.stderr.splitlines() if line.startswith("FAILED")]
    assert cause in said
    assert "Future" not in said
    assert "CallFailed" not in said


def test_a_server_that_hangs_is_cut_and_counted_as_timed_out(tamis):
    """Nothing comes back: the attempt is cut, and the outcome says so."""
    with Server(_answer, delay=60) as server:
        args = [*ARGS, "--limit", "1", "--max-retries", "0", "--attempt-timeout", "1"]
        done = tamis(*args, check=1, **_env(server))
    assert "Timeout" in done.stderr
    [run] = read_runs([tamis.folder / "runs"])
    [row] = outcomes([run]).rows
    assert [row.cells[key] for key in ("expected", "answered", "failed", "timed_out")] == [
        1,
        0,
        1,
        1,
    ]


def test_replies_that_cannot_be_read_are_no_success(tamis):
    """Every sample answered, none readable: exit code 1 and a sentence."""
    with Server(lambda prompt: "I would rather not.") as server:
        done = tamis(*ARGS, "--limit", "3", check=1, **_env(server))
    assert "FAILED: none of 3 replies could be read" in done.stderr


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupted_run_says_so_and_goes_on(tamis, processes):
    """Ctrl-C ends with 130 and no failures; the same command asks the rest."""
    args = [*ARGS, "--limit", "40", "--processes", processes]
    with Server(_answer, delay=0.3) as server:
        run = subprocess.Popen(
            [sys.executable, "-m", "tamis", *args],
            cwd=tamis.folder,
            env={**os.environ, **_env(server)},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        while sum(server.finished.values()) < 9:
            time.sleep(0.01)
            assert run.poll() is None
        os.killpg(run.pid, signal.SIGINT)
        said = run.communicate(timeout=60)[1]
        assert run.returncode == 130, said
        assert "INTERRUPTED" in said
        assert "Traceback" not in said
        server.delay = 0
        tamis(*args, **_env(server))
        assert len(server.calls) == 40


def test_another_number_of_processes_asks_nothing_again(tamis):
    """Shards and single runs share the answers; a shard without samples does not start."""
    with Server(_answer) as server:
        tamis(*ARGS, "--limit", "2", "--processes", "5", **_env(server))
        tamis(*ARGS, "--limit", "2", **_env(server))
        assert sum(server.calls.values()) == 2
    assert [(r.expected, r.answered) for r in read_runs([tamis.folder / "runs"])] == [(2, 2)]


def test_a_provider_that_is_missing_is_said_by_shards_too(tamis):
    """A worker's refusal is the run's refusal: one sentence, exit code 2."""
    done = tamis("run", "kitab", "--model", "nobody/x", "--limit", "4", "--processes", "2", check=2)
    assert "nobody" in done.stderr.splitlines()[-1]


def test_runs_with_other_model_arguments_are_other_runs(tamis):
    """Two runs that differ in how the model is asked stand side by side, told apart."""
    with Server(_answer) as server:
        tamis(*ARGS, "--limit", "2", **_env(server))
        tamis(*ARGS, "--limit", "2", "-M", "emulate_tools=true", **_env(server))
    assert len(read_runs([tamis.folder / "runs"])) == 2
    said = tamis("report", "runs").stdout
    assert "emulate_tools=True" in said


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
