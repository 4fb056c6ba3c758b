"""How many parts between separators: `parts(exactly=2, separator="******")`."""

import re
from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count, Term, decided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span


class Parts(Count):
    """Parts that a separator divides; it may stand before the first and after the last.

    A separator with more or fewer signs of its kind may divide (`*****` for `******`). Two equal
    parts, and an empty one between two separators, do not satisfy it unless `different` is off.
    """

    id = "parts"
    one = "part"
    passes = ({"exactly": 2}, "Rain is dull.\n******\nRain is life.")
    fails = ({"exactly": 2}, "Rain is dull. Rain is life.")
    wordings = {
        'two parts separated by "***"': {"exactly": 2, "separator": "***"},
        'two versions separated by "***"': {"exactly": 2, "separator": "***"},
        'two responses separated by "***"': {"exactly": 2, "separator": "***"},
        'two answers separated by "***"': {"exactly": 2, "separator": "***"},
        'two sections separated by "***"': {"exactly": 2, "separator": "***"},
        'three parts divided by "====="': {"exactly": 3, "separator": "====="},
    }

    separator: Term = Field("******", description="What stands between the parts.")
    different: bool = Field(True, description="Whether no two parts may be equal.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [part for part in self._between(text) if text.quote(part).strip()]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`: separators that are near to the one wanted."""
        if len(signs := set(self.separator)) > 1 or len(self.separator) < 3:
            return ()
        near = text.matches(
            re.compile(rf"(?<![^\n])[ \t]*{re.escape(signs.pop())}{{3,}}(?=[ \t]*(?:\n|\Z))")
        )
        return [one for one in near if text.quote(one).strip() != self.separator]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        judged = super().verify(text)
        said = [" ".join(text.quote(part).split()) for part in self.found(text)]
        if judged.satisfied and self.different and len(set(said)) < len(said):
            return decided(False, *judged.working, "two parts are equal", places=judged.places)
        inner = self._between(text)[1:-1]
        if judged.satisfied and not all(text.quote(part).strip() for part in inner):
            return decided(False, *judged.working, "a part is empty", places=judged.places)
        return judged

    def _between(self, text: Text) -> list[Span]:
        first, last = (re.escape(self.separator[at]) for at in (0, -1))
        cuts = text.matches(re.compile(rf"(?<!{first}){re.escape(self.separator)}(?!{last})"))
        places = [text.start, *(at for cut in cuts for at in cut), text.start + len(text.text)]
        return list(zip(places[::2], places[1::2], strict=True))

    def __str__(self) -> str:
        return f"{self.bound()} divided by {self.separator}"
