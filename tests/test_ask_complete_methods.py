"""QUEST's methods that cost what completeness costs: every document, and certified .95."""

from __future__ import annotations

import asyncio
import sys

import pytest

from lighthouses import QUESTION, drawn, verdict
from quest_script import SALVAGE
from tamis.answering.context import Context
from tamis.answering.methods import COMPLETE, METHODS, method
from tamis.answering.strategies import answer
from tamis.benchmarks.quest.options import Options
from tamis.retrieve.static import Whole
from tamis.types import Document, Reply

TRUTH = drawn(400, 120)
DOCUMENTS = [
    Document(str(n), f"Light {n}", f"It {'has a keeper' if yes else 'works by itself'}.")
    for n, yes in enumerate(TRUTH)
]
MANNED = {document.title for document, yes in zip(DOCUMENTS, TRUTH, strict=True) if yes}


def asked(name: str, answers=verdict, **more):
    """The answer by a method over 400 lights, and how often the verifier was asked."""
    calls = []

    async def chat(messages, schema=None) -> Reply:
        calls.append(messages)
        # The prompts of a method show a document by its own id.
        shown = messages[-1].replace(f"ID: {_id(messages)} |", "ID: 1 |", 1)
        await asyncio.sleep(0)
        said = answers([messages[0], shown])
        return said if isinstance(said, Reply) else Reply(said)

    context = Context(chat, retriever=Whole(DOCUMENTS), **more)
    return asyncio.run(answer(QUESTION, method(name), context)), len(calls)


def _id(messages) -> str:
    return messages[-1].split("ID: ", 1)[1].split(" |", 1)[0]


@pytest.fixture(autouse=True)
def unlearnt(monkeypatch):
    """When a thread is ready is chance."""
    monkeypatch.setitem(sys.modules, "sklearn.linear_model", None)


def test_every_document_is_verified():
    """One call for each, however small the context: no prompt holds two."""
    found, calls = asked("Every document", budget=200)
    assert calls == 400
    assert set(found.titles) == MANNED
    assert found.counts["verdicts"] == 400


def test_a_certified_answer_costs_less_and_keeps_its_promise():
    """95% of what all verdicts would give, with fewer calls; each candidate has its verdict."""
    found, calls = asked("Certified .95", budget=200)
    assert set(found.titles) <= MANNED
    assert len(found.titles) >= 0.95 * len(MANNED)
    assert calls == len(found.candidates) == found.counts["verdicts"] < 400
    assert all(candidate.verdict is not None for candidate in found.candidates)
    assert len(found.retrieved) == 400


def test_a_call_that_fails_fails_the_question():
    """So that a run asks it again."""

    def answers(messages):
        raise ConnectionError("away")

    with pytest.raises(ConnectionError, match="away"):
        asked("Certified .95", answers)


def test_all_methods_are_those_of_the_paper():
    """A run of `all` does not verify whole corpora unasked."""
    assert set(Options.every("method")) == {*METHODS} - {"Closed book"}
    assert not {*COMPLETE} & {*METHODS}


def test_what_they_take_can_be_estimated(tmp_path):
    """At most every document, for each question: the corpus of the script has twelve."""
    from quest_script import write_data
    from tamis.benchmarks.quest.planned_calls import requests

    folder = write_data(tmp_path / "loft")
    for name in COMPLETE:
        options = Options(method=name, data=str(folder))
        of_salvage = [one.prompt for one in requests(options) if SALVAGE in one.prompt]
        assert len(set(of_salvage)) == 12
        assert len(of_salvage) == 12
