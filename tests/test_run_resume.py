"""Runs that are killed, fail, or are started again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time

import pytest

from server import Server, as_service
from tamis.benchmarks import load_benchmark
from tamis.report.logs import read_runs

CONNECTIONS = 8


def _answer(prompt: str) -> str:
    return "Output:\nNone"


def _wait_for_the_end_of(group: int) -> None:
    """Until no process of the group is left."""
    until = time.monotonic() + 60
    with contextlib.suppress(ProcessLookupError):
        while time.monotonic() < until:
            os.killpg(group, 0)
            time.sleep(0.02)
        pytest.fail("the run's shards have outlived it")


class Desk:
    """A user's folder, and the command `tamis` in it."""

    def __init__(self, tamis_here, patch: pytest.MonkeyPatch) -> None:
        self.tamis, self.patch, self.folder = tamis_here, patch, tamis_here.folder

    def args(self, server: Server) -> list[str]:
        """The command that asks this server, which is a service of its own from now on."""
        model = f"openai-api/{as_service(server, self.patch)}/test"
        return ["run", "kitab", "--model", model, f"--max-connections={CONNECTIONS}"]

    def process(self, args: list[str], **output: int) -> subprocess.Popen[str]:
        """The command in a process of its own, the first of a group that a signal can reach."""
        return subprocess.Popen(
            [sys.executable, "-m", "tamis", *args],
            cwd=self.folder,
            text=True,
            start_new_session=True,
            **output,
        )

    def runs(self) -> list[tuple[int, int]]:
        """Of each run how many samples it should have, and has."""
        return [(run.expected, run.answered) for run in read_runs([self.folder / "runs"])]


@pytest.fixture
def desk(tamis_here, monkeypatch):
    """A `Desk` in an empty folder."""
    return Desk(tamis_here, monkeypatch)


@pytest.mark.parametrize(("processes", "kill"), [(1, os.killpg), (2, os.killpg), (2, os.kill)])
def test_a_killed_run_resumes_and_asks_again_only_what_was_in_flight(desk, processes, kill):
    """Killed with -9 in the middle, shards and all or without them, the rest is finished.

    Where the shards are killed too, one process goes on with what they have left.
    """
    limit = 48
    with Server(_answer, delay=0.05) as server:
        args = [*desk.args(server), "--limit", str(limit)]
        shards = ["--processes", str(processes)]
        first = desk.process([*args, *shards], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        stop_at = random.Random(processes).randrange(16, 28)
        while sum(server.finished.values()) < stop_at:
            time.sleep(0.005)
            assert first.poll() is None, "the run ended before it could be killed"
        kill(first.pid, signal.SIGKILL)
        first.wait()
        _wait_for_the_end_of(first.pid)  # Shards have yet to notice that they are alone.
        assert sum(server.calls.values()) < limit
        desk.tamis(*args, *(shards if kill is os.kill else ()))
        repeated = sum(n - 1 for n in server.calls.values())
    assert len(server.calls) == limit
    assert repeated <= CONNECTIONS
    assert desk.runs() == [(limit, limit)]


def test_a_finished_run_asks_nothing_again(desk):
    """The same command on a finished run only reports; a larger limit asks the rest."""
    with Server(_answer) as server:
        args = desk.args(server)
        desk.tamis(*args, "--limit", "12")
        desk.tamis(*args, "--limit", "12")
        assert sum(server.calls.values()) == 12
        desk.tamis(*args, "--limit", "20")
        assert sum(server.calls.values()) == 20


def test_a_run_whose_samples_all_failed_is_reported_as_failed(desk):
    """A server that only refuses: exit code 1 and the cause, not a table of nothing."""
    with Server(lambda prompt: 400) as server:
        args = desk.args(server)
        done = desk.tamis(*args, "--limit", "5", check=1)
    assert "FAILED: none of 5 samples was answered" in done.err
    assert "400" in done.err


@pytest.mark.parametrize(
    ("answer", "cause"),
    [
        (lambda prompt: 500, "InternalServerError"),
        (lambda prompt: 429, "RateLimitError"),
        (lambda prompt: b"<html>not found</html>", "its answer is not JSON"),
        (lambda prompt: b"", "its answer is not JSON"),
        (lambda prompt: b'{"choices": [', "its answer is not JSON"),
    ],
)
def test_what_went_wrong_with_a_server_is_said(desk, answer, cause):
    """Errors, pages and half answers: one readable cause, no class names around it."""
    with Server(answer) as server:
        args = [*desk.args(server), "--limit", "1", "--max-retries", "0"]
        done = desk.tamis(*args, check=1)
    [said] = [line for line in done.err.splitlines() if line.startswith("FAILED")]
    assert cause in said
    assert "Future" not in said
    assert "CallFailed" not in said


def test_a_server_that_hangs_is_cut_and_counted_as_timed_out(desk):
    """Nothing comes back: the attempt is cut, and the outcome says so."""
    with Server(_answer, delay=60) as server:
        args = [*desk.args(server), "--limit", "1", "--max-retries", "0", "--attempt-timeout", "1"]
        done = desk.tamis(*args, check=1)
    assert "Timeout" in done.err
    [run] = read_runs([desk.folder / "runs"])
    [row] = load_benchmark("kitab").outcome_table([run]).rows
    assert [row.cells[key] for key in ("asked", "ok", "failed", "timed_out")] == [1, 0, 0, 1]


def test_replies_that_cannot_be_read_are_no_success(desk):
    """Every sample answered, none readable: exit code 1 and a sentence."""
    with Server(lambda prompt: "I would rather not.") as server:
        args = desk.args(server)
        done = desk.tamis(*args, "--limit", "3", check=1)
    assert "FAILED: none of 3 replies could be read" in done.err


@pytest.mark.parametrize("processes", ["1", "2"])
def test_an_interrupted_run_says_so_and_goes_on(desk, processes):
    """Ctrl-C ends with 130 and no failures; the same command, or one process, asks the rest."""
    with Server(_answer, delay=0.3) as server:
        args = [*desk.args(server), "--limit", "40"]
        run = desk.process(
            [*args, "--processes", processes], stdout=subprocess.PIPE, stderr=subprocess.PIPE
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
        desk.tamis(*args)
        assert len(server.calls) == 40


def test_another_number_of_processes_asks_nothing_again(desk):
    """Shards and single runs share the answers; a shard without samples does not start."""
    with Server(_answer) as server:
        args = desk.args(server)
        desk.tamis(*args, "--limit", "2", "--processes", "5")
        desk.tamis(*args, "--limit", "2")
        assert sum(server.calls.values()) == 2
    assert desk.runs() == [(2, 2)]


def test_a_provider_that_is_missing_is_said_by_shards_too(desk):
    """A worker's refusal is the run's refusal: one sentence, exit code 2."""
    args = ["run", "kitab", "--model", "nobody/x", "--limit", "4", "--processes", "2"]
    done = desk.tamis(*args, check=2)
    assert "nobody" in done.err.splitlines()[-1]


def test_runs_with_other_model_arguments_are_other_runs(desk):
    """Two runs that differ in how the model is asked stand side by side, told apart."""
    with Server(_answer) as server:
        args = desk.args(server)
        desk.tamis(*args, "--limit", "2")
        desk.tamis(*args, "--limit", "2", "-M", "emulate_tools=true")
    assert len(read_runs([desk.folder / "runs"])) == 2
    said = desk.tamis("report", "runs").out
    assert "emulate_tools=True" in said


def test_failed_samples_are_said_and_asked_again(desk):
    """Some samples fail: the others are kept, and the same command asks just the failed ones."""
    broken = {"on": True}

    def answer(prompt: str):
        return 400 if broken["on"] and "letter d" in prompt else _answer(prompt)

    with Server(answer) as server:
        args = desk.args(server)
        done = desk.tamis(*args, "--limit", "30", check=1)
        assert "INCOMPLETE" in done.err
        broken["on"] = False
        good = {p: n for p, n in server.calls.items() if "letter d" not in p}
        done = desk.tamis(*args, "--limit", "30")
        assert all(server.calls[p] == n for p, n in good.items())
    assert desk.runs() == [(30, 30)]


def test_a_worker_that_leaves_no_log_leaves_its_samples_asked(tamis_here):
    """They count as failed, in the report of the logs alone too."""
    tamis_here("run", "kitab", "-T", "baseline=symbolic", "--limit", "6", "--processes", "2",
               "--out", "one")  # fmt: skip
    for log in (tamis_here.folder / "one/logs/shard-1").glob("*.eval"):
        log.unlink()
    [run] = load_benchmark("kitab").completed(read_runs([tamis_here.folder / "one"]))
    assert (len(run.asked), run.answered) == (6, 3)
    assert sum(sample.read for sample in run.asked) == 3


def test_a_second_process_in_the_folder_of_a_run_is_refused(desk):
    """In one sentence, and it asks nothing; the first one's lock ends with it."""
    from filelock import FileLock

    with Server(_answer) as server:
        args = [*desk.args(server), "--limit", "2", "--out", "one"]
        (desk.folder / "one").mkdir()
        with FileLock(desk.folder / "one" / ".lock"):
            done = desk.tamis(*args, check=2)
        assert "another process is running in one" in done.err
        assert not server.calls
        desk.tamis(*args)
        assert len(server.calls) == 2


def test_a_log_that_cannot_be_read_is_set_aside_and_the_run_goes_on(desk):
    """Cut or empty, as a crash may leave it: said, renamed, and its replies not asked for twice."""
    with Server(_answer) as server:
        args = [*desk.args(server), "--limit", "3", "--out", "one"]
        desk.tamis(*args)
        [log] = (desk.folder / "one/logs").glob("*.eval")
        log.write_bytes(log.read_bytes()[:400])
        (log.parent / "2026-01-01T00-00-00-00-00_kitab_x.eval").write_bytes(b"")
        done = desk.tamis(*args)
        assert f"set aside as {log.name}.damaged" in done.err
        assert len(list(log.parent.glob("*.damaged"))) == 2
        assert set(server.calls.values()) == {1}
    [run] = read_runs([desk.folder / "one"])
    assert run.answered == 3
