"""Each item holds the name of a person: `items_human_name()`."""

from __future__ import annotations

from tamis.checking import constraints
from tamis.checking.constraint_types.items._names import NamedItem
from tamis.types import Family, Recogniser


class ItemsHumanName(NamedItem):
    """Each item holds the name of a person, by Tamis's word lists (`which="none"`: no item does).

    Where none is found the item is unclear, unless all of its words are usual English words.
    """

    id = "items_human_name"
    passes = ({}, "1. Harriet Hume\n2. The Diary of Anne Frank\n")
    fails = ({}, "1. Harriet Hume\n2. The Return of the Soldier\n")
    wordings = {
        "each item must contain the name of a person": {},
        "every item must contain the name of a person": {},
        "no item may contain the name of a person": {"which": "none"},
        "at least one item must contain the name of a person": {"which": "any"},
    }

    def what(self) -> str:
        """As `EachItem.what`."""
        return "holds the name of a person"

    def names(self) -> tuple[Family, Recogniser]:
        """As `NamedItem.names`."""
        return "human-name", constraints.default_names()
