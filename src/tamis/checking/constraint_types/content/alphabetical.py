"""Items in alphabetical order: `alphabetical()`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.content._matching import bare
from tamis.checking.constraint_types.content._units import Unit, first_lines, units
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.normalised import plain_words

_DIGITS = re.compile(r"\d+")


class Alphabetical(ConstraintType):
    """Items are in the order of the alphabet, without regard to case, accents and marks.

    Undecided where it depends on a leading "the" or on the order of numbers, where each list is
    in order but not all of them together, and where there are fewer than two.
    """

    id = "alphabetical"
    passes = ({}, "- apple\n- **Banana**: yellow\n- cherry")
    fails = ({}, "- banana\n- apple\n- cherry")
    wordings = {
        "in alphabetical order": {},
        "sort the list alphabetically": {},
        "list them from A to Z": {},
        "in reverse alphabetical order": {"reverse": True},
        "each line in alphabetical order": {"of": "lines"},
        "the words must be sorted alphabetically": {"of": "words"},
    }

    of: Unit = Field("items", description="What is in order; lines where there are no items.")
    reverse: bool = Field(False, description="Whether from Z to A.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        places = units(text, self.of)
        if self.of == "items" and not places:
            places = units(text, "lines")
        if len(places) < 2:
            return undecided(
                f"there are fewer than two {self.of} to be in order.", "nothing to order"
            )
        said = first_lines(text, places)
        working = ", ".join(one[:20] for one in said[:12])
        known = {self._sorted(said), self._sorted(["the " + one for one in said])}
        # With the leading article as a part of the name, and with numbers by their value.
        known |= {self._in_order([bare(one.casefold()) for one in said])}
        known |= {self._sorted([_DIGITS.sub(lambda d: d[0].zfill(12), one) for one in said])}
        if len(known) > 1:
            return undecided("the order depends on how articles or numbers are sorted.", working)
        lists = text.parts("each list") if self.of == "items" else []
        if not known.pop():
            if len(lists) > 1 and all(self.verify(one).satisfied is not False for one in lists):
                return undecided("each list is in order, but not all items together.", working)
            return decided(False, working, places=places)
        return decided(True, working, places=places)

    def _sorted(self, said: list[str]) -> bool:
        return self._in_order([plain_words(one) for one in said])

    def _in_order(self, keys: list[str]) -> bool:
        return keys == sorted(keys, reverse=self.reverse)

    def __str__(self) -> str:
        return f"{self.of} in {'reverse ' * self.reverse}alphabetical order"
