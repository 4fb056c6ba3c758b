"""Each item holds the name of a city: `items_city_name()`."""

from __future__ import annotations

from tamis.checking import constraints
from tamis.checking.constraint_types.items._names import NamedItem
from tamis.types import Family, Recogniser


class ItemsCityName(NamedItem):
    """Each item holds the name of a city, by Tamis's gazetteer (`which="none"`: no item does).

    Where none is found the item is unclear, unless all of its words are usual English words.
    """

    id = "items_city_name"
    passes = ({}, "1. Death in Venice\n2. Down and Out in Paris and London\n")
    fails = ({}, "1. Death in Venice\n2. The Magic Mountain\n")
    wordings = {
        "each item must contain the name of a city": {},
        "every item must contain the name of a city": {},
        "no item may contain the name of a city": {"which": "none"},
        "at least one item must contain the name of a city": {"which": "any"},
    }

    def what(self) -> str:
        """As `EachItem.what`."""
        return "holds the name of a city"

    def names(self) -> tuple[Family, Recogniser]:
        """As `NamedItem.names`."""
        return "city-name", constraints.default_cities()
