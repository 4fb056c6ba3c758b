"""A soak: all commands that ask a model, against a server of faults, with kills at any moment.

    python bench/soak.py [--minutes 30] [--seed 0] [--processes 1,1,2]
    python bench/soak.py --real .venv-train/model

A quarter of the requests meets a fault of transport: 429 with Retry-After, 500, a reset, a hang,
half JSON, a page of HTML. An eighth of the replies is 1 MB of text, and a quarter of those with
tools has broken arguments: the same each time. Runs are killed (SIGKILL, SIGTERM, SIGINT, SIGHUP)
up to three times, in one process or two, and then finished. Then four counts must be 0:

- samples lost: of those asked, that the finished run does not have;
- calls repeated: replies that the server has delivered more than once, beyond those in flight at
  the kills;
- tokens miscounted: between the report and what the server has counted, each call once;
- outcomes uncounted: samples without exactly one outcome.

Other commands, killed half of the time, must end with 0 or 1 and without a traceback.

With `--real` the server is that of `bench/lying_server.py`: a real, tiny model in a process of its
own, which is slow, lies about tokens, and is killed and started again at random. There are no other
commands then, and a fifth count must be 0:

- phantoms: replies in a log that the server has never given, by their texts.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from lying_server import digest, lie

CONNECTIONS = 8
FAULTS = ("429", "500", "reset", "hang", "half", "html")
TIMEOUT = 4
"""Seconds after which a call is given up, where the command takes the option."""

RETRIES = ("--attempt-timeout", str(TIMEOUT), "--max-retries", "6")
PATIENT = ("--attempt-timeout", "120", "--max-retries", "8")
"""Of a server whose model has one core, and takes some time to start."""

MODEL = "openai-api/soak/m"
RUNS: tuple[tuple[str, ...], ...] = (
    ("kitab", "--limit", "30"),
    ("kitab", "--limit", "12", "--epochs", "2"),
    ("quest", "--limit", "8", "-T", "k=5"),
    ("acs", "--limit", "16", "-T", "paraphrases=2"),
    ("kiwi", "--limit", "16", "-T", "split=cross", "-T", "shots=1"),
    ("fanoutqa", "--limit", "6", "-T", "setting=open_book", "-T", "tools=native", "-T", "rounds=4"),
    ("fanoutqa", "--limit", "6", "-T", "setting=fan_out"),
)


class FaultServer:
    """The server; `delivered` has every reply that was sent whole, by the digest of its call."""

    def __init__(self, seed: int) -> None:
        self.delivered: Counter[str] = Counter()
        self.tokens: dict[str, tuple[int, int]] = {}
        self.faults: Counter[str] = Counter()
        self.hangs = True
        self._draw, self._lock = random.Random(seed), threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                call = digest(body)
                with outer._lock:
                    fault = outer._draw.choice(FAULTS) if outer._draw.random() < 0.25 else ""
                    time_to_think = outer._draw.uniform(0.01, 0.4)
                if fault == "hang" and not outer.hangs:
                    fault = "500"
                outer.faults[fault or "none"] += 1
                time.sleep(time_to_think)
                try:
                    self._answer(body, call, fault)
                except OSError:
                    self.close_connection = True  # whoever asked is gone

            def _answer(self, body: dict[str, Any], call: str, fault: str) -> None:
                record, tokens = _completion(body, call)
                data = json.dumps(record).encode()
                match fault:
                    case "429":
                        return self._send(429, b'{"error": {"message": "slow down"}}', after="1")
                    case "500":
                        return self._send(500, b'{"error": {"message": "oops"}}')
                    case "html":
                        return self._send(200, b"<html>gateway</html>", kind="text/html")
                    case "half":
                        return self._send(200, data[: len(data) // 2])
                    case "reset":
                        self.close_connection = True
                        self.connection.close()
                        return None
                    case "hang":
                        time.sleep(TIMEOUT + 2)
                        return None
                self._send(200, data)
                with outer._lock:
                    outer.delivered[call] += 1
                    outer.tokens[call] = tokens
                return None

            def _send(
                self, status: int, data: bytes, kind: str = "application/json", after: str = ""
            ) -> None:
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(data)))
                if after:
                    self.send_header("Retry-After", after)
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, *args: object) -> None:
                pass

        class Quiet(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                pass  # whoever asked was killed

        self.http = Quiet(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    @property
    def env(self) -> dict[str, str]:
        """What tells Inspect's client where to find it."""
        address = f"http://127.0.0.1:{self.http.server_port}/v1"
        return {**os.environ, "SOAK_BASE_URL": address, "SOAK_API_KEY": "none"}

    def begin(self) -> None:
        """Forget what was delivered."""
        with self._lock:
            self.delivered.clear()
            self.tokens.clear()


def _completion(body: dict[str, Any], call: str) -> tuple[dict[str, Any], tuple[int, int]]:
    """The reply to a call, which follows from the call alone, and its tokens."""
    number = int(call[:8], 16)
    searches = sum(message["role"] == "tool" for message in body["messages"])
    message: dict[str, Any] = {"role": "assistant", "content": _text(number)}
    if body.get("tools") and searches < 2 and number % 4:
        name = body["tools"][0]["function"]["name"]
        sent = '{"query": "Lightho' if number % 4 == 1 else '{"query": "lighthouse"}'
        called = {"id": call[:9], "type": "function", "function": {"name": name, "arguments": sent}}
        message = {"role": "assistant", "content": "", "tool_calls": [called]}
    tokens = 100 + number % 97, 10 + number % 13
    usage = dict(zip(("prompt_tokens", "completion_tokens"), tokens, strict=True))
    return {
        "id": call[:8],
        "object": "chat.completion",
        "created": 0,
        "model": "m",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {**usage, "total_tokens": sum(tokens)},
    }, tokens


def _text(number: int) -> str:
    usual = (
        "Output:\nNone",
        "RATIONALE: I counted. FINALANSWER: yes",
        "1. What is salt?\n2. What is rye?",
        "Good",
    )
    return "word " * 200_000 if number % 8 == 0 else usual[number // 8 % 4]


class RealServer:
    """The server of a real model, which is killed and started again until it is closed.

    `restarts` counts how often. It has the faces of `FaultServer`, read from the journal.
    """

    def __init__(self, model: str, folder: Path, seed: int) -> None:
        self.delivered: Counter[str] = Counter()
        self.tokens: dict[str, tuple[int, int]] = {}
        self.faults: Counter[str] = Counter()
        self.texts: set[str] = set()
        self.restarts = 0
        self._draw, self._journal, self._read = random.Random(seed), folder / "journal", 0
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        own = Path(model).parent / "bin" / "python"
        python = str(own) if own.exists() else sys.executable
        script = str(Path(__file__).with_name("lying_server.py"))
        self._command = [python, script, model, str(self._port), str(self._journal)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._restart_at_random)
        self._thread.start()

    def _restart_at_random(self) -> None:
        while not self._over.is_set():
            server = subprocess.Popen(self._command, stderr=subprocess.DEVNULL)
            self._over.wait(self._draw.uniform(30, 120))
            server.kill()
            server.wait()
            self.restarts += 1

    @property
    def env(self) -> dict[str, str]:
        """What tells Inspect's client where to find it."""
        address = f"http://127.0.0.1:{self._port}/v1"
        return {**os.environ, "SOAK_BASE_URL": address, "SOAK_API_KEY": "none"}

    def begin(self) -> None:
        """Forget what was delivered."""
        self.look()
        self.delivered.clear()
        self.tokens.clear()
        self.texts.clear()

    def look(self) -> None:
        """Read what was delivered since the last time."""
        if not self._journal.exists():
            return
        with self._journal.open("rb") as lines:
            lines.seek(self._read)
            whole, end, _ = lines.read().rpartition(b"\n")
        self._read += len(whole) + len(end)
        for note in map(json.loads, whole.splitlines()):
            if "made" in note:
                self.texts.add(note["text"])
                continue
            self.delivered[note["call"]] += 1
            self.faults[note["kind"]] += 1
            self.tokens[note["call"]] = lie(note["call"])[2]

    def close(self) -> None:
        """End it for good."""
        self._over.set()
        self._thread.join()


class Soak:
    """The counts so far."""

    def __init__(
        self,
        server: FaultServer | RealServer,
        seed: int,
        processes: Sequence[str] = ("1", "1", "2"),
    ) -> None:
        self.server, self.draw, self.processes = server, random.Random(seed), processes
        self.counts: Counter[str] = Counter()
        self.wrong: list[str] = []

    def run(self, folder: Path, args: Sequence[str]) -> None:
        """One run, killed and finished."""
        from tamis.benchmarks import load_benchmark
        from tamis.report.logs import read_runs

        real = isinstance(self.server, RealServer)
        self.server.begin()
        if isinstance(self.server, FaultServer):
            self.server.hangs = True
        out = folder / "one"
        command = ["run", *args, "--model", MODEL, "--out", str(out)]
        command += [*(PATIENT if real else RETRIES), "--max-connections", str(CONNECTIONS)]
        kills = self.draw.randrange(4)
        for _ in range(kills):
            self._killed([*command, "--processes", self.draw.choice(self.processes)])
        for _ in range(8):
            code, said = self._ended([*command, "--processes", self.processes[0]])
            if code == 0 or not ("INCOMPLETE" in said or "FAILED: none of" in said):
                break
        phantoms = 0
        if isinstance(self.server, RealServer):
            self.server.look()
            phantoms = sum(text not in self.server.texts for text in _replies_in(out))
        chosen = load_benchmark(args[0])
        # Of each epoch every call is made, and all look alike to a server.
        epochs = int(args[args.index("--epochs") + 1]) if "--epochs" in args else 1
        for run in chosen.completed(read_runs([out])):
            lost = run.expected - run.answered
            uncounted = sum(sample.outcome is None for sample in run.samples)
            used = self.server.tokens.values()
            expected = epochs * sum(t[0] for t in used), epochs * sum(t[1] for t in used)
            reported = run.usage.get("input tokens", 0), run.usage.get("output tokens", 0)
            miscounted = sum(abs(a - b) for a, b in zip(expected, reported, strict=True))
            twice = sum(count - epochs for count in self.server.delivered.values())
            repeated = max(0, twice - kills * CONNECTIONS)
            self.counts.update(
                {
                    "runs": 1,
                    "kills": kills,
                    "samples": run.expected,
                    "calls": sum(self.server.delivered.values()),
                    "calls again, in flight at a kill": twice - repeated,
                    "samples lost": lost,
                    "calls repeated": repeated,
                    "tokens miscounted": miscounted,
                    "outcomes uncounted": uncounted,
                    **({"phantoms": phantoms} if real else {}),
                }
            )
            if lost or repeated or miscounted or uncounted or phantoms:
                self.wrong.append(
                    f"{' '.join(args)}: lost {lost}, repeated {repeated}, tokens {reported} for "
                    f"{expected}, uncounted {uncounted}, phantoms {phantoms}; "
                    f"{said.strip().splitlines()[-1:]}"
                )
                shutil.copytree(out, Path(tempfile.mkdtemp(prefix="soak-")) / "one")
                print("WRONG:", self.wrong[-1], flush=True)

    def other(self, folder: Path, name: str, args: Sequence[str]) -> None:
        """Another command, killed half of the time, then run to its end."""
        assert isinstance(self.server, FaultServer)
        self.server.begin()
        self.server.hangs = "--attempt-timeout" in args
        if self.draw.random() < 0.5:
            self._killed(args, cwd=folder)
        for _ in range(6):
            code, said = self._ended(args, cwd=folder)
            if code == 0:
                break
        self.counts["other commands"] += 1
        if code not in (0, 1, 3):  # 3: `check` has something that nobody decided
            self.wrong.append(f"{name}: exit code {code}: {said.strip().splitlines()[-1:]}")

    def _ended(self, args: Sequence[str], cwd: Path | None = None) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "tamis", *args],
            env=self.server.env, cwd=cwd, text=True, capture_output=True, timeout=600,
        )  # fmt: skip
        if "Traceback" in done.stderr + done.stdout:
            self.wrong.append(f"{' '.join(args[:3])}: a traceback: {done.stderr[-600:]}")
        return done.returncode, done.stdout[-2000:] + done.stderr

    def _killed(self, args: Sequence[str], cwd: Path | None = None) -> None:
        """The command, and a signal after some seconds, unless it has ended before."""
        process = subprocess.Popen(
            [sys.executable, "-m", "tamis", *args], env=self.server.env, cwd=cwd,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            # A soak that was started with nohup would hand on that it is to be ignored.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )  # fmt: skip
        how = self.draw.choice((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT,
                                signal.SIGHUP))  # fmt: skip
        try:
            process.wait(self.draw.uniform(3, 14))
        except subprocess.TimeoutExpired:
            # As a terminal does, or a scheduler.
            reach = os.killpg if self.draw.random() < 0.5 or how == signal.SIGINT else os.kill
            reach(process.pid, how)
            process.wait(120)
        self._until_alone(process.pid)

    @staticmethod
    def _until_alone(group: int) -> None:
        """Workers of a killed run have to notice that they are alone."""
        until = time.monotonic() + 120
        while time.monotonic() < until:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.05)


def _replies_in(folder: Path) -> list[str]:
    """The texts of all replies in the logs of a run."""
    from inspect_ai.event import ModelEvent
    from inspect_ai.log import read_eval_log

    from tamis.report.logs import find_logs

    return [
        event.output.completion
        for path in find_logs([folder])
        for sample in read_eval_log(str(path), resolve_attachments=True).samples or []
        for event in sample.events
        if isinstance(event, ModelEvent) and event.output.choices and not event.error
    ]


def write_small_files(folder: Path) -> None:
    """Documents to ask about, a poem and its constraints."""
    docs = folder / "docs"
    docs.mkdir()
    for name in ("heron", "otter", "wombat"):
        (docs / f"{name}.txt").write_text(f"The {name} eats fish.")
    (folder / "poem.txt").write_text("Rain, rain.")
    (folder / "constraints.txt").write_text("It must mention rain.\nIt must rhyme.\n")


def _others(folder: Path) -> list[tuple[str, list[str]]]:
    """The commands beside `run`, with the files that they need."""
    write_small_files(folder)
    model = ["--model", MODEL]
    return [
        ("ask", ["ask", "Which animals eat fish?", "--corpus", "docs", *model]),
        ("check", ["check", "--response", "poem.txt", "--constraints", "constraints.txt", *model]),
        ("replay", ["replay", *model, "--out", "again.jsonl", "--limit", "4", *RETRIES]),
        ("label", ["kiwi", "label", *model, "--out", "labels.jsonl"]),
        ("sweep", ["sweep", "quest", "--methods", "RAG Baseline,Closed book", "--models", MODEL,
                   "--limit", "4", "-T", "k=3", "--out", "swept", *RETRIES]),
    ]  # fmt: skip


def main() -> None:
    """Soak for the given minutes; exit code 1 where a count is not 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", default="1,1,2", help="of these one is drawn for each start")
    parser.add_argument("--real", metavar="MODEL", help="a folder of transformers, or none")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as place:
        server: FaultServer | RealServer
        if given.real is None:
            server = FaultServer(given.seed)
        else:
            server = RealServer(given.real, Path(place), given.seed)
        soak = Soak(server, given.seed, given.processes.split(","))
        try:
            _soak(soak, time.monotonic() + 60 * given.minutes)
        finally:
            if isinstance(server, RealServer):
                server.close()
                print("restarts:", server.restarts)
    print("faults:", dict(server.faults))
    print("wrong:", *soak.wrong or ["nothing"], sep="\n")
    sys.exit(bool(soak.wrong))


def _soak(soak: Soak, until: float) -> None:
    turn = 0
    while time.monotonic() < until:
        with tempfile.TemporaryDirectory() as name:
            soak.run(Path(name), RUNS[turn % len(RUNS)])
        if turn % 2 and isinstance(soak.server, FaultServer):
            with tempfile.TemporaryDirectory() as name:
                others = _others(Path(name))
                soak.other(Path(name), *others[turn // 2 % len(others)])
        turn += 1
        print(dict(soak.counts), flush=True)


if __name__ == "__main__":
    main()
