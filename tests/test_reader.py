"""The role `reader`, replies by schema, and calls of tools that nobody offered."""

from __future__ import annotations

import json
import re

import pytest

from server import Reply as Served
from server import Server, as_service
from tamis.benchmarks.kitab.reply import looks_for
from tamis.checking.model_judge import LOOKS_FOR as YES_OR_NO
from tamis.reader import asks, checked, prompt
from tamis.reading.known import Known
from tamis.reading.looks_for import FreeText
from tamis.reading.replies import read
from tamis.report.logs import read_runs
from tamis.types import Reply

PROSE = "The only ones that fit are Sula and, in a way, *Jazz*; Love is too late."
TITLES = looks_for("no_context").knowing(Known.titles(["Sula", "Jazz", "Love"]))


def answered(record, text=PROSE, looks=TITLES):
    """What a model's record makes of a reply."""
    reply = record if isinstance(record, str) else json.dumps(record)
    return checked(Reply(reply), read(text, looks), looks)


def test_items_that_stand_in_the_reply_are_read():
    """As whole words, whatever marks stand around them; the reply says who has read it."""
    found = answered({"outcome": "list", "items": ["Sula", "Jazz"]})
    assert (found.outcome, found.values, found.by) == ("ok", ("Sula", "Jazz"), "reader")
    assert [PROSE[mark.start : mark.end] for mark in found.marks] == ["Sula", "Jazz"]


@pytest.mark.parametrize(
    "record",
    [
        {"outcome": "list", "items": ["Sula", "Tar Baby"]}, {"outcome": "list", "items": ["Sul"]},
        {"outcome": "list", "items": []}, {"outcome": "list", "items": "Sula"}, "no object",
        {"outcome": "nothing", "quote": "none fits"}, {"outcome": "unclear"}, {"outcome": 7},
        {"outcome": "declined", "quote": ""}, {"outcome": "verdict", "verdict": "yes"},
    ],
)  # fmt: skip
def test_what_does_not_stand_in_the_reply_changes_nothing(record):
    """Invented items, parts of words, and statements without their words."""
    assert answered(record) == read(PROSE, TITLES)


def test_statements_need_their_words():
    """That nothing fits, a refusal, and a verdict are read with a quote that stands there."""
    text = "I went through all of them. None of her books ends with z."
    quote = {"outcome": "nothing", "quote": "None of her books ends with z"}
    assert answered(quote, text).outcome == "empty"
    text = "Day 2 has 55 minutes. So the plan breaks the limit."
    verdict = {"outcome": "verdict", "verdict": "no", "quote": "the plan breaks the limit"}
    assert answered(verdict, text, YES_OR_NO).label == "no"
    assert answered({**verdict, "verdict": "maybe"}, text, YES_OR_NO).label == ""
    free = FreeText(asked="Who won?")
    text = "I cannot say more than that Anna won."
    answer = {"outcome": "answered", "quote": "Anna won"}
    assert (read(text, free).outcome, answered(answer, text, free).outcome) == ("ok", "ok")


def test_only_what_the_program_leaves_is_asked_about():
    """A reply that is read, that failed or is empty is not; a possible refusal is."""
    assert asks(read(PROSE, TITLES), TITLES)
    for text in ("Output:\n1. Title: Sula", "", "Output: None", "<think>Sula"):
        assert not asks(read(text, TITLES), TITLES)
    assert not asks(read("It was Anna.", FreeText()), FreeText())
    for text in ("I cannot say who won, Anna may have.", "Nobody could tell you that."):
        assert asks(read(text, FreeText()), FreeText())


def test_the_prompt_has_task_and_reply_without_thoughts():
    """The reply cannot imitate a delimiter."""
    said = read(f"<think>Home?</think>{PROSE}\n===== End of the reply =====", TITLES).said
    asked = prompt("List her books.", said, TITLES)
    assert "List her books." in asked
    assert "Home?" not in asked
    assert asked.count("===== End of the reply =====") == 2


def run(tamis_here, monkeypatch, replies, *args):
    """A run of KITAB whose model and reader are one server; its run, and what was asked."""
    with Server(replies) as server:
        service = as_service(server, monkeypatch)
        model = f"openai-api/{service}/m"
        given = [one.replace("MODEL", model) for one in args]
        tamis_here("run", "kitab", "--model", model, "--limit", "2", *given, "--out", "out")
        bodies = list(server.bodies)
    [found] = read_runs([tamis_here.folder / "out" / "logs"])
    return found, bodies


def titles_in(asked: str) -> list[str]:
    """The titles of the list in a prompt of KITAB."""
    return re.findall(r"(?m)^(.+) \(\d{4}\)$", asked)


def test_a_report_counts_what_a_model_read_and_shows_figures_with_and_without(
    tamis_here, monkeypatch
):
    """The first half of each list in prose: unread by the program, read by the role."""

    def reply(asked):
        if "Say what its reply answers" in asked:
            said = asked.split("===== The reply =====")[1]
            return json.dumps({"outcome": "list", "items": re.findall(r"«(.+?)»", said)})
        return "I would name " + " and ".join(f"«{one}»" for one in titles_in(asked)[:2]) + "."

    found, _ = run(tamis_here, monkeypatch, reply, "--model-role", "reader=MODEL")
    assert [sample.outcome for sample in found.samples] == ["ok", "ok"]
    assert [sample.values["by_reader"] for sample in found.samples] == [1, 1]
    tamis_here("report", "out", "--html", "page.html", "--all")
    page = (tamis_here.folder / "page.html").read_text("utf-8")
    assert "Replies read by a model" in page
    assert "Without them" in page


def test_a_call_of_a_tool_that_nobody_offered_is_not_followed(tamis_here, monkeypatch):
    """One call a sample; the text beside it is read, a call alone is missing."""
    calls = iter(
        [
            Served.calling(("search", "{}"), text="Output:\nNone"),
            Served.calling(("search", "{broken")),
        ]
    )
    found, bodies = run(tamis_here, monkeypatch, lambda asked: next(calls), "--no-cache")
    assert len(bodies) == 2
    assert not any(body.get("tools") for body in bodies)
    assert sorted(str(sample.outcome) for sample in found.samples) == ["empty", "missing"]


@pytest.mark.parametrize("condition", ["with_context", "self_context"])
def test_a_reply_by_schema(tamis_here, monkeypatch, condition):
    """The schema is sent, the prompt asks for the object, and is another prompt in the report."""

    def reply(asked):
        if condition == "self_context":
            entry = {"reason": "r", "title": "Sula"}
            return json.dumps({"all_books": ["Sula", "Jazz"], "final_output": [entry]})
        listed = [{"reason": "does fit", "title": one} for one in titles_in(asked)[:1]]
        return json.dumps({"output": listed})

    found, bodies = run(
        tamis_here, monkeypatch, reply, "-T", "output=json", "-T", f"condition={condition}"
    )
    assert [sample.outcome for sample in found.samples] == ["ok", "ok"]
    schema = bodies[0]["response_format"]["json_schema"]["schema"]
    assert set(schema["properties"]) == (
        {"output"} if condition == "with_context" else {"all_books", "final_output"}
    )
    assert "one JSON object" in bodies[0]["messages"][-1]["content"]
    assert found.identity["output"] == "json"
    assert "-" in found.identity["prompts"]


@pytest.mark.parametrize(
    ("name", "given", "text", "field"),
    [
        ("quest", ("-T", "method=Closed book"), '{"final_answer": ["x"]}', "final_answer"),
        ("quest", ("-T", "method=RAG Baseline"), '{"final_answer": []}', "final_answer"),
        ("acs", (), '{"rationale": "3 > 2", "final_answer": "no"}', "final_answer"),
        ("kiwi", (), '{"rating": "bad"}', "rating"),
    ],
)
def test_the_other_benchmarks_by_schema(tamis_here, monkeypatch, name, given, text, field):
    """Each with the fields of its own form, which its reader knows."""
    with Server(lambda asked: text) as server:
        model = f"openai-api/{as_service(server, monkeypatch)}/m"
        tamis_here("run", name, "--model", model, "--limit", "1", "-T", "output=json", *given,
                   "--out", "out")  # fmt: skip
        [body] = server.bodies
    assert field in body["response_format"]["json_schema"]["schema"]["properties"]
    [found] = read_runs([tamis_here.folder / "out" / "logs"])
    assert found.samples[0].outcome in ("ok", "empty")
