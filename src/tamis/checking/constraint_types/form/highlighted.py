"""How many bold or italic spans: `highlighted(min=3)`."""

import re
from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span

_STARS = re.compile(r"(?<![\w*])(?P<mark>\*{1,3})(?=[^\s*])[^*\n]+(?<=\S)(?P=mark)(?![\w*])")
_LINES = re.compile(r"(?<!\w)(?P<mark>_{1,3})(?=[^\s_])[^_\n]+(?<=\S)(?P=mark)(?!\w)")
# HTML, emphasis within a word, or with more emphasis inside.
_OTHERS = re.compile(
    r"<(?P<tag>b|strong|i|em|mark|u)>[^<\n]+</(?P=tag)>|==[^=\n]+==|(?<=\w)\*{1,3}[^\s*\n]+\*{1,3}"
    r"|\*\*[^*\n]+\*[^*\n]+\*[^*\n]*\*\*"
)


def emphasised(text: Text) -> list[Span]:
    """The spans between stars or underscores, outside of code."""
    return sorted([*text.in_prose(_STARS), *text.in_prose(_LINES)])


class Highlighted(Count):
    """Spans in bold or italics, as Markdown writes them; `style` counts one kind alone.

    Those of HTML may count, and stars within a word. Code does not.
    """

    id = "highlighted"
    one = "highlighted span"
    passes = ({"min": 2}, "Tea needs *hot* water and **three** minutes.")
    fails = ({"min": 1}, "5 * 3 * 2 is 30, and snake_case_name is a name.")
    wordings = {
        "at least 3 phrases in bold": {"min": 3, "style": "bold"},
        "put 3 phrases in bold": {"exactly": 3, "style": "bold"},
        "at least 3 bold phrases": {"min": 3, "style": "bold"},
        "use bold": {"min": 1, "style": "bold"},
        "use italics": {"min": 1, "style": "italic"},
        "no bold": {"max": 0, "style": "bold"},
        "no bold text": {"max": 0, "style": "bold"},
        "no italics": {"max": 0, "style": "italic"},
        "no bold or italics": {"max": 0},
    }

    style: Literal["any", "bold", "italic"] = Field("any", description="Which kind counts.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [
            one
            for one in emphasised(text)
            if self.style == "any"
            or self._marks(text.quote(one)) in (3, 1 + (self.style == "bold"))
        ]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return text.in_prose(_OTHERS)

    def _marks(self, said: str) -> int:
        return len(said) - len(said.lstrip(said[0]))

    def __str__(self) -> str:
        kind = {"any": "highlighted", "bold": "bold", "italic": "italic"}[self.style]
        return self.bound().replace("highlighted", kind)
