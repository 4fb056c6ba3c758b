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
        "each title must contain a human name": {},
        "titles with a person's name in them": {},
        "none of the titles contains a person's name": {"which": "none"},
        "at least one title names a person": {"which": "any"},
    }

    def what(self) -> str:
        """As `EachItem.what`."""
        return "holds the name of a person"

    def names(self) -> tuple[Family, Recogniser]:
        """As `NamedItem.names`."""
        return "human-name", constraints.default_names()
