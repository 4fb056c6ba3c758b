"""Title has a number of words, one more or one less allowed (KITAB, §4.1)."""

import re

from tamis.types import Constraint, Item

WORDING = "Book title contains only {count} words."
PASSES = ("Book title contains only 2 words.", Item("Song of Solomon"))
FAILS = ("Book title contains only 2 words.", Item("One Hundred Years of Solitude"))

TOLERANCE = 1
_COUNT = re.compile(r"(?<!\d)(\d{1,4})[\s-]+word")
_RANGE = re.compile(
    r"\b(?:at (?:least|most)|(?:more|fewer|less) than|between|up to|or (?:more|fewer|less))\b"
)


def mentioned(text: str) -> bool:
    """Whether a wording is about a number of words."""
    return bool(_COUNT.search(text))


def parse(text: str) -> dict[str, int]:
    """The number of words that the wording asks for; ValueError where there is none, or a range."""
    if not (found := _COUNT.search(text)) or _RANGE.search(text):
        raise ValueError(f"no exact number of words in the constraint {text!r}")
    return {"count": int(found.group(1))}


def holds(constraint: Constraint, item: Item) -> bool:
    """Whether the words as written, articles included, are within one of the number.

    Articles count: the gold of the paper's example 1, for four words, has "The seven treasures"
    and "A Celtic odyssey".
    """
    return abs(len(item.title.split()) - constraint.count) <= TOLERANCE
