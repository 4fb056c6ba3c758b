"""How many numbers: `numbers(min=3)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.text.numbers import CARDINALS, POWERS

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_LETTER = re.compile(r"[^\W\d]")
_JOINED = re.compile(r"\d+(?:[.,:/-]\d+)*")
_SPELLED = re.compile(
    rf"\b(?:{'|'.join(sorted({*CARDINALS, *POWERS} - {'one'}))})s?\b", re.IGNORECASE
)


class Numbers(Count):
    """Numbers in digits, outside of code: 1,000.5 is one.

    Those of items, dates and times (each may be one or more), those joined with letters (B12, 3rd)
    and numbers in words but "one" may count.
    """

    id = "numbers"
    one = "number"
    passes = ({"min": 2}, "It cost 1,250.50 euros, 20% more.")
    fails = ({"max": 1}, "It cost 1,250.50 euros, 20% more.")
    wordings = {
        "at least three numbers": {"min": 3},
        "include a number": {"min": 1},
        "no numbers": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._sorted(text)[1]

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        listed = {at for start, end in text.marks for at in range(start, end)}
        sure: list[Span] = []
        unsure = text.in_prose(_SPELLED)
        for one in text.in_prose(_JOINED):
            around = text.before(one[0], 1) + text.after(one[1], 1)
            single = _NUMBER.fullmatch(text.quote(one)) and not _LETTER.search(around)
            (sure if single and one[0] not in listed else unsure).append(one)
        return sure, sorted(unsure)
