"""How many paragraphs: `paragraphs(exactly=3)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_ENDED = re.compile(r"[.!?…。！？][\"'”’»)*_\]]*\Z")
# A line break that may part two paragraphs: long lines on both sides, a stop before it.
_BREAK = re.compile(r"(?<=[^\n]{60}[.!?…])[\"'”’)]*[ \t]*\n[ \t]*(?=[^\n]{60})")
_SHORT = 8


class Paragraphs(Count):
    """Paragraphs: prose between blank lines, headings, rules, tables and code.

    Lists may count, and short lines without a full stop, as greetings; so may lines of a block,
    where they are long and end with a full stop.
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
        unsure = set(self._unsure(text))
        return [one for one in text.paragraphs if one not in unsure]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        listed = {start for start, _ in text.marks}
        breaks = (self._line(text, end) for _, end in text.matches(_BREAK))
        others = [line for line in breaks if text.line_start(line[0]) not in listed]
        return sorted([*self._unsure(text), *others])

    def _line(self, text: Text, start: int) -> Span:
        return start, start + len(text.after(start, 200).split("\n", 1)[0])

    def _unsure(self, text: Text) -> list[Span]:
        """Lists, short lines without a stop, and what only introduces a list."""
        if len(text.paragraphs) == 1:
            return []
        listed = {start for start, _ in text.marks}
        found = []
        for one in text.paragraphs:
            said = text.quote(one)
            short = len(said.split(None, _SHORT)) <= _SHORT and not _ENDED.search(said[-20:])
            if text.line_start(one[0]) in listed or short or said.endswith(":"):
                found.append(one)
        return found
