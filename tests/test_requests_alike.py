"""Wordings that mean the same are read as the same."""

from __future__ import annotations

import pytest

from tamis.checking.extraction.request import read_request

ALIKE = {
    "every line starts with the letter S": [
        "every line begins with the letter S", "every line begin with the letter S",
        "every line beginning with the letter S", "every line starting with the letter S",
        "every line opens with the letter S", "every line open with the letter S",
        "each line starts with the letter S", "all lines start with the letter S",
        "each line must start with the letter S",
    ],
    "end with a question mark": [
        "ending with a question mark", "ends with a question mark", "finish with a question mark",
        "finishes with a question mark", "close with a question mark",
        "closes with a question mark",
        "please end with a question mark", "it should end with a question mark",
    ],
    "don't use bullet points": [
        f"{word} use bullet points" for word in (
            "never", "cannot", "can't", "shouldn't", "mustn't", "dont", "nor", "doesn't", "without",
            "avoid", "do not",
        )
    ],
    "no bullets": ["not bullets", "none bullets", "no bullet", "no bullet points"],
    "no text besides the CSV": ["nothing besides the CSV", "no output besides the CSV"],
    "Do not leave any [placeholder] text": [
        "Do not leave every [placeholder] text", "Do not leave all [placeholder] text",
        "Do not leave per [placeholder] text",
    ],
    "at least a quarter of the words in capital letters": [
        "at least a quarter of the words in cap letters",
    ],
    "no commas": ["no comma", "do not use commas"],
    "all uppercase": ["all upper case", "in capital letters", "all caps"],
    "under 500 calories per serving": [
        f"{word} 500 calories per serving" for word in ("below", "less than", "fewer than")
    ],
    "all lowercase": ["all lower case", "in small letters"],
    "no em-dashes": ["no em dashes"],
}  # fmt: skip


@pytest.mark.parametrize(
    ("wording", "other"), [(one, two) for one, others in ALIKE.items() for two in others]
)
def test_another_word_for_the_same(wording, other):
    """Verbs, denials, "each" and "all", two words for one."""
    wanted, got = (read_request(f"Write it. {one}.").constraints for one in (wording, other))
    assert len(wanted) == 1
    assert got == wanted
