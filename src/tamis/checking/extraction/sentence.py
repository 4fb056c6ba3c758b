"""Reads a sentence that a user gives as one constraint."""

from __future__ import annotations

import re

from tamis.checking.constraint_types import ConstraintType, from_spec, known
from tamis.checking.extraction.request import ReadRequest, read_request
from tamis.types import InputError

_AFTER_PLANS = (".amounts.", ".items.")
"""Groups of types whose matters the judge of plans may know better."""

_WORD = re.compile(r"\d+|[^\W\d_]+")
_DEMANDS_NOTHING = """
a an the this that it its of in into as at by for to with and between there your you is are be must
should shall has have need needs please add answer consist consists contain contains give include
includes keep make output produce provide put reply respond return use write article document email
entire essay format formatting length letter list long message note poem points post report response
story summary text total valid whole
"""
"""Words beside a constraint that demand nothing more than it does."""

_DENIALS = frozenset(("do", "don", "t", "not", "never"))


def of_sentence(sentence: str) -> ConstraintType | None:
    """The typed constraint that a sentence states as a whole; None where it is not understood.

    What is said of the text itself (words, bullets, what it contains) is read first; then what the
    judge of plans reads; then the other amounts. Where a word is left over that may narrow it or
    demand something else, it is not understood.
    """
    read = read_request(sentence)
    whole = len(read.constraints) == 1 and not read.unread and not _left(sentence, read)
    made = read.constraints[0] if whole else None
    if made and not any(group in known()[made.id] for group in _AFTER_PLANS):
        return made
    try:
        return from_spec({"type": "plan", "says": sentence})
    except InputError:
        return made


def _left(sentence: str, read: ReadRequest) -> set[str]:
    """The words of a sentence that may demand more than the one constraint that was read."""
    (made,) = read.constraints
    spans = sorted(place for part in read.parts for place in part.places)
    at, rest = 0, []
    for start, end in (*spans, (len(sentence), len(sentence))):
        rest.append(sentence[at:start])
        at = max(at, end)
    known = set(_WORD.findall(f"{made.sentence} {made.id.replace('_', ' ')}".casefold()))
    known.update(_DEMANDS_NOTHING.split())
    if not known.isdisjoint(("no", "most")):
        # "Do not use" is "no", "do not use more than" is "at most".
        known |= _DENIALS
    return set(_WORD.findall(" ".join(rest).casefold())) - known
