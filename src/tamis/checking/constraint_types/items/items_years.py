"""The years of the items lie in a range: `items_years(min=1990, max=1999)`."""

from __future__ import annotations

from pydantic import Field, model_validator

from tamis.checking.constraint_types.amounts.year import years
from tamis.checking.constraint_types.constraint_type import ordered
from tamis.checking.constraint_types.items._each import EachItem
from tamis.checking.constraint_types.list_items import Item
from tamis.checking.constraint_types.text import Text
from tamis.types import InputError


class ItemsYears(EachItem):
    """The year that each item names, as of publication, lies from `min` to `max`.

    An item without a year is unclear; so is one with several of which not all keep to it.
    """

    id = "items_years"
    passes = ({"min": 1970, "max": 1975}, "1. Sula (1973)\n2. *Rubyfruit Jungle*, 1973\n")
    fails = ({"min": 1970, "max": 1975}, "1. Sula (1973)\n2. Beloved (1987)\n")
    wordings = {
        "the year of each item must be between 1990 and 1999": {"min": 1990, "max": 1999},
        "each item must have a year between 1990 and 1999": {"min": 1990, "max": 1999},
    }

    min: int | None = Field(None, description="The first year.")
    max: int | None = Field(None, description="The last year.")

    @model_validator(mode="after")
    def _bounded(self) -> ItemsYears:
        if self.min is None and self.max is None:
            raise InputError("items_years needs a year: min or max.")
        ordered(self.id, self.min, self.max)
        return self

    def what(self) -> str:
        """As `EachItem.what`."""
        if self.min is not None and self.max is not None:
            return f"is of {self.min} to {self.max}"
        return f"is of {self.min} or later" if self.max is None else f"is of {self.max} or earlier"

    def read_of(self, item: Item) -> str:
        """As `EachItem.read_of`."""
        return ", ".join(str(one.first) for one in years(Text(item.written))) or "no year"

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        found = years(Text(item.written))
        low, high = self.min or 0, 9999 if self.max is None else self.max
        said = {
            True if low <= one.first and one.last <= high
            else None if one.last >= low and one.first <= high
            else False
            for one in found
        }  # fmt: skip
        return said.pop() if len(said) == 1 else None
