"""No item comes twice: `items_distinct()`."""

from __future__ import annotations

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.items._each import Items
from tamis.checking.constraint_types.list_items import Item, shown
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.normalised import plain_words
from tamis.text.stems import stems


class ItemsDistinct(Items):
    """No item is the same as another; case, accents, articles and marks aside.

    Items with the same name and other explanations, and those that differ only in their endings
    ("egg", "eggs"), are unclear.
    """

    id = "items_distinct"
    united = True
    passes = ({}, "1. Oslo\n2. Rome\n3. Bern\n")
    fails = ({}, "1. Oslo\n2. Rome\n3. **oslo**\n")
    wordings = {
        "no duplicates": {},
        "no duplicate items": {},
        "all items must be different": {},
        "every item must be different": {},
        "no item may appear twice": {},
        "do not list anything twice": {},
    }

    def __str__(self) -> str:
        return "no item twice"

    def judged(self, items: Sequence[Item], text: Text) -> Judgement:
        """As `Items.judged`."""
        seen: dict[str, Item] = {}
        near: dict[frozenset[str], Item] = {}
        open_pair: tuple[Item, Item] | None = None
        for item in items:
            name, roots = plain_words(item.name) or item.name, stems(item.name)
            other = seen.setdefault(name, item)
            if other is not item:
                if plain_words(other.whole) == plain_words(item.whole):
                    line = f'"{item.name[:60]}" comes twice'
                    return decided(False, line, places=[other.span, item.span])
                open_pair = open_pair or (other, item)
            elif roots and not any(sign.isdigit() for sign in name):
                other = near.setdefault(roots, item)
                open_pair = open_pair or ((other, item) if other is not item else None)
        if open_pair:
            one, two = open_pair
            return undecided(
                f'whether "{one.whole[:50]}" and "{two.whole[:50]}" are the same is not clear.',
                places=[one.span, two.span],
            )
        return decided(True, f"{len(items)} different items: {shown(items)}",
                       places=[item.span for item in items])  # fmt: skip
