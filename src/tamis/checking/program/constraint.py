"""A constraint in words becomes a `Requirement`."""

from __future__ import annotations

import re
from dataclasses import replace

from tamis.checking.program._figures import figure
from tamis.checking.program._times import time
from tamis.checking.program.amounts import plain
from tamis.checking.program.bounds import quantities
from tamis.checking.program.requirement import Requirement
from tamis.types import InputError

_WHOLE = re.compile(
    r"\b(?:whole|entire|overall|combined|altogether|across|in total|in all|weekly|"
    r"(?:over|in|for) (?:all|the week)|"
    r"per week)\b",
    re.IGNORECASE,
)
_TOLERANCE = re.compile(r"\+\s?/\s?-|±|\bwithin\b|give or take|toleran|\bplus or minus\b", re.I)
_PER_DAY = re.compile(r"\bper (?:day|session)\b.*\b(?:days|sessions)\b|\bx \d+\b", re.IGNORECASE)
_BOTH_WAYS = re.compile(r"each way|each direction|both ways|both directions", re.IGNORECASE)

MAX_CHARACTERS = 1000


def read(constraint: str) -> Requirement:
    """What a constraint demands; InputError, in one sentence, where that is not understood.

    That includes words that might change the demand ("the second session", "exercises with 5
    sets"): no word is ignored silently.
    """
    if len(constraint) > MAX_CHARACTERS:
        raise InputError(
            f"the constraint has {len(constraint)} characters, more than the {MAX_CHARACTERS} of "
            f"one demand."
        )
    text = " ".join(plain(constraint).split()).rstrip(" .")
    if not text:
        raise InputError("the constraint is empty.")
    # The text in parentheses explains the figure ("3 meals per day for 2 days").
    outer = " ".join(re.sub(r"\([^()]*\)", " ", text).split()) or text
    aside = " ".join(re.findall(r"\(([^()]*)\)", text))
    quantities(outer)  # InputError where a number can be read in two ways
    found = figure(outer) or time(outer)
    if found is None:
        raise InputError(f"the program does not understand {' '.join(constraint.split())[:200]!r}.")
    if found.scope == "plan" and _BOTH_WAYS.search(aside):
        found = replace(found, scope="direction")
    if _TOLERANCE.search(aside):
        raise InputError(f"the program cannot judge {aside[:100]!r} in {text[:200]!r}.")
    whole = _WHOLE.search(outer) is not None or _PER_DAY.search(aside) is not None
    return replace(found, text=constraint.strip(), whole=whole)
