"""The calls of a run: kept as data, counted once, and within the limits of spending."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import re
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest
from inspect_ai.model import ChatMessageUser, GenerateConfig, ModelOutput, ModelUsage

from server import Server, as_service
from tamis import models
from tamis.cli._call_store import CallStore
from tamis.cli._kept_calls import KeptCalls
from tamis.report.logs import read_runs
from tamis.spending import Limits, Spending

NOTHING = "Output:\nNone"


@pytest.fixture
def desk(tamis_here, monkeypatch):
    """The command `tamis run kitab` against a server, in an empty folder."""

    class Desk:
        def __init__(self) -> None:
            self.tamis, self.folder = tamis_here, tamis_here.folder

        def args(self, server: Server, out: str = "one", *more: str) -> list[str]:
            model = f"openai-api/{as_service(server, monkeypatch)}/test"
            return ["run", "kitab", "--model", model, "--out", out, *more]

        def killed(
            self, args: list[str], server: Server, how: int, after: int, twice: bool = False
        ) -> tuple[int, str]:
            """The exit code and what was said, of a run that is sent a signal after some calls."""
            run = subprocess.Popen(
                [sys.executable, "-m", "tamis", *args], cwd=self.folder, text=True,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            )  # fmt: skip
            while sum(server.finished.values()) < after:
                time.sleep(0.005)
                assert run.poll() is None, run.communicate()
            run.send_signal(how)
            if twice:
                time.sleep(0.1)
                run.send_signal(how)
            said = run.communicate(timeout=60)
            return run.returncode, "".join(said)

        def usage(self, out: str = "one"):
            """The tokens of the one run in a folder."""
            [run] = read_runs([self.folder / out])
            return run.usage

    return Desk()


@pytest.mark.parametrize(
    ("how", "code", "processes"),
    [
        (signal.SIGKILL, -9, 1),
        (signal.SIGHUP, 129, 1),
        (signal.SIGTERM, 143, 2),
    ],
)
def test_a_stopped_run_that_goes_on_counts_what_an_uninterrupted_one_does(
    desk, how, code, processes
):
    """Each call once, whether its reply came before or after the stop; its time is kept too."""
    with Server(lambda prompt: NOTHING, delay=0.1) as server:
        args = desk.args(server, "one", "--limit", "48", "--processes", str(processes))
        ended, said = desk.killed(args, server, how, after=12)
        assert ended == code
        assert ("INTERRUPTED" in said) == (how != signal.SIGKILL)
        if how != signal.SIGKILL:
            assert (desk.folder / "one/report.html").is_file()
        wait_until_free(desk.folder / "one")
        before = sum(server.calls.values())
        assert before < 48
        desk.tamis(*args)
        calls = len(server.calls)
    assert desk.usage() == {"input tokens": 10 * calls, "output tokens": 5 * calls}


def wait_until_free(folder: Path) -> None:
    """Until the workers of a killed run have noticed that they are alone."""
    listed = ["pgrep", "-f", f"--out={folder.name} .*--worker"]
    until = time.monotonic() + 60
    while subprocess.run(listed, capture_output=True, cwd=folder).stdout:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_equal_prompts_are_one_call_and_counted_once(tamis_here, monkeypatch):
    """Two methods need the same verdicts: asked once, and each method counts its own."""
    with Server(lambda prompt: "Reason: x\nAnswer: No", delay=0.05) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        tamis_here("run", "acs", "--model", model, "-T", "judge=model,hybrid", "--limit", "6",
                   "--out", "one")  # fmt: skip
        assert set(server.calls.values()) == {1}
        used = {
            run.args["judge"]: run.usage["input tokens"]
            for run in read_runs([tamis_here.folder / "one"])
        }
        # Of the six constraints the program decides four.
        assert used == {"model": 60, "hybrid": 20}


def test_what_a_run_folder_holds_is_never_run(desk):
    """A pickle in Inspect's form, as folders had until now, does nothing, and is not read."""
    trap = desk.folder / "trap"

    class Bomb:
        def __reduce__(self):
            return os.system, (f"touch {trap}",)

    with Server(lambda prompt: NOTHING) as server:
        args = desk.args(server, "one", "--limit", "2")
        place = desk.folder / "one/cache/generate"
        monkey = pickle.dumps((None, Bomb()))
        for name in [args[3], "any"]:
            (place / name).mkdir(parents=True)
            (place / name / ("0" * 32)).write_bytes(monkey)
        desk.tamis(*args)
        assert sum(server.calls.values()) == 2
    assert not trap.exists()
    assert not list((desk.folder / "one").rglob("*.pkl"))
    with sqlite3.connect(desk.folder / "one/replies.db") as file:
        for (reply,) in file.execute("SELECT reply FROM replies"):
            assert json.loads(reply)["usage"]["input_tokens"] == 10


@pytest.mark.parametrize("how", ["text", "trigger", "empty table"])
def test_a_file_of_replies_that_is_none_is_set_aside(desk, how):
    """With a word, whatever is wrong with it; the run goes on."""
    place = desk.folder / "one/replies.db"
    place.parent.mkdir()
    if how == "text":
        place.write_text("no database " * 500)
    else:
        with sqlite3.connect(place) as file:
            file.execute("CREATE TABLE replies (call TEXT)")
            if how == "trigger":
                file.execute("CREATE TRIGGER t AFTER INSERT ON replies BEGIN SELECT 1; END")
        file.close()
    with Server(lambda prompt: NOTHING) as server:
        done = desk.tamis(*desk.args(server, "one", "--limit", "2"))
        assert sum(server.calls.values()) == 2
    assert "set aside as replies.db.damaged" in done.err


def test_no_cache_asks_again(desk):
    """Also what this run has asked before, where its sample is not logged."""
    with Server(lambda prompt: NOTHING) as server:
        args = desk.args(server, "one", "--limit", "3")
        desk.tamis(*args)
        for log in (desk.folder / "one/logs").glob("*.eval"):
            log.unlink()
        desk.tamis(*args)
        assert sum(server.calls.values()) == 3
        for log in (desk.folder / "one/logs").glob("*.eval"):
            log.unlink()
        desk.tamis(*args, "--no-cache")
        assert sum(server.calls.values()) == 6


def dear() -> Server:
    """A server whose calls take 320 tokens, about what their prompts are expected to."""
    return Server(lambda prompt: NOTHING, delay=0.05, tokens=(300, 20))


def test_a_token_limit_stops_the_run_which_can_go_on(desk):
    """320 tokens a call: 4,000 allow 12, and one more at the most; none of them is lost."""
    with dear() as server:
        args = desk.args(server, "one", "--limit", "30", "--max-tokens", "20")
        done = desk.tamis(*args, "--token-limit", "4000", check=1)
        asked = sum(server.calls.values())
        assert 12 <= asked <= 13
        assert re.search(r"STOPPED: the limit of 4,000 tokens is reached; 1[123] of 30", done.err)
        assert (desk.folder / "one/report.html").is_file()
        # The same limit holds for all calls of the run, not for those of this process.
        desk.tamis(*args, "--token-limit", "4000", check=1)
        assert sum(server.calls.values()) == asked
        desk.tamis(*args, "--token-limit", "40000")
        assert set(server.calls.values()) == {1}
    assert desk.usage()["input tokens"] == 30 * 300


def test_worker_processes_share_a_token_limit(desk):
    """Together they make one call more than it allows in each process at the most."""
    with dear() as server:
        args = desk.args(server, "one", "--limit", "30", "--max-tokens", "20")
        done = desk.tamis(*args, "--processes", "2", "--token-limit", "4000", check=1)
        assert 11 <= sum(server.calls.values()) <= 14
    assert "STOPPED: the limit of 4,000 tokens is reached" in done.err


def test_a_cost_limit_needs_a_price_of_each_model(desk):
    """300 in at 1,000 and 20 out at 10,000 a million: .5 a call; a limit of 3 allows 6."""
    prices = desk.folder / "prices.yaml"
    with dear() as server:
        args = desk.args(server, "one", "--limit", "9", "--max-tokens", "20", "--cost-limit", "3")
        done = desk.tamis(*args, check=2)
        assert "--cost-limit needs --prices FILE" in done.err
        other = ["--model-role", "names=other/x", "--prices", str(prices)]
        prices.write_text(f"{args[3]}: {{input: 1000, output: 10000}}\n")
        done = desk.tamis(*args, *other, check=2)
        assert "has no price for other/x" in done.err
        assert not server.calls
        done = desk.tamis(*args, "--prices", str(prices), "--max-connections", "1", check=1)
        assert "STOPPED: the cost limit of 3 is reached; 6 of 9" in done.err
        assert sum(server.calls.values()) == 6


def test_a_signal_that_comes_twice_ends_the_run_like_one(desk):
    """As some schedulers send it: the logs are written, and there is no traceback."""
    with Server(lambda prompt: NOTHING, delay=0.3) as server:
        args = desk.args(server, "one", "--limit", "20")
        code, said = desk.killed(args, server, signal.SIGTERM, after=4, twice=True)
    assert code == 143
    assert "Traceback" not in said
    assert "INTERRUPTED" in said


def test_a_reply_that_came_too_late_is_counted_when_the_call_is_tried_again(tmp_path):
    """Inspect drops a reply after its timeout, and asks again with the same messages; but the same
    prompt asked for once more, in other messages, counts nothing."""
    asked = 0

    async def provider(**call: object) -> ModelOutput:
        nonlocal asked
        asked += 1
        output = ModelOutput.from_content("m", "Yes.")
        output.usage = ModelUsage(input_tokens=10, output_tokens=5, total_tokens=15)
        return output

    api = SimpleNamespace(generate=provider, base_url=None)
    models.calls_are_for(models.AskedFor("run", "sample"))
    with CallStore(tmp_path / "replies.db") as store:
        KeptCalls(store, Spending(Limits())).of(SimpleNamespace(api=api, model_args={}))

        async def ask(messages: list[ChatMessageUser]) -> ModelOutput:
            config = GenerateConfig()
            return await api.generate(input=messages, tools=[], tool_choice="auto", config=config)

        async def all_of_them() -> list[ModelOutput]:
            messages = [ChatMessageUser(content="Is it?")]
            again = [ChatMessageUser(content="Is it?")]
            return [await ask(messages), await ask(messages), await ask(again)]

        late, same, other = asyncio.run(all_of_them())
    models.calls_are_for(models.AskedFor())
    assert asked == 1
    assert late.usage is not None
    assert same.usage == late.usage
    assert other.usage is None
    assert models.tokens_of(other) == (10, 5)
    assert models.seconds_of(same) == models.seconds_of(late)
