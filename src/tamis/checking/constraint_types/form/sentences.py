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
        "exactly three sentences": {"exactly": 3},
        "in a single sentence": {"exactly": 1},
        "keep it to 2 sentences": {"max": 2},
        "limit it to 3 sentences": {"max": 3},
        "keep it to a single sentence": {"exactly": 1},
        "keep it under 6 sentences": {"max": 5},
        "exactly 3 sentences long": {"exactly": 3},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.sorted_sentences[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.sorted_sentences[1]
