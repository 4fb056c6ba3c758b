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
        "exactly 3 paragraphs": {"exactly": 3},
        "in a single paragraph": {"exactly": 1},
        "write a single paragraph": {"exactly": 1},
        "exactly 3 paragraphs long": {"exactly": 3},
        "limit it to 3 paragraphs": {"max": 3},
        "keep it to 3 paragraphs": {"max": 3},
        "divide it into 3 paragraphs": {"exactly": 3},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.sorted_paragraphs[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.sorted_paragraphs[1]
