"""Marks of Markdown: `markdown(max=0)` for plain text."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form.highlighted import emphasised
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_MARK = re.compile(
    r"(?<![^\n])[ \t]*(?:#{1,6}(?=[ \t])|[*+](?=[ \t])|>(?=[ \t])|`{3,}|~{3,})"
    r"|!?\[[^\[\]\n]+\]\([^()\s]+\)|(?<!`)`[^`\n]+`(?!`)|~~[^~\n]+~~"
    r"|(?<![^\n])[ \t|:]*-{3,}:?[ \t]*\|[|: \t-]*(?![^\n])"
)
# What plain text has as well: lists with a hyphen or a number, rules, drawn tables.
_LIKE = re.compile(
    r"(?<![^\n])[ \t]*(?:[-•](?=[ \t])|\d{1,3}[.)](?=[ \t])|(?:[-*_][ \t]?){3,}(?![^\n]))"
    r"|(?<=\w)\*\*(?=\w)"
)


class Markdown(Count):
    """Marks of Markdown: headings, emphasis, stars of lists, quotes, code, links, tables.

    Lists with a hyphen or a number, and rules, may count: plain text has them too.
    """

    id = "markdown"
    one = "mark of Markdown"
    many = "marks of Markdown"
    passes = ({"max": 0}, "Plain text, as 3 * 4 and snake_case_name show.")
    fails = ({"max": 0}, "Some **bold** text.")
    wordings = {
        "no markdown": {"max": 0},
        "no markdown formatting": {"max": 0},
        "plain text only": {"max": 0},
        "in plain text": {"max": 0},
        "use plain text": {"max": 0},
        "use markdown": {"min": 1},
        "in Markdown": {"min": 1},
        "format it in Markdown": {"min": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return sorted([*text.matches(_MARK), *emphasised(text)])

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.in_prose(_LIKE)
