"""The calls of a run: kept as data, counted once, and within the limits of spending."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
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
from tamis.spending import Limits, Spending, Tokens
from tamis.types import InputError

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

        def usage(self, out: str = "one"):
            """The tokens of the one run in a folder."""
            [run] = read_runs([self.folder / out])
            return run.usage

    return Desk()


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
        # Of the six constraints the program decides two.
        assert used == {"model": 60, "hybrid": 40}


def test_what_a_run_folder_holds_is_never_run(desk, monkeypatch):
    """Nothing is unpickled, as Inspect's own cache would be; replies are lines of JSON."""
    unpickled = []
    monkeypatch.setattr("pickle.load", lambda file: unpickled.append(file))
    with Server(lambda prompt: NOTHING) as server:
        args = desk.args(server, "one", "--limit", "2")
        desk.tamis(*args)
        for log in (desk.folder / "one/logs").glob("*.eval"):
            log.unlink()
        desk.tamis(*args)
        assert sum(server.calls.values()) == 2
    assert not unpickled
    held = {path.suffix for path in (desk.folder / "one").rglob("*") if path.is_file()}
    assert held == {"", ".eval", ".html", ".json", ".jsonl"}
    lines = (desk.folder / "one/replies/main.jsonl").read_text().split()
    assert len(lines) > 1


HOSTILE = [
    "no JSON",
    "[" * 5000,
    '{"call": 1}',
    '{"call": "a", "whose": ["r", "s", 1], "model": "m", "tokens": [-9, 0], "reply": {}}',
    '{"call": "a", "whose": ["r", "s", 1], "model": "m", "tokens": ["x", 0], "reply": {}}',
    '{"call": "a", "whose": ["r", "s", 1], "model": "m", "tokens": [1, 1], "reply": "pickle"}',
    "\x00\xff",
]


def test_lines_that_are_not_ours_are_passed_over(tmp_path):
    """Before, between and after ours, and a line that a killed process has cut."""
    place = tmp_path / "replies"
    with CallStore(place) as store:
        store.add("c", {"a": 1}, ("r", "s", 1), "m", Tokens(10, 5))
    file = place / "main.jsonl"
    ours = file.read_text()
    rubbish = "\n".join(HOSTILE)
    file.write_bytes(f"{rubbish}\n{ours}{rubbish}\n{ours[: len(ours) // 2]}".encode("latin-1"))
    with CallStore(place) as store:
        assert store.find("c") == {"a": 1}
        assert store.spent() == {"m": Tokens(10, 5)}
        store.add("d", {"b": 2}, ("r", "s", 1), "m", (1, 1))
    with CallStore(place) as store:
        assert store.find("d") == {"b": 2}


def test_processes_see_each_others_replies(tmp_path):
    """Those of the same moment too; each run has one sample that counts them."""
    with CallStore(tmp_path, "shard-0") as one, CallStore(tmp_path, "shard-1") as two:
        assert two.find("c") is None
        one.add("c", {"a": 1}, ("r", "s", 1), "m", Tokens(10, 5, reasoning=4))
        assert two.find("c") == {"a": 1}
        assert [two.counts("c", ("r", sample, 1)) for sample in "st"] == [True, False]
        assert two.counts("c", ("other", "t", 1))
        assert two.spent() == {"m": Tokens(10, 5, reasoning=4)}


def test_no_link_in_a_run_folder_is_followed(tmp_path):
    """Neither to read nor to write: it may lead to any file of the user."""
    mine = tmp_path / "mine.jsonl"
    mine.write_text("precious\n")
    place = tmp_path / "replies"
    place.mkdir()
    (place / "main.jsonl").symlink_to(mine)
    with pytest.raises(InputError, match="cannot be written"):
        CallStore(place)
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(InputError, match="symbolic link"):
        CallStore(tmp_path / "link")
    os.mkfifo(place / "pipe.jsonl")
    with CallStore(place, "shard-0") as store:
        assert store.find("c") is None
    assert mine.read_text() == "precious\n"


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


def test_a_limit_is_kept_where_a_provider_gives_no_counts(desk):
    """Tokens are then estimated from the characters."""
    with Server(lambda prompt: NOTHING, tokens=(0, 0)) as server:
        args = desk.args(server, "one", "--limit", "30", "--max-tokens", "20")
        done = desk.tamis(*args, "--token-limit", "3000", check=1)
        assert 3 < sum(server.calls.values()) < 20
    assert "STOPPED: the limit of 3,000 tokens is reached" in done.err


def test_waiting_for_room_is_not_the_time_of_a_call(desk):
    """Near a limit calls go one by one, each with its own time; none is cut and made again."""
    with Server(lambda prompt: NOTHING, delay=0.15, tokens=(300, 20)) as server:
        args = desk.args(server, "one", "--limit", "12", "--attempt-timeout", "1")
        desk.tamis(*args, "--max-tokens", "2000", "--token-limit", "5500")
        assert set(server.calls.values()) == {1}


def test_a_limit_ends_a_run_in_the_background_of_a_script(desk):
    """Where interrupts are ignored, as a shell starts `tamis run … &`."""
    with dear() as server:
        args = desk.args(server, "one", "--limit", "9", "--max-tokens", "20")
        command = [sys.executable, "-m", "tamis", *args, "--token-limit", "1500"]
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            done = subprocess.run(
                command, cwd=desk.folder, text=True, capture_output=True, timeout=60
            )
        finally:
            signal.signal(signal.SIGINT, before)
    assert (done.returncode, "STOPPED" in done.stderr) == (1, True), done.stderr


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

    api = SimpleNamespace(generate=provider, should_retry=None, base_url=None)
    models.calls_are_for(models.AskedFor("run", "sample"))
    with CallStore(tmp_path / "replies") as store:
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
    assert models.tokens_of(other) == Tokens(10, 5)
    assert models.seconds_of(same) == models.seconds_of(late)


def test_replies_of_one_moment_are_flushed_together(tmp_path, monkeypatch):
    """Each before its sample goes on; the disk is waited for once or twice, not fifty times."""
    flushed: list[int] = []

    def fsync(file: int) -> None:
        flushed.append(os.fstat(file).st_size)
        time.sleep(0.05)

    monkeypatch.setattr(os, "fsync", fsync)

    async def keep(store: CallStore, number: int) -> None:
        store.add(f"{number}", {"said": "x"}, ("run", "s", 1), "m", Tokens(1, 1))
        size = (tmp_path / "replies/main.jsonl").stat().st_size
        await store.flushed()
        assert max(flushed) >= size

    async def all_of_them() -> None:
        with CallStore(tmp_path / "replies") as store:
            await asyncio.gather(*(keep(store, number) for number in range(50)))

    asyncio.run(all_of_them())
    assert 1 <= len(flushed) <= 3


def test_a_key_is_in_no_command_line_of_a_worker(desk, monkeypatch):
    """It reaches the server all the same."""
    key, seen = "sk-0123456789abcdef", set()

    def answer(prompt: object) -> str:
        for one in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                line = one.read_bytes()
                if b"--worker" in line and str(desk.folder).encode() in line:
                    seen.add(key.encode() in line)
        return NOTHING

    out = str(desk.folder / "one")
    with Server(answer) as server:
        args = desk.args(server, out, "--limit", "4", "--processes", "2")
        desk.tamis(*args, "-M", f"api_key={key}")
        assert set(server.logins) == {f"Bearer {key}"}
    if Path("/proc/self/cmdline").exists():
        assert seen == {False}


def test_a_page_that_cannot_be_written_hides_no_missing_sample(desk, monkeypatch):
    """As on a full disk: first what was not answered, then what could not be written."""

    def full(*args: object) -> None:
        raise InputError("report.html cannot be written (No space left on device); make room.")

    monkeypatch.setattr("tamis.cli._runner.write_page", full)
    with Server(lambda prompt: 500 if "1" in prompt.text else NOTHING) as server:
        args = desk.args(server, "one", "--limit", "4", "--max-retries", "0")
        said = desk.tamis(*args, check=2).err
    assert said.index("of 4 samples") < said.index("report.html cannot be written")
