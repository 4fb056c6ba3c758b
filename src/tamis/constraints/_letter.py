"""What the two letter families share."""

import re

from tamis.text import plain_words

_NAMED = re.compile(r"letter\s+[\"'“‘(]?(\w)\b", re.IGNORECASE)
_LAST = re.compile(r"(\w)\W*$")


def letter_in(text: str) -> str:
    """The letter named after the word "letter", else the last one of the wording; folded."""
    found = _NAMED.search(text) or _LAST.search(text)
    if not found or len(letter := plain_words(found.group(1))) != 1:
        raise ValueError(f"no letter in the constraint {text!r}")
    return letter
