"""How many contractions: `contractions(max=0)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.recognisers.word_lists import word_set
from tamis.checking.worksheet import Span

_WORD = re.compile(r"(?<![^\W_])[^\W\d_]*['’](?:[^\W\d_]+)")
_ENDS = frozenset(["re", "ve", "ll", "m", "all"])
_BEFORE_S = word_set("it that there here what who where how let he she when why")
_BEFORE_D = word_set("i you he she it we they who that there")
# A noun with 's is a possessive, unless a verb or an article follows.
_VERB = re.compile(r" (?:a|an|the|not|been|being|going|coming|getting|gone|got)\b", re.IGNORECASE)
_SPOKEN = re.compile(
    r"\b(?:gonna|wanna|gotta|kinda|sorta|dunno|lemme|gimme|ma['’]am)\b|(?<=in)['’](?!\w)",
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
        "at least two contractions": {"min": 2},
        "use contractions": {"min": 1},
        "write out all contractions": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._of_kind(text, "sure")

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        spoken = [place for _, place in text.seen_in_prose(_SPOKEN)]
        return sorted([*self._of_kind(text, "unsure"), *spoken])

    def _of_kind(self, text: Text, kind: str) -> list[Span]:
        found = text.seen_in_prose(_WORD)
        return [place for said, place in found if self._kind(text, said, place) == kind]

    def _kind(self, text: Text, said: str, one: Span) -> str:
        """Whether a word with an apostrophe is one: sure, unsure, or no contraction."""
        word, _, end = said.casefold().replace("’", "'").partition("'")
        if (
            end in _ENDS
            or (end == "t" and word.endswith("n"))
            or (not word and end in ("tis", "twas"))
        ):
            return "sure"
        if end in ("s", "d") and word in (_BEFORE_S if end == "s" else _BEFORE_D):
            return "sure"
        if (end == "d" and word) or (word == "o" and end == "clock"):
            return "unsure"
        return "unsure" if end == "s" and _VERB.match(text.after(one[1], 12)) else ""
