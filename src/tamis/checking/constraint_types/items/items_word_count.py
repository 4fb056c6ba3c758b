"""How many words each item has: `items_word_count(exactly=2)`."""

from __future__ import annotations

from math import inf

from pydantic import Field, model_validator

from tamis.checking.constraint_types.items._each import EachItem, agreed
from tamis.checking.constraint_types.list_items import Item
from tamis.types import InputError


class ItemsWordCount(EachItem):
    """Each item has so many words, as they are parted by blanks; articles count.

    `tolerance` is how many more or fewer are allowed: KITAB's is 1. An explanation after a dash or
    a colon is no part of the item; where it may be one, the item is unclear.
    """

    id = "items_word_count"
    passes = ({"exactly": 2}, "- Green tea\n- Black coffee: strong and without milk\n")
    fails = ({"max": 2}, "- Green tea\n- Hot milk with honey\n")
    wordings = {
        "one-word items only": {"exactly": 1},
        "items of two words": {"exactly": 2},
        "no item longer than 3 words": {"max": 3},
    }

    exactly: int | None = Field(None, ge=0, description="Just so many.")
    min: int | None = Field(None, ge=0, description="At least so many.")
    max: int | None = Field(None, ge=0, description="At most so many.")
    tolerance: int = Field(0, ge=0, description="How many more or fewer are allowed.")

    @model_validator(mode="after")
    def _bounded(self) -> ItemsWordCount:
        if self.exactly is None and self.min is None and self.max is None:
            raise InputError("items_word_count needs a number: exactly, min or max.")
        return self

    def what(self) -> str:
        """As `EachItem.what`."""
        low, high = self._ends()
        if low == high:
            return f"has {low:g} words"
        return f"has {low:g} or more words" if high == inf else f"has {low:g} to {high:g} words"

    def _ends(self) -> tuple[float, float]:
        low, high = self.min or 0, inf if self.max is None else self.max
        if self.exactly is not None:
            low = high = self.exactly
        return max(low - self.tolerance, 0), high + self.tolerance

    def read_of(self, item: Item) -> str:
        """As `EachItem.read_of`."""
        return " or ".join(str(_words(name)) for name in item.names)

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        low, high = self._ends()
        return agreed([low <= _words(name) <= high for name in item.names])


def _words(name: str) -> int:
    return sum(any(sign.isalnum() for sign in word) for word in name.split())
