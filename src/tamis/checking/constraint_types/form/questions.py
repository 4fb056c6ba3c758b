"""How many questions: `questions(max=1)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_MARK = re.compile(r"(?<![?!？؟])!*+[?？؟][?!？؟]*+(?=[\"'”’»)*_\]]*+(?:\s|\Z))")
_AT_END = re.compile(r"[?？؟][!\"'”’»)*_\]]*+\Z")


class Questions(Count):
    """Sentences that end with a question mark.

    Marks within a sentence may count, and items without one where half of the items have one: "Tell
    me about your week." is asked like a question.
    """

    id = "questions"
    one = "question"
    passes = ({"exactly": 1}, "It rains. Will it stop?")
    fails = ({"max": 0}, "It rains. Will it stop?")
    wordings = {
        "exactly 3 questions": {"exactly": 3},
        "ask exactly 3 questions": {"exactly": 3},
        "include a question": {"min": 1},
        "no questions": {"max": 0},
        "do not ask questions": {"max": 0},
        "do not ask any questions": {"max": 0},
        "end with a question": {"min": 1, "where": "last sentence"},
        "start with a question": {"min": 1, "where": "first sentence"},
        "begin with a question": {"min": 1, "where": "first sentence"},
        "open with a question": {"min": 1, "where": "first sentence"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        pieces = [one for one in text.sentences if text.line_start(one[0]) not in text.code_lines]
        return [one for one in pieces if _AT_END.search(text.quote(one)[-20:])]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        found = self.found(text)
        surely = {at for _, end in found for at in range(end - 20, end)}
        ends = {end for _, end in found}
        others = [one for one in text.items if one[1] not in ends]
        asked = len(text.items) - len(others)
        alike = (
            [one for one in others if "?" not in text.quote(one)] if asked >= len(others) else []
        )
        return [*(one for one in text.in_prose(_MARK) if one[0] not in surely), *alike]
