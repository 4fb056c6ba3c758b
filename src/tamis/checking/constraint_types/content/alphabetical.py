"""Items in alphabetical order: `alphabetical()`."""

import re
from bisect import bisect_right

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.content._matching import bare
from tamis.checking.constraint_types.content._units import Unit, first_lines, units
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span
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
        "the lines must be in alphabetical order": {"of": "lines"},
        "sort the lines alphabetically": {"of": "lines"},
        "the words must be in alphabetical order": {"of": "words"},
        "sort the words alphabetically": {"of": "words"},
        "the sentences must be in alphabetical order": {"of": "sentences"},
        "the paragraphs must be in alphabetical order": {"of": "paragraphs"},
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
        kept = self._kept(said)
        if kept is None:
            return undecided("the order depends on how articles or numbers are sorted.", working)
        if (
            not kept
            and self.of == "items"
            and not any(self._kept(one) is False for one in self._by_list(text, places, said))
        ):
            return undecided("each list is in order, but not all items together.", working)
        return decided(kept, working, places=places)

    def _kept(self, said: list[str]) -> bool | None:
        """Whether they are in order; None where articles or numbers decide."""
        keys = (
            [plain_words(one) for one in said],
            # With the leading article as a part of the name.
            [bare(one.casefold()) for one in said],
            # Numbers by their value.
            [plain_words(_DIGITS.sub(lambda digits: digits[0].zfill(12), one)) for one in said],
        )
        found = {one == sorted(one, reverse=self.reverse) for one in keys}
        return found.pop() if len(found) == 1 else None

    def _by_list(self, text: Text, places: list[Span], said: list[str]) -> list[list[str]]:
        """The items of each list on its own."""
        starts = [part.start for part in text.parts("each list")]
        found: dict[int, list[str]] = {}
        for (start, _), one in zip(places, said, strict=True):
            found.setdefault(bisect_right(starts, start), []).append(one)
        return list(found.values())

    def __str__(self) -> str:
        return f"{self.of} in {'reverse ' * self.reverse}alphabetical order"
