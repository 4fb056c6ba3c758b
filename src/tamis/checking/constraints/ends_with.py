"""Title ends with a letter (KITAB, §3.1, lexical)."""

import re

from tamis.checking.constraints._letter import letter_in
from tamis.text.normalised import plain_words
from tamis.types import Constraint, Item

WORDING = "Book title ends with the letter {letter}."
PASSES = ("Book title ends with the letter a.", Item("Love in the Time of Cholera"))
FAILS = ("Book title ends with the letter a.", Item("Sula Peace"))

_ENDS = re.compile(r"\bend(?:s|ing)? (?:with|in)\b")


def mentioned(text: str) -> bool:
    """Whether a wording is about the end of a title."""
    return bool(_ENDS.search(text))


def parse(text: str) -> dict[str, str]:
    """The letter that the wording asks for; ValueError where there is none."""
    return {"letter": letter_in(text)}


def holds(constraint: Constraint, item: Item) -> bool:
    """Whether the last letter or digit of the title matches; closing punctuation is ignored."""
    return plain_words(item.title).endswith(constraint.letter)
