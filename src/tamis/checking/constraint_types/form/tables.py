"""How many tables: `tables(exactly=1)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form._tables import LIKE, place, tables
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Tables(Count):
    """Tables of Markdown. One of HTML, of drawn lines or of tabs may count."""

    id = "tables"
    one = "table"
    passes = ({"exactly": 1}, "| fruit | price |\n|---|---|\n| pear | 2 |\n")
    fails = ({"min": 1}, "Pears cost 2.")
    wordings = {
        "as a table": {"min": 1},
        "in a table": {"min": 1},
        "use a table": {"min": 1},
        "include a table": {"min": 1},
        "present it as a table": {"min": 1},
        "format it as a table": {"min": 1},
        "as a markdown table": {"min": 1},
        "in a markdown table": {"min": 1},
        "exactly one table": {"exactly": 1},
        "no tables": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [place(text, rows[0]) for rows in tables(text)]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.in_prose(LIKE)
