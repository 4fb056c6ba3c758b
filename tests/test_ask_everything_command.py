"""`tamis ask --recall`: the command, with a server that is scripted."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

import lighthouses
from lighthouses import QUESTION, drawn, verdict
from server import Server

MODEL = "openai-api/lab/test"
TRUTH = drawn(60, 18)
MANNED = {f"Light {number}" for number, manned in enumerate(TRUTH) if manned}


@pytest.fixture
def lights(tmp_path):
    """A folder of 60 lights, 18 of them manned."""
    lighthouses.write(tmp_path / "lights", TRUTH)
    return tmp_path / "lights"


@pytest.fixture
def command(lights, tamis_here, monkeypatch):
    """`tamis ask QUESTION` of a server, whose counts are in `command.server`."""
    from inspect_ai.model import _retry
    from tenacity import wait_none

    monkeypatch.setattr(_retry, "wait_exponential_jitter", lambda **how: wait_none())

    def run(*args: str, answer=lambda prompt: verdict(prompt.messages), check: int = 0):
        with Server(answer, tokens=(400, 50)) as server:
            run.server = server
            monkeypatch.setenv("LAB_BASE_URL", server.url)
            monkeypatch.setenv("LAB_API_KEY", "none")
            given = ("--corpus", str(lights), "--model", MODEL)
            return tamis_here("ask", QUESTION, *given, *args, check=check)

    run.folder = tamis_here.folder
    return run


def calls(command) -> int:
    """How many calls reached the server."""
    return sum(command.server.calls.values())


def test_everything_is_found_and_the_promise_is_in_every_form(command):
    """JSON alone on standard output, the prices on standard error, the curve in the page."""
    done = command("--recall", "0.9", "--yes", "--json", "--html", "page.html")
    record = json.loads(done.out)
    covered = record["coverage"]
    assert set(record["answers"]) <= MANNED
    assert len(record["answers"]) == covered["found"] >= 0.9 * len(MANNED)
    assert covered["certified"] >= 0.9
    assert covered["calls"] == calls(command) <= 60
    assert covered["said"][0].startswith("Certified: at least ")
    assert covered["curve"][0] == [0, 0]
    assert covered["curve"][-1] == [covered["verified"], covered["found"]]
    assert record["tokens"] == [400 * covered["calls"], 50 * covered["calls"]]
    assert "90% *" in done.err
    page = (command.folder / "page.html").read_text(encoding="utf-8")
    for part in ("<svg", "documents verified", "Certified: at least", "default-src 'none'"):
        assert part in page
    # The same again asks little, and the terminal shows answers with their evidence.
    said = " ".join(command("--recall", "0.9", "--yes").out.split())
    assert f"Light {TRUTH.index(True)} " in said
    assert "“has a keeper”" in said
    assert re.search(r"Certified: at least (9\d(\.\d)?|100)% found, \d+ documents", said)
    assert re.search(r"Cost: \d+ of 60 documents verified", said)


def test_the_next_question_asks_nothing_twice(command, lights):
    """Of a second run only what was changed, or not looked at before, is asked."""
    command("--recall", "1", "--yes", "--json")
    first = calls(command)
    assert first >= 50
    again = json.loads(command("--recall", "1", "--yes", "--json").out)["coverage"]
    assert calls(command) == again["calls"] <= 60 - first
    assert again["calls"] + again["kept_verdicts"] == again["verified"]
    for file in sorted(lights.iterdir())[:20]:
        file.write_text(file.read_text() + " It was painted.")
    command("--recall", "1", "--yes", "--json")
    assert sum("It was painted." in prompt for prompt in command.server.calls) >= 15
    # With another temperature it is another model.
    command("--recall", "0.5", "--yes", "--temperature", "0.7", "--json")
    assert calls(command) > 10


def test_without_recall_it_is_said_how_much_was_never_looked_at(command):
    """A sentence more than before."""
    said = command("--k", "40", answer=lambda p: '{"candidate_answers": [], "answer": []}').out
    assert "42 were never looked at" in " ".join(said.split())


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--recall", "0.9"], "without a terminal --recall needs --yes or --budget N"),
        (["--budget", "9"], "--budget goes with --recall"),
        (["--recall", "0", "--yes"], "the recall is 0.0; give a share above 0"),
        (["--recall", ".9", "--confidence", "1", "--yes"], "the confidence is 1.0"),
        (["--recall", ".9", "--yes", "--no-verify"], "leave out --no-verify"),
        (["--recall", ".9", "--yes", "--plan", "none.yaml"], "none.yaml does not exist"),
        (["--recall", ".9", "--yes", "--proxy", "nobody/x"], "nobody/x cannot be used"),
        (["--recall", ".9", "--yes", "--corpus", "empty"], "holds no document"),
    ],
)
def test_wrong_input_is_one_sentence_and_exit_code_2(command, args, said):
    """Nothing is asked."""
    (command.folder / "empty").mkdir()
    done = command(*args, check=2)
    assert done.out == ""
    (line,) = [line for line in done.err.splitlines() if line.startswith("Error: ")]
    assert said in line
    assert calls(command) == 0


def test_an_estimate_without_a_terminal_is_all_there_is(command, tmp_path):
    """As a table or as JSON, with exit code 0; money where there are prices."""
    (tmp_path / "prices.yaml").write_text("lab/test: {input: 10, output: 20}")
    priced = ["--prices", str(tmp_path / "prices.yaml")]
    said = command("--recall", "0.95", "--estimate", *priced).out
    assert "95% *" in said
    assert "Cost" in said
    record = json.loads(command("--recall", "0.95", "--estimate", "--json", *priced).out)
    assert record["units"] == 60
    assert [line["recall"] for line in record["lines"]] == [0.8, 0.9, 0.95, 0.99, 1.0]
    assert record["lines"][-1]["cost"] > 0
    assert calls(command) == 0


def test_a_verifier_that_cannot_be_read_has_exit_code_1(command):
    """It is given up, and says so."""
    done = command("--recall", "0.9", "--yes", "--json", answer=lambda prompt: "Well.", check=1)
    record = json.loads(done.out)
    assert (record["outcome"], record["coverage"]["ended"]) == ("unparsed", "unread")
    assert calls(command) < 60


@pytest.mark.parametrize("said", ["n", "y"])
def test_on_a_terminal_it_asks_before_it_pays(command, monkeypatch, said):
    """After the prices; who says no pays nothing."""
    terminal = SimpleNamespace(isatty=lambda: True, readline=lambda *n: f"{said}\n")
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    done = command("--recall", "0.5", "--json")
    assert "50%" in done.err
    assert "Go on? [y/N]" in done.err
    if said == "n":
        assert (done.out, calls(command)) == ("", 0)
    else:
        assert json.loads(done.out)["coverage"]["certified"] >= 0.5
        assert calls(command) > 0


# In a process of its own


class Child:
    """`tamis ask` for everything in a process of its own, against a server."""

    def __init__(self, server: Server, folder: Path, lights: Path, *args: str, **how) -> None:
        here = Path(__file__).parent
        self.process = subprocess.Popen(
            [
                sys.executable,
                str(here / "lighthouses.py"),
                *("--corpus", str(lights), "--model", MODEL, *args),
            ],
            cwd=folder,
            text=True,
            **{"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how},
            env={
                **os.environ,
                "TAMIS_HOME": str(folder / "home"),
                "LAB_BASE_URL": server.url,
                "LAB_API_KEY": "none",
            },
        )

    def after(self, server: Server, calls: int, number: int) -> None:
        """Send a signal once so many calls were made."""
        end = time.monotonic() + 60
        while sum(server.calls.values()) < calls and time.monotonic() < end:
            assert self.process.poll() is None, self.process.communicate()
            time.sleep(0.005)
        self.process.send_signal(number)


def test_a_kill_loses_what_is_in_flight_and_nothing_else(tmp_path, lights, tamis_here, monkeypatch):
    """The next run asks again at most what ten connections had begun."""
    with Server(lambda p: verdict(p.messages), delay=0.05) as server:
        killed = Child(server, tmp_path, lights, "--recall", "1", "--yes", "--json")
        killed.after(server, 25, signal.SIGKILL)
        assert killed.process.wait(30) == -signal.SIGKILL
        killed.process.communicate()
        before = sum(server.calls.values())
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        monkeypatch.setenv("LAB_API_KEY", "none")
        given = ("--corpus", str(lights), "--model", MODEL, "--recall", "1", "--yes", "--json")
        record = json.loads(tamis_here("ask", QUESTION, *given).out)
    assert set(record["answers"]) == MANNED
    asked_twice = sum(Counter(server.calls).values()) - len(server.calls)
    assert 25 <= before < 50
    assert asked_twice <= 10
    assert record["coverage"]["kept_verdicts"] >= before - 10


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_with_the_answer_so_far(tmp_path, lights, number):
    """Exit code 130 for Ctrl-C, and what can be promised by then."""
    with Server(lambda p: verdict(p.messages), delay=0.05) as server:
        child = Child(server, tmp_path, lights, "--recall", "1", "--yes", "--json")
        child.after(server, 35, number)
        out, err = child.process.communicate(timeout=60)
    assert child.process.returncode == 128 + number, err
    record = json.loads(out)
    covered = record["coverage"]
    assert covered["ended"] == "stopped"
    assert 20 <= covered["verified"] < 60
    assert len(record["answers"]) == covered["found"] > 0
    assert covered["found"] + covered["missed"] >= len(MANNED)
    assert "Traceback" not in err


def test_less_than_was_asked_for_has_exit_code_3(command):
    """Of calls that fail what is certified stays below."""
    broken = {f"Light {number}" for number in range(0, 60, 3)}

    def answer(prompt):
        title = re.search(r"TITLE: (Light \d+) ", prompt)[1]
        return 500 if title in broken else verdict(prompt.messages)

    done = command(
        "--recall", "0.9", "--yes", "--json", "--max-retries", "0", answer=answer, check=3
    )
    covered = json.loads(done.out)["coverage"]
    assert covered["certified"] < 0.9
    assert covered["failed"] > 0
    assert any("failed" in said for said in covered["said"])


def test_a_reply_that_cannot_be_read_is_asked_for_again(command):
    """Twice; a reminder stands before the question."""
    seen: Counter[str] = Counter()

    def answer(prompt):
        title = re.search(r"TITLE: (Light \d+) ", prompt)[1]
        seen[title] += 1
        if title == "Light 7" and seen[title] < 3:
            return "" if seen[title] == 1 else "Well."
        assert prompt.startswith("Your last reply") == (seen[title] > 1)
        return verdict(prompt.messages)

    record = json.loads(command("--recall", "1", "--yes", "--json", answer=answer).out)
    assert record["coverage"]["unread"] == 0
    assert seen["Light 7"] == 3
    assert sum(seen.values()) == record["coverage"]["calls"] == 62


def test_a_dead_server_is_told_as_one(command):
    """Nothing was verified, and nothing was unreadable."""
    done = command(
        "--recall", "0.9", "--yes", "--json", "--max-retries", "0", answer=lambda prompt: 503,
        check=1,
    )  # fmt: skip
    record = json.loads(done.out)
    said = " ".join(record["coverage"]["said"])
    assert (record["coverage"]["ended"], record["outcome"]) == ("failed", "failed")
    assert "0 of 60 documents verified" in said
    assert "--verifier" not in said


def test_what_ranks_without_an_extra_is_said_with_the_price(command, monkeypatch):
    """Before any money is spent."""
    from tamis.answering.everything import learnt_ranking

    for found, said in ((object(), "by what verdicts teach."), (None, "pip install 'tamis[lsa]'")):
        monkeypatch.setattr(learnt_ranking, "find_spec", lambda name, found=found: found)
        prices = command("--recall", "0.9", "--estimate").out
        assert said in " ".join(prices.split())
    assert calls(command) == 0
