"""Reads one sentence: in the wordings of the types, or as the judge of plans reads it."""

from __future__ import annotations

from tamis.checking.constraint_types import ConstraintType, from_spec, known
from tamis.checking.requests.sentences import Sentence, sentences
from tamis.checking.requests.wordings import Stated, worded
from tamis.types import InputError

_AFTER_PLANS = (".amounts.", ".items.")
"""Groups of types whose matters the judge of plans knows better."""


def of_sentence(sentence: str) -> ConstraintType | None:
    """The one constraint that a sentence of a file states as a whole; None where it states none."""
    cut = list(sentences(sentence))
    made = stated(cut[0]) if len(cut) == 1 else ()
    return made[0][1] if len(made) == 1 else None


def stated(sentence: Sentence) -> Stated:
    """The constraints that a sentence states with all its words; none where it is not understood.

    What is said of the text itself (words, bullets, what it contains) is read first, then what the
    judge of plans reads, then the other amounts.
    """
    made = worded(sentence)
    if made and not any(group in known()[one.id] for _, one in made for group in _AFTER_PLANS):
        return made
    try:
        return ((sentence, from_spec({"type": "plan", "says": sentence.text})),)
    except InputError:
        return made
