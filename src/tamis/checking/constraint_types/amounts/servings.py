"""For how many a recipe is: `servings(4)`."""

import re

from tamis.checking.constraint_types.constraint_type import Count, listed, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
from tamis.text.numbers import CARDINALS

_NUMBERS = {word: number for word, number in CARDINALS.items() if 0 < number <= 12}
_ONE = rf"(?:\d{{1,3}}(?![\d.,½¼¾/]\d|½)|(?:{'|'.join(_NUMBERS)})(?![\w-]))"


def _range(name: str) -> str:
    """One number or two, as groups of that name."""
    return rf"(?P<{name}>{_ONE})(?:\s?(?:-|–|to|or)\s?(?P<{name}2>{_ONE}))?"


_PEOPLE = r"(?:people|persons|adults|guests|diners|eaters|children|kids|of us|hungry)\b"
_SAID = re.compile(
    rf"\b(?:serves|feeds)\W{{1,4}}(?:about |around |up to )?{_range('a')}"
    r"(?=\W|$)(?! (?:g|kg|ml|customers|meals|courses)\b)"
    rf"|(?<!per )\b(?:servings|portions)[*_]{{0,2}}:[*_ ]{{0,4}}{_range('b')}"
    rf"(?=\s*(?:$|[.,;)|*_]|{_PEOPLE}))"
    rf"|\bfor {_range('c')}(?= {_PEOPLE})"
    rf"|\(for {_range('d')}(?=\))"
    rf"|(?<![\d.,]){_range('e')} (?:generous |small |large )?(?:servings|portions)\b(?! of)",
    re.I | re.M,
)


class Servings(Count):
    """For so many people, as the response says: "Serves 4", "4 servings", "for two people".

    Undecided where it says nothing of it, or more than one number.
    """

    id = "servings"
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
        return text.in_prose(_SAID)

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        places = self.found(text)
        numbers: set[tuple[float, float]] = set()
        for said in _SAID.finditer(text.prose):
            low, high = next((said[n], said[f"{n}2"]) for n in "abcde" if said[n])
            numbers.add((_number(low), _number(high or low)))
        if not numbers:
            return undecided("it does not say for how many it is.")
        working = f"said: {listed(text, places)}"
        if len(numbers) > 1:
            return undecided("it says more than one number.", working, places=places)
        return self.compared(*numbers.pop(), working, places=places)


def _number(said: str) -> float:
    return float(_NUMBERS.get(said.lower(), said))
