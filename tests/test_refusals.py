"""Replies that decline to answer, in words or in a field of the provider."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from inspect_ai.model import ChatCompletionChoice, ChatMessageAssistant, ContentText, ModelOutput
from inspect_ai.tool import ToolCall

from here import tamis
from server import Reply as Served
from server import Server, as_service
from tamis import models
from tamis.benchmarks import load_benchmark
from tamis.benchmarks.benchmark import Output
from tamis.benchmarks.fanoutqa.factuality import factuality
from tamis.reading.refusals import LONGEST, declines
from tamis.report.logs import read_runs
from tamis.types import Reply

SORRY = "I'm sorry, but I cannot answer this question."
UNSEEN = Path(__file__).parent / "data" / "refusals_unseen.jsonl"
READER = Path(__file__).parent / "data" / "reader_replies.jsonl"


# fmt: off
REFUSALS = [
    SORRY, "I cannot provide that information.", "Output: I'm sorry, but I cannot provide a list.",
    "I am not able to list the books, as I do not have access to a catalogue of this author's "
    "works. You could check the website of a library.",
    "**Final Answer:** I cannot determine the answer from the documents.",
    "I can't evaluate this response because the response is not included in the prompt.",
    "As an AI language model, I cannot browse the internet. However, I can help you otherwise.",
    "Information regarding the populations is not provided in the given context.",
    "It cannot be determined which is the largest from the given information.",
    "<think>It may be Paris.</think>I can't help with that.",
]
ANSWERS = [
    "", "I could not find any books by this author that satisfy both constraints.", "Sorry.",
    "There are no documents that answer this question.",
    "The author could not find a publisher, so the book was printed privately.",
    "The constraint is not satisfied because the total is not given in the response.",
    "I cannot confirm all of them, but Sula and Beloved satisfy the constraint.",
    "The text does not say who designed it. Wikipedia names John Smith.",
    "Although the context doesn't list Denmark, it says that Norway has 5 million inhabitants.",
    "I cannot list them all. Among them are Sula and Jazz, such as I know them.",
    "The provided text does not mention the developer of Fire Emblem.",
    "I cannot verify the latest figures:\n1. Tokyo: 39,100,000\n2. Delhi: 32,200,000",
    SORRY + " " + "The first of them is Lyon. " * 100,
]
# fmt: on


def test_a_reply_that_only_declines_is_a_refusal():
    """Apologies, reasons, advice and offers beside the excuse are no answer."""
    assert [text for text in REFUSALS if not declines(text)] == []


def test_a_reply_with_anything_else_is_no_refusal():
    """In doubt it is read as an answer, and that nothing qualifies is one."""
    assert [text for text in ANSWERS if declines(text)] == []


def test_names_and_figures_of_the_question_are_no_answer_to_it():
    """What only repeats its question declines; a name or a figure more may be an answer."""
    text = "The text does not mention the 5 managers of Arsenal, so I am unable to answer this."
    assert not declines(text)
    assert declines(text, "Who were the 5 last managers of Arsenal?")
    assert not declines(f"{text} One was Wenger.", "Who were the 5 last managers of Arsenal?")


def test_refusals_written_by_other_eyes_are_told_with_no_answer_among_them():
    """A lower bound: of 35 at least 15, without their questions; of 37 that are none, none."""
    rows = [json.loads(line) for line in UNSEEN.read_text("utf-8").splitlines()]
    found = [declines(row["text"]) for row in rows if row["refusal"]]
    wrongly = [row["text"] for row in rows if not row["refusal"] and declines(row["text"])]
    assert (len(found), len(rows)) == (35, 72)
    assert sum(found) >= 15
    assert wrongly == []


def test_refusals_of_real_systems_are_told_with_few_answers_among_them():
    """Of 100 real FanOutQA replies that do not follow one template, by a reader's labels."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
    import refusals

    if not refusals.SHARED.is_dir():
        pytest.skip(f"{refusals.SHARED} is not there")
    right, false, _ = refusals.counts()
    assert right >= 7
    assert right / (right + false) >= 0.97
    by_model, false, _ = refusals.counts(reader=refusals.of_reader(READER))
    assert by_model >= 14
    assert by_model / (by_model + false) >= 0.9


@pytest.mark.parametrize("unit", ["information ", "in the ", "I do not have ", "a", ", and ", ": "])
def test_an_endless_reply_takes_no_time(unit):
    """Neither one of the longest that are looked at, nor one of a million characters."""
    began = time.process_time()
    assert not declines((unit * LONGEST)[:LONGEST].strip() + "x")
    assert not declines(unit * (1_000_000 // len(unit)))
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    ("name", "given", "label"),
    [
        ("kitab", {}, "Output:\n"), ("kitab", {"condition": "all_books"}, ""),
        ("kitab", {"condition": "self_context"}, ""),
        ("kitab", {"condition": "single_item"}, "Output: "), ("quest", {}, "Final Answer: "),
        ("acs", {}, "FINAL ANSWER: "), ("kiwi", {"split": "cross"}, ""),
    ],
)  # fmt: skip
def test_a_refusal_in_words_is_the_outcome_refused(name, given, label):
    """With and without the label that was asked for; one that was cut may have gone on."""
    assert outcome(name, given, Reply(SORRY)) == "refused"
    assert outcome(name, given, Reply(label + SORRY)) == "refused"
    assert outcome(name, given, Reply(SORRY, truncated=True)) != "refused"


@pytest.mark.parametrize(
    ("name", "given", "text"),
    [
        ("kitab", {}, f"{SORRY} But this may be one.\nOutput:\n1. Reason: r. Title: Sula"),
        ("kitab", {}, "Output:\n1. Reason: fits. Title: I Don't Know How She Does It"),
        ("quest", {}, f'{SORRY}\nFinal Answer: ["1"]'),
        ("acs", {}, "I don't have enough information.\nFINAL ANSWER: no"),
        ("kiwi", {"split": "cross"}, "I don't have enough information.\nRating: bad"),
    ],
)
def test_a_reply_that_can_be_read_is_never_refused(name, given, text):
    """Whatever it says besides its answer."""
    assert outcome(name, given, Reply(text)) == "ok"


def test_fanoutqa_counts_a_refusal_in_words():
    """It is refused like one in the provider's field; the paper counts them (§4.2)."""
    options = {"words": "pystemmer"}
    values, said = marked("fanoutqa", options, Reply(SORRY))
    assert (said, values["declined"]) == ("refused", 1)
    assert outcome("fanoutqa", options, Reply(SORRY, refused=True)) == "refused"
    assert factuality(Reply("I cannot judge this submission.")).outcome == "refused"
    assert factuality(Reply("I cannot judge this submission.\nC")).letter == "C"


def marked(name: str, given: dict[str, Any], reply: Reply) -> tuple[dict[str, float], str | None]:
    """The figures and the outcome of a reply to the first sample."""
    chosen = load_benchmark(name)
    options = chosen.options.parse(given)
    sample = chosen.load(options)[1][0]
    marks = asyncio.run(chosen.marker(options)(sample, Output(reply, "m")))
    return dict(marks.values), marks.outcome


def outcome(name: str, given: dict[str, Any], reply: Reply) -> str | None:
    """The outcome of a reply to the first sample."""
    return marked(name, given, reply)[1]


def output(*content: ContentText, **about: Any) -> ModelOutput:
    """A model's output as Inspect has it."""
    message = ChatMessageAssistant(content=list(content), **about)
    return ModelOutput(model="m", choices=[ChatCompletionChoice(message=message)])


def test_a_mark_of_the_provider_counts_only_where_there_is_no_answer_beside_it():
    """A text beside the refusal or a call of a tool is the reply."""
    no, text = ContentText(text="No.", refusal=True), ContentText(text="Lyon")
    assert models.refused(output(no))
    assert not models.refused(output(no, text))
    assert not models.refused(output(text))
    assert not models.refused(output(no, tool_calls=[ToolCall(id="1", function="f", arguments={})]))
    assert not models.refused(ModelOutput(model="m"))
    filtered = output(text)
    filtered.choices[0].stop_reason = "content_filter"
    assert models.refused(filtered)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("kitab", ()), ("quest", ("-T", "method=Closed Book")), ("acs", ("-T", "judge=model")),
        ("fanoutqa", ("-T", "setting=closed_book", "-T", "words=pystemmer")), ("kiwi", ()),
    ],
)  # fmt: skip
def test_openais_field_is_a_refusal_in_every_benchmark(name, given, tmp_path, monkeypatch):
    """Its text is in `refusal`, there is no content, and the reply ends like any other."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TAMIS_HOME", str(tmp_path / "home"))
    with Server(lambda prompt: Served.declined("Here I stop.")) as server:
        service = as_service(server, monkeypatch)
        code = tamis("run", name, "--model", f"openai-api/{service}/m", "--limit", "2", *given,
                     "--out", "out")  # fmt: skip
    assert code == 1
    [run] = read_runs([tmp_path / "out" / "logs"])
    assert [sample.values["refused"] for sample in run.samples] == [1, 1]
