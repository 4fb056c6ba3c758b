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
        "use bullet points": {"min": 1},
        "use bullets": {"min": 1},
        "use a bulleted list": {"min": 1},
        "as a bulleted list": {"min": 1},
        "in bullet points": {"min": 1},
        "3 bullet points": {"exactly": 3},
        "3 bullets": {"exactly": 3},
        "a bulleted list of 4 items": {"exactly": 4},
        "no bullet points": {"max": 0},
        "no bullets": {"max": 0},
    }

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return [span for span in outer(text, numbered=False)[0] if not is_dash(text, span)]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        found, nested = outer(text, numbered=False)
        dashes = [span for span in found if is_dash(text, span)]
        return sorted([*dashes, *nested, *(() if found or self.forbids else text.numbered)])
