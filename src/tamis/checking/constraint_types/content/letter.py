"""How often a letter or another sign stands in the text: `letter("e", max=10)`."""

import re
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field, StringConstraints

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.content._matching import bare
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")


class Letter(Count):
    """One letter or sign, without regard to case unless `case`; one with an accent may count."""

    id = "letter"
    one = "time"
    passes = ({"letter": "e", "exactly": 2}, "Three logs")
    fails = ({"letter": "q", "min": 2}, "A quiet street.")
    wordings = {
        "the letter 'q' should appear at least 3 times": {"letter": "q", "min": 3},
        "the letter 'q' should appear exactly twice": {"letter": "q", "exactly": 2},
        "use the letter 'z' exactly twice": {"letter": "z", "exactly": 2},
        "use the letter 'z' at least 3 times": {"letter": "z", "min": 3},
        "without the letter 'e'": {"letter": "e", "max": 0},
        "at most three commas": {"letter": ",", "max": 3},
        "at most one semicolon": {"letter": ";", "max": 1},
        "at most one question mark": {"letter": "?", "max": 1},
    }

    letter: Annotated[str, StringConstraints(min_length=1, max_length=1)] = Field(
        description="The letter or sign."
    )
    case: bool = Field(False, description="Whether only this case counts.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        flags = 0 if self.case else re.IGNORECASE
        return text.matches(re.compile(re.escape(self.letter), flags))

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        plain = self.letter if self.case else self.letter.casefold()
        surely = {*self.found(text)}
        return [
            place
            for place in text.matches(_NOT_ASCII)
            if place not in surely
            and (bare(text.quote(place)) if self.case else bare(text.quote(place)).casefold())
            == plain
        ]

    def __str__(self) -> str:
        return f'"{self.letter}" {self.bound()}'
