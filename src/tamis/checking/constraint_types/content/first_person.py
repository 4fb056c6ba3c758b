"""Words of the first person: `first_person(max=0)`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_SINGULAR = r"\bI(?:['’](?:m|ve|d|ll))?\b(?!['’.])|\b(?:[Mm]e|[Mm]y|[Mm]ine|[Mm]yself)\b"
_PLURAL = r"\b(?:[Ww]e(?:['’](?:re|ve|d|ll))?|us|[Oo]urs?|[Oo]urselves|[Ll]et['’]s)\b"
_QUOTED = re.compile(r"\"[^\"\n]+\"|“[^“”\n]+”|«[^«»\n]+»")
# After a capital word it may be a number: World War I, Elizabeth I.
_NUMERAL = re.compile(r"\b[A-Z][a-z]+ \Z")


class FirstPerson(Count):
    """I, me, my, mine and myself, and we, us and our unless `plural` is off; code is left out.

    What stands in quotes may count, and an "I" that may be a numeral (World War I).
    """

    id = "first_person"
    one = "word of the first person"
    many = "words of the first person"
    passes = ({"max": 0}, "You should see the US in fall.")
    fails = ({"max": 0}, "You should see our house, I think.")
    wordings = {
        "don't use first person": {"max": 0},
        "avoid first-person pronouns": {"max": 0},
        "write in the first person": {"min": 1},
        "never use 'I' or 'me'": {"max": 0, "plural": False},
        "use the first person singular": {"min": 1, "plural": False},
    }

    plural: bool = Field(True, description="Whether we, us and our count.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._sorted(text)[1]

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        quoted = {at for start, end in text.in_prose(_QUOTED) for at in range(start, end)}
        words = re.compile(f"{_SINGULAR}|{_PLURAL}" if self.plural else _SINGULAR)
        sure: list[Span] = []
        unsure: list[Span] = []
        for one in text.in_prose(words):
            numeral = text.quote(one) == "I" and _NUMERAL.search(text.before(one[0], 20))
            (unsure if one[0] in quoted or numeral else sure).append(one)
        return sure, unsure
