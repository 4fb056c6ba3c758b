"""How many items of numbered lists: `numbered_items(exactly=5)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form._lists import as_headings, outer
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class NumberedItems(Count):
    """Items of numbered lists that lie in no other one.

    Nested ones may count, and numbered headings or bold lines (`**1. Ask**`).
    """

    id = "numbered_items"
    one = "numbered item"
    passes = ({"exactly": 2}, "1. Chop the onion.\n2. Fry it.\n   - gently\n")
    fails = ({"min": 2}, "- Chop the onion.\n- Fry it.\n")
    wordings = {
        "use a numbered list": {"min": 1},
        "as a numbered list": {"min": 1},
        "in a numbered list": {"min": 1},
        "a numbered list of 5 items": {"exactly": 5},
        "a numbered list with 5 items": {"exactly": 5},
        "at most 10 numbered points": {"max": 10},
        "exactly six numbered items": {"exactly": 6},
        "no numbered lists": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return outer(text, numbered=True)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return sorted([*outer(text, numbered=True)[1], *as_headings(text, text.listed)])
