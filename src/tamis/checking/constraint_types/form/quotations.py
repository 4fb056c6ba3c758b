"""How many quotations: `quotations(min=1)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_DOUBLE = re.compile(r"\"(?:[^\w\"\n]|_)*+[^\W_][^\"\n]*+\"|“[^“”\n]+”|„[^“”„\n]++[“”]|«[^«»\n]+»")
_LIKE = re.compile(r"(?<!\w)['‘](?=\w)[^'‘’\n]+['’](?!\w)|(?<![^\n])[ \t]*+>[ \t]++[^\n]+")


class Quotations(Count):
    """Spans in double quotation marks. Single ones and Markdown's quotes (`> `) may count."""

    id = "quotations"
    one = "quotation"
    passes = ({"min": 1}, "She said “stay in” and left.")
    fails = ({"min": 1}, "She said we should stay in.")
    wordings = {
        "put at least two phrases in quotation marks": {"min": 2},
        "at most three phrases in quotation marks": {"max": 3},
        "no quotations": {"max": 0},
        "no direct quotes": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.in_prose(_DOUBLE)

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.in_prose(_LIKE)
