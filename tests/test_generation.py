"""Settings of generation: given as options, sent to the model, and part of a run's identity."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    ModelUsage,
)

from server import Reply, Server, as_service
from tamis import models
from tamis.report.logs import read_runs

GIVEN = {
    "--temperature": "0.5", "--top-p": "0.9", "--max-tokens": "77", "--seed": "31415",
    "--stop-seqs": "###,END",
}  # fmt: skip
SENT = {"temperature": 0.5, "top_p": 0.9, "max_tokens": 77, "seed": 31415, "stop": ["###", "END"]}
OPTIONS = [part for pair in GIVEN.items() for part in pair]


@pytest.fixture
def lab(monkeypatch):
    """A server whose replies say that nothing qualifies, and the name of its model."""
    with Server(lambda prompt: "Output:\nNone") as server:
        yield SimpleNamespace(
            server=server, model=f"openai-api/{as_service(server, monkeypatch)}/test"
        )


def sent(body):
    """The settings in a request."""
    return {name: body.get(name) for name in SENT}


@pytest.mark.parametrize("benchmark", ["kitab", "quest", "acs", "kiwi"])
def test_settings_take_the_place_of_the_benchmarks_own(tamis_here, lab, benchmark):
    """Where the task calls the model, and where a method or a judge does."""
    more = {"quest": ["-T", "method=CiC Baseline"], "kiwi": ["-T", "split=cross"]}
    args = ["run", benchmark, "--model", lab.model, "--limit", "1", *more.get(benchmark, [])]
    tamis_here(*args, *OPTIONS, check=int(benchmark in ("acs", "kiwi")))
    assert [sent(body) for body in lab.server.bodies] == [SENT]


def test_settings_are_part_of_a_runs_identity(tamis_here, lab):
    """Another folder, and a line in the report; without them the folder is as it was."""
    args = ["run", "kitab", "--model", lab.model, "--limit", "1"]
    said = tamis_here(*args, *OPTIONS).out
    for told in ("temperature 0.5;", "seed 31415;", "max tokens 77;"):
        assert told in " ".join(said.split())
    tamis_here(*args)
    assert len(list((tamis_here.folder / "runs").iterdir())) == 2
    assert len(lab.server.bodies) == 2
    assert {run.identity.get("top_p") for run in read_runs([tamis_here.folder / "runs"])} == {
        "0.9", None,
    }  # fmt: skip


def test_check_sends_them(tamis_here, lab):
    """And so does `ask`, by the same function."""
    (tamis_here.folder / "plan.txt").write_text("Run for a while.")
    (tamis_here.folder / "wanted.txt").write_text("The plan is kind.")
    tamis_here("check", "--response", "plan.txt", "--constraints", "wanted.txt",
               "--model", lab.model, *OPTIONS, check=3)  # fmt: skip
    assert SENT in [sent(body) for body in lab.server.bodies]


def test_a_report_says_what_helps_where_replies_were_cut(tamis_here, monkeypatch):
    """How many, and the option that allows longer ones."""
    with Server(lambda prompt: Reply.cut("Output:\n1. Reason: x. Title: Su")) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/test"
        said = tamis_here("run", "kitab", "--model", model, "--limit", "2", check=1).out
    said = " ".join(said.split())
    assert "truncated ×2" in said
    assert "--max-tokens N allows longer ones." in said


@pytest.mark.parametrize(
    ("api", "call", "own", "task", "greedy"),
    [("hf", 0, None, None, True), ("hf", None, 0.0, 0.7, True), ("hf", None, None, 0.0, True),
     ("hf", 0.7, 0.0, 0.0, False), ("hf", None, None, None, False),
     ("openai", 0, 0.0, 0.0, False)],
)  # fmt: skip
def test_a_provider_that_always_samples_takes_the_likeliest_token(
    monkeypatch, api, call, own, task, greedy
):
    """For a temperature of 0: of the call, else of the model, else of the task."""
    monkeypatch.setattr(models, "ModelName", lambda model: SimpleNamespace(api=api))
    models.calls_are_for(models.AskedFor(temperature=task))
    model = SimpleNamespace(config=SimpleNamespace(temperature=own))
    assert models.greedy(model, call) == ({"temperature": 1.0, "top_k": 1} if greedy else {})
    models.calls_are_for(models.AskedFor())


@pytest.mark.parametrize(
    ("stopped", "tokens", "cut"),
    [("max_tokens", 3, True), ("stop", 16, False), ("unknown", 16, True), ("unknown", 15, False),
     ("model_length", 0, True)],
)  # fmt: skip
def test_a_provider_that_does_not_say_why_a_reply_ended_has_cut_it_at_the_limit(
    stopped, tokens, cut
):
    """As many tokens as were allowed; what a provider says itself is believed."""
    message = ChatMessageAssistant(content="x")
    output = ModelOutput(
        choices=[ChatCompletionChoice(message=message, stop_reason=stopped)],
        usage=ModelUsage(output_tokens=tokens),
    )
    assert models.cut(output, 16) is cut


class InProcess:
    """What Inspect's provider `hf/` is to us: a word is a token, the context has ten."""

    model = SimpleNamespace(config=SimpleNamespace(max_position_embeddings=10))

    def __init__(self, reply: str) -> None:
        self.reply, self.asked = reply, 0

    def hf_chat(self, messages, tools) -> str:
        """The prompt as one text."""
        return " ".join(message.text for message in messages)

    def tokenizer(self, text: str, **how: bool) -> dict[str, list[str]]:
        """The words."""
        return {"input_ids": text.split()}

    def should_retry(self, error: Exception) -> bool:
        """Nothing of it is worth another attempt."""
        return False

    async def generate(self, **asked: object) -> ModelOutput:
        """A reply in a batch: each has the counts of the longest, and none says why it ended."""
        self.asked += 1
        self.longest = asked["config"].max_tokens
        output = ModelOutput.from_content("m", self.reply, stop_reason="unknown")
        output.usage = ModelUsage(input_tokens=9, output_tokens=5, total_tokens=14)
        return output


@pytest.mark.parametrize(
    ("reply", "stop", "tokens"),
    [("It is so.", "stop", (2, 4)), ("It is so, and so", "max_tokens", (2, 5))],
)
def test_a_reply_in_process_is_cut_only_where_it_is_as_long_as_its_limit(
    monkeypatch, reply, stop, tokens
):
    """Not where a longer one of the same batch was; it counts its own tokens."""
    api = InProcess(reply)
    monkeypatch.setattr(models, "get_model", lambda role: SimpleNamespace(api=api, name="m"))
    models.of_role("judge")
    asked = {"input": [ChatMessageUser(content="Is it?")], "tools": [], "tool_choice": "auto"}
    output = asyncio.run(api.generate(**asked, config=GenerateConfig(max_tokens=5)))
    assert (output.stop_reason, models.tokens_of(output)[:2]) == (stop, tokens)
    assert api.longest == 5
    asyncio.run(api.generate(**asked, config=GenerateConfig(max_tokens=50)))
    assert api.longest == 8  # of a context of ten, less a prompt of two


def test_a_prompt_that_a_model_in_process_cannot_hold_is_not_asked(monkeypatch):
    """It is too long, as it is to a server."""
    api = InProcess("nonsense")
    monkeypatch.setattr(models, "get_model", lambda role: SimpleNamespace(api=api, name="m"))
    models.of_role("judge")
    asked = {"input": [ChatMessageUser(content="so " * 10)], "tools": [], "tool_choice": "auto"}
    output = asyncio.run(api.generate(**asked, config=GenerateConfig(max_tokens=5)))
    assert (output.stop_reason, output.usage, api.asked) == ("model_length", None, 0)
