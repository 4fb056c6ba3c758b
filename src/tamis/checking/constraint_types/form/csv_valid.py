"""CSV whose rows have equally many fields: `csv_valid(columns=["name", "age"], rows=3)`."""

import csv
from io import StringIO

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.form._data import Data, Fence, judged, on_keys
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_PROSE = 8
"""A field of a header with more words is prose."""


class CsvValid(ConstraintType):
    """CSV: the whole text, or a fenced block; two fields or more, as many in every row.

    `rows` are those below the header. A single line is undecided: any sentence with a comma is
    CSV.
    """

    id = "csv_valid"
    passes = ({"columns": ["name", "age"], "rows": 2}, 'name,age\n"Hale, Ann",3\nBob,4\n')
    fails = ({}, "name,age\nAnn,3,red\n")
    wordings = {
        "as CSV": {},
        "in CSV format": {},
        "output CSV": {},
        "CSV only": {"only": True},
        "output only CSV": {"only": True},
        "nothing but the CSV": {"only": True},
        'CSV with the columns "name" and "email"': {"columns": ["name", "email"]},
        "CSV with 10 rows plus a header": {"rows": 10},
        "a semicolon-separated CSV": {"delimiter": ";"},
        "tab-separated values": {"delimiter": "\t"},
    }

    columns: Terms = Field((), description="What stands in the header, in any order.")
    rows: int | None = Field(None, ge=0, description="How many rows below the header.")
    delimiter: str = Field(",", min_length=1, max_length=1, description="What parts the fields.")
    only: bool = Field(False, description="Whether nothing else may stand in the text.")
    fence: Fence = None

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return judged(text, ("csv", "tsv"), self._judge, only=self.only, fence=self.fence)

    def _judge(self, data: Data) -> Judgement:
        try:
            lines = StringIO(data.text, newline="")
            reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
            rows = [row for row in reader if row]
        except (csv.Error, ValueError, TypeError) as error:
            return decided(False, f"no CSV: {error}", places=[data.span])
        widths = sorted({len(row) for row in rows})
        working = f"{len(rows)} rows of {' or '.join(map(str, widths[:5])) or 'no'} fields"
        if len(widths) == 2 and widths[0] == 1 and all(len(row) > 1 for row in rows[1:-1]):
            return undecided("a line at its top or bottom may be text beside the CSV.", working)
        if not rows or len(widths) > 1 or widths[0] < 2:
            return decided(False, working, places=[data.span])
        header = [field.strip() for field in rows[0]]
        kept, keys = on_keys(header, self.columns, others=not self.columns)
        if self.rows is not None and len(rows) - 1 != self.rows:
            # Without known names the first row may be no header.
            kept = None if len(rows) == self.rows and not self.columns else False
        if any(len(field.split()) > _PROSE for field in header):
            return undecided("it may be prose that happens to be CSV.", working)
        if kept and len(rows) > 1:
            return decided(True, working, keys, places=[data.span])
        if kept is False:
            return decided(False, working, keys, places=[data.span])
        return undecided("whether it is a CSV with a header is open.", working, keys)

    def __str__(self) -> str:
        columns = f" with the columns {', '.join(self.columns)}" if self.columns else ""
        rows = f" with {self.rows} rows" if self.rows is not None else ""
        return f"CSV{columns}{rows}" + (", with nothing around it" if self.only else "")
