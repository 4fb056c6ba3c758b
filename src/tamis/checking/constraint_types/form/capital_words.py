"""How many words in capital letters: `capital_words(max=5)`, in per cent with `share=True`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span

_WORD = re.compile(r"[^\W_]+(?:[-'’.&][^\W_]+)*")


class CapitalWords(Count):
    """Words that are all in capitals, of two letters or more; `share` is per cent of all words.

    Of one letter ("I") may count where many are wanted. Where none is, short ones may be
    abbreviations ("NASA"), which is undecided.
    """

    id = "capital_words"
    one = "word in capitals"
    many = "words in capitals"
    passes = ({"min": 2}, "I said NOT NOW.")
    fails = ({"max": 1}, "I said ABSOLUTELY NEVER.")
    wordings = {
        "at least 3 all-caps words": {"min": 3},
        "words in all capital letters should appear at most 3 times": {"max": 3},
        "words in all caps should appear at most 3 times": {"max": 3},
        "put exactly two words in all caps": {"exactly": 2},
        "put exactly two words in capital letters": {"exactly": 2},
        "at least 25% of the words in capital letters": {"min": 25, "share": True},
        "no words in all caps": {"max": 0},
        "no words in capital letters": {"max": 0},
        "no all-caps words": {"max": 0},
    }

    share: bool = Field(False, description="Whether the numbers are per cent of all words.")

    @property
    def adds_up(self) -> bool:
        """As `Count.adds_up`."""
        return not self.share

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [one for one in self._capital(text) if self._is_sure(text, one)]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        least = 1 if self.min is not None and self.max is None else 2
        found = [one for one in self._capital(text) if not self._is_sure(text, one)]
        return [one for one in found if self._letters(text, one) >= least]

    def _is_sure(self, text: Text, one: Span) -> bool:
        return self._letters(text, one) >= (6 if self.forbids else 2)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        words = len(text.in_prose(_WORD))
        if not self.share or not words:
            return super().verify(text)
        found, more = self.found(text), self.doubtful(text)
        low, high = (100 * many / words for many in (len(found), len(found) + len(more)))
        working = f"{len(found)} to {len(found) + len(more)} of {words:,} words are in capitals"
        return self.compared(low, high, working, places=[*found, *more])

    def counted(self, number: float) -> str:
        """As `Count.counted`."""
        return f"{number:.3g}% of words in capitals" if self.share else super().counted(number)

    def _capital(self, text: Text) -> list[Span]:
        return [one for one in text.in_prose(_WORD) if text.quote(one).isupper()]

    def _letters(self, text: Text, one: Span) -> int:
        return sum(sign.isalpha() for sign in text.quote(one))
