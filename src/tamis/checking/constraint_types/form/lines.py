"""How many lines: `lines(exactly=4)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Lines(Count):
    """Lines that are not blank. Headings, rules and fences of code may count.

    The title of a poem, where a poem was asked for, does not.
    """

    id = "lines"
    one = "line"
    passes = (
        {"exactly": 3},
        "Old pond in the rain\n\nA frog leaps from the cold stone\nThe water listens",
    )
    fails = ({"max": 2}, "One line.\nTwo lines.\nThree lines.")
    wordings = {
        "at most 10 lines": {"max": 10},
        "exactly 3 lines long": {"exactly": 3},
        "limit it to 10 lines": {"max": 10},
        "keep it to 10 lines": {"max": 10},
        "on one line": {"exactly": 1},
        "all on one line": {"exactly": 1},
        "in a single line": {"exactly": 1},
        "keep it to a single line": {"exactly": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.inner_lines

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        inner = set(text.inner_lines)
        return sorted([*text.sorted_lines[1], *(set(text.sorted_lines[0]) - inner)])
