"""The items are in order: `items_sorted()`, `items_sorted(by="number", descending=True)`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Literal

from pydantic import Field

from tamis.checking.constraint_types.amounts.year import years
from tamis.checking.constraint_types.constraint_type import decided, undecided
from tamis.checking.constraint_types.items._each import Items
from tamis.checking.constraint_types.list_items import Item
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.dates import find_dates
from tamis.text.normalised import plain_words
from tamis.text.quantities import quantities

_WAYS = 12
Key = list[Any]
"""What an item may be sorted by, one for each way of reading all items."""


class ItemsSorted(Items):
    """The items are in order by the alphabet, by a number or by a date that each names.

    Equal ones may stand in any order. By the alphabet case and accents do not matter; where it
    matters whether articles count, it is undecided. Of several numbers in each item all
    are tried, and they must say the same; items without a number or date are undecided.
    """

    id = "items_sorted"
    passes = ({}, "- apples\n- **Bananas**\n- cherries\n")
    fails = ({"by": "number", "descending": True}, "1. Oslo: 700,000\n2. Rome: 2,800,000\n")
    wordings = {
        "in alphabetical order": {},
        "list them in alphabetical order": {},
        "sort alphabetically": {},
        "sort the list alphabetically": {},
        "in reverse alphabetical order": {"descending": True},
        "in chronological order": {"by": "date"},
        "in reverse chronological order": {"by": "date", "descending": True},
        "oldest first": {"by": "date"},
        "newest first": {"by": "date", "descending": True},
        "most recent first": {"by": "date", "descending": True},
    }

    by: Literal["alphabet", "number", "date"] = Field(
        "alphabet", description="What the items are sorted by."
    )
    descending: bool = Field(False, description="From the last or largest to the first.")

    def __str__(self) -> str:
        how = {"alphabet": "the alphabet", "number": "number", "date": "date"}[self.by]
        return f"the items in order by {how}{', descending' if self.descending else ''}"

    def judged(self, items: Sequence[Item], text: Text) -> Judgement:
        """As `Items.judged`."""
        if len(items) < 2:
            return undecided("a list of one item has no order.")
        keys = [self._keys(item) for item in items]
        bare = next((item for item, key in zip(items, keys, strict=True) if not key), None)
        if bare:
            return undecided(f'"{bare.name[:60]}" has no {self.by} that could be read.')
        alike = len({len(key) for key in keys}) == 1
        found = []
        for way in range(min(len(keys[0]), _WAYS)) if alike else (0, -1):
            used = [key[way] for key in keys]
            wrong = next((n for n, (a, b) in enumerate(pairwise(used))
                          if (a < b if self.descending else b < a)), None)  # fmt: skip
            found.append((wrong, used))
        wrong, used = found[0]
        if len({at is None for at, _ in found}) > 1:
            at = next(at for at, _ in found if at is not None)
            why = f'it is not clear by what "{items[at + 1].name[:60]}" is sorted.'
            return undecided(why, places=[items[at + 1].span])
        lines = [f'{key}: "{item.name[:60]}"' if self.by != "alphabet" else f'"{item.name[:60]}"'
                 for item, key in list(zip(items, used, strict=True))[:20]]  # fmt: skip
        if wrong is None:
            return decided(True, *lines, places=[item.span for item in items])
        pair = f'"{items[wrong].name[:60]}" stands before "{items[wrong + 1].name[:60]}"'
        return decided(False, pair, *lines, places=[items[wrong].span, items[wrong + 1].span])

    def _keys(self, item: Item) -> Key:
        """What an item may be sorted by, in the order in which it is written."""
        if self.by == "alphabet":
            name = plain_words(item.name)
            return [name, plain_words(f"x {item.name}")[2:]]
        if self.by == "number":
            return [
                one.written[0] if one.dimension not in ("clock", "span") else one.low
                for one in quantities(item.written)
                if not one.ordinal
            ]
        dated = [
            (year or 0, month, day or 0) for _, _, said in find_dates(item.written)
            for year, month, day in said[:1]
        ]  # fmt: skip
        return dated or [(one.first, 0, 0) for one in years(Text(item.written))]
