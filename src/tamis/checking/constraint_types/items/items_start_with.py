"""How each item begins: `items_start_with("B")`, `items_start_with("How to")`."""

from __future__ import annotations

from pydantic import Field

from tamis.checking import constraints
from tamis.checking.constraint_types.items._each import EachItem, agreed
from tamis.checking.constraint_types.list_items import Item
from tamis.text.normalised import plain_words
from tamis.types import Constraint
from tamis.types import Item as Titled


class ItemsStartWith(EachItem):
    """Each item begins with a letter or with words; case, accents and marks do not matter.

    Of a letter, whether "The" counts is open: KITAB passes it over, others do not. Where that
    decides, the item is unclear.
    """

    id = "items_start_with"
    passes = ({"start": "b"}, "- Bananas\n- **Beans** – two cans\n- bread\n")
    fails = ({"start": "b"}, "- Bananas\n- Carrots\n")
    wordings = {
        "each item must start with 'How to'": {"start": "How to"},
        "every item must start with 'How to'": {"start": "How to"},
        "all items must start with 'How to'": {"start": "How to"},
        "each item must begin with 'How to'": {"start": "How to"},
        "each item must start with the letter 'B'": {"start": "B"},
        "every item must start with the letter 'B'": {"start": "B"},
        "all items must start with the letter 'B'": {"start": "B"},
        "no item may start with 'The'": {"start": "The", "which": "none"},
        "no item may begin with 'The'": {"start": "The", "which": "none"},
        "at least one item must start with 'Z'": {"start": "Z", "which": "any"},
    }

    start: str = Field(min_length=1, max_length=200, description="A letter, or words.")

    def what(self) -> str:
        """As `EachItem.what`."""
        return f"starts with {self.start!r}"

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        wanted = self.start.strip()
        said: list[bool | None] = []
        for name in item.names:
            literal = begins(name, wanted)
            said.append(literal)
            if len(wanted) == 1 and wanted.isalnum():
                constraint = Constraint("starts-with", "", letter=plain_words(wanted))
                said.append(constraints.satisfies(constraint, Titled(name)))
        return agreed(said)


def begins(name: str, start: str) -> bool:
    """Whether a name begins with a letter or with whole words, articles included."""
    one, other = plain_words(f"x {name}")[2:], plain_words(f"x {start}")[2:]
    if not other:
        return name.startswith(start)
    return one.startswith(other) if len(other) == 1 else f"{one} ".startswith(f"{other} ")
