"""Whether an item holds a name, and where no list can tell."""

from __future__ import annotations

from tamis.checking import constraints
from tamis.checking.constraint_types.items._each import EachItem
from tamis.checking.constraint_types.list_items import Item
from tamis.checking.recognisers.word_lists import SMALL, common, tokens
from tamis.types import Constraint, Family, Recogniser
from tamis.types import Item as Titled

_USUAL = 400


class NamedItem(EachItem):
    """Each item holds a name of a kind, by Tamis's word lists.

    Where none is found the item is unclear, unless all of its words are usual English words: the
    lists miss names.
    """

    def names(self) -> tuple[Family, Recogniser]:
        """KITAB's family, and what finds the names."""
        raise NotImplementedError

    def read_of(self, item: Item) -> str:
        """As `EachItem.read_of`: the names that were found."""
        return ", ".join(self.names()[1](item.name))

    def holds(self, item: Item) -> bool | None:
        """As `EachItem.holds`."""
        family, find = self.names()
        held = {
            constraints.satisfies(Constraint(family, ""), Titled(name), names=find, cities=find)
            for name in item.names
        }
        if held == {True}:
            return True
        words = [word.key for word in tokens(item.whole)]
        usual = all(word in SMALL or common().get(word, 0) >= _USUAL for word in words)
        return False if held == {False} and usual and words else None
