"""Which or how many columns a table has: `table_columns(names=["Name", "Price"])`."""

from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count, Terms, decided, undecided
from tamis.checking.constraint_types.form._tables import Rows, over_tables, place, tables
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.normalised import plain_words


class TableColumns(Count):
    """Columns of each table, by their number or by their names in any order.

    Names are compared without regard to case, accents and marks. Whether more columns than the
    named ones are welcome is undecided, and so is a name that only holds the one wanted.
    """

    id = "table_columns"
    one = "column"
    least = 1
    passes = ({"names": ["Fruit", "Price"]}, "| Fruit | Price |\n|---|---|\n| pear | 2 |\n")
    fails = ({"exactly": 3}, "| Fruit | Price |\n|---|---|\n| pear | 2 |\n")
    wordings = {
        "a table with 3 columns": {"exactly": 3},
        "in a table with 3 columns": {"exactly": 3},
        "include a table with 3 columns": {"exactly": 3},
        "a four-column table": {"exactly": 4},
        "the table must have 3 columns": {"exactly": 3},
        'a table with the columns "Name" and "Price"': {"names": ["Name", "Price"]},
        'in a table with the columns "Name" and "Price"': {"names": ["Name", "Price"]},
        'include a table with the columns "Name" and "Price"': {"names": ["Name", "Price"]},
        'the table must have the columns "Name" and "Price"': {"names": ["Name", "Price"]},
    }

    names: Terms = Field((), description="What stands in the header.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: the headers."""
        return [place(text, rows[0]) for rows in tables(text)]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""

        def judge(rows: Rows) -> Judgement:
            header = [cell.text for cell in rows[0]]
            working = f"{self.counted(len(header))}: {', '.join(header)}"
            places = [place(text, rows[0])]
            if not self.names:
                # A first column without a name holds the names of the rows.
                named = len(header) - (not header[0].strip())
                return self.compared(named, len(header), working, places=places)
            said = [plain_words(name) for name in header]
            wanted = [plain_words(name) for name in self.names]
            if lacking := [n for n, key in zip(self.names, wanted, strict=True) if key not in said]:
                working += f"; without {', '.join(lacking)}"
                if all(any(plain_words(n) in one for one in said) for n in lacking):
                    return undecided("a column has more in its name.", working, places=places)
                return decided(False, working, places=places)
            if len(said) > len(wanted):
                return undecided("the table has more columns than named.", working, places=places)
            return decided(True, working, places=places)

        return over_tables(text, judge)

    def __str__(self) -> str:
        return f"the columns {', '.join(self.names)}" if self.names else self.bound()
