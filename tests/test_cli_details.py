"""The parts of the commands below the command line: exact words, figures and exit codes."""

from __future__ import annotations

import io
import json
import math
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import ClassVar
from xml.etree import ElementTree

import click
import pytest
from click.testing import CliRunner
from rich.console import Console

from tamis.answering.coverage import Coverage
from tamis.answering.everything.prices import Line, Prices
from tamis.answering.findings import Finding, Findings, Passage, Quote, Unread
from tamis.answering.tables.table import Cell, Table
from tamis.answering.tables.table import Row as TableRow
from tamis.checking.checked import Checked
from tamis.checking.demand import Demand
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Entry, Number, Part, Worksheet
from tamis.cli import (
    _answer_table,
    _call_store,
    _checked,
    _common,
    _coverage_curve,
    _everything,
    _findings,
    _instruction_files,
    _model_calls,
    _pool_estimate,
    _progress,
    _retrieval,
    _runner,
    _shards,
    _stopping,
    _sweep,
    _unread_files,
)
from tamis.cli._call_store import CallStore
from tamis.cli._job import Job
from tamis.collect.completeness import Completeness, GoldOverlap, QuestionGap
from tamis.measures.tables import Share, TableScores
from tamis.report.document import Report
from tamis.report.elements import Column, Figure, Row
from tamis.report.elements import Part as Portion
from tamis.report.elements import Table as ReportTable
from tamis.report.runs import Run, Scored
from tamis.spending import Limits
from tamis.stats import NAN
from tamis.stats.capture_recapture import Abundance
from tamis.stats.set_size import SetSize
from tamis.types import InputError


def printed(show, *args, width: int = 100, **named) -> str:
    """What a function prints on a console, without colours."""
    console = Console(file=io.StringIO(), width=width)
    show(*args, console=console, **named)
    return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())


# Options that several commands share.


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("a=1", 1), ("a=1.5", 1.5), ("a=yes", True), ("a=x=y", "x=y"), ("a=", None),
        ("a= 2024-01-31 ", "2024-01-31"), ("a=[1, b]", [1, "b"]), ("a='1'", "1"),
    ],
)  # fmt: skip
def test_values_are_read_as_yaml(given, value):
    """A day stays the text that it is."""
    assert _common.typed_values([given], "-T") == {"a": value}


def test_names_of_values_may_have_hyphens():
    """As they are written elsewhere; the last of one name counts."""
    assert _common.typed_values([" a-b-c =1", "d=2"], "-T") == {"a_b_c": 1, "d": 2}
    assert _common.typed_values(["a=1", "a=2"], "-T") == {"a": 2}


@pytest.mark.parametrize("given", ["a", "=1", ""])
def test_what_is_no_pair_is_refused(given):
    """With the option that had it."""
    with pytest.raises(InputError, match=rf"^-M {given}: expected NAME=VALUE\.$"):
        _common.key_values(["b=1", given], "-M")


@pytest.mark.parametrize(
    ("price", "read"),
    [("0", 0.0), ("1e-3", 0.001), ("1000000000", 1e9), ("'2.5'", 2.5), ("1000000000.5", None),
     ("-0.1", None), ("true", None), (".nan", None), ("[1]", None), ("x", None)],
)  # fmt: skip
def test_prices(tmp_path, price, read):
    """From nothing to a thousand million, in and out, by the full name or that without provider."""
    path = tmp_path / "prices.yaml"
    path.write_text(f"m: {{input: {price}, output: 7}}\no/n: {{input: 3, output: {price}}}\n")
    if read is None:
        for model, end in (("o/m", "input` of o/m"), ("o/n", "output` of o/n")):
            with pytest.raises(InputError, match=f"the price `{end} is .* from 0 to 1,000,000,000"):
                _common.model_price(path, model)
        return
    assert _common.model_price(path, "m") == (read, 7)
    assert _common.model_price(path, "o/m") == (read, 7)
    assert _common.model_price(path, "o/n") == (3, read)
    assert _common.spending_limits(9, None, path, "m", "o/n") == Limits(
        9, None, (read, 7), (3, read)
    )
    assert _common.spending_limits(9, 2, path, "m") == Limits(9, 2, (read, 7))
    assert _common.spending_limits(9, None, path, None) == Limits(9)
    for missing in ("n", "x/n", "p/q/m"):
        with pytest.raises(InputError, match=f"has no price for {missing}; expected"):
            _common.model_price(path, missing)


def test_a_limit_of_money_needs_prices_and_a_model():
    """And prices a model whose price it is."""
    with pytest.raises(InputError, match="--cost-limit needs --prices FILE"):
        _common.spending_limits(None, 1.0, None, "m")
    with pytest.raises(InputError, match="--cost-limit needs --model"):
        _common.spending_limits(None, 1.0, Path("p"), None)
    with pytest.raises(InputError, match="--prices needs --model"):
        _common.model_price(Path("p"), None)


def test_names_of_models():
    """Each once, and `none` is no model."""
    assert _common.model_names(" a/b, c ,a/b,, ", "x") == ["a/b", "c"]
    with pytest.raises(InputError, match="--models is empty"):
        _common.model_names(" , ", "x")
    with pytest.raises(InputError, match=r"--models has `none`, which is not a model; so it is\."):
        _common.model_names("a,None", "so it is")


def test_settings_of_generation_are_gathered():
    """Those that were given; empty stops are left out."""
    found = {}

    @click.command()
    @_common.generation_options(but=("seed",))
    def command(generation):
        found.update(generation)

    args = ["--temperature", "0", "--top-p", "1", "--max-tokens", "1", "--stop-seqs", "a,,b"]
    more = ["--reasoning-effort", "xhigh", "--reasoning-tokens", "1"]
    assert CliRunner().invoke(command, [*args, *more]).exit_code == 0
    assert found == {
        "temperature": 0, "top_p": 1, "max_tokens": 1, "stop_seqs": ["a", "b"],
        "reasoning_effort": "xhigh", "reasoning_tokens": 1,
    }  # fmt: skip
    for wrong in (
        ["--temperature", "-0.1"], ["--temperature", "2.1"], ["--top-p", "0"], ["--top-p", "1.1"],
        ["--max-tokens", "0"], ["--reasoning-tokens", "0"], ["--reasoning-effort", "some"],
        ["--seed", "1"],
    ):  # fmt: skip
        assert CliRunner().invoke(command, wrong).exit_code == 2, wrong
    found.clear()
    for effort in ("none", "minimal", "low", "medium", "high", "xhigh", "max"):
        assert CliRunner().invoke(command, ["--reasoning-effort", effort]).exit_code == 0
        assert found == {"reasoning_effort": effort}
    assert CliRunner().invoke(command, ["--temperature", "2"]).exit_code == 0


def test_how_a_run_is_carried_out():
    """The values that are there unless others are given, and the least that can be."""
    found = {}

    @click.command()
    @_common.run_options
    def command(**options):
        found.update(_common.job_fields(options))

    assert CliRunner().invoke(command, []).exit_code == 0
    assert found == {
        "limit": None, "epochs": None, "max_connections": 10, "max_retries": 5,
        "attempt_timeout": 180, "token_limit": None, "cost_limit": None, "price_file": None,
        "cache": True, "model_args": {},
    }  # fmt: skip
    args = ["--limit", "1", "--epochs", "1", "--max-retries", "0", "--attempt-timeout", "1"]
    args += ["--token-limit", "1", "--cost-limit", "0.1", "--prices", "p.yaml", "--no-cache"]
    assert (
        CliRunner().invoke(command, [*args, "--max-connections", "1", "-M", "a-b=2"]).exit_code == 0
    )
    assert found == {
        "limit": 1, "epochs": 1, "max_connections": 1, "max_retries": 0, "attempt_timeout": 1,
        "token_limit": 1, "cost_limit": 0.1, "price_file": Path("p.yaml"), "cache": False,
        "model_args": {"a_b": 2},
    }  # fmt: skip
    for name in ("limit", "epochs", "attempt-timeout", "token-limit", "cost-limit"):
        assert CliRunner().invoke(command, [f"--{name}", "0"]).exit_code == 2, name
    assert CliRunner().invoke(command, ["--max-connections", "0"]).exit_code == 2
    assert CliRunner().invoke(command, ["--max-retries", "-1"]).exit_code == 2


RECORDS = [{"a": 1, "b": None}, {"a": "é", "b": 0.5}]


def test_figures_as_data(tmp_path, capsys):
    """As JSON on standard output, as CSV in a file, or shown."""
    path = tmp_path / "f.csv"
    _common.give_records(RECORDS, True, path, lambda: pytest.fail("shown"))
    said = capsys.readouterr()
    assert said.out == '[\n {\n  "a": 1,\n  "b": null\n },\n {\n  "a": "é",\n  "b": 0.5\n }\n]\n'
    assert said.err == f"written: {path}\n"
    assert path.read_bytes().decode().split("\r\n") == ["a,b", "1,", "é,0.5", ""]
    _common.give_records(RECORDS, False, None, lambda: click.echo("shown"))
    assert capsys.readouterr() == ("shown\n", "")


def test_what_is_written_of_a_report(tmp_path, capsys):
    """A page, a file for each table and figure, and a drawing of each figure."""
    table = ReportTable("t", "T", "", (Column("a", "A"),), (Row("r", "measure", {"a": 1}),))
    report = Report("Title", "", {}, (table,), (Figure("f", "F", "", "", (), ()),))
    page, tables, drawings = (tmp_path / name for name in ("p.html", "c", "d"))
    _common.show_report(report, page, tables, drawings)
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "Title"
    assert said[-3:] == [f"written: {path}" for path in (page, tables, drawings)]
    assert sorted(path.name for path in tmp_path.rglob("*.*")) == [
        "f.csv",
        "f.svg",
        "p.html",
        "t.csv",
    ]
    _common.show_report(report, None, None, None)
    assert "written" not in capsys.readouterr().out


# Jobs and their processes.


def test_the_name_of_a_job():
    """That of its model, of its predictions, of the models in roles, or that of baselines."""
    assert Job("kitab", "a/b.c", {}).who == "a-b-c"
    assert Job("kitab", None, {"predictions": "x/my file.jsonl"}).who == "my-file"
    roles = ("judge=a/b", "judge_b=c", "judge_c=a/b")
    assert Job("acs", None, {}, roles=roles).who == "a-b-c"
    assert Job("acs", None, {}, roles=roles).bound == {
        "judge": "a/b", "judge_b": "c", "judge_c": "a/b"
    }  # fmt: skip
    assert Job("kitab", None, {}).who == "baselines"


def test_the_folder_of_a_job_is_that_of_what_it_asks():
    """Not of how fast, how much of it, or for how much."""
    job = Job("kitab", "m", {"condition": "no_context"})
    name = job.folder(["1"])
    assert name.parent == Path("runs")
    assert name.name.startswith("kitab-m-")
    for same in (
        {"limit": 3}, {"max_connections": 3}, {"max_retries": 1}, {"attempt_timeout": 1},
        {"cache": False}, {"replies": Path("r")}, {"token_limit": 5}, {"cost_limit": 5.0},
        {"price_file": Path("p")}, {"share": 2},
    ):  # fmt: skip
        assert Job("kitab", "m", {"condition": "no_context"}, **same).folder(["1"]) == name
    others = [
        Job("quest", "m", {"condition": "no_context"}),
        Job("kitab", "n", {"condition": "no_context"}),
        Job("kitab", "m", {"condition": "with_context"}),
        *(Job("kitab", "m", {"condition": "no_context"}, **more) for more in (
            {"epochs": 2}, {"model_args": {"a": 1}}, {"roles": ("a=b",)},
            {"generation": {"seed": 1}},
        )),
    ]  # fmt: skip
    found = {str(one.folder(["1"])) for one in others} | {str(job.folder(["2"])), str(name)}
    assert len(found) == len(others) + 2
    assert Job("kitab", "m", {}, out=Path("o")).folder(["1"]) == Path("o")
    two = (
        Job("acs", None, {}, roles=roles).folder([]) for roles in (("a=b", "c=d"), ("c=d", "a=b"))
    )
    assert next(two).name.rpartition("-")[2] == next(two).name.rpartition("-")[2]


def test_the_command_of_a_worker_is_that_of_its_job():
    """Everything that was asked for, and nothing that was not."""
    assert _shards._command(Job("kitab", None, {})) == [
        sys.executable, "-m", "tamis", "run", "kitab", "--model=none", "--max-connections=10",
        "--attempt-timeout=180", "--max-retries=5", "--share=1",
    ]  # fmt: skip
    job = Job(
        "acs", "a/b", {"shard": "0/2", "n": 3}, limit=4, epochs=2, model_args={"x": "y"},
        roles=("judge=j",), max_connections=7, max_retries=1, attempt_timeout=9, cache=False,
        out=Path("o"), generation={"stop_seqs": ["a", "b"], "top_p": 0.5}, token_limit=11,
        cost_limit=1.5, price_file=Path("p"), replies=Path("r"), share=2,
    )  # fmt: skip
    assert _shards._command(job)[3:] == [
        "run", "acs", "--model=a/b", "--out=o", "--max-connections=7", "--attempt-timeout=9",
        "--max-retries=1", "--limit=4", "--epochs=2", "--token-limit=11", "--cost-limit=1.5",
        "--prices=p", "--replies=r", "--share=2", "-T", 'shard="0/2"', "-T", "n=3", "-M", 'x="y"',
        "--stop-seqs=a,b", "--top-p=0.5", "--model-role", "judge=j", "--no-cache",
    ]  # fmt: skip


class Worker:
    """A process that has said something, and has ended or is ended."""

    made: ClassVar[list[Worker]] = []

    def __init__(self, command, stdout, stderr):
        self.command, self.did = command, []
        shard = int(command[-1].removeprefix("shard-"))
        self.pid, (dots, said, self.code, self.fault) = shard, self.plan[shard]
        self.stdout, self.stderr = os.fdopen(self._pipe(dots), "rb"), io.BytesIO(said.encode())
        self.returncode = None
        Worker.made.append(self)

    @staticmethod
    def _pipe(dots):
        read, write = os.pipe()
        os.write(write, b"." * dots)
        os.close(write)
        return read

    def wait(self, timeout=None):
        """It ends, is interrupted while it is waited for, or does not end in time."""
        self.did.append(f"wait {timeout}")
        if self.fault and isinstance(self.fault, type) and timeout is None:
            raise self.fault
        if self.fault == "hangs" and timeout is not None:
            raise subprocess.TimeoutExpired("x", timeout)
        self.returncode = self.code

    def terminate(self):
        """It is asked to end."""
        self.did.append("terminate")

    def kill(self):
        """It is ended."""
        self.did.append("kill")


@pytest.fixture
def workers(monkeypatch):
    """Processes that are made up: of each its samples, its words, its code, and its fault."""

    def plan(*each):
        monkeypatch.setattr(Worker, "plan", each, raising=False)
        monkeypatch.setattr(Worker, "made", [])
        monkeypatch.setattr(_shards.subprocess, "Popen", Worker)

    return plan


def option(command, name):
    """The value of an option of a command."""
    return next((one.partition("=")[2] for one in command if one.startswith(f"{name}=")), None)


def test_workers_share_samples_and_connections(workers, capsys):
    """Five samples of three workers; failed calls as they come, and why one has failed."""
    workers(
        (2, "x\na call has failed: boom\n3 calls have failed: bang\n", 0, None),
        (2, "Error: it broke\n\n", 1, None),
        (1, "the limit of 9 tokens is reached\n", 3, None),
    )
    job, counted = Job("kitab", "m", {"a": 1}, limit=5, max_connections=7), []
    found = _shards.evaluate_in_shards(job, Path("o"), 3, counted.append, _stopping.Stop())
    assert found == (["it broke"], "the limit of 9 tokens is reached")
    assert sum(counted) == 5
    assert capsys.readouterr().err == "a call has failed: boom\n3 calls have failed: bang\n"
    commands = [worker.command for worker in Worker.made]
    assert [option(one, "--limit") for one in commands] == ["2", "2", "1"]
    assert [option(one, "--max-connections") for one in commands] == ["2"] * 3
    assert [option(one, "--share") for one in commands] == ["3"] * 3
    assert [option(one, "--out") for one in commands] == ["o"] * 3
    for nth, one in enumerate(commands):
        assert f'shard="{nth}/3"' in one
        assert one[-2:] == ["--worker", f"shard-{nth}"]
    assert {tuple(worker.did) for worker in Worker.made} == {("wait None", "kill")}


def test_a_worker_without_a_sample_is_not_begun(workers):
    """Nor is there a connection less than one; a worker that says nothing is told by its code."""
    workers((0, "", -9, None), (0, "", 0, None))
    job = Job("kitab", "m", {}, limit=1, max_connections=1)
    found = _shards.evaluate_in_shards(job, Path("o"), 2, lambda n: None, _stopping.Stop())
    assert found == (["a worker ended with code -9"], "")
    (one,) = Worker.made
    assert (option(one.command, "--limit"), option(one.command, "--max-connections")) == ("1", "1")
    workers((0, "", 0, None), (0, "", 0, None))
    found = _shards.evaluate_in_shards(
        Job("kitab", "m", {}), Path("o"), 2, lambda n: None, _stopping.Stop()
    )
    assert found == ([], "")
    assert [option(worker.command, "--limit") for worker in Worker.made] == [None, None]


@pytest.mark.parametrize(("code", "told"), [(130, []), (143, ["terminate"])])
def test_workers_that_are_interrupted_have_time_to_close_their_logs(workers, code, told):
    """By a signal to this process alone they are told; one that takes too long is killed."""
    workers((0, "", 130, KeyboardInterrupt), (0, "", 130, "hangs"))
    with pytest.raises(KeyboardInterrupt):
        _shards.evaluate_in_shards(
            Job("kitab", "m", {}), Path("o"), 2, lambda n: None, _stopping.Stop(code)
        )
    first, second = Worker.made
    assert first.did == ["wait None", *told, "wait 20", "kill"]
    assert second.did == [*told, "wait 20", "kill", "kill"]


def test_a_command_that_is_stopped_says_so(capsys):
    """Its exit code is that of the signal."""

    def stopped(stop):
        raise KeyboardInterrupt

    assert _stopping.until_stopped(lambda stop: 7) == 7
    assert capsys.readouterr().err == ""
    assert _stopping.until_stopped(stopped) == 130
    said = capsys.readouterr()
    assert said == ("", "Interrupted. Run the same command again to go on.\n")
    assert not _stopping.Stop().by_signal
    assert _stopping.Stop(143).by_signal


@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGHUP", 129)])
def test_the_first_signal_ends_the_work(name, code):
    """And its number is kept; the handlers are put back."""
    import signal

    number = getattr(signal, name)
    before = signal.getsignal(number)
    with _stopping.stoppable() as stop:
        assert stop.code == 130
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(number)
        # A second one is ignored.
        signal.raise_signal(number)
        signal.raise_signal(signal.SIGTERM)
        assert stop.code == code
    assert signal.getsignal(number) is before


def test_a_signal_that_is_ignored_stays_so():
    """As `nohup` asks; only interrupts arrive, which our own stopping needs."""
    import signal

    before = {n: signal.getsignal(n) for n in (signal.SIGHUP, signal.SIGINT)}
    try:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        with _stopping.stoppable() as stop:
            assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
            assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
            assert stop.code == 130
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


# Calls on disk.


def call(id: str = "c", run: str = "r", sample: str = "s", epoch: int = 1, **more) -> dict:
    """A record of a call as it is kept."""
    return {
        "call": id, "whose": [run, sample, epoch], "model": "m", "tokens": [10, 5],
        "reply": {"text": id}, **more,
    }  # fmt: skip


@pytest.mark.parametrize(
    "record",
    [
        call(tokens=[-1, 5]), call(tokens=[10, -1]), call(tokens=[1]), call(tokens=["1", 2]),
        call(reply="x"), call(model=3), call(id=4), call(epoch="1"), call(run=1), call(sample=2),
        [call()], "c", 7, None,
    ],
)  # fmt: skip
def test_lines_that_are_no_calls_are_passed_over(tmp_path, record):
    """So are half a line and what is no JSON; those beside them are read."""
    text = f"{json.dumps(record)}\n\n{{no\n{'[' * 100_000}\n{json.dumps(call('d'))}\n"
    (tmp_path / "other.jsonl").write_text(text + json.dumps(call("half"))[:-3])
    with CallStore(tmp_path) as store:
        assert store.find("c") is None
        assert store.find("half") is None
        assert store.find("d") == {"text": "d"}
        assert store.spent() == {"m": (10, 5)}


def test_calls_are_kept_counted_and_added_up(tmp_path):
    """Each run's first sample counts a call; a call of no tokens counts as one that was made."""
    with CallStore(tmp_path / "a") as store, CallStore(tmp_path / "a", "other") as second:
        assert store.spent() == {}
        store.add("c", {"text": "1"}, ("r", "s", 1), "m", (10, 5))
        second.add("d", {"text": "2"}, ("r", "t", 1), "m", (1, 0))
        second.add("e", {"text": "3"}, ("r", "t", 1), "n", (0, 0))
        assert store.spent() == {"m": (11, 5), "n": (0, 0)}
        assert second.find("c") == {"text": "1"}
        assert store.counts("c", ("r", "s", 1))
        assert not store.counts("c", ("r", "s", 2))
        assert not store.counts("c", ("r", "t", 1))
        assert store.counts("c", ("q", "t", 3))
        assert not store.counts("c", ("q", "s", 1))
        assert second.find("unknown") is None
        assert not second.counts("c", ("q", "s", 1))
        assert second.counts("c", ("q", "t", 3))
    with CallStore(tmp_path / "a", "third") as again:
        assert again.find("e") == {"text": "3"}
        assert not again.counts("c", ("q", "s", 1))
    lines = (tmp_path / "a" / "main.jsonl").read_bytes().split(b"\n")
    assert [bool(line) for line in lines] == [False, True] * 2 + [False]
    assert [bool(line) for line in lines][::2] == [False] * 3


def test_a_folder_of_calls_that_cannot_be_written(tmp_path):
    """A link as the folder, a link as the file, and a pipe, for which nobody waits."""
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(InputError, match=r"main\.jsonl \(it is a symbolic link\); choose another"):
        CallStore(tmp_path / "link")
    (tmp_path / "real" / "main.jsonl").symlink_to("x")
    with pytest.raises(InputError, match="the replies of this run cannot be kept in"):
        CallStore(tmp_path / "real")
    os.mkfifo(tmp_path / "real" / "pipe.jsonl")
    (tmp_path / "real" / "away.jsonl").symlink_to(tmp_path / "calls")
    (tmp_path / "calls").write_text(json.dumps(call()) + "\n")
    with CallStore(tmp_path / "real", "own") as store:
        assert store.find("c") is None
    assert _call_store._record(b" ") is None


# The result of a check.

SHEET = Worksheet(
    "protein", "g", "at least 50 g", "each day", "summation",
    (
        Part("Monday", (Entry("eggs", 12.5, (12.5,), "", None, (0, 4)),), 12.5, False),
        Part("Tuesday", (Entry("beans", 60, (), "2 × 30", 70, (9, 14)),), 60, True, 70),
    ),
    ("a goal",),
    (
        Number("50", "protein", "goal", "it is a goal", (20, 22)),
        Number("12.5", "protein", "entry", "", (0, 4)),
        Number("9", "price", "other", "", (6, 7)),
        Number("2", "protein", "note", "", (2, 5)),
        Number("3", "protein", "open", "", (5, 5)),
    ),
)  # fmt: skip
CHECKED = Checked(
    (Demand("At least 50 g [b]", quote="at least 50 g"), Demand("Short"), Demand("Kind")),
    (
        Judgement(False, "program", worksheet=SHEET, places=((9, 14), (0, 4), (3, 5), (6, 6))),
        Judgement(True, "m/n", rationale="It is.\n\nYes."),
        Judgement(None, "m/n", "unparsed", "no verdict"),
    ),
    judge="hybrid", source="model", unread=("in verse",), model="m/n", tokens=(1234, 56),
    refused=("never said",), aside=("the task",),
)  # fmt: skip
RESPONSE = "eggs 9 g beans and 4 50 g"


def test_a_result_is_shown_with_its_working():
    """A table of verdicts, each with why, then what was not checked, the tokens and the score."""
    assert printed(_checked.show, CHECKED, (1.0, 10.0), explain=True).splitlines() == [
        "┏━━━┳━━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━━━┓",
        "┃   ┃ Constraint        ┃ Verdict       ┃ Judge   ┃",
        "┡━━━╇━━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━━━┩",
        "│ 1 │ At least 50 g [b] │ not satisfied │ program │",
        "│ 2 │ Short             │ satisfied     │ m/n     │",
        "│ 3 │ Kind              │ undecided     │ m/n     │",
        "└───┴───────────────────┴───────────────┴─────────┘",
        "",
        "1. At least 50 g [b]",
        "   read from: at least 50 g",
        "   protein, each day: at least 50 g",
        "   Monday",
        "     12.5 g  eggs",
        "     total 12.5 g: not satisfied",
        "   Tuesday",
        "     2 × 30 = 60 g to 70 g  beans",
        "     total 60 g to 70 g: satisfied",
        "   not used: a goal",
        "   numbers of the response:",
        "     50: goal (it is a goal)",
        "     12.5: entry",
        "     9: other",
        "     2: note",
        "     3: open",
        "",
        "2. Short",
        "   It is.",
        "   Yes.",
        "",
        "3. Kind",
        "   unparsed: no verdict",
        "",
        "Not read in the request, and not checked:",
        "   in verse",
        "",
        "Taken as the task or as background, and not checked:",
        "   the task",
        "",
        "Named by the model, but not in the request, and left out:",
        "   never said",
        "",
        "m/n; 1,234 tokens in, 56 out, cost 0.0018.",
        "",
        "1 of 4 satisfied, 1 not satisfied, 1 undecided, 1 not read",
    ]
    said = printed(_checked.show, CHECKED)
    assert "numbers of the response" not in said
    assert "m/n; 1,234 tokens in, 56 out.\n" in said
    nothing = Checked((), (), unread=("x",))
    assert printed(_checked.show, nothing) == (
        "\nNot read in the request, and not checked:\n   x\n\n0 of 1 satisfied, 1 not read"
    )


def test_long_workings_are_cut():
    """To sixty lines of two hundred characters; what is cut is said."""
    many = tuple(f"{nth} " + "x" * 250 for nth in range(62))
    made = Checked((Demand("A"),), (Judgement(True, "program", working=many),))
    lines = printed(_checked.show, made, width=300).splitlines()
    working = lines[lines.index("1. A") + 1 :]
    assert working[0] == f"   0 {'x' * 198} …"
    assert len(working[59].strip()) == 202
    assert working[60:] == ["   … and 2 more lines (--json has all)", "", "1 of 1 satisfied"]
    whole = Checked((Demand("A"),), (Judgement(True, "program", working=many[:60]),))
    assert "more lines" not in printed(_checked.show, whole)
    assert _checked._short("y" * 200) == "y" * 200
    assert _checked._short("y" * 199 + "  ") == "y" * 199 + " …"


def brief(*args, **named):
    """What one line of many says."""
    return printed(_checked.show_briefly, *args, **named)


def test_one_line_for_a_response_of_many():
    """Nothing for one that keeps to everything; below it what is not kept, and what is open."""
    assert brief("a\nb", CHECKED) == (
        "a b: 1 of 4 satisfied, 1 not satisfied, 1 undecided, 1 not read\n"
        "   not satisfied: At least 50 g [b] (protein, each day: at least 50 g)\n"
        "   undecided: Kind (unparsed: no verdict)\n"
        "   not read: in verse"
    )
    kept = Checked(CHECKED.demands[1:2], CHECKED.judgements[1:2])
    assert brief("a", kept) == ""
    still = Checked(CHECKED.demands[1:], CHECKED.judgements[1:])
    assert brief("a", still) == (
        "a: 1 of 2 satisfied, 1 undecided\n   undecided: Kind (unparsed: no verdict)"
    )
    assert brief("a", still, allow_undecided=True) == ""
    plain = Checked((Demand("A"),), (Judgement(False, "m"),))
    assert brief("a", plain) == "a: 0 of 1 satisfied, 1 not satisfied\n   not satisfied: A"
    assert _checked.summary_of([("a", CHECKED), ("b", kept), ("c", still), ("d", kept)]) == (
        "2 of 4 responses keep to everything, 1 not satisfied in something, 1 open in something\n"
        "4 of 8 satisfied, 1 not satisfied, 2 undecided, 1 not read"
    )
    assert _checked.summary_of([("b", kept)]) == (
        "1 of 1 responses keep to everything\n1 of 1 satisfied"
    )


def test_results_for_ci_services():
    """A suite for each response, a case for each requirement, what is open by what is allowed."""
    results = [("a\x00", CHECKED), ("b", Checked((), ()))]
    for allowed, kind in ((False, "error"), (True, "skipped")):
        root = ElementTree.fromstring(_checked.as_junit(results, allow_undecided=allowed))
        assert (root.tag, root.attrib) == ("testsuites", {"name": "tamis check"})
        opened = {"errors": "2", "skipped": "0"} if not allowed else {"errors": "0", "skipped": "2"}
        one = {"errors": "1", "skipped": "0"} if not allowed else {"errors": "0", "skipped": "1"}
        assert [suite.attrib for suite in root] == [
            {"name": "a", "tests": "4", "failures": "1", **opened},
            {"name": "b", "tests": "1", "failures": "0", **one},
        ]
        found = [
            (case.attrib["name"], [(each.tag, each.attrib["message"], each.text) for each in case])
            for suite in root for case in suite
        ]  # fmt: skip
        why = "\n".join(SHEET.lines())
        assert found == [
            ("At least 50 g [b]", [("failure", "not satisfied", why)]),
            ("Short", []),
            ("Kind", [(kind, "undecided", "unparsed: no verdict")]),
            ("in verse", [(kind, "not read", None)]),
            (
                "0 of 0 satisfied: there is no requirement that could be read",
                [(kind, "not read", None)],
            ),
        ]
        assert {case.attrib["classname"] for case in root[0]} == {"a"}
    assert _checked.as_junit([]).startswith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites')


@pytest.mark.parametrize("char", [chr(n) for n in (0, 0x1F, 0xD, 0xFFFE, 0xFFFF, 0xD800, 0xDFFF)])
def test_characters_that_xml_cannot_hold(char):
    """They are left out; their neighbours are not."""
    assert _checked._xml(f"a{char}b") == "ab"
    assert _checked._xml("\t\n ~\ud7ff\ue000\ufffd𝄞") == "\t\n ~\ud7ff\ue000\ufffd𝄞"


def test_where_the_numbers_of_a_response_stand():
    """In their order, none twice, and none that measures something else."""
    parts = [
        (text, number and number.text)
        for text, number in _checked._marked(RESPONSE, CHECKED.judgements[0])
    ]
    assert parts == [
        ("", None), ("eggs", "12.5"), (" 9 g beans and 4", None), (" 5", "50"), ("0 g", None),
    ]  # fmt: skip
    assert list(_checked._marked("abc", CHECKED.judgements[1])) == [("abc", None)]
    assert _checked._spans(RESPONSE, CHECKED) == [
        [("", False), ("eggs", True), (" 9 g ", False), ("beans", True), (" and 4 50 g", False)],
        [],
        [],
    ]
    assert _checked._lines("a\tb\nc\x1b") == "a b\nc\ufffd"


def test_a_result_as_json():
    """With what it cost, and as one line of many under its name."""
    whole = json.loads(_checked.as_json(CHECKED, (1.0, 10.0)))
    assert whole == {**json.loads(json.dumps(CHECKED.to_dict())), "cost": 0.001794}
    line = _checked.as_json(CHECKED, None, "a")
    assert "\n" not in line
    assert json.loads(line) == {"response": "a", **whole, "cost": None}


# The findings of a question.


def finding(answer="A", accepted=True, judgment=True, verdict=None, pro=(), contra=()) -> Finding:
    """A candidate."""
    return Finding(answer, accepted, judgment, verdict, "", tuple(pro), tuple(contra))


@pytest.mark.parametrize(
    ("accepted", "judgment", "verdict", "said"),
    [
        (True, True, None, "TRUE (not verified)"), (False, False, None, "FALSE (not verified)"),
        (True, None, None, "answered"), (False, None, None, "no judgement"),
        (True, True, True, "TRUE"), (False, True, False, "FALSE (was TRUE)"),
        (True, False, True, "TRUE (was FALSE)"), (True, None, True, "TRUE"),
        (False, None, False, "FALSE"), (False, False, False, "FALSE"),
    ],
)  # fmt: skip
def test_verdicts_on_candidates(accepted, judgment, verdict, said):
    """The last one, and the first where it was another."""
    assert _findings.verdict(finding("A", accepted, judgment, verdict)) == said


QUOTES = [
    Quote("d1", "", "it is", True), Quote("d2", "", "it was", False), Quote("d3", "", "", False),
    Quote("d4", "", "x " * 160, True), Quote("d5", "", "e", True), Quote("d6", "", "f", True),
]  # fmt: skip


def test_quotes_are_shown_with_their_documents():
    """Four of them at most, those that were not found are marked, and long ones are cut."""
    assert _findings._quotes(QUOTES[:4]).plain == (
        f"“it is” [d1]\n“it was” [d2] (not found in the document)\n[d3]\n“{'x ' * 149}x …” [d4]"
    )
    assert _findings._quotes(QUOTES).plain.endswith("[d4]\nand 2 more (--html, --json)")
    assert _findings._quotes([]).plain == ""


def test_findings_in_the_terminal():
    """Below each other where it is narrow, else as a table; what was spent is last."""
    found = Findings(
        "Who?", "split", "m", "v", "bm25",
        findings=(
            finding("Ann", pro=QUOTES[:1]),
            finding("Bob", False, True, False, contra=QUOTES[1:2]),
        ),
        notes=("A note.",), tokens=(1234, 56), cost=0.5,
    )  # fmt: skip
    end = "A note.\nsplit; m, verified by v; bm25; 1,234 tokens in, 56 out, cost 0.5000."
    assert printed(_findings.show, found, width=89) == (
        "Who?\n\nTRUE (not verified)  Ann\n  “it is” [d1]\n\nFALSE (was TRUE)  Bob\n"
        "  Evidence against:\n  “it was” [d2] (not found in the document)\n\n" + end
    )
    wide = printed(_findings.show, found, width=90)
    assert "Evidence against" in wide
    assert "│" in wide
    assert wide.endswith(end)
    plain = Findings(
        "Who?", "split", "m", ranker="bm25", findings=found.findings[:1], tokens=(1, 2)
    )
    wide = printed(_findings.show, plain, width=90)
    assert "Evidence against" not in wide
    assert wide.endswith("split; m; bm25; 1 tokens in, 2 out.")
    passages = (Passage("d", "", "one\n\n two " + "x" * 600, 1.0),)
    shown = printed(_findings.show, Findings("Q", "search", ranker="bm25", passages=passages))
    assert shown.endswith("Ranked by bm25.")
    assert shown.count("x") < 600
    assert "│ 1 │ d" in shown


TABLE = Table(
    ("year", "licence"),
    (
        TableRow("Ann", (
            Cell("stated", "1999", "in 1999", "d1"), Cell("not stated"),
        )),
        TableRow("Bob", (
            Cell("quote not found", "2001", "q", "d2"), Cell("quote not found", "MIT"),
        )),
        TableRow("Cy", (Cell("not read"), Cell("stated", "GPL", "y " * 70, "d3"))),
    ),
)  # fmt: skip


def test_a_table_of_answers_where_it_is_narrow():
    """Each value with its quote and its document; a mark where these do not stand."""
    console = Console(file=io.StringIO(), width=300)
    console.print(_answer_table.drawn(TABLE, True))
    assert [line.rstrip() for line in console.file.getvalue().splitlines()] == [
        "", "Ann", "  year: 1999 “in 1999” [d1]", "  licence: not stated",
        "", "Bob", "  year: 2001 “q” [d2] (quote not found)", "  licence: MIT (no quote)",
        "", "Cy", "  year: not read", f"  licence: GPL “{'y ' * 59}y …” [d3]", "",
    ]  # fmt: skip
    assert _answer_table._cell(TABLE.rows[1].cells[0]).plain == "2001\n“q” [d2]\n(quote not found)"
    console = Console(file=io.StringIO(), width=60)
    console.print(_answer_table.drawn(TABLE, False))
    rows = console.file.getvalue().splitlines()
    assert [part.strip() for part in rows[1].split("┃")[1:4]] == ["answer", "year", "licence"]
    assert rows[3].split("│")[1].strip() == "Ann"


def test_scores_of_a_table_in_words_and_as_data():
    """What is right of what was given and what was wanted."""
    scores = TableScores(Share(3, 4, 6), Share(1, 2, 3), 0.0)
    assert _answer_table.scores_in_words(scores, Path("g.csv")) == (
        "Against g.csv: item F1 0.60 (3 right of 4 given and 6 wanted), row F1 0.40 (1 right of 2 "
        "given and 3 wanted), success 0: the tables are not equal."
    )
    assert _answer_table.scores_as_json(scores) == {
        "item_f1": 0.6, "row_f1": 0.4, "success": 0.0,
        "items": {"right": 3, "given": 4, "wanted": 6},
        "rows": {"right": 1, "given": 2, "wanted": 3},
    }  # fmt: skip
    equal = TableScores(Share(6, 6, 6), Share(3, 3, 3), 1.0)
    assert _answer_table.scores_in_words(equal, None).endswith("success 1: the tables are equal.")
    assert _answer_table.as_csv(TABLE).splitlines()[1].startswith("Ann,1999,,in 1999,d1,stated,")


@pytest.mark.parametrize(
    ("columns", "gold", "csv", "model", "said"),
    [
        (None, Path("g"), None, "m", "--gold goes with --columns"),
        (None, None, Path("c"), "m", "--csv goes with --columns"),
        ("a, b", None, None, None, "--columns needs --model"),
    ],
)
def test_options_of_a_table_that_do_not_fit(columns, gold, csv, model, said):
    """They are refused before anything is asked."""
    with pytest.raises(InputError, match=said):
        _answer_table.TableOptions(columns, gold, csv).check(model)


def test_files_that_were_not_read_are_named(capsys):
    """Fifty of them, and ten of other kinds; of more it is said how many."""
    unread = tuple(Unread(f"f{nth}", "is broken") for nth in range(52))
    others = tuple(f"o{nth}" for nth in range(12))
    _unread_files.tell(Findings("q", "m", unread=unread, other_files=others))
    lines = capsys.readouterr().err.splitlines()
    assert lines[:50] == [f"not read: f{nth} is broken." for nth in range(50)]
    named = ", ".join(others[:10])
    assert lines[50:] == [
        "not read: 2 more files; --json names all of them.",
        f"not read, of other kinds: {named}, and 2 more; --json names all of them.",
    ]
    _unread_files.tell(Findings("q", "m", unread=unread[:50], other_files=others[:10]))
    assert capsys.readouterr().err.splitlines()[50:] == [f"not read, of other kinds: {named}."]
    _unread_files.tell(Findings("q", "m"))
    assert capsys.readouterr().err == ""


# The promise of a recall.


def everything(**given) -> _everything.Everything:
    """The options of a recall."""
    none = dict.fromkeys(("recall", "confidence", "budget", "unit", "plan", "labels", "proxy"))
    return _everything.Everything(**{**none, "estimate": False, "yes": False, **given})


@pytest.mark.parametrize(
    ("given", "value"),
    [
        ("confidence", 0.9), ("budget", 3), ("unit", "row"), ("plan", Path("p")),
        ("labels", Path("l")), ("proxy", "m"), ("estimate", True), ("yes", True),
    ],
)  # fmt: skip
def test_what_belongs_to_a_recall_goes_with_it(given, value):
    """Each option is named."""
    with pytest.raises(InputError, match=f"^--{given} goes with --recall, the share of all"):
        everything(**{given: value}).check("m", True)


def test_a_recall_needs_a_model_its_verifying_and_consent(monkeypatch):
    """Where nobody can be asked."""
    monkeypatch.setattr(_everything, "_terminal", lambda: False)
    everything().check(None, False)
    with pytest.raises(InputError, match="--recall needs --model"):
        everything(recall=0.9, yes=True).check(None, True)
    with pytest.raises(InputError, match="leave out --no-verify"):
        everything(recall=0.9, yes=True).check("m", False)
    with pytest.raises(InputError, match="without a terminal --recall needs --yes or --budget N"):
        everything(recall=0.9).check("m", True)
    for more in ({"yes": True}, {"budget": 1}, {"estimate": True}):
        everything(recall=0.9, **more).check("m", True)
    monkeypatch.setattr(_everything, "_terminal", lambda: True)
    everything(recall=0.9).check("m", True)


def prices(**more) -> Prices:
    """What a promise costs."""
    lines = (
        Line(0.8, 1200, (24_000, 1800), 1234.5, 0.9), Line(0.95, 1500, (30_000, 2250), 2.0, 1.0),
        Line(1.0, 2000, (40_000, 3000), 3.0, 61.4),
    )  # fmt: skip
    values = dict(  # noqa: C408

        kind="row", units=2000, conditions=1, asked=0.95, lines=lines, known=0, measured=True,
        rare="Rare ones cost more.", plan="",
    )  # fmt: skip
    return Prices(**{**values, **more})


def told(made: Prices, besides: str = "") -> str:
    """What is said of prices."""
    return printed(_everything.show_prices, made, besides=besides, width=200)


def test_what_a_promise_will_cost():
    """A line for each, what was asked for marked, and what is only guessed."""
    said = told(prices(), "A proxy reads all.")
    assert said.splitlines() == [
        "2,000 rows.",
        "┏━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━━┳━━━━━━━━━┓",
        "┃ Promise    ┃ Calls ┃ Tokens in ┃ Tokens out ┃     Cost ┃ Minutes ┃",
        "┡━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━━╇━━━━━━━━━┩",
        "│ 80%        │ 1,200 │    24,000 │      1,800 │ 1,234.50 │     < 1 │",
        "│ 95% *      │ 1,500 │    30,000 │      2,250 │     2.00 │       1 │",
        "│ everything │ 2,000 │    40,000 │      3,000 │     3.00 │      61 │",
        "└────────────┴───────┴───────────┴────────────┴──────────┴─────────┘",
        "* asked for. Nobody knows yet how many rows fit, so the calls are an estimate: it may "
        "take fewer, or all.",
        "Rare ones cost more.",
        "A proxy reads all.",
    ]
    guess = "Tokens out and minutes are guesses, as this model has not verified yet."
    known = "Known from earlier, and free: 1 verdict at most."
    whole = "A recall of 100% is had only by verifying everything."
    assert all(one not in said for one in (guess, known, whole))
    free = tuple(Line(line.recall, 1, (1, 1), None, 2) for line in prices().lines)
    other = told(
        prices(lines=free, conditions=2, plan="a and b", known=1, measured=False, asked=1, rare="")
    )
    lines = other.splitlines()
    assert lines[:2] == ["2,000 rows, 2 conditions at most for each.", "Conditions: a and b."]
    assert "Cost" not in other
    assert "everything *" in other
    assert lines[-3:] == [guess, known, whole]


def approved(capsys, made: Prices, as_json: bool = False, **given) -> tuple[bool, str, str]:
    """Whether a price was accepted, and what was said."""
    answer = everything(recall=0.95, **given)._approved(made, as_json)
    return answer, *capsys.readouterr()


def test_consent_to_a_price(monkeypatch, capsys):
    """Given beforehand, by a budget, by a person, or not asked for where it is only shown."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(_everything, "_terminal", lambda: False)
    found, out, err = approved(capsys, prices(), estimate=True)
    assert (found, err) == (False, "")
    assert "2,000 rows." in out
    found, out, err = approved(capsys, prices(), True, estimate=True)
    assert (found, json.loads(out)["units"], err) == (False, 2000, "")
    for given in ({"yes": True}, {"budget": 9}, {"yes": True, "estimate": True}):
        found, out, err = approved(capsys, prices(), True, **given)
        assert (found, out) == (True, "")
        assert "2,000 rows." in err
    monkeypatch.setattr(_everything, "_terminal", lambda: True)
    for answer in (True, False):
        told_of: list[str] = []

        def confirm(text, err, answer=answer, told_of=told_of):
            told_of.append(text)
            return answer

        monkeypatch.setattr(click, "confirm", confirm)
        assert approved(capsys, prices(), estimate=True, budget=9)[0] is answer
        assert approved(capsys, prices())[0] is answer
        assert told_of == ["Go on?"] * 2


def coverage(**more) -> Coverage:
    """How much of a corpus was looked at."""
    values = dict(  # noqa: C408

        kind="row", units=200, verified=50, found=8, unread=0, recall=0.9, confidence=0.95,
        ended="reached", certified=0.915, missed=4, size=(8, 12), likely_recall=None,
        likely_size=None, calls=50, kept_verdicts=0, calls_for_all=200, seconds=1.0, conditions={},
        expression="", curve=((0, 0), (10, 5), (50, 8)),
    )  # fmt: skip
    return Coverage(**{**values, **more})


def test_the_exit_code_of_a_recall():
    """That of the signal, 1 where the verifier cannot be read, else 0."""
    made = everything(recall=0.9)
    made._signals = SimpleNamespace(code=143)
    for ended, code in (("reached", 0), ("budget", 0), ("everything", 0), ("unread", 1)):
        assert made.exit_code(coverage(ended=ended)) == code
    assert made.exit_code(coverage(ended="stopped")) == 143


def test_the_curve_of_what_was_found():
    """566 units across for 200 rows, 220 up for 20 found: the curve, the stop, the band."""
    svg = _coverage_curve.draw(coverage())
    lines = svg.split("\n")

    def x(rows):
        return f"{60 + 566 * rows / 200:.1f}".removesuffix(".0")

    def y(found):
        return f"{30 + 220 * (1 - found / 20):.1f}".removesuffix(".0")

    texts = [ElementTree.fromstring(line) for line in lines if line.startswith("<text")]
    assert [(one.text, one.get("x"), one.get("y")) for one in texts] == [
        *((str(at), "52", f"{30 + 220 * (1 - at / 20) + 4:g}") for at in (0, 4, 8, 12, 16, 20)),
        *((str(at), x(at), "268") for at in (0, 40, 80, 120, 160, 200)),
        ("rows verified", "343", "292"),
        ("rows found", "8", "16"),
    ]
    strengths = [line.rpartition("opacity=")[2] for line in lines if line.startswith("<line")]
    assert strengths == ['"0.55"/>', *['"0.14"/>'] * 5, *['"0.55"/>'] * 6]
    band, curve = (line for line in lines if line.startswith("<g class"))
    assert (
        f'<rect x="{x(50)}" y="{y(12)}" width="{626 - 60 - 566 / 4:g}" height="44" '
        'fill="currentColor" fill-opacity="0.18"/>'
        f'<line x1="{x(50)}" x2="{x(50)}" y1="24" y2="250" stroke="currentColor" '
        f'stroke-dasharray="5 4"/><text x="{60 + 566 / 4 + 8}" y="20">'
        "91.5% certified after 50, at most 4 missed</text></g>"
    ) in band
    path = f"M{x(0)} {y(0)}L{x(10)} {y(5)}L{x(50)} {y(8)}"
    assert f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="2"/></g>' in curve
    assert 'viewBox="0 0 640 302"' in svg
    assert ">Of 200 rows 50 were verified and 8 found; at most 4 are missed.</desc>" in svg
    right = _coverage_curve.draw(coverage(verified=200, missed=0))
    assert '<text x="618" y="20" text-anchor="end">91.5% certified after 200</text>' in right
    assert 'width="0" height="0"' in right
    assert _coverage_curve.draw(coverage(verified=0)) == ""
    half = _coverage_curve.draw(coverage(verified=100, curve=()))
    assert '<text x="351" y="20">' in half
    assert '<path d="M60 250" fill' in half


@pytest.mark.parametrize(
    ("most", "end"),
    [
        (1, 5), (5, 5), (6, 10), (10, 10), (11, 20), (20, 20), (21, 50), (50, 50), (51, 100),
        (100, 100), (101, 200), (201, 500), (501, 1000), (2001, 5000),
    ],
)  # fmt: skip
def test_the_end_of_an_axis_of_counts(most, end):
    """A number whose fifths are whole."""
    assert _coverage_curve._rounded(most) == end
    assert _coverage_curve._figure(1234.0) == "1,234"
    assert _coverage_curve._figure(0.25) == "0.2"


# How many answers the golds lack.


def size(method: str, total: float, low: float, high: float, pairs=()) -> Abundance:
    """An estimate."""
    return Abundance(method, 3, total, low, high, pairs)


def lacking(**more) -> Completeness:
    """What three systems say of two questions."""
    values = dict(  # noqa: C408

        systems=("Sys one", "Sys two", "Sys three"), rated=True,
        questions=(
            QuestionGap("q1", "Which?", 20, 15, 3, 5.5, 3.0, math.inf),
            QuestionGap("q2", "W" * 60, 10, 7, 1, 2.0, 1.0, 4.0),
        ),
        outside=SetSize(
            size("log-linear", 7.5, 4, 12, ((0, 1), (1, 2))),
            (
                size("independent", 6, 4, 9), size("Chao", 7.25, 5, 1234.5),
                size("log-linear", 7.5, 4.5, math.inf, ((0, 1), (1, 2))),
                size("log-linear", 7, 4, 11),
            ),
            1.06, (2, 2, 1),
        ),
        on_golds=SetSize(size("x", 28, 25, 29), (size("independent", 28, 25, 29),), 1.0, (9, 9, 9)),
        found=((12, 2), (11, 2), (9, 1)), missing=7.5, low=4.0, high=math.inf,
    )  # fmt: skip
    return Completeness(**{**values, **more})


def cells(table: ReportTable) -> list[tuple]:
    """The rows of a table as plain values."""
    return [(row.label, *(row.cells.get(c.key) for c in table.columns)) for row in table.rows]


def test_what_the_golds_lack_as_tables():
    """In all by method, by system, and by question."""
    report = _pool_estimate.report(lacking())
    assert (report.title, report.subtitle, report.identity) == (
        "How many answers the golds lack",
        "The golds lack about 7.5 right answers, 95% interval 4 to no bound; 4 of these are known.",
        {"questions": "2", "systems": "3", "golds": "30, of which the systems gave 22"},
    )
    missing, systems, questions = report.tables
    assert [table.id for table in report.tables] == ["missing", "systems", "questions"]
    assert cells(missing) == [
        ("independent systems", "6", "4 to 9"),
        ("Chao's lower bound", "7.2", "5 to 1,234"),
        ("log-linear, pairs AB, BC", "7.5", "4.5 to no bound"),
        ("log-linear, no pairs", "7", "4 to 11"),
        ("all methods", "7.5", "4 to no bound"),
    ]
    assert cells(systems) == [
        ("A  Sys one", 12, 2), ("B  Sys two", 11, 2), ("C  Sys three", 9, 1)
    ]  # fmt: skip
    part = systems.rows[0].cells
    assert isinstance(part["golds"], Portion)
    assert (part["golds"].of, part["outside"].of) == (30, 4)
    assert cells(questions) == [
        ("q1  Which?", 20, 3, "5.5", "3 to no bound"),
        ("q2  " + "W" * 43 + "…", 10, 1, "2", "1 to 4"),
    ]
    bare = _pool_estimate.report(lacking(rated=False, outside=None, missing=None))
    assert bare.title == "Overlaps on the golds"
    assert bare.subtitle.startswith("Without ratings: ")
    systems, golds = bare.tables
    assert [column.key for column in systems.columns] == ["golds"]
    assert golds.title == "The number of golds, as their overlap alone would say (there are 30)"
    assert cells(golds) == [
        ("independent systems", "28", "25 to 29"), ("all methods", "28", "25 to 29")
    ]  # fmt: skip
    assert _pool_estimate.report(lacking(rated=False, on_golds=None)).tables[1].rows == ()
    unbound = lacking(outside=None)
    assert cells(_pool_estimate.report(unbound).tables[0]) == [
        ("all methods", "7.5", "4 to no bound")
    ]


def test_the_notes_on_what_the_golds_lack():
    """What each figure rests on, and what was left out."""
    first, *said = _pool_estimate.notes(lacking())
    assert first.startswith("Systems are not independent: ")
    assert said == [
        "Check on what is known: for the golds the same method says 28 (25 to 29), and there are "
        "30: it is too low here.",
        "Answers to one question are found or missed together: the variance is 1.1 times that of "
        "single answers, and the intervals are wider for it.",
    ]
    few = SetSize(size("x", 28, 31, 40), (), 1.05, ())
    assert _pool_estimate.notes(lacking(on_golds=few))[1].endswith(
        "there are 30: it is too high here."
    )
    for low, high in ((30, 40), (20, 30)):
        fits = SetSize(size("x", 28, low, high), (), 1.0, ())
        assert _pool_estimate.notes(lacking(on_golds=fits))[1].endswith("and there are 30.")
    bare = lacking(outside=None, on_golds=None, unrated=3, not_shared=4, not_rated=5)
    assert _pool_estimate.notes(bare)[1:] == [
        "No system gave a right answer outside the golds. The upper end supposes that they would "
        "have found such answers as often as golds.",
        "Of the systems' answers outside the golds 3 have no rating, and count as not right; rate "
        "them.",
        "4 questions are left out: not all systems have them.",
        "5 questions are left out: none of their candidates is rated.",
    ]
    unrated = _pool_estimate.notes(lacking(rated=False, outside=None, on_golds=few))
    assert unrated[1].startswith("By the golds alone nothing can be estimated beyond them")
    assert len(unrated) == 3


def test_pairs_of_systems_that_agree_too_much():
    """By a test for each pair, corrected for how many there are; the three strongest are named."""
    far = [GoldOverlap(0, nth, 9, 4.25, 0.001 * nth) for nth in (5, 4, 3, 2, 1)]
    near = GoldOverlap(2, 3, 9, 8.0, 0.05 / 7)
    found = lacking(overlaps=(*far, near, near), on_golds=None, outside=None)
    (said,) = [one for one in _pool_estimate.notes(found) if one.startswith("On the golds")]
    assert said == (
        "On the golds these systems give the same more often than independent ones would: A and B "
        "(9 in common, 4.2 expected), A and C (9 in common, 4.2 expected), A and D (9 in common, "
        "4.2 expected) and 2 further pairs. Two settings of one system are hardly two systems: "
        "leave one of them out."
    )
    (said,) = _pool_estimate._dependence(lacking(overlaps=(far[4],)))
    assert "further" not in said
    assert _pool_estimate._dependence(lacking(overlaps=(near,) * 7)) == []


def test_what_the_golds_lack_as_data():
    """In all and by method, the check on the golds, and each question; null for no bound."""
    rows = _pool_estimate.records(lacking())
    whole = {"golds": 30, "golds_found": 22, "qid": "", "question": ""}
    assert rows[0] == {
        **whole, "estimates": "missing", "method": "all methods", "known": 4, "estimate": 7.5,
        "low": 4.0, "high": None,
    }  # fmt: skip
    told_keys = ("estimates", "method", "known", "estimate")
    assert [tuple(row[key] for key in told_keys) for row in rows[1:7]] == [
        ("missing", "independent systems", 4, 6), ("missing", "Chao's lower bound", 4, 7.25),
        ("missing", "log-linear, pairs AB, BC", 4, 7.5), ("missing", "log-linear, no pairs", 4, 7),
        ("golds", "independent systems", 22, 28), ("golds", "all methods", 22, 28),
    ]  # fmt: skip
    assert rows[7] == {
        "estimates": "missing", "qid": "q1", "question": "Which?", "method": "all methods",
        "golds": 20, "golds_found": 15, "known": 3, "estimate": 5.5, "low": 3.0, "high": None,
    }  # fmt: skip
    assert len(rows) == 9
    third = QuestionGap("q", "Q", 1, 1, 0, 1 / 3, None, 2 / 3)
    last = _pool_estimate.records(lacking(questions=(third,)))[-1]
    assert (last["estimate"], last["low"], last["high"]) == (0.333, None, 0.667)
    unrated = _pool_estimate.records(lacking(rated=False, on_golds=None, outside=None))
    assert [row["qid"] for row in unrated] == ["q1", "q2"]


@pytest.mark.parametrize(
    ("at", "letter"),
    [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (702, "AAA")],
)
def test_letters_of_systems(at, letter):
    """As the columns of a spreadsheet."""
    assert _pool_estimate._letter(at) == letter


@pytest.mark.parametrize(
    ("value", "said"),
    [(9.96, "10.0"), (10, "10"), (10.4, "10"), (3.0, "3"), (3.25, "3.2"), (1234.5, "1,234"),
     (math.inf, "no bound"), (0, "0")],
)  # fmt: skip
def test_numbers_of_answers(value, said):
    """With a decimal below ten."""
    assert _pool_estimate._number(value) == said


def test_two_systems_are_estimated_by_chapman():
    """Only if there are two."""
    two = lacking(systems=("a", "b"), found=((1, 2), (3, 4)))
    one = size("independent", 1, 1, 1)
    assert _pool_estimate._method(one, two) == "Chapman"
    assert _pool_estimate._method(size("Chao", 1, 1, 1), two) == "Chao's lower bound"
    assert _pool_estimate._method(one, lacking()) == "independent systems"


# Progress and failures.


def test_progress_without_a_terminal_is_a_line_for_each_tenth(capsys):
    """Counted from what an earlier run has done, and never beyond the end."""
    with _progress.Progress(20, 3) as progress:
        for _ in range(16):
            progress.advance(1)
        progress.advance(5)
    tenths = [*range(4, 21, 2)]
    assert capsys.readouterr().err == "".join(f"  {at}/20\n" for at in tenths)
    with _progress.Progress(3, 9) as progress:
        progress.advance(1)
    with _progress.Progress(0) as progress:
        progress.advance(1)
    assert capsys.readouterr().err == ""


def test_failures_are_said_at_once_and_then_now_and_again(capsys, monkeypatch):
    """With how many there were."""
    now = [100.0]
    monkeypatch.setattr(_progress.time, "monotonic", lambda: now[0])
    tell = _progress.Failures()
    for after, text in ((0, "one"), (29.5, "two"), (0.5, "three"), (29, "four"), (1, "five")):
        now[0] += after
        tell(text)
    said = capsys.readouterr().err.splitlines()
    assert said == [
        "a call has failed: one", "3 calls have failed: three", "5 calls have failed: five"
    ]  # fmt: skip
    assert all(_progress.FAILED.match(line) for line in said)
    assert not _progress.FAILED.match("calls have failed: x")


def test_a_status_line_without_a_terminal_is_silent(capsys):
    """Shown or hidden."""
    with _progress.status_line() as say:
        say("x")
        with say.hidden():
            say("y")
    assert capsys.readouterr() == ("", "")


def test_the_tokens_and_failures_of_a_command(capsys):
    """The five most frequent reasons; an exit code of 1 where there are any."""
    tally = _model_calls.Tally()
    tally.spending = SimpleNamespace(tokens_in=0, tokens_out=0)
    tally.end(Counter())
    assert capsys.readouterr().err == ""
    tally.spending = SimpleNamespace(tokens_in=1234, tokens_out=0)
    tally.end(Counter())
    assert capsys.readouterr().err == "tokens: 1,234 in, 0 out\n"
    tally.spending = SimpleNamespace(tokens_in=0, tokens_out=5)
    with pytest.raises(SystemExit) as ended:
        tally.end(Counter({f"r{nth}": nth for nth in range(1, 8)}))
    assert ended.value.code == 1
    assert capsys.readouterr().err.splitlines() == [
        "tokens: 0 in, 5 out",
        *(f"{n} calls failed: r{n}; run the same command again to retry." for n in (7, 6, 5, 4, 3)),
    ]
    assert _model_calls.counted(1, "call") == "1 call"
    assert _model_calls.counted(0, "call") == "0 calls"


# The report of a run.


def ran(*samples: Scored, **more) -> Run:
    """A run of these samples."""
    values = {"identity": {"condition": "c"}, "expected": len(samples), **more}
    return Run("m", values.pop("kind", "model"), "t", "1", samples=samples, **values)


def sample(id: str, failure: str = "", **values: float) -> Scored:
    """A sample with figures."""
    return Scored(id, 1, {}, values, failure)


OK, UNREAD, LOST = (
    sample("a", ok=1),
    sample("b", unparsed=1),
    sample(
        "c",
        "boom.",
    ),
)
CHOSEN = SimpleNamespace(why_unread=lambda runs: "it is odd")


def concluded(tmp_path, capsys, *jobs: _runner.Done, code: int = 130) -> tuple[int, str]:
    """The exit code, and what stands on standard error."""
    capsys.readouterr()
    report = Report("Title", "", {}, ())
    found = _runner.conclude(CHOSEN, report, jobs, tmp_path, _stopping.Stop(code))
    said = capsys.readouterr()
    assert (
        f"\nreport: {tmp_path}/report.html\nlogs:   {tmp_path} (tamis view {tmp_path})\n"
        in said.out
    )
    return found, said.err


def done(*samples: Scored, planned: int = 0, expected: int = 0, **more) -> _runner.Done:
    """A job with one run."""
    run = ran(*samples, expected=expected or len(samples))
    return _runner.Done((run,), Path("f"), planned, **more)


AGAIN = "Run the same command again to run only the missing ones."


@pytest.mark.parametrize(
    ("jobs", "code", "said"),
    [
        ([done(OK, UNREAD)], 0, ""),
        ([done(OK), done(UNREAD)], 0, ""),
        ([done(OK, failed=True), done(OK)], 1, ""),
        ([done(UNREAD), done(UNREAD)], 1,
         "FAILED: none of 2 replies could be read; it is odd.\n"),
        ([done(OK, LOST, planned=4)], 1,
         f"INCOMPLETE: 3 of 4 samples failed. First cause: boom. {AGAIN}\n"),
        ([done(OK, planned=1, expected=3)], 1, f"INCOMPLETE: 2 of 3 samples failed.  {AGAIN}\n"),
        ([done(LOST, LOST)], 1, "FAILED: none of 2 samples was answered. First cause: boom.\n"),
        ([done(OK, planned=5, interrupted=True)], 143,
         f"INTERRUPTED: 1 of 5 samples answered. {AGAIN}\n"),
        ([done(OK, sample("d", "interrupted"))], 143,
         f"INTERRUPTED: 1 of 2 samples answered. {AGAIN}\n"),
        ([done(OK, planned=5), done(OK, planned=2, limited="the limit", interrupted=True)], 1,
         "STOPPED: the limit; 2 of 7 samples answered. Run the same command again with a higher "
         "limit to go on.\n"),
    ],
)  # fmt: skip
def test_how_a_run_ends(tmp_path, capsys, jobs, code, said):
    """What is missing, why, and what to do; a limit before an interruption before failures."""
    assert concluded(tmp_path, capsys, *jobs, code=143) == (code, said)
    assert (tmp_path / "report.html").exists()


def test_a_run_with_logs_of_its_own_names_them(tmp_path, capsys):
    """Several models have a folder each."""
    (tmp_path / "logs").mkdir()
    _runner.conclude(CHOSEN, Report("T", "", {}, ()), [done(OK)], tmp_path, _stopping.Stop())
    assert f"logs:   {tmp_path}/logs (tamis view {tmp_path})" in capsys.readouterr().out


def test_nothing_was_asked(capsys):
    """For a limit, or for a signal."""
    one, two = done(limited=""), done(limited="the limit of 1 tokens is reached")
    assert _runner.before_the_first_sample([one, two], _stopping.Stop(143)) == 1
    assert capsys.readouterr().err == (
        "STOPPED before the first sample: the limit of 1 tokens is reached. Run the same command "
        "again with a higher limit to go on.\n"
    )
    assert _runner.before_the_first_sample([one], _stopping.Stop(143)) == 143
    assert capsys.readouterr().err == "Interrupted before the first sample.\n"


def planned(heading: str = "", baseline: str | None = None, predictions: str | None = None):
    """The options of one task."""
    return SimpleNamespace(heading=heading, baseline=baseline, predictions=predictions)


def test_what_will_be_asked_in_words():
    """Conditions, baselines and files of answers, each once."""
    plans = [
        planned("with"),
        planned("with"),
        planned("without"),
        planned(_runner.BASELINE_ROWS, "random"),
    ]
    plans += [planned(_runner.BASELINE_ROWS, "random"), planned("", "majority")]
    plans += [planned("x", None, "a/b.jsonl")]
    assert _runner._described(plans, [1000, 200]) == (
        "1,200 samples, with, without, answers from b.jsonl, baselines random, majority"
    )
    assert _runner._described([planned("with")], [3]) == "3 samples, with"
    sized = SimpleNamespace(size=lambda options: 7)
    for limit, epochs, count in ((None, None, 7), (3, None, 3), (9, 2, 14), (3, 2, 6)):
        job = Job("kitab", "m", {}, limit=limit, epochs=epochs)
        assert _runner.size(sized, None, job) == count


# Sweeps.


def test_runs_of_a_sweep_stand_in_its_order():
    """Unknown conditions last; the reference is a model's run."""
    runs = [ran(identity={"condition": one}) for one in ("x", "b", "a")]
    runs += [ran(identity={}), ran(identity={"condition": "a"}, kind="baseline")]
    ordered = _sweep._in_order(runs, ["a", "b"])
    assert ordered == [runs[2], runs[4], runs[1], runs[0], runs[3]]
    assert _sweep._reference(runs, "a") is runs[2]
    assert _sweep._reference(runs[3:], "a") is None


def test_folders_of_models_are_told_apart():
    """Where two have the same letters."""
    jobs = [Job("kitab", name, {}) for name in ("a/b", "a.b", "c")]
    names = _sweep._folder_names(jobs)
    assert names["c"] == "c"
    assert names["a/b"] != names["a.b"]
    assert {name.rpartition("-")[0] for name in (names["a/b"], names["a.b"])} == {"a-b"}
    one = _sweep._folder(jobs)
    assert one.name.startswith("kitab-sweep-")
    assert _sweep._folder([Job("kitab", n, {}, limit=3) for n in ("a/b", "a.b", "c")]) == one
    assert _sweep._folder(jobs[:2]) != one
    assert _sweep._folder(jobs, "models").name.startswith("kitab-models-")


def test_differences_stand_after_the_first_table():
    """By the first five measures at most."""
    tables = tuple(ReportTable(id, "", "", (), ()) for id in ("one", "two"))
    first, second = (
        ran(sample("a", **{f"m{n}": value for n in range(7)}), identity={"condition": name})
        for value, name in ((1, "x"), (0, "y"))
    )
    measures = {f"m{n}": f"M{n}" for n in range(7)}
    report = _sweep._with_differences(Report("T", "", {}, tables), first, [first, second], measures)
    assert [table.id for table in report.tables] == ["one", "differences", "two"]
    columns = [column.key for column in report.tables[1].columns]
    assert columns == ["m0", "m1", "m2", "m3", "m4", "pairs"]


# Retrieval.

JUDGED = {"q1": {"a": 1, "b": 2, "c": 0}, "q2": {"a": 0}, "q3": {"d": 1}}


def test_what_was_read_of_a_corpus():
    """The first file that could not be read, and passages that were merged."""
    catalogue = SimpleNamespace(ids=["a"] * 1200)
    assert _retrieval.Searchable(catalogue).notes == []
    skipped = [SimpleNamespace(path="z", reason="is odd"), SimpleNamespace(path="b", reason="is x")]
    skipped = [("z", "is odd"), ("b", "is x")]
    made = _retrieval.Searchable(catalogue, pages={"x": "a", "y": "a"}, skipped=skipped)
    assert made.notes == [
        "Files of the corpus that could not be read: 2. The first, b, is x.",
        "2 passages were merged to 1,200 pages.",
    ]


def test_measures_beyond_what_was_retrieved_have_no_figure():
    """Unless everything was; one without a ranking has found nothing."""
    rankings = {"q1": [("a", 2.0), ("x", 1.0), ("b", 0.5)], "q2": [("x", 1.0)]}
    for whole in (False, True):
        found = _retrieval.Found("bm25", rankings, 3, whole)
        measures = _retrieval.measured(found, JUDGED, [2, 3, 4])
        first = measures["q1"]
        assert (first["Recall@2"], first["Recall@3"]) == (0.5, 1.0)
        assert first["Recall@4"] == (1.0 if whole else None)
        assert measures["q3"]["Recall@2"] == 0
        assert measures["q2"]["Recall@2"] == 1
    plain = _retrieval.measured(_retrieval.Found("bm25", rankings, 20), JUDGED, None)["q1"]
    recalls = [(name, value is None) for name, value in plain.items() if name[:2] == "Re"]
    assert recalls == [
        ("Recall@20", False), ("Recall@40", True), ("Recall@100", True)
    ]  # fmt: skip
    assert "nDCG@20" in plain


def test_the_report_of_a_retrieval():
    """Means over queries, and notes on what has no figure."""
    measures = {
        "q1": {"R": 0.5, "S": None, "T": NAN}, "q2": {"R": 1.0, "S": None, "T": 0.25},
        "q3": {"R": 0.0, "S": None, "T": 0.75},
    }  # fmt: skip
    rankings = {"q1": [("a", 1.0)], "q2": []}
    report = _retrieval.evaluate(
        _retrieval.Found("bm25", rankings, 1234), JUDGED, measures, {"a": "b", "c": ""}, ["First."]
    )
    assert (report.title, report.identity) == ("Retrieval: bm25", {"a": "b"})
    (table,) = report.tables
    assert [(c.key, c.label, c.better) for c in table.columns] == [
        ("n", "Queries", None), ("empty", "None relevant", None), ("R", "R", "up"),
        ("S", "S", "up"), ("T", "T", "up"),
    ]  # fmt: skip
    (row,) = table.rows
    assert (row.label, row.kind, row.cells["n"], row.cells["empty"], row.cells["S"]) == (
        "bm25", "measure", 3, 1, None
    )  # fmt: skip
    assert (row.cells["R"].value, row.cells["R"].n) == (0.5, 3)
    assert (row.cells["T"].value, row.cells["T"].n, row.cells["T"].excluded) == (0.5, 2, 1)
    assert "the ranks down to 1,234;" in table.caption
    assert report.notes == (
        "First.",
        "Queries without a relevant document: 1; their recall and MRecall are 1.",
        "S: only 1,234 documents were retrieved; give a higher --k.",
        "Queries for which nothing was retrieved: 2; they count as not found.",
    )
    data = _retrieval.records(report)
    assert [(one["system"], one["measure"], one["value"], one["queries"]) for one in data] == [
        ("bm25", "R", 0.5, 3), ("bm25", "T", 0.5, 2)
    ]  # fmt: skip
    assert data[0]["stderr"] == pytest.approx(row.cells["R"].stderr)
    quiet = _retrieval.evaluate(
        _retrieval.Found("bm25", {"q1": [("a", 1.0)]}, 9), {"q1": {"a": 1}}, {"q1": {"R": 1.0}}, {}
    )
    assert quiet.notes == ()


def test_measures_of_each_query_as_files(tmp_path):
    """An empty cell or null for what has no figure; other suffixes are refused."""
    measures = {"q1": {"R": 0.5, "S": None}, "é": {"R": NAN, "S": 1.0}}
    paths = [tmp_path / f"f.{suffix}" for suffix in ("csv", "json", "jsonl", "txt")]
    for path in paths[:3]:
        _retrieval.write_by_query(path, measures)
    assert paths[0].read_text("utf-8").split() == ["query,R,S", "q1,0.5,", "é,,1.0"]
    rows = [{"query": "q1", "R": 0.5, "S": None}, {"query": "é", "R": None, "S": 1.0}]
    assert json.loads(paths[1].read_text("utf-8")) == rows
    assert paths[1].read_text("utf-8").startswith("[\n {\n")
    lines = paths[2].read_text("utf-8").splitlines()
    assert [json.loads(line) for line in lines] == rows
    assert "é" in lines[1]
    with pytest.raises(InputError, match=r"name the file \.csv, \.json or \.jsonl"):
        _retrieval.write_by_query(paths[3], measures)


def test_rankings_of_passages_as_rankings_of_pages():
    """A page ranks by its first passage."""
    rankings = {"q": [("a1", 3.0), ("b1", 2.0), ("a2", 1.0), ("c", 0.5)], "r": []}
    assert _retrieval.paged(rankings, None) is rankings
    assert _retrieval.paged(rankings, {"a1": "a", "a2": "a", "b1": "b"}) == {
        "q": [("a", 3.0), ("b", 2.0), ("c", 0.5)], "r": []
    }  # fmt: skip


def test_more_chunks_are_asked_for_where_they_are_of_few_documents():
    """Until there are documents enough, or there is nothing more."""
    hits = [("a#1", 9.0), ("a#2", 8.0), ("a", 7.0), ("b#1", 6.0), ("c#d", 5.0)]
    asked = []

    def search(query, many):
        asked.append(many)
        return [SimpleNamespace(document=SimpleNamespace(id=id), score=s) for id, s in hits[:many]]

    ranked = _retrieval._ranking(SimpleNamespace(search=search), "q", 2, ["a", "b", "c#d"])
    assert ranked == [("a", 9.0), ("b", 6.0)]
    assert asked == [2, 8]
    asked.clear()
    ranked = _retrieval._ranking(SimpleNamespace(search=search), "q", 5, ["a", "b", "c#d"])
    assert ranked == [("a", 9.0), ("b", 6.0), ("c#d", 5.0)]
    assert asked == [5, 20]
    asked.clear()
    assert len(_retrieval._ranking(SimpleNamespace(search=search), "q", 1, ["a", "b"])) == 1
    assert asked == [1]


@pytest.mark.parametrize(
    ("kind", "embedder", "said"),
    [
        ("bm25", None, None), ("lance", None, None), ("tfidf", "hashing", None),
        ("dense", None, "--ranker dense needs an --embedder"),
        ("hybrid", None, "--ranker hybrid needs an --embedder"),
    ],
)  # fmt: skip
def test_which_rankers_need_an_embedder(kind, embedder, said):
    """And which have no use for one."""
    choice = _retrieval.Choice(kind, embedder=embedder)
    if said is None:
        assert _retrieval._embedder(choice) is None
    else:
        with pytest.raises(InputError, match=said):
            _retrieval._embedder(choice)


# Files of instructions.


def prompt_files(tmp_path, *rows) -> tuple[Path, Path]:
    """Files of prompts and of responses; a response may be missing."""
    prompts, responses = tmp_path / "p.jsonl", tmp_path / "r.jsonl"
    lines = [
        {"key": nth, "prompt": f"P{nth}", "instruction_id_list": ids, "kwargs": kwargs}
        for nth, (ids, kwargs, _) in enumerate(rows)
    ]
    prompts.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    given = [
        {"prompt": f"P{nth}", "response": said}
        for nth, (_, _, said) in enumerate(rows) if said is not None
    ]  # fmt: skip
    responses.write_text("".join(f"{json.dumps(line)}\n" for line in given))
    return prompts, responses


COMMA = ["punctuation:no_comma"]
BOTH = ["punctuation:no_comma", "change_case:english_lowercase"]


def test_files_of_instructions_are_judged(tmp_path, capsys):
    """The four accuracies, prompts without a response, and the files that were written."""
    prompts, responses = prompt_files(
        tmp_path, (COMMA, [{}], "plain"), (COMMA, [{}], "no, never"),
        (BOTH, [{}, {}], "this is all in small letters, with a comma"), (COMMA, [{}], None),
    )  # fmt: skip
    out = tmp_path / "out"
    code = _instruction_files.check_files(prompts, responses, "reference", out, as_json=False)
    assert code == 1
    said = capsys.readouterr().out.splitlines()
    assert said == [
        "4 prompts, 5 instructions; verifiers: reference",
        "strict  prompts 0.250 (1 of 4)  instructions 0.400 (2 of 5)",
        "loose   prompts 0.250 (1 of 4)  instructions 0.400 (2 of 5)",
        "1 prompts without a response, counted as not followed.",
        f"written: {out}/eval_results_strict.jsonl",
        f"written: {out}/eval_results_loose.jsonl",
    ]
    for name in ("strict", "loose"):
        written = (out / f"eval_results_{name}.jsonl").read_text().splitlines()
        assert [json.loads(line)["follow_all_instructions"] for line in written] == [
            True, False, False, False
        ]  # fmt: skip
    _instruction_files.check_files(prompts, responses, "reference", None, as_json=True)
    assert json.loads(capsys.readouterr().out) == {
        "verifiers": "reference", "prompts": 4, "without_response": 1, "instructions": 5,
        "undecided": 0, "prompt_strict": 0.25, "instruction_strict": 0.4, "prompt_loose": 0.25,
        "instruction_loose": 0.4,
    }  # fmt: skip


def test_files_of_instructions_that_are_all_followed(tmp_path, capsys):
    """Exit code 0; and without one response to a prompt the files are refused."""
    prompts, responses = prompt_files(tmp_path, (COMMA, [{}], "plain"))
    assert _instruction_files.check_files(prompts, responses, "strict", None, as_json=False) == 0
    assert capsys.readouterr().out.splitlines()[0] == "1 prompts, 1 instructions; verifiers: strict"
    responses.write_text('{"prompt": "other", "response": "x"}\n')
    with pytest.raises(InputError, match=r"no response of .* has the prompt of a line of"):
        _instruction_files.check_files(prompts, responses, "strict", None, as_json=False)


def test_undecided_instructions_are_told_with_their_reasons():
    """Each reason once, with how often."""

    def outcome(*each):
        return SimpleNamespace(
            prompt=SimpleNamespace(instructions=[id for id, _ in each]),
            judgements=[
                SimpleNamespace(satisfied={"yes": True, "no": False}.get(said), reason=said)
                for _, said in each
            ],
        )

    outcomes = [
        outcome(("a", "odd"), ("b", "no")),
        outcome(("a", "odd"), ("c", "odd"), ("d", "yes")),
    ]
    assert _instruction_files._undecided(outcomes) == ["  a: odd (2)", "  c: odd (1)"]
