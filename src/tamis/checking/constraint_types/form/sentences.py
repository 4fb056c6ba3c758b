"""How many sentences: `sentences(exactly=3)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Sentences(Count):
    """Sentences: what ends with a full stop, a question mark or an exclamation mark.

    Code, greetings and signatures are none. Headings, items and lines without such a mark may
    count, and what follows an abbreviation, a name with a mark (Yahoo!) or a cry in quotes ("Stop!"
    John said). One line alone counts even without a mark.
    """

    id = "sentences"
    one = "sentence"
    passes = ({"exactly": 2}, "Dr. Hale arrived at 9 a.m. on Monday. She left at noon.")
    fails = ({"max": 2}, "It rains. It pours. We stay in.")
    wordings = {
        "in exactly three sentences": {"exactly": 3},
        "no more than two sentences": {"max": 2},
        "3-5 sentences": {"min": 3, "max": 5},
        "at least 4 sentences": {"min": 4},
        "answer in one sentence": {"exactly": 1},
        "a two-sentence summary": {"exactly": 2},
        "each paragraph should have at least 3 sentences": {"min": 3, "where": "each paragraph"},
        "fewer than 6 sentences": {"max": 5},
        "keep every bullet to a single sentence": {"exactly": 1, "where": "each bullet"},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.sorted_sentences[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.sorted_sentences[1]
