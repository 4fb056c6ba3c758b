"""Title contains a human name (KITAB, §3.1, named entity)."""

import re

from tamis.types import Constraint, Item, Recogniser

WORDING = "Book title contains a human name."
NEGATED = "Book title doesn't contain a human name."
PASSES = ("Book title contains a human name.", Item("Harriet Hume"))
FAILS = ("Book title contains a human name.", Item("The Return of the Soldier"))

_NAMED = re.compile(r"\b(?:human|person|people)\b")


def mentioned(text: str) -> bool:
    """Whether a wording is about the name of a person."""
    return "name" in text and bool(_NAMED.search(text))


def parse(text: str) -> dict[str, str]:
    """No parameters: the wording has only the family."""
    return {}


def holds(constraint: Constraint, item: Item, find: Recogniser) -> bool:
    """Whether `find` finds a human name in the title."""
    return bool(find(item.title))
