"""Tables of texts with the verdicts that were worked out by hand."""

from __future__ import annotations

from textwrap import dedent

import pytest

from tamis.checking.constraint_types import type_of

Y, N, U = True, False, None
"""Satisfied, not satisfied, undecided."""


def cases(*rows):
    """A table of parameters, a text, and verdicts; texts are dedented."""
    return pytest.mark.parametrize(
        ("given", "text", "wanted"), [(given, dedent(text).strip(), w) for given, text, w in rows]
    )


def check(id, given, text, wanted):
    """The verdict is the wanted one, with a working or a reason."""
    judged = type_of(id)(**given).judge(text)
    assert judged.satisfied is wanted, (judged.reason, judged.working)
    assert judged.working if wanted is not None else judged.reason
    assert all(0 <= start < end <= len(text) for start, end in judged.places)


def decides_or_says_why(id, text):
    """A verdict with its working, or a reason; the same one each time; places in the text."""
    for example, _ in (type_of(id).passes, type_of(id).fails):
        constraint = type_of(id)(**example)
        judged = constraint.judge(text)
        assert judged.satisfied is None or judged.working
        assert judged.satisfied is not None or judged.reason
        assert judged == constraint.judge(text)
        assert all(0 <= start <= end <= len(text) for start, end in judged.places)
