"""How many hashtags: `hashtags(exactly=3)`."""

import re
from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_TAG = re.compile(r"(?<![\w#&/])#(?=\w*[^\W\d_])\w+")
_COLOUR = re.compile(r"#(?:[0-9a-f]{3}|[0-9a-f]{6})", re.IGNORECASE)


class Hashtags(Count):
    """Hashtags with a letter, outside of code. What may be a colour (`#fa3`) may count."""

    id = "hashtags"
    one = "hashtag"
    passes = ({"exactly": 2}, "# Rain\n\nWet again, as No. #1 said. #rain #june2024")
    fails = ({"max": 0}, "Wet again. #rain")
    wordings = {
        "exactly 3 hashtags": {"exactly": 3},
        "no hashtags": {"max": 0},
        "use hashtags": {"min": 1},
        "include hashtags": {"min": 1},
        "add hashtags": {"min": 1},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [one for one in text.in_prose(_TAG) if not _COLOUR.fullmatch(text.quote(one))]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return [one for one in text.in_prose(_TAG) if _COLOUR.fullmatch(text.quote(one))]
