"""Certain items are in the list: `items_include(["milk", "eggs"])`."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.items._each import Items
from tamis.checking.constraint_types.list_items import Item
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.normalised import plain_words
from tamis.text.stems import stems


class ItemsInclude(Items):
    """Each of `values` is an item, or stands in one as whole words: "eggs" in "6 large eggs".

    One that stands only in the explanation of an item, or elsewhere in the response, is unclear.
    """

    id = "items_include"
    united = True
    passes = ({"values": ["milk", "eggs"]}, "- 6 large eggs\n- Oat milk\n- Bread\n")
    fails = ({"values": ["milk", "eggs"]}, "- Oat milk\n- Bread\n")
    wordings = {
        'the list must include "milk" and "eggs"': {"values": ["milk", "eggs"]},
        'include "milk" and "eggs" in the list': {"values": ["milk", "eggs"]},
        'the items must include "milk" and "eggs"': {"values": ["milk", "eggs"]},
    }

    values: list[str] = Field(min_length=1, description="What must be among the items.")

    def __str__(self) -> str:
        return f"the items include {', '.join(self.values)}"

    def judged(self, items: Sequence[Item], text: Text) -> Judgement:
        """As `Items.judged`."""
        lines, places, said = list[str](), list[Span](), list[bool | None]()
        names = [(item, f" {plain_words(item.name)} ", stems(item.name)) for item in items]
        everywhere = text.text.casefold()
        for value in self.values:
            wanted, roots = plain_words(value), stems(value)
            found = next(
                (item for item, name, own in names
                 if f" {wanted} " in name or (roots and roots <= own)),
                None,
            )  # fmt: skip
            if found:
                lines.append(f'{value}: "{found.name[:60]}"')
                places.append(found.span)
                said.append(True)
            else:
                elsewhere = value.strip().casefold() in everywhere
                lines.append(f"{value}: {'not as an item' if elsewhere else 'missing'}")
                said.append(None if elsewhere else False)
        if False not in said and None in said:
            value = self.values[said.index(None)]
            return undecided(f"{value!r:.60} is named, but not as an item.", *lines, places=places)
        return decided(False not in said, *lines, places=places)
