"""How many placeholders: `placeholders(min=3)`."""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_SQUARE = re.compile(
    r"(?<![\\\w}])\[(?![xX]\])(?=[^\[\]\n]{0,60}[^\W\d_])[^\[\]\n\\^][^\[\]\n\\]{0,60}\](?![(\[:])"
)
_OTHERS = re.compile(
    r"(?<![\\\w}_^$])\{{1,2}[A-Za-z][\w .'/-]{0,40}\}{1,2}(?![\w{^])"
    r"|<[A-Za-z][\w .'-]{0,40}>(?![^\n<]{0,200}</)"
)
_TAG = re.compile(
    r"</?(?:br|hr|p|b|i|u|em|strong|mark|sub|sup|div|span|img|a|li|ul|ol|td|tr|th)\b", re.I
)
# Remarks in brackets, which leave nothing to fill in.
_REMARK = re.compile(
    r"\[(?:sic|note|editor|verse|chorus|bridge|intro|outro|refrain|pause|laughs|applause|end)\b",
    re.I,
)


class Placeholders(Count):
    """Placeholders to be filled in: `[name]`, and `{name}` or `<name>` unless only `square` counts.

    One that stands again may count, and brackets of many words or with a remark ("[laughs]").
    Links, references, ticks and the braces of formulas do not.
    """

    id = "placeholders"
    one = "placeholder"
    passes = ({"min": 2}, "Dear [name],\n\nwe meet on [date], see [the map](http://a.org) [1].")
    fails = ({"min": 2}, "Dear [name],\n\nwe meet on Monday [1], see [the map](http://a.org).")
    wordings = {
        "at least four placeholders": {"min": 4},
        "use placeholders": {"min": 1},
        "include placeholders": {"min": 1},
        "at least 3 placeholders in square brackets": {"min": 3, "brackets": "square"},
        "no placeholders": {"max": 0},
        "do not leave any placeholders": {"max": 0},
    }

    brackets: Literal["any", "square"] = Field("any", description="Which brackets count.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return self._sorted(text)[0]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return self._sorted(text)[1]

    def _sorted(self, text: Text) -> tuple[list[Span], list[Span]]:
        places = text.in_prose(_SQUARE)
        if self.brackets == "any":
            others = text.in_prose(_OTHERS)
            places = sorted([*places, *(o for o in others if not _TAG.match(text.quote(o)))])
        sure: dict[str, Span] = {}
        for place in places:
            said = text.quote(place)
            if len(said.split()) <= 5 and not _REMARK.match(said):
                sure.setdefault(said.casefold(), place)
        found = list(sure.values())
        return found, sorted({*places} - {*found})
