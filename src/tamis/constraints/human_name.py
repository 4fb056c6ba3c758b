"""Title contains a human name (KITAB, §3.1, named entity)."""

from tamis.types import Constraint, Item, Recogniser

WORDING = "Book title contains a human name."
NEGATED = "Book title doesn't contain a human name."
PASSES = ("Book title contains a human name.", Item("Harriet Hume"))
FAILS = ("Book title contains a human name.", Item("The Return of the Soldier"))


def mentioned(text: str) -> bool:
    """Whether a wording is about the name of a person."""
    return any(word in text for word in ("human", "person", "people"))


def parse(text: str) -> dict[str, str]:
    """Nothing but the family is in the wording."""
    return {}


def holds(constraint: Constraint, item: Item, find: Recogniser) -> bool:
    """Whether `find` sees a human name in the title."""
    return bool(find(item.title))
