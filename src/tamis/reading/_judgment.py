"""TRUE or FALSE in the forms that models write."""

from __future__ import annotations

import re
from typing import Any

MAX_CHARACTERS = 2_000

_TRUE = {"true", "yes", "valid", "correct", "t", "y", "1"}
_FALSE = {"false", "no", "invalid", "incorrect", "f", "n", "0", "not true", "not valid"}
_WORD = r"\W{0,20}(?P<word>(?:not )?[^\W_]+)"
_ALONE = re.compile(rf"{_WORD}\W{{0,20}}")
_EXPLAINED = re.compile(rf"{_WORD}[*_\"'>\]]{{0,5}}\s{{0,5}}(?:[.,:;(—–]|\s-)(?P<why>.*)", re.S)
_SAID = re.compile(r".*\b(?:judge?ment|verdict)\b\W{0,10}(?:is\b|would be\b)?(?P<said>.*)", re.I)
_LITERAL = re.compile(
    r"(?P<hedge>\b(?:not|partially|partly|mostly|likely|neither)\W+)?\b(?P<word>TRUE|FALSE)\b"
)
_NO_WORDS = re.compile(r"[\W_]*+(?:END[\W_]*+)?", re.I)


def read_judgment(value: Any) -> bool | None:
    """A judgement alone or with an explanation after it; None for anything undecided or else."""
    if isinstance(value, bool):
        return value
    if not isinstance(value, str | int):
        return None
    text = str(value)[:MAX_CHARACTERS].casefold()
    said = _ALONE.fullmatch(text)
    if not said and (said := _EXPLAINED.fullmatch(text)):
        # "TRUE, FALSE" chooses neither.
        again = _ALONE.match(said["why"])
        if again and again["word"] in ("true", "false"):
            return None
    word = said["word"] if said else ""
    return True if word in _TRUE else False if word in _FALSE else None


def last_judgment(text: str) -> bool | None:
    """The judgement of the last line with a word: "Final judgment: TRUE", "So it is FALSE."."""
    lines = [line for line in text.split("\n") if not _NO_WORDS.fullmatch(line[:200])]
    if not lines:
        return None
    last = lines[-1][-MAX_CHARACTERS:]
    found = _SAID.fullmatch(last)
    judgment = read_judgment(found["said"] if found else last)
    if judgment is None:
        literals = [*_LITERAL.finditer(last)]
        if len(literals) == 1 and not literals[0]["hedge"]:
            return literals[0]["word"] == "TRUE"
    return judgment
