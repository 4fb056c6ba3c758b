"""Title contains the name of a city (KITAB, §3.1, named entity)."""

import re

from tamis.types import Constraint, Item, Recogniser

WORDING = "Book title contains a city name."
NEGATED = "Book title doesn't contain a city name."
PASSES = ("Book title contains a city name.", Item("Death in Venice"))
FAILS = ("Book title contains a city name.", Item("The Magic Mountain"))

_NAMED = re.compile(r"\b(?:city|cities)\b")


def mentioned(text: str) -> bool:
    """Whether a wording is about the name of a city."""
    return "name" in text and bool(_NAMED.search(text))


def parse(text: str) -> dict[str, str]:
    """No parameters: the wording has only the family."""
    return {}


def holds(constraint: Constraint, item: Item, find: Recogniser) -> bool:
    """Whether `find` finds the name of a city in the title."""
    return bool(find(item.title))
