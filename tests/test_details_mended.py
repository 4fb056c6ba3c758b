"""What was read wrongly once, against what each reader says of itself."""

from __future__ import annotations

import asyncio
import json

import pytest

import tamis
from tamis.benchmarks.fanoutqa.answers.table_answers import read_rows, table_score
from tamis.checking import table_reader
from tamis.types import Reply
from tamis.writing.edits import Locations, locations, verbatim


def test_a_golden_key_that_is_a_number_is_no_numbering():
    """A column of running numbers is left out, but not the years that the golds have for keys."""
    text = "| Year | City | Land |\n|---|---|---|\n| 1996 | Atlanta | US |\n| 2 | Sydney | AU |"
    assert read_rows(text) == [("Atlanta", "US"), ("Sydney", "AU")]
    assert read_rows(text, {"1996"}) == [("1996", "Atlanta | US"), ("Sydney", "AU")]
    assert table_score({1996: "Atlanta"}, text).row_recall == 1


@pytest.mark.parametrize(
    "instruction",
    [
        'Avoid use of "however".',
        'Avoid the use of "however".',
        'Avoid any "however".',
        'Refrain from any use of "however".',
        'Write without any mention of "however".',
    ],
)
def test_what_is_to_be_avoided_is_to_be_removed(instruction):
    """Also where the noun "use" or the word "any" stands before it."""
    assert [one.use for one in verbatim(instruction)] == ["remove"]


@pytest.mark.parametrize(
    ("verb", "place"),
    [
        *((verb, "start") for verb in ("begin", "beginning", "start", "starting", "opening")),
        *((verb, "end") for verb in ("conclude", "concluding", "close", "closing", "ending")),
    ],
)
def test_each_form_of_the_verbs_of_an_edge(verb, place):
    """ "Concluding your answer with" is a place as "ending your answer with" is."""
    found = locations(f"Think of {verb} your answer with a joke.", "A b. C d.")
    assert found == Locations(**{place: True})


def test_a_typed_constraint_may_stand_alone():
    """As a sentence and plain values may; its fields are no constraints."""
    words = tamis.constraints.words(max=3)
    assert tamis.keeps("a b", words).constraints == (words.sentence,)
    assert tamis.check("a b c d", words).run().unsatisfied == 1


def test_a_number_in_a_quote_that_its_amount_does_not_name_is_left_out():
    """A quote with two figures of which one is counted: the other may count too."""
    plan = "Day 1: rice 650 kcal, peas 300 kcal. Day 2: soup 700 kcal."
    table = {
        "groups": [
            {
                "name": "Day 1",
                "entries": [{"quote": "rice 650 kcal, peas 300 kcal", "amount": 300}],
            },
            {"name": "Day 2", "entries": [{"quote": "soup 700 kcal", "amount": 700}]},
        ],
        "not_counted": [],
    }

    async def chat(messages, schema=None):
        return Reply(json.dumps(table))

    constraint = "The daily caloric intake must be at most 800 calories."
    found = asyncio.run(table_reader.judge(chat, constraint, plan))
    assert found.satisfied is None
    assert "'650 kcal', which the table leaves out" in found.reason
    table["groups"][0]["entries"].append({"quote": "rice 650 kcal", "amount": 650})
    assert asyncio.run(table_reader.judge(chat, constraint, plan)).satisfied is False
