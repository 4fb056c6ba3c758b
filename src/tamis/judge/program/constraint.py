"""A constraint in words becomes a `Requirement`."""

from __future__ import annotations

import re
from dataclasses import replace

from tamis.judge.program._figures import figure
from tamis.judge.program._times import time
from tamis.judge.program.numbers import plain
from tamis.judge.program.requirement import Requirement
from tamis.types import InputError

_WHOLE = re.compile(
    r"\b(?:whole|entire|overall|combined|altogether|across|(?:over|in|for) (?:all|the week)|weekly|"
    r"per week)\b",
    re.IGNORECASE,
)
_PER_DAY = re.compile(r"\bper (?:day|session)\b.*\b(?:days|sessions)\b|\bx \d+\b", re.IGNORECASE)
_BOTH_WAYS = re.compile(r"each way|each direction|both ways|both directions", re.IGNORECASE)


def read(constraint: str) -> Requirement:
    """What a constraint demands; InputError, in one sentence, where that is not understood.

    What is not understood includes words that might change what is demanded ("the second
    session", "exercises with 5 sets"): nothing is left out in silence.
    """
    text = " ".join(plain(constraint[:2000]).split()).rstrip(" .")
    if not text:
        raise InputError("the constraint is empty.")
    # What stands in parentheses explains the figure ("3 meals per day for 2 days").
    outer = " ".join(re.sub(r"\([^()]*\)", " ", text).split()) or text
    aside = " ".join(re.findall(r"\(([^()]*)\)", text))
    found = figure(outer) or time(outer)
    if found is None:
        raise InputError(f"the program does not understand {' '.join(constraint.split())[:200]!r}.")
    if found.scope == "plan" and _BOTH_WAYS.search(aside):
        found = replace(found, scope="direction")
    whole = _WHOLE.search(outer) is not None or _PER_DAY.search(aside) is not None
    return replace(found, text=constraint.strip(), whole=whole)
