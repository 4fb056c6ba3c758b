"""The notes on an answer over a whole corpus: what was not found or read, whom not to trust."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace

import pytest

from tamis.answering.everything.plan import alone
from tamis.answering.everything.summary import YES_TO_ALL, notes_on


def _notes(yes: int = 0, no: int = 0, failures: dict | None = None, **found) -> list[str]:
    so_far = {"labels": 9, "accepted": ["a"], "unread": 0, "why": "", "outcomes": Counter()} | found
    judge = SimpleNamespace(
        plan=alone("x" * 300), yes=Counter(question=yes), no=Counter(question=no)
    )
    coverage = SimpleNamespace(whole=found.get("whole", False), why="", kind="row")
    spending = SimpleNamespace(failures=Counter(failures or {}))
    return notes_on(judge, SimpleNamespace(**so_far), coverage, spending)


@pytest.mark.parametrize(
    ("found", "notes"),
    [
        ({}, []),
        ({"labels": 0}, ["No answer: nothing was verified."]),
        ({"labels": 0, "why": "given up."}, ["No answer: given up."]),
        ({"labels": 0, "failures": {"a": 1, "no route": 3, "b": 2}}, ["No answer: no route."]),
        ({"accepted": [], "whole": True},
         ["Nothing in the corpus answers the question, by the verifier's judgement."]),
        ({"accepted": []}, ["Nothing of what was verified answers the question."]),
        ({"yes": YES_TO_ALL - 1}, []),
        ({"yes": YES_TO_ALL, "no": 1}, []),
        ({"unread": 2, "outcomes": Counter({"unparsed": 1, "failed": 1}),
          "failures": {"a": 1, "no route": 3, "b": 2}},
         ["Without a verdict that can be read: 2 rows (unparsed ×1, failed ×1; no route). They "
          "count as missed."]),
        ({"unread": 1, "outcomes": Counter({"unparsed": 1})},
         ["Without a verdict that can be read: 1 row (unparsed ×1). They count as missed."]),
    ],
)  # fmt: skip
def test_each_note(found, notes):
    """With the commonest reason of the calls that failed."""
    assert _notes(**found) == notes


def test_a_verifier_that_says_yes_to_all():
    """It is named with how often, and the condition is cut."""
    (note,) = _notes(yes=YES_TO_ALL)
    assert note.startswith(
        f"The verifier said yes to all {YES_TO_ALL} rows that it was asked about"
    )
    assert "x" * 300 not in note
