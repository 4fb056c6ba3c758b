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
        "a poem of exactly 8 lines": {"exactly": 8},
        "at most 10 lines": {"max": 10},
        "a 14-line sonnet": {"exactly": 14},
        "at least five lines": {"min": 5},
        "each stanza must have four lines": {"exactly": 4, "where": "each verse"},
        "keep it to a single line": {"exactly": 1},
        "between 12 and 16 lines": {"min": 12, "max": 16},
        "one line": {"exactly": 1},
        "all on one line": {"exactly": 1},
        "in a single line": {"exactly": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.inner_lines

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        inner = set(text.inner_lines)
        return sorted([*text.sorted_lines[1], *(set(text.sorted_lines[0]) - inner)])
