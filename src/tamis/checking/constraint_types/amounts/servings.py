"""For how many a recipe is: `servings(4)`."""

import re

from tamis.checking.constraint_types.constraint_type import Count, decided, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.numbers import CARDINALS

_NUMBERS = {word: number for word, number in CARDINALS.items() if 0 < number <= 20}
_N = rf"(?P<{{}}>\d{{{{1,3}}}}|{'|'.join(_NUMBERS)})"
_FOR = (
    r"(?:people|persons|servings?|portions?|adults|guests|diners|hungry (?:people|adults)"
    r"|(?:generous|small|large) (?:servings|portions))"
)
_SAID = re.compile(
    rf"\b(?:serves|feeds|(?:servings?|portions?|yields?|makes)\W{{0,3}}:)\W{{0,5}}"
    rf"(?:about |around |up to )?{_N.format('a')}\b"
    rf"(?!\s*(?:g|kg|ml|cups?|litres?|liters?|minutes|hours)\b)"
    rf"|\((?:for|enough for)\s{_N.format('b')}(?=\))"
    rf"|\b{_N.format('c')}\s{_FOR}\b",
    re.I | re.M,
)


class Servings(Count):
    """For so many people: what the response says of them ("Serves 4", "4 servings", "for two").

    Undecided where it says nothing of it, or more than one number.
    """

    id = "servings"
    one = "serving"
    passes = ({"exactly": 4}, "Lentil soup (serves 4)\n\n200 g lentils")
    fails = ({"exactly": 4}, "Lentil soup for two people\n\n100 g lentils")
    wordings = {
        "serves 4": {"exactly": 4},
        "it should serve four people": {"exactly": 4},
        "that serves 2": {"exactly": 2},
        "make it serve 6": {"exactly": 6},
        "enough for 4 people": {"exactly": 4},
        "4 servings": {"exactly": 4},
        "make at least 8 portions": {"min": 8},
    }

    def found(self, text: Text) -> list[Span]:
        """As `Count.found`: where it is said."""
        return text.in_prose(_SAID)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        places = self.found(text)
        said = [one["a"] or one["b"] or one["c"] for one in _SAID.finditer(text.prose)]
        numbers = {float(_NUMBERS.get(one.lower(), one)) for one in said}
        if not numbers:
            return undecided("it does not say for how many it is.")
        working = f"said: {listed(text, places)}"
        if len(numbers) > 1:
            return undecided("it says more than one number.", working, places=places)
        (number,) = numbers
        judged = self.compared(number, number, working, places=places)
        return decided(judged.satisfied, working, places=places) if judged.satisfied else judged
