"""Inspect's models as dialogues with tools, against a scripted server in OpenAI's protocol."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator

import pytest
from inspect_ai.model import (
    ChatCompletionChoice,
    ChatMessageAssistant,
    ContentReasoning,
    ContentText,
    GenerateConfig,
    Model,
    ModelOutput,
    ModelUsage,
    get_model,
)
from inspect_ai.model._generate_config import set_active_generate_config
from inspect_ai.tool import ToolCall as InspectCall
from pydantic import BaseModel, Field

from server import Fault, Server
from server import Reply as Sent
from tamis.answering.fanout.answered import Answered, Search
from tamis.answering.fanout.settings import Settings
from tamis.answering.fanout.strategies import open_book
from tamis.models import CallFailed, dialogue
from tamis.types import Message, Reply, Tool
from test_fanout_strategies import QUESTION, Shelf

ASK = [Message("user", "How tall is it?")]
# Without it Inspect counts tokens, with a vocabulary that it fetches from the network.
USED = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
NO_TOOLS = Fault(400, "registry/library/small:latest does not support tools")


class Height(BaseModel):
    """What the tool takes."""

    of: str = Field(description="the thing")
    metres: bool


TOOL = Tool("height", "Looks up a height.", Height)


Serve = Callable[..., tuple[Server, Model]]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One server for all tests: to stop one takes half a second."""
    with Server(lambda prompt: "") as running:
        yield running


@pytest.fixture
def serve(server: Server, monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Serve replies one after the other, the last of them for ever."""
    # An evaluation in this process leaves its settings to those after it, its cache among them.
    set_active_generate_config(GenerateConfig())
    monkeypatch.setenv("LAB_BASE_URL", server.url)
    monkeypatch.setenv("LAB_API_KEY", "none")

    def start(*replies: str | int | Fault):
        said = iter(replies)
        server.answer = lambda prompt: next(said, replies[-1])
        server.bodies.clear()
        # A model that Inspect remembers is bound to the event loop of its first use.
        return server, get_model("openai-api/lab/test", memoize=False, max_retries=0)

    return start


def test_tools_and_their_results_go_over_the_wire(serve: Serve) -> None:
    """In OpenAI's form: the schema, the calls of the assistant, and a result for each."""
    sent = Sent.calling(("height", '{"of": "Skerry", "metres": true}'), text="Let me see.")
    server, model = serve(sent, "31 m")
    talk = dialogue(model, 100)
    assert talk.native

    async def both() -> tuple[Reply, Reply]:
        first = await talk([Message("system", "Be brief."), *ASK], [TOOL])
        history = [
            *(Message("system", "Be brief."), *ASK),
            Message("assistant", first.text, first.calls),
            Message("tool", "31", call_id=first.calls[0].id),
        ]
        return first, await talk(history, [TOOL])

    first, second = asyncio.run(both())
    assert (first.text, first.tokens) == ("Let me see.", (10, 5))
    (called,) = first.calls
    assert (called.id, called.name) == ("call_0", "height")
    assert called.arguments == {"of": "Skerry", "metres": True}
    assert (second.text, second.calls) == ("31 m", ())
    asked, answered = server.bodies
    (function,) = (tool["function"] for tool in asked["tools"])
    assert (function["name"], function["description"]) == ("height", "Looks up a height.")
    assert function["parameters"]["required"] == ["of", "metres"]
    assert function["parameters"]["properties"]["of"] == {
        "type": "string",
        "description": "the thing",
    }
    assert asked["max_tokens"] == 100
    assert [message["role"] for message in answered["messages"]] == [
        *("system", "user", "assistant", "tool")
    ]
    said, result = answered["messages"][2:]
    (called,) = said["tool_calls"]
    assert json.loads(called["function"]["arguments"]) == {"of": "Skerry", "metres": True}
    assert result["tool_call_id"] == called["id"] == "call_0"
    assert result["content"] == "31"


@pytest.mark.parametrize("fault", [Fault(400, "the temperature is out of range"), 500])
def test_other_faults_say_nothing_of_tools(serve: Serve, fault: int | Fault) -> None:
    """They raise, so that the question can be run again, and the dialogue stays native."""
    _, model = serve(fault)
    model.config.max_retries = 0
    talk = dialogue(model, 100)
    with pytest.raises(CallFailed):
        asyncio.run(talk(ASK, [TOOL]))
    assert talk.native


def thinking(*calls: InspectCall) -> ModelOutput:
    """A reply with signed thoughts, as some providers want them back beside calls."""
    parts = [ContentReasoning(reasoning="hm", signature="signed"), ContentText(text="I look.")]
    message = ChatMessageAssistant(content=parts, tool_calls=list(calls))
    choice = ChatCompletionChoice(message=message, stop_reason="tool_calls")
    return ModelOutput(model="m", choices=[choice], usage=USED)


@pytest.mark.parametrize("changed", [False, True])
def test_thoughts_beside_a_call_are_sent_back_with_it(changed: bool) -> None:
    """Unless what is sent back is not what was said."""
    seen: list[list[object]] = []

    def reply(messages, tools, tool_choice, config) -> ModelOutput:
        seen.append(messages)
        if len(seen) == 1:
            return thinking(InspectCall("c1", "height", {"of": "x"}))
        output = ModelOutput.from_content("m", "31 m")
        output.usage = USED
        return output

    talk = dialogue(get_model("mockllm/m", custom_outputs=reply, memoize=False), 10)

    async def both() -> None:
        first = await talk(ASK, [TOOL])
        assert first.text == "I look."
        said = Message("assistant", "I loo…" if changed else first.text, first.calls)
        await talk([*ASK, said, Message("tool", "31", call_id="c1")], [TOOL])

    asyncio.run(both())
    _, said, result = seen[1]
    kept = isinstance(said.content, list) and isinstance(said.content[0], ContentReasoning)
    assert kept is not changed
    assert said.tool_calls[0].arguments == {"of": "x"}
    assert result.function == "height"


@pytest.mark.parametrize("native", [True, False])
def test_open_book_over_a_server(serve: Serve, native: bool) -> None:
    """The whole way: searches by tools or in the text, pages, and the answer."""
    searches = [
        Sent.calling(("search", '{"query": "Skerry"}'), ("search", "no json"), ("look", "{}")),
        Sent.calling(("search", '{"query": "sheep"}')),
    ]
    if not native:
        searches = ["<search>Skerry</search>", "<search>sheep</search>"]
    server, model = serve(*searches, "31 m\n27 m")
    talk = dialogue(model, 100, native=native)
    found = asyncio.run(open_book(QUESTION, Shelf(), talk, Settings(time_limit=60)))
    assert (found.text, found.outcome) == ("31 m\n27 m", "ok")
    assert found.forced == ("native" if native else "protocol")
    assert found.searches[0] == Search("Skerry", "Skerry")
    assert found.searches[-1] == Search("sheep", "Holm")
    # What is no JSON is taken for the one argument; and there is no tool "look".
    assert found.counts == ({"pages not found": 1, "unknown tools": 1} if native else {})
    assert found.pages == ("Skerry", "Holm")
    assert (found.calls, found.tokens) == (3, (30, 15))
    assert ("tools" in server.bodies[0]) == native
    assert Answered.from_record(json.loads(json.dumps(found.to_record()))) == found


def test_open_book_begins_again_where_tools_are_not_taken(serve: Serve) -> None:
    """With the protocol in the text, and with that in the answer."""
    server, model = serve(NO_TOOLS, "<search>Holm</search>", "27 m")
    found = asyncio.run(open_book(QUESTION, Shelf(), dialogue(model, 100)))
    assert (found.text, found.outcome, found.forced) == ("27 m", "ok", "protocol")
    assert found.counts == {"tools not taken": 1}
    assert ["tools" in body for body in server.bodies] == [True, False, False]
    # Who says that it takes them is told that it does not.
    _, model = serve(NO_TOOLS)
    with pytest.raises(CallFailed, match="does not support tools"):
        asyncio.run(dialogue(model, 100, native=True)(ASK, [TOOL]))
