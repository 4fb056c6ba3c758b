"""How many rows a table has: `table_rows(exactly=5)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form._tables import Rows, over_tables, place, tables
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

_TOTAL = re.compile(r"\W*(?:grand |sub)?(?:totals?|sum|average|mean)\b", re.IGNORECASE)


class TableRows(Count):
    """Rows of each table without its header. A row of totals may count."""

    id = "table_rows"
    one = "row"
    passes = ({"exactly": 2}, "| fruit | price |\n|---|---|\n| pear | 2 |\n| fig | 3 |\n")
    fails = ({"min": 3}, "| fruit | price |\n|---|---|\n| pear | 2 |\n| fig | 3 |\n")
    wordings = {
        "a table with 5 rows": {"exactly": 5},
        "a 5-row table": {"exactly": 5},
        "the table should have at least three rows": {"min": 3},
        "no more than 10 rows in the table": {"max": 10},
        "4 rows plus a header": {"exactly": 4},
        "4 rows of data": {"exactly": 4},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [place(text, row) for rows in tables(text) for row in rows[1:] if not _is_total(row)]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""

        def judge(rows: Rows) -> Judgement:
            totals = sum(map(_is_total, rows[1:]))
            low, high = len(rows) - 1 - totals, len(rows) - 1
            working = self.counted(low) if low == high else f"{low} to {self.counted(high)}"
            places = [place(text, row) for row in rows[1:] if row]
            return self.compared(low, high, working, places=places)

        return over_tables(text, judge)


def _is_total(row: Sequence) -> bool:  # type: ignore[type-arg]
    return bool(row) and bool(_TOTAL.match(row[0].text))
