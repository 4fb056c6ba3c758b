"""Title starts with a letter (KITAB, §3.1, lexical)."""

import re

from tamis.checking.constraints._letter import letter_in
from tamis.text.normalised import plain_words
from tamis.types import Constraint, Item

WORDING = "Book title starts with the letter {letter}."
PASSES = ("Book title starts with the letter b.", Item("The Bluest Eye"))
FAILS = ("Book title starts with the letter t.", Item("The Bluest Eye"))

_STARTS = re.compile(r"\b(?:start|begin)(?:s|n?ing)? with\b")


def mentioned(text: str) -> bool:
    """Whether a wording is about the start of a title."""
    return bool(_STARTS.search(text))


def parse(text: str) -> dict[str, str]:
    """The letter that the wording asks for; ValueError where there is none."""
    return {"letter": letter_in(text)}


def holds(constraint: Constraint, item: Item) -> bool:
    """Whether the first letter matches; a leading article is ignored (§C.1)."""
    return plain_words(item.title).startswith(constraint.letter)
