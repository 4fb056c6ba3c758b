"""How many headings: `headings(min=2)`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

# What may be a heading: a short line in capitals, one that ends with a colon, one underlined.
_LIKE = re.compile(
    r"(?<![^\n])[ \t]*(?:[A-Z0-9][A-Z0-9 ,&'’-]{3,60}(?=\n|\Z)|[A-Z][^\n.!?:]{2,60}:(?=[ \t]*\n)"
    r"|[^\n]{2,80}(?=\n(?:={3,}|-{3,})[ \t]*(?:\n|\Z)))"
)


class Headings(Count):
    """Headings of Markdown, and short lines that are bold as a whole.

    The title may count, where it is a single heading of its level; so may bold sentences, lines in
    capitals, underlined ones, and those that end with a colon. `level` counts those of one level.
    """

    id = "headings"
    one = "heading"
    passes = ({"min": 2}, "## Why\n\nSince it rains.\n\n**How**\n\nWith a roof.")
    fails = ({"max": 1}, "## Why\n\nSince it rains.\n\n## How\n\nWith a roof.")
    wordings = {
        "at least three headings": {"min": 3},
        "at least three headers": {"min": 3},
        "use headings": {"min": 1},
        "use headers": {"min": 1},
        "include headings": {"min": 1},
        "no headings": {"max": 0},
        "no headers": {"max": 0},
        "exactly two H2 headings": {"exactly": 2, "level": 2},
    }

    level: int | None = Field(None, ge=1, le=6, description="Only those with so many `#`.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        if self.level:
            return ()
        items = {start for start, _ in text.marks}
        like = text.matches(_LIKE)
        known = text.apart | items
        others = [one for one in like if text.line_start(one[0]) not in known]
        return sorted([*others, *self._sorted(text)[1]])

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        """What surely is a heading, and what may be."""
        levels = [text.level(one) for one in text.headings]
        if self.level:
            return [o for o, n in zip(text.headings, levels, strict=True) if n == self.level], []
        sure: list[Span] = []
        unsure: list[Span] = []
        for n, (one, level) in enumerate(zip(text.headings, levels, strict=True)):
            said = text.quote(one).strip(" \t*")
            bold = level == 7 and (len(said.split()) > 10 or said.endswith((".", "!")))
            first = n == 0 and text.line_start(one[0]) == text.lines[0][0]
            title = first and level in (1, 7) and level not in levels[1:]
            (unsure if bold or title else sure).append(one)
        return sure, unsure
