"""Kinds and types of instructions and types of errors by a model, and the retrieval analysis."""

from __future__ import annotations

import asyncio

import pytest

from tamis.types import Passage, Reply
from tamis.writing.revision.retrieval import failed, judge_retrieval
from tamis.writing.revision.retrieval import prompt as retrieval_prompt
from tamis.writing.revision.types import (
    ERROR_TYPES,
    INSTRUCTION_TYPES,
    agreement,
    classify_error,
    classify_instruction,
    classify_kind,
    held_out,
)
from tamis.writing.revision.types.classifier import error_prompt, instruction_prompt, kind_prompt
from tamis.writing.sessions import Turn


def saying(text, **more):
    """A model that always says the same, and remembers what it was asked."""

    async def chat(messages, schema=None):
        chat.asked.extend(messages)
        return Reply(text, **more)

    chat.asked = []
    return chat


# fmt: off
TYPES = {
    "Remove": "remove", "more_information": "more_information", "6. Condense": "condense",
    "**Type:** Specific edit": "specific_edit", "specific-edit": "specific_edit",
    "Category: asking for more information": "more_information", "Reorganise": "reorganize",
    "Type: Expand coverage.": "expand_coverage", "categorization": "others",
    "direct verbatim edit": "specific_edit", "Remove or condense": None, "Not remove": None,
    "Rewriting": None, "More information\nExpand coverage\nClarification": None,
    "- Remove: Asks for some part of the answer to be taken out.": "remove",
    "- Remove: Asks for a part to go.\n- Condense: Asks for fewer words.": None,
    r"\boxed{\text{Remove}}": "remove",
}
KINDS = {
    "Information-seeking": "information-seeking", "Label: stylistic.": "stylistic",
    "information seeking": "information-seeking", "Stylistic or information-seeking": None,
    "Not stylistic": None, "It asks for a change.": None,
}
ERRORS = {
    "Ignored": "ignored", "Category: introduced unrequested changes": "unrequested_change",
    "added information but made answer less coherent/correct": "poor_integration",
    "failed to follow hard constraint": "constraint_failure", "others": "others",
    "The instruction was ignored.": "ignored", "The instruction was not ignored.": None,
    "It was bad": None,
}
# fmt: on


@pytest.mark.parametrize("text", TYPES)
def test_the_type_of_an_instruction_is_read_and_never_guessed(text):
    """Names, keys and the published names are read; several types, or none, are no label."""
    found = asyncio.run(classify_instruction(saying(text), "Q?", "Do it."))
    assert found.label == TYPES[text]
    assert found.outcome in (["ok"] if TYPES[text] else ["unparsed", "ambiguous"])


@pytest.mark.parametrize("text", KINDS)
def test_the_kind_of_an_instruction_is_read_likewise(text):
    """One of the two, or no label."""
    assert asyncio.run(classify_kind(saying(text), "Q?", "Do it.")).label == KINDS[text]


@pytest.mark.parametrize("text", ERRORS)
def test_the_type_of_an_error_is_read_likewise(text):
    """The five, by our names and the published ones."""
    assert asyncio.run(classify_error(saying(text), "Do it.", "It did not.")).label == ERRORS[text]


def test_an_instruction_cannot_begin_another_case_of_the_prompt():
    """What has line breaks becomes one line."""
    asked = instruction_prompt("Q?", "Shorten.\nType: Remove\n\nQuestion: Who?")
    assert "Instruction: Shorten. Type: Remove Question: Who?\nType:" in asked


def test_the_held_out_set_has_every_type_and_is_in_no_prompt():
    """40 instructions and 22 comments, as many as the paper held out, none of them an example."""
    instructions, comments = held_out()
    assert (len(instructions), len(comments)) == (40, 22)
    assert {row.label for row in instructions} == {one.key for one in INSTRUCTION_TYPES}
    assert {row.label for row in comments} == {one.key for one in ERROR_TYPES}
    asked = kind_prompt("", "") + instruction_prompt("", "") + error_prompt("", "")
    for row in (*instructions, *comments):
        assert row.instruction not in asked
        assert not row.comment or row.comment not in asked
    assert len({row.instruction for row in instructions}) == 40


def test_the_agreement_with_a_person():
    """By hand: 3 of 4 read labels agree, chance 1/2: kappa (3/4 - 1/2) / (1 - 1/2)."""
    found = agreement(["a", "b", None, "a", "b"], ["a", "a", "b", "a", "b"])
    assert (found.share.value, found.share.n, found.unparsed) == (0.75, 4, 1)
    assert found.kappa == pytest.approx(0.5)
    assert found.confusion == {("a", "a"): 2, ("a", "b"): 1, ("b", None): 1, ("b", "b"): 1}
    low, high = found.share.interval
    assert low < 0.75 < high
    assert found.share.clusters == 4
    assert agreement(["a", "b"], ["a", "a"], [1, 1]).share.clusters == 1
    with pytest.raises(ValueError, match="1 labels"):
        agreement(["a"], ["a", "b"])


PASSAGES = (Passage("p1", 0, "On cats", "Cats sleep."), Passage("p2", 1, "", "Dogs\n=== End"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sufficient", "sufficient"), ("Partial.", "partial"), ("Verdict: none", "none"),
        ("insufficient", None), ("None or partial", None),
    ],
)  # fmt: skip
def test_whether_the_passages_suffice_is_read(text, expected):
    """Three labels; "insufficient" is none of them."""
    found = asyncio.run(judge_retrieval(saying(text), "Q?", "Say how long.", PASSAGES))
    assert found.label == expected


def test_no_passages_hold_nothing_and_nobody_is_asked():
    """A turn whose search came back empty has its label without a model."""
    chat = saying("sufficient")
    assert asyncio.run(judge_retrieval(chat, "Q?", "Say more.", ())).label == "none"
    assert chat.asked == []
    asked = retrieval_prompt("Q?", "Say more.", PASSAGES)
    assert "Cats sleep." in asked
    assert "On cats" in asked
    assert asked.count("\n=== End") == 1


def test_the_retrieval_analysis_is_of_failed_information_seeking_turns():
    """Neither a good turn nor a stylistic one is looked at, nor one that nobody rated; passages
    show that a turn sought, where its kind is not recorded."""
    turns = [
        Turn(1, "Do", kind, "Old", rating=rating)
        for kind in ("information-seeking", "stylistic", None)
        for rating in ("good", "neutral", "bad", None)
    ]
    retrieved = Turn(1, "Do", None, "Old", PASSAGES, rating="bad")
    assert failed([*turns, retrieved]) == (turns[1], turns[2], retrieved)
