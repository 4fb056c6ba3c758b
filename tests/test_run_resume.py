"""Runs that are killed, fail, or are started again."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from inspect_ai.log import read_eval_log

from server import Server, as_service
from tamis.benchmarks import load_benchmark
from tamis.cli import _shards
from tamis.cli._job import Job
from tamis.cli._shards import idle_cores, worthwhile
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


@pytest.mark.parametrize(
    ("how", "processes", "to_all", "times", "code"),
    [
        (signal.SIGKILL, 1, True, 1, -9),
        (signal.SIGKILL, 2, False, 1, -9),
        (signal.SIGTERM, 2, False, 1, 143),
        # As a terminal sends it, and as some schedulers do.
        (signal.SIGINT, 2, True, 1, 130),
        (signal.SIGHUP, 1, False, 2, 129),
    ],
)
def test_a_stopped_run_goes_on_and_counts_what_an_uninterrupted_one_does(
    desk, how, processes, to_all, times, code
):
    """Only what was in flight is asked again; every reply is kept, and each call counted once.

    One process goes on with what several have left.
    """
    # Enough that shards which notice late that they are alone cannot have asked them all.
    limit = 120
    with Server(_answer, delay=0.1) as server:
        args = [*desk.args(server), "--limit", str(limit)]
        first = desk.process(
            [*args, "--processes", str(processes)], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        stop_at = random.Random(code).randrange(10, 16)
        while sum(server.finished.values()) < stop_at:
            time.sleep(0.005)
            assert first.poll() is None, "the run ended before it could be stopped"
        for _ in range(times):
            (os.killpg if to_all else os.kill)(first.pid, how)
            time.sleep(0.1)
        said = "".join(first.communicate(timeout=60))
        assert first.returncode == code, said
        assert ("INTERRUPTED" in said) == (how != signal.SIGKILL)
        assert "Traceback" not in said
        reported = list(desk.folder.glob("runs/*/report.html"))
        assert len(reported) == (how != signal.SIGKILL)
        _wait_for_the_end_of(first.pid)  # Shards have yet to notice that they are alone.
        assert sum(server.calls.values()) < limit
        server.delay = 0
        desk.tamis(*args)
        repeated = sum(n - 1 for n in server.calls.values())
    assert len(server.calls) == limit
    assert repeated <= CONNECTIONS
    assert desk.runs() == [(limit, limit)]
    [run] = read_runs([desk.folder / "runs"])
    assert run.usage == {"input tokens": 10 * limit, "output tokens": 5 * limit}


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
        (lambda prompt: 500, "answered 500"),
        (lambda prompt: 429, "answered 429"),
        (lambda prompt: b"<html>not found</html>", "not JSON"),
        (lambda prompt: b"", "is empty"),
        (lambda prompt: b'{"choices": [', "is not whole"),
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
    assert "timed out: no reply within 1 second" in done.err
    [run] = read_runs([desk.folder / "runs"])
    [row] = load_benchmark("kitab").outcome_table([run]).rows
    assert [row.cells[key] for key in ("asked", "ok", "failed", "timed_out")] == [1, 0, 0, 1]


def test_replies_that_cannot_be_read_are_no_success(desk):
    """Every sample answered, none readable: exit code 1 and a sentence."""
    with Server(lambda prompt: "I would rather not.") as server:
        args = desk.args(server)
        done = desk.tamis(*args, "--limit", "3", check=1)
    assert "FAILED: none of 3 replies could be read" in done.err


def test_shards_and_single_runs_share_the_answers(desk):
    """A shard without samples does not start; the samples of one without a log have failed."""
    refused: list[str] = []

    def answer(prompt: str) -> str | int:
        # One is refused, so that the shards keep logs of their own.
        refused[:] = refused or [prompt]
        return 400 if prompt in refused else "Output:\nNone"

    with Server(answer) as server:
        args = [*desk.args(server), "--limit", "3"]
        desk.tamis(*args, "--processes", "4", check=1)
        assert desk.runs() == [(3, 2)]
        log = next(
            path
            for path in desk.folder.glob("runs/*/logs/shard-*/*.eval")
            if all(run.answered for run in read_runs([path]))
        )
        log.unlink()
        [run] = load_benchmark("kitab").completed(read_runs([desk.folder / "runs"]))
        assert (len(run.asked), run.answered) == (3, 1)
        refused[:] = ["nothing"]
        desk.tamis(*args)
        assert sum(server.finished.values()) == 4
    assert desk.runs() == [(3, 3)]


def figures(folder: Path) -> dict[str, object]:
    """All that a log says but when, how long and by which process: its header and its samples."""
    [path] = folder.glob("runs/*/logs/**/*.eval")
    assert path.parent.name == "logs"
    log = read_eval_log(str(path))
    passing = {"created", "eval_id", "eval_set_id", "run_id", "task_id"}
    samples = {
        str(sample.id): (sample.metadata, sample.target, sample.output.completion,
                         sample.scores and {k: v.value for k, v in sample.scores.items()},
                         {k: v.total_tokens for k, v in sample.model_usage.items()})
        for sample in log.samples or []
    }  # fmt: skip
    assert log.results is not None
    return {
        "spec": log.eval.model_dump(exclude=passing),
        "plan": log.plan.model_dump(),
        "results": repr(log.results.model_dump()),
        "reductions": repr(log.reductions),
        "usage": log.stats.model_usage,
        "order": list(samples),
        "samples": samples,
    }


def test_several_processes_leave_the_log_and_the_figures_of_one(desk, tamis_here, monkeypatch):
    """One log, with the same samples, metrics and tokens; started again, it has nothing to ask."""
    with Server(lambda prompt: f"Output:\n1. Title: {prompt[-30:-10]}") as server:
        args = [*desk.args(server), "--limit", "30"]
        reports = []
        for number, processes in enumerate(("1", "2")):
            place = desk.folder / str(number)
            place.mkdir()
            monkeypatch.chdir(place)
            tamis_here(*args, "--processes", processes)
            reports.append(tamis_here("report", "runs", "--csv", "table.csv").out)
        made = sum(server.calls.values())
        tamis_here(*args)
        assert sum(server.calls.values()) == made
    one, two = (figures(desk.folder / number) for number in "01")
    assert one == two
    tables = [(desk.folder / number / "table.csv").read_text() for number in "01"]
    assert tables[0] == tables[1]


def test_auto_takes_several_processes_where_they_are_worth_their_start(tmp_path, monkeypatch):
    """As many as cores are idle for a long run of a model; a run that has begun goes on so."""
    monkeypatch.setattr(_shards, "idle_cores", lambda: 4)
    job = Job("kitab", "mockllm/model", {}, max_connections=50)
    assert [worthwhile(job, tmp_path, remaining) for remaining in (199, 200)] == [1, 4]
    assert worthwhile(replace(job, max_connections=10), tmp_path, 1000) == 2
    assert worthwhile(replace(job, model=None), tmp_path, 1000) == 1
    for number in range(3):
        (tmp_path / f"shard-{number}").mkdir()
    assert worthwhile(job, tmp_path, 10) == 3
    (tmp_path / "x.eval").touch()
    assert worthwhile(job, tmp_path, 1000) == 1


def test_a_core_is_not_idle_that_another_program_uses(monkeypatch):
    """By the load; at least one is left for the run itself."""
    loads = []
    for load in (0.0, 1000.0):
        monkeypatch.setattr(os, "getloadavg", lambda load=load: (load, 0.0, 0.0))
        loads.append(idle_cores())
    assert loads[0] >= 1
    assert loads[1] == 1


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
