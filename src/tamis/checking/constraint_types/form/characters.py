"""How many characters: `characters(max=280)`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

# What a reader does not see as a sign of its own: accents, joined emojis, marks of direction.
_JOINED = re.compile(
    r"\u200d.|[\u0300-\u036f\u200b-\u200f\u2060\ufe00-\ufe0f\U0001f3fb-\U0001f3ff]"
)
_BLANK = re.compile(r"\s+")


class Characters(Count):
    """Characters, those of Markdown included, without blanks around the text.

    Signs of several code points count as one to all of them. `spaces=False` leaves white space out.
    """

    id = "characters"
    of_heads = True
    one = "character"
    passes = ({"max": 20}, "Short and sweet.")
    fails = ({"max": 10}, "Short and sweet.")
    wordings = {
        "at most 160 characters": {"max": 160},
        "keep it under 280 characters": {"max": 279},
        "exactly 100 characters long": {"exactly": 100},
        "limit it to 280 characters": {"max": 280},
        "keep it to 280 characters": {"max": 280},
        "max 500 chars": {"max": 500},
        "at most 60 characters including spaces": {"max": 60},
        "at most 60 characters with spaces": {"max": 60},
        "at most 200 characters without spaces": {"max": 200, "spaces": False},
        "at most 200 characters, not counting spaces": {"max": 200, "spaces": False},
    }

    spaces: bool = Field(True, description="Whether white space counts.")

    def found(self, text: Text) -> list[tuple[int, int]]:
        """As `Count.found`; the text as one place."""
        return [(text.start, text.start + len(text.text))]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        # The indentation of a line counts.
        said = text.text.rstrip().strip("\n") if "line" in self.where else text.text.strip()
        said = said.replace(" \n", "\n") if self.spaces else _BLANK.sub("", said)
        low, high = len(_JOINED.sub("", said)), len(said)
        working = self.counted(low) if low == high else f"{low:,} to {self.counted(high)}"
        return self.compared(low, high, working)

    def __str__(self) -> str:
        return self.bound() if self.spaces else f"{self.bound()} without white space"
