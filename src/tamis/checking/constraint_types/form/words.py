"""How many words: `words(max=100)`."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_JOINED = re.compile(r"\S—")
_WITHOUT_BLANKS = re.compile(r"[\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")


class Words(Count):
    """Words, as word processors count them: runs without white space with a letter or a digit.

    The number of an item may count, and what follows a long dash without a blank; so may each sign
    of a script that puts no blanks between words.
    """

    id = "words"
    of_heads = True
    one = "word"
    passes = ({"max": 3}, "A well-kept library.")
    fails = ({"max": 3}, "One two three – four.")
    wordings = {
        "at most 60 words": {"max": 60},
        "in exactly 50 words": {"exactly": 50},
        "between 20 and 30 words": {"min": 20, "max": 30},
        "around 200 words": {"about": 200},
        "a 100-word summary": {"exactly": 100},
        "keep each bullet under 12 words": {"max": 11, "where": "each bullet"},
        "no more than 150 words": {"max": 150},
        "at least 300 words long": {"min": 300},
        "200-250 words": {"min": 200, "max": 250},
        "the title must not exceed 8 words": {"max": 8, "where": "title"},
        "every sentence should be 15 words or fewer": {"max": 15, "where": "each sentence"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        unsure = self._unsure(text)
        return [word for word in text.words if word not in unsure]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return sorted({*self._unsure(text), *text.matches(_WITHOUT_BLANKS)})

    def _unsure(self, text: Text) -> set[Span]:
        """Numbers of items, and what follows a long dash without a blank."""
        words = text.words
        numbers = (
            range(bisect_left(words, (start, start)), bisect_left(words, (end, end)))
            for start, end in text.marks
        )
        joined = {(start, end) for start, end in words if _JOINED.match(text.before(start, 2))}
        return joined | {words[n] for these in numbers for n in these}
