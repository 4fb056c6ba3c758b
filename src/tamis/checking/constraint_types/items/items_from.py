"""Every item is one of a given list: `items_from(["red", "green", "blue"])`."""

from __future__ import annotations

from pydantic import Field

from tamis.checking.constraint_types.items._each import EachItem
from tamis.checking.constraint_types.list_items import Item
from tamis.text.normalised import plain_words


class ItemsFrom(EachItem):
    """Every item is one of `values`; case, accents, articles and marks aside.

    An item that holds one of them among other words ("red (dark)", "a red scarf") is unclear.
    """

    id = "items_from"
    passes = ({"values": ["red", "green", "blue"]}, "- Red\n- **Blue**: like the sky at noon\n")
    fails = ({"values": ["red", "green", "blue"]}, "- Red\n- Yellow\n")
    wordings = {
        'each item must be "yes" or "no"': {"values": ["yes", "no"]},
        'every item must be "yes" or "no"': {"values": ["yes", "no"]},
        'each item must be one of "red", "green"': {"values": ["red", "green"]},
        'choose only from "red" and "green"': {"values": ["red", "green"]},
    }

    values: list[str] = Field(min_length=1, description="What an item may be.")

    def what(self) -> str:
        """As `EachItem.what`."""
        more = f" and {len(self.values) - 8} more" if len(self.values) > 8 else ""
        return f"is one of {', '.join(self.values[:8])}{more}"

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        wanted = {plain_words(value) for value in self.values}
        found = [plain_words(name) for name in item.names]
        if found[0] in wanted:
            return True if len(found) == 1 or set(found) <= wanted else None
        whole = f" {plain_words(item.whole)} "
        return None if any(f" {value} " in whole for value in wanted if value) else False
