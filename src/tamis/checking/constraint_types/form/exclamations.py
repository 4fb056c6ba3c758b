"""How many exclamation marks: `exclamations(max=1)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_MARK = re.compile(r"[!！](?![\[=])")


class Exclamations(Count):
    """Exclamation marks outside of code; the second and later ones of a row (`!!`) may count."""

    id = "exclamations"
    one = "exclamation mark"
    passes = ({"max": 1}, "It rains! Stay in.")
    fails = ({"max": 1}, "It rains! Stay in! Now!")
    wordings = {
        "at most one exclamation mark": {"max": 1},
        "at most 2 exclamation points": {"max": 2},
        "use an exclamation mark": {"min": 1},
        "use an exclamation point": {"min": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [one for one in text.in_prose(_MARK) if text.before(one[0], 1) not in ("!", "！")]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return [one for one in text.in_prose(_MARK) if text.before(one[0], 1) in ("!", "！")]
