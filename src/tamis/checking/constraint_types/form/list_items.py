"""How many items, whatever the kind of the list: `list_items(exactly=5)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form._lists import as_headings, outer
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class ListItems(Count):
    """Items of lists, bulleted or numbered, that lie in no other item.

    Nested ones may count, and bullets beside numbered items. Where headings are numbered, they may
    be the list, and where a text has no marks of a list, its lines may be.
    """

    id = "list_items"
    one = "item"
    passes = ({"exactly": 3}, "1. tea\n2. coffee\n3. milk")
    fails = ({"max": 2}, "- tea\n- coffee\n- milk")
    wordings = {
        "a list of 5 items": {"exactly": 5},
        "a list with 5 items": {"exactly": 5},
        "the list must have at least 3 items": {"min": 3},
        "the list should have no more than 7 entries": {"max": 7},
        "at most 7 items in the list": {"max": 7},
        "5 list items": {"exactly": 5},
        "no lists": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        items = outer(text)[0]
        if self.forbids:
            return items
        numbered = {*text.numbered} & {*items}
        # Bullets below numbered lines may be the details of those.
        mixed = [item for item in items if item in numbered] if numbered else items
        return [] if as_headings(text, text.listed) else mixed

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        surely = {*self.found(text)}
        others = [*text.items, *(() if self.forbids else as_headings(text, text.listed))]
        if not others and not self.forbids and len(text.lines) > 1:
            return text.lines
        return sorted({*others} - surely)
