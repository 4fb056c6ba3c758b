"""How many contractions: `contractions(max=0)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_SURE = re.compile(
    r"\b\w*[A-Za-z]n['’]t\b|\b\w+['’](?:re|ve|ll|m)\b|\b(?:I|you|he|she|it|we|they|who|that|there)['’]d\b"
    r"|\b(?:it|that|there|here|what|who|where|how|let|he|she|when|why)['’]s\b|\by['’]all\b|['’]t(?:is|was)\b",
    re.IGNORECASE,
)
# A noun with 's is a possessive, unless a verb or an article follows; spoken forms without a mark.
_UNSURE = re.compile(
    r"\b\w+['’]s(?= (?:a|an|the|not|been|being|going|coming|getting|gone|got)\b)"
    r"|\b\w+['’]d\b|o['’]clock\b|\bma['’]am\b|\b(?:gonna|wanna|gotta|kinda|sorta|dunno|lemme|gimme)\b|\b\w+in['’](?!\w)",
    re.IGNORECASE,
)


class Contractions(Count):
    """Contractions: don't, it's, we're. Possessives (Ann's) are none.

    A noun's 's before a verb may be one, and spoken forms (gonna) may count.
    """

    id = "contractions"
    one = "contraction"
    passes = ({"max": 0}, "It is not Ann's house.")
    fails = ({"max": 0}, "It isn’t Ann's house.")
    wordings = {
        "no contractions": {"max": 0},
        "don't use contractions": {"max": 0},
        "avoid contractions": {"max": 0},
        "use at least two contractions": {"min": 2},
        "write out all contractions (do not instead of don't)": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return text.in_prose(_SURE)

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        surely = {start for start, _ in self.found(text)}
        return [one for one in text.in_prose(_UNSURE) if one[0] not in surely]
