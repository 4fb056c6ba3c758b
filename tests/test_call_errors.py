"""Calls to a model that go wrong: what is told of them, how often it is tried, what is masked."""

from __future__ import annotations

import asyncio
import base64
import json
import socket
import ssl
import zipfile
from pathlib import Path

import pytest

from server import Fault, Reply, Server, Wire, completion
from tamis import InputError, models
from tamis.bad_input import no_connection
from tamis.models import open_chat
from tamis.report.logs import read_runs
from tamis.text.secrets import masked

KEY, PASSWORD, TOKEN = "sk-hYa82nshq2718", "lovelace-1815", "tok-19a7wqp2"


@pytest.fixture(autouse=True)
def key(monkeypatch):
    """The key of the service."""
    monkeypatch.setenv("LAB_API_KEY", KEY)


def reply(url: str, **how: object):
    """What a model gives that is asked once."""
    arguments = {"base_url": url, **how.pop("arguments", {})}
    model = how.pop("model", "openai-api/lab/test")
    chat = open_chat(model, 100, model_args=arguments, **{"retries": 0, **how})
    return asyncio.run(chat(["Hello?"]))


def body(**other: object) -> bytes:
    """A completion with other fields."""
    return json.dumps({**completion("Hello."), **other}).encode()


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Wire(b""), "closed the connection without a reply"),
        (Wire(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{"), "was cut off"),
        (b"", "is empty"), (b'{"choices": [', "is not whole"), (b"<h1>Hi</h1>", "not JSON"),
        (b'"Hello."', "no chat completion, but “Hello”"),
        (body(choices=[]), "has no choices"), (body(choices=None), "has no choices"),
        (body(choices=[{"index": 0}]), "without a message"),
        (body(choices=[{"index": 0, "message": {"content": {"a": 1}}}]), "is not a text"),
        (b'{"error": {"message": "Provider failed.", "code": 429}}', "error 429: Provider failed"),
        (b'{"error": "no such model"}', "error: no such model"),
        (Fault(401, f"Bad key {KEY}."), "401 (Unauthorized): Bad key [secret]; check its key"),
        (Fault(404, "No model x."), "404 (Not Found): No model x; check its address and"),
        (500, "answered 500 (Internal Server Error): scripted"),
    ],
)  # fmt: skip
def test_each_fault_of_a_server_has_a_reason(answer, said):
    """In the provider's words where there are any, without Python's, and without a stop."""
    with Server(lambda prompt: answer) as server:
        failed = reply(server.url).failed
    assert failed.startswith("openai-api/lab/test: ")
    assert said in failed
    assert not failed.endswith(".")
    for foreign in ("Error:", "Exception", "object", "pydantic", KEY):
        assert foreign not in failed


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ConnectionRefusedError(111, "refused"), "refused the connection"),
        (ConnectionResetError(104, "reset"), "reset the connection"),
        (socket.gaierror(-2, "Name or service not known"), "no server named lab:8000 is known"),
        (ssl.SSLCertVerificationError(1, "self-signed"), "certificate of lab:8000 is not trusted"),
        (TimeoutError(), "timed out"), (ValueError("x"), ""),
    ],
)  # fmt: skip
def test_what_is_behind_an_error_of_connection_is_named(error, said):
    """The client's own error says nothing but that there is no connection."""
    error.verify_message = "self-signed certificate"
    behind = type("APIConnectionError", (Exception,), {})("Connection error.")
    behind.__cause__ = OSError("All connection attempts failed")
    behind.__cause__.__context__ = ExceptionGroup("several", [error])
    assert said in no_connection(behind, "lab:8000")


def test_a_server_that_nobody_runs_is_told_as_such():
    """With its address."""
    assert "127.0.0.1:9 refused the connection" in reply("http://127.0.0.1:9/v1").failed


@pytest.mark.parametrize("answer", [500, 429, b'{"error": {"message": "later", "code": 503}}'])
def test_an_attempt_is_one_request(monkeypatch, answer):
    """Neither the provider's client nor a malformed reply adds any to the retries."""
    from inspect_ai.model import _retry
    from tenacity import wait_none

    monkeypatch.setattr(_retry, "wait_exponential_jitter", lambda **how: wait_none())
    told: list[str] = []
    for model, more in (("openai-api/lab/test", {}), ("openai/test", {"responses_api": False})):
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        with Server(lambda prompt: answer) as server:
            failed = reply(
                server.url, model=model, arguments=more, retries=1, on_failure=told.append
            ).failed
            assert failed
            assert sum(server.calls.values()) == 2
    assert "such a call is tried again once" in told[0]


def test_a_sample_that_is_tried_again_does_not_ask_again_what_failed(tamis_here, monkeypatch):
    """Its call was made as often as --max-retries says."""
    with Server(lambda prompt: 500) as server:
        monkeypatch.setenv("LAB_BASE_URL", server.url)
        args = ("--model", "openai-api/lab/test", "--limit", "3", "--max-retries", "0")
        tamis_here("run", "kitab", *args, check=1)
        assert sum(server.calls.values()) == 3


def test_a_server_that_hangs_is_given_up_and_waited_for_aloud(monkeypatch):
    """What is waited for is told, and that there was no reply in time."""
    monkeypatch.setattr(models, "_SAID_AFTER", 0.2)
    waits: list[str] = []
    with Server(lambda prompt: "Hello.", delay=3) as server:
        failed = reply(server.url, attempt_timeout=1, on_wait=waits.append).failed
    assert "timed out: no reply within 1 second" in failed
    assert "has not replied for" in waits[0]
    assert "given up after 1" in waits[0]


def test_a_reply_whose_end_is_not_told_is_known_as_such():
    """A server that gives no finish_reason."""
    open_ended = Reply("Hello.")
    open_ended.finish = None
    for said, expected in ((open_ended, True), ("Hello.", False)):
        with Server(lambda prompt, said=said: said) as server:
            assert reply(server.url).open_ended is expected


def counts(into: object, out: object, **details: object) -> dict[str, object]:
    """What a server says of the tokens of a reply."""
    return {"prompt_tokens": into, "completion_tokens": out, "total_tokens": 7, **details}


@pytest.mark.parametrize(
    ("said", "counted"),
    [
        (counts(5, 2), (5, 2)), (counts(5.0, 2), (5, 2)), (counts(50, 20), (50, 20)),
        (counts(10**12, 2), (10**12, 2)), (counts(-5, 2), (0, 0)), (counts("5", 2), (5, 2)),
        (counts(5.5, 2), (0, 0)), (counts([5], 2), (0, 0)), (counts(None, 2), (0, 0)),
        (counts(5, 2, prompt_tokens_details={"cached_tokens": 6}), (0, 0)),
        (counts(5, 2, prompt_tokens_details="none"), (0, 0)), ("many", (0, 0)), ([], (0, 0)),
        (None, (0, 0)),
    ],
)  # fmt: skip
def test_a_wrong_count_of_tokens_costs_no_reply(said, counted):
    """It is asked for once, and what is no count counts nothing; a count counts as it was said."""
    with Server(lambda prompt: body(usage=said)) as server:
        given = reply(server.url, retries=2)
        assert (given.text, given.failed, given.tokens) == ("Hello.", "", counted)
        assert sum(server.calls.values()) == 1


def secrets_below(folder: Path) -> set[str]:
    """Which secrets stand in the files of a folder, those in logs too."""
    texts = []
    for path in folder.rglob("*"):
        if path.suffix == ".eval":
            with zipfile.ZipFile(path) as log:
                texts += [log.read(name) for name in log.namelist()]
        elif path.is_file():
            texts.append(path.read_bytes())
    return {one for one in (KEY, PASSWORD, TOKEN) if any(one.encode() in text for text in texts)}


@pytest.mark.parametrize("by", ["environment", "argument"])
def test_keys_and_passwords_reach_no_file(tamis_here, monkeypatch, by):
    """Whether an error, a reply or an address holds them; the server is sent the password."""
    echoes = [Fault(401, f"Wrong key {KEY} {TOKEN}"), f"Your key is {KEY}, and {TOKEN}."]
    with Server(lambda prompt: echoes[sum(server.calls.values()) % 2]) as server:
        address = server.url.replace("://", f"://ada:{PASSWORD}@")
        headers = json.dumps({"X-Lab": f"Bearer {TOKEN}"})
        args = ["--model", "openai-api/lab/test", "--limit", "2", "--max-retries", "0"]
        args += ["-M", f"default_headers={headers}"]
        if by == "environment":
            monkeypatch.setenv("LAB_BASE_URL", address)
        else:
            args += ["-M", f"base_url={address}"]
        done = tamis_here("run", "kitab", *args, check=1)
        login = base64.b64encode(f"ada:{PASSWORD}".encode()).decode()
        assert set(server.logins) == {f"Basic {login}"}
    assert read_runs([tamis_here.folder / "runs"])
    assert secrets_below(tamis_here.folder) == set()
    for one in (KEY, PASSWORD, TOKEN):
        assert one not in done.out + done.err


def test_what_is_masked_and_what_is_not(monkeypatch):
    """Keys of the environment and passwords of addresses; no words that only stand for one."""
    monkeypatch.setenv("OTHER_TOKEN", TOKEN)
    monkeypatch.setenv("LOCAL_API_KEY", "none")
    monkeypatch.setenv("DATABASE_URL", f"postgresql://ada:{PASSWORD}@lab/studio")
    said = f"none of {TOKEN}, {KEY}, {PASSWORD} at http://ada:pw@lab/v1?a=b@c"
    assert masked(said) == "none of [secret], [secret], [secret] at http://[secret]@lab/v1?a=b@c"


def test_a_message_about_a_wrong_argument_does_not_show_it(tamis_here):
    """It may be the key."""
    args = ("--corpus", ".", "--model", "openai-api/lab/test", "-M", f"api_key=[{TOKEN}")
    assert TOKEN not in tamis_here("ask", "Which?", *args, check=2).err


@pytest.mark.parametrize("name", ["openai-api/nokey/x", "nobody/x", "x"])
def test_a_model_that_cannot_be_made_is_one_sentence(name):
    """With one stop."""
    with pytest.raises(InputError, match=r"cannot be used: .*[^.]\.$") as error:
        open_chat(name, 100)
    assert "\n" not in str(error.value)


def test_a_model_is_made_in_a_notebook_without_widgets(monkeypatch):
    """Inspect wants them for displays that are not used here."""
    import IPython

    shell = type("Shell", (), {"config": {"IPKernelApp": {}}})()
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    monkeypatch.setitem(__import__("sys").modules, "ipywidgets", None)
    with Server(lambda prompt: "Hello.") as server:
        assert reply(server.url).text == "Hello."
    assert IPython.get_ipython() is shell
