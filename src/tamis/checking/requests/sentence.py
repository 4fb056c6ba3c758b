"""Reads one sentence in the wordings of the types."""

from __future__ import annotations

from tamis.checking.constraint_types import ConstraintType
from tamis.checking.requests.sentences import sentences
from tamis.checking.requests.wordings import worded


def of_sentence(sentence: str) -> ConstraintType | None:
    """The one constraint that a sentence of a file states as a whole; None where it states none."""
    cut = list(sentences(sentence))
    made = worded(cut[0]) if len(cut) == 1 else ()
    return made[0][1] if len(made) == 1 else None
