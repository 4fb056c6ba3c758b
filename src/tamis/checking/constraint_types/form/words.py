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
        "at least 300 words long": {"min": 300},
        "keep it under 60 words": {"max": 59},
        "stay under 60 words": {"max": 59},
        "keep it to 60 words": {"max": 60},
        "limit it to 60 words": {"max": 60},
        "a 60-word limit": {"max": 60},
        "the word limit is 60": {"max": 60},
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
