"""What the two letter families share."""

import re

from tamis.text.normalised import plain_words

_NAMED = re.compile(r"letter\s+[\"'“‘(]?(\w)\b", re.IGNORECASE)
_LAST = re.compile(r"\b(\w)\W*$")


def letter_in(text: str) -> str:
    """The letter after the word "letter", else one that ends the wording by itself; folded."""
    found = _NAMED.search(text) or _LAST.search(text)
    if not found or len(letter := plain_words(found.group(1))) != 1:
        raise ValueError(f"no letter in the constraint {text!r}")
    return letter
