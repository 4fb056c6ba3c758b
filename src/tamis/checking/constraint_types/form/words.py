"""How many words: `words(max=100)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Words(Count):
    """Words, as word processors count them: runs without white space with a letter or a digit."""

    id = "words"
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
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.words
