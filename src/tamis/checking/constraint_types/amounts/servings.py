"""For how many a recipe is: `servings(4)`."""

import math
import re

from tamis.checking.constraint_types.constraint_type import Count, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.quantities import Quantity, quantities
from tamis.text.stems import stems

_SERVES = re.compile(
    r"\b(?:serves|feeds)[^\w.]{1,4}(?:about |up to )?$"
    r"|(?<!per )\b(?:servings|portions)\W{0,3}:\W{0,4}$",
    re.I,
)
_SERVED = stems("servings portions people persons adults")


class Servings(Count):
    """For so many people, as the response says: "Serves 4", "4 servings", "for two people".

    Undecided where it says nothing of it, or more than one number.
    """

    id = "servings"
    recorded = True
    one = "serving"
    passes = ({"exactly": 4}, "Lentil soup (serves 4)\n\n200 g lentils")
    fails = ({"exactly": 4}, "Lentil soup for two people\n\n100 g lentils")
    wordings = {
        "serves 4": {"exactly": 4},
        "it should serve four people": {"exactly": 4},
        "make it serve 6": {"exactly": 6},
        "enough for 4 people": {"exactly": 4},
        "4 servings": {"exactly": 4},
        "4 portions": {"exactly": 4},
    }

    def found(self, text: Text) -> list[Span]:
        """As `Count.found`: where it is said."""
        return [span for span, _ in _said(text)]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        said = _said(text)
        places = [span for span, _ in said]
        if not said:
            return undecided("it does not say for how many it is.")
        working = f"said: {listed(text, places)}"
        if len({numbers for _, numbers in said}) > 1:
            return undecided("it says more than one number.", working, places=places)
        return self.compared(*said[0][1], working, places=places)


def _said(text: Text) -> list[tuple[Span, tuple[float, float]]]:
    """The numbers of servings or people, and those beside one of them that count nothing else."""
    found = []
    for line, _ in text.lines:
        end = text.prose.find("\n", line - text.start)
        said = text.prose[line - text.start : end if end >= 0 else None]
        counts = [one for one in quantities(said) if one.dimension == "count" and not one.ordinal]
        served = any(_is_served(said, one) for one in counts)
        counts = [one for one in counts if served and (not one.noun or _is_served(said, one))]
        found += [((line + one.start, line + one.end), _ends(one)) for one in counts]
    return found


def _is_served(said: str, one: Quantity) -> bool:
    if one.noun and not stems(one.noun) & _SERVED:
        return False
    before, end = said[max(one.start - 30, 0) : one.start], one.end + len(one.noun) + 1
    counts = one.noun and not said[end : end + 3].startswith(" of")
    return bool(counts or _SERVES.search(before))


def _ends(one: Quantity) -> tuple[float, float]:
    low = 0.0 if one.hedge in ("at most", "less than") else one.low
    return low, math.inf if one.hedge in ("at least", "more than") else one.high
