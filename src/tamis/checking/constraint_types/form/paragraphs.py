"""How many paragraphs: `paragraphs(exactly=3)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Paragraphs(Count):
    """Paragraphs: prose between blank lines, headings, rules, tables and code.

    Greetings and signatures are none. Lists may count, what stands behind one in its block, and
    short lines without a full stop; so may lines of a block that are long and end with one.
    """

    id = "paragraphs"
    one = "paragraph"
    passes = ({"exactly": 2}, "# Rain\n\nIt rains in the hills.\n\nIt is dry by the sea.")
    fails = ({"max": 1}, "It rains in the hills.\n\nIt is dry by the sea.")
    wordings = {
        "in exactly 3 paragraphs": {"exactly": 3},
        "a two-paragraph summary": {"exactly": 2},
        "at least four paragraphs": {"min": 4},
        "no more than 5 paragraphs": {"max": 5},
        "write a single paragraph": {"exactly": 1},
        "2 to 3 paragraphs": {"min": 2, "max": 3},
        "There should be 4 paragraphs": {"exactly": 4},
        "each section has at most two paragraphs": {"max": 2, "where": "each section"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.sorted_paragraphs[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.sorted_paragraphs[1]
