"""Words by which several modules tell what a text is: a choice, a denial, a total."""

from __future__ import annotations

import re

from tamis.text.normalised import LETTER_RUNS, WORD_RUNS

_CHOICE = re.compile(
    r"\b(?:or|choose|option|options|optional|optionally|alternatively|alternatives?|instead|either"
    r"|if)\b", re.I,
)  # fmt: skip
_DENIED = re.compile(
    r"\b(?:no|not|never|without|skip(?:ped)?|cancel(?:l?ed)?|minus|less|excluded|excluding|except)\b"
    r"(?!-)|n['’]t\b", re.I,
)  # fmt: skip
_TOTAL = re.compile(r"\b(?:totals?|subtotal|sum|altogether|overall)\b|^\W*=", re.I)
SAME = re.compile(r"\W*(?:(?:exactly )?(?:the )?same as|repeat|as (?:on|in)|see)\s+(?:the )?", re.I)
"""Begins what stands for another part: "Same as Day 1"."""


def tokens(text: str) -> list[str]:
    """The words and numbers of a text, in small letters."""
    return WORD_RUNS.findall(text.casefold())


def first_token(text: str) -> str:
    """The first word or number of a text, in small letters; empty for none."""
    found = WORD_RUNS.search(text)
    return found[0].casefold() if found else ""


def is_worded(text: str, letters: int = 2) -> bool:
    """Whether a text has a word of at least so many letters."""
    return any(one.end() - one.start() >= letters for one in LETTER_RUNS.finditer(text))


def offers_choice(text: str) -> bool:
    """Whether a text speaks of alternatives or options."""
    return _CHOICE.search(text) is not None


def is_denied(text: str) -> bool:
    """Whether a text has a negation."""
    return _DENIED.search(text) is not None


def is_doubtful(text: str) -> bool:
    """Whether what a text names may not be meant: it is an option, or denied."""
    return offers_choice(text) or is_denied(text)


def tells_total(text: str) -> bool:
    """Whether a text speaks of a total."""
    return _TOTAL.search(text) is not None
