"""How each item ends: `items_end_with("a")`, `items_end_with("and Sons")`."""

from __future__ import annotations

from pydantic import Field

from tamis.checking import constraints
from tamis.checking.constraint_types.items._each import EachItem, agreed
from tamis.checking.constraint_types.list_items import Item
from tamis.text.normalised import plain_words
from tamis.types import Constraint
from tamis.types import Item as Titled


class ItemsEndWith(EachItem):
    """Each item ends with a letter, letters or words; case, accents and closing marks aside.

    With a sign ("?") the item as written ends with it. An explanation after a dash or a colon is no
    part of the item; where it may be one, the item is unclear.
    """

    id = "items_end_with"
    passes = ({"end": "a"}, "- Lima\n- Vienna (Austria)\n")
    fails = ({"end": "a"}, "- Lima\n- Paris\n")
    wordings = {
        "each item must end with 'ing'": {"end": "ing"},
        "each item must end in 'ing'": {"end": "ing"},
        "every item must end with 'ing'": {"end": "ing"},
        "every item must end in 'ing'": {"end": "ing"},
        "all items must end with 'ing'": {"end": "ing"},
        "all items must end in 'ing'": {"end": "ing"},
        "no item may end with 's'": {"end": "s", "which": "none"},
        "at least one item must end with 'land'": {"end": "land", "which": "any"},
    }

    end: str = Field(
        min_length=1, max_length=200, description="A letter, letters, words or a sign."
    )

    def what(self) -> str:
        """As `EachItem.what`."""
        return f"ends with {self.end!r}"

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        wanted = plain_words(f"x {self.end}")[2:]
        if not wanted:
            sign = self.end.strip()
            ends = item.written.rstrip("*_ \n").endswith(sign)
            # "What is H2O? (water)".
            within = any(f"{sign}{gap}" in item.written for gap in (" (", " –", " -", " —", "** "))
            return True if ends else None if within else False
        if len(wanted) == 1:
            constraint = Constraint("ends-with", "", letter=wanted)
            return agreed([constraints.satisfies(constraint, Titled(n)) for n in item.names])
        return agreed([plain_words(f"x {name}")[2:].endswith(wanted) for name in item.names])
