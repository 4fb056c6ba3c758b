"""How many bullet points: `bullets(exactly=3)`."""

from collections.abc import Sequence

from tamis.checking.constraint_types.constraint_type import Count
from tamis.checking.constraint_types.form._lists import is_dash, outer
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Bullets(Count):
    """Bullet points that lie in no other one.

    Nested ones may count, and lines after a long dash (speech has them too); so may the items of
    a numbered list where there are no bullets.
    """

    id = "bullets"
    one = "bullet"
    passes = ({"exactly": 2}, "We need:\n\n- milk\n- bread\n")
    fails = ({"min": 3}, "* milk\n* bread\n")
    wordings = {
        "exactly 3 bullet points": {"exactly": 3},
        "at most five bullets": {"max": 5},
        "as a bulleted list of 4 items": {"exactly": 4},
        "use bullet points": {"min": 1},
        "between 3 and 5 bullet points": {"min": 3, "max": 5},
        "at least two bullets": {"min": 2},
        "don't use bullet points": {"max": 0},
        "no bullets": {"max": 0},
        "each section should have 3 bullets": {"exactly": 3, "where": "each section"},
        "Your answer must contain exactly 4 bullet points.": {"exactly": 4},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [span for span in outer(text, numbered=False)[0] if not is_dash(text, span)]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        found, nested = outer(text, numbered=False)
        dashes = [span for span in found if is_dash(text, span)]
        return sorted([*dashes, *nested, *(() if found or self.forbids else text.numbered)])
