"""How many sections: `sections(exactly=4)`, or `sections(3, marker="Section")`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.text.numbers import named


class Sections(Count):
    """Sections: what a heading begins, counted at the upper level without the title.

    Smaller headings may count, and a single heading at the beginning. With `marker`, lines that
    begin with it count: `Section 1`, `Day 2:`.
    """

    id = "sections"
    one = "section"
    passes = ({"exactly": 2}, "# Plan\n\n## Now\n\nRest.\n\n## Later\n\nWork.")
    fails = ({"exactly": 3, "marker": "Day"}, "Day 1: rest\n\nDay 2: work")
    wordings = {
        "exactly 3 sections": {"exactly": 3},
        "divided into 3 sections": {"exactly": 3},
        "divide it into 3 sections": {"exactly": 3},
        "split it into 3 sections": {"exactly": 3},
        "at least four sections with headings": {"min": 4},
        "5 sections marked 'Section'": {"exactly": 5, "marker": "Section"},
    }

    marker: str = Field("", description="The word with which each section begins.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        if not self.marker:
            return text.sorted_sections[0]
        marked = rf"{_LINE}{re.escape(self.marker)}(?!\w)[ \t]*(?:[:#*.–-]|{_NUMBER}|$)[^\n]*"
        return text.matches(re.compile(marked, re.MULTILINE))

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        if not self.marker:
            return text.sorted_sections[1]
        marked = re.compile(rf"{_LINE}{re.escape(self.marker)}(?!\w)[^\n]*", re.IGNORECASE)
        return sorted({*text.matches(marked)} - {*self.found(text)})


_LINE = r"(?<![^\n])[ \t#*_>]*"
_NUMBER = rf"(?:\d{{1,3}}|[IVX]{{1,5}}|[A-Z]|(?i:{named(1, 10)}))\b"
