"""The words that make a number a bound: "at least", "up to", "about", "or more"."""

from __future__ import annotations

import re
from typing import Literal

Hedge = Literal["", "about", "at least", "at most", "more than", "less than"]

_WORDS: dict[Hedge, str] = {
    "at least": r"at least|no (?:less|fewer) than|not less than|min(?:imum|\.)?(?: of)?|≥|>=|⩾",
    "at most": r"at most|up to|no more than|not more than|not exceeding|max(?:imum|\.)?(?: of)?"
               r"|≤|<=|⩽|within",
    "more than": r"more than|over|above|greater than|exceeds?|exceeding|>",
    "less than": r"less than|under|below|fewer than|<",
    "about": r"about|around|approx(?:imately|\.)?|roughly|some|circa|ca\.|nearly|almost|~|≈|±",
}  # fmt: skip
_ANY = "|".join(
    f"(?P<{hedge.replace(' ', '_')}>(?<!\\w)(?:{words}))" for hedge, words in _WORDS.items()
)
_BEFORE = re.compile(rf"(?:{_ANY})\s?(?:[$€£]|an? |the )?$", re.I)
# A word has a blank behind it, a sign need not.
_FIRST = re.compile(rf"(?:{_ANY}|(?P<short>c\.))(?:(?<!\w)|(?=\s))\s*", re.I)
_AFTER = re.compile(
    r"\s?(?:(?P<more>\+(?!\s?\d)|or (?:more|above|over|longer)\b|at least\b|minimum\b)"
    r"|(?P<less>or (?:less|fewer|under|below|shorter)\b|at most\b|max(?:imum)?\b|or lower\b))",
    re.I,
)
_LONGEST = 24


def around(text: str, start: int, end: int) -> Hedge:
    """The bound that the words before and behind a number at `text[start:end]` make it."""
    if after := _AFTER.match(text, end):
        return "at least" if after["more"] else "at most"
    found = _BEFORE.search(text[max(start - _LONGEST, 0) : start])
    return _named(found) if found else ""


def first(text: str) -> tuple[Hedge, str]:
    """The bound that a text begins with, and the rest of it."""
    found = _FIRST.match(text)
    return (_named(found), text[found.end() :]) if found else ("", text)


def _named(found: re.Match[str]) -> Hedge:
    return next((one for one in _WORDS if found[one.replace(" ", "_")]), "about")
