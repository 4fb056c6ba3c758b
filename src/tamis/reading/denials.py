"""Words that may turn what a sentence says.

They read nothing: they only make doubtful what they stand beside.
"""

from __future__ import annotations

import re
from functools import cache

from tamis.reading.words import words

_WORD = re.compile(r"[^\W\d_]+(?:['’]t)?")


def denies(text: str, asked: str = "") -> bool:
    """Whether a text holds a word that could turn it, which the question does not have."""
    if not text:
        return False
    told = {_base(word) for word in _WORD.findall(text.casefold())}
    known = words("denials")
    negations, opposites = _sets()
    within = any(sign in text for sign in known["within_words"])
    if not within and not told & (negations | opposites):
        return False
    in_question = {_base(word) for word in _WORD.findall(asked.casefold())}
    if in_question & negations:
        return bool(told & opposites - in_question)
    return within or bool(told & (negations | opposites) - in_question)


def is_denial(text: str) -> bool:
    """Whether a text is such a word and nothing else, as "no" in a cell: it answers a question."""
    said = _WORD.findall(text.casefold())
    return len(said) == 1 and denies(text)


def _base(word: str) -> str:
    return "not" if word.endswith(("n't", "n’t")) else word


@cache
def _sets() -> tuple[frozenset[str], frozenset[str]]:
    known = words("denials")
    return frozenset(known["negations"]), frozenset(known["opposites"])
