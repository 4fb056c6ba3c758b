"""So many of a named thing: `named_count("recipes", min=3)`, `named_count("tips", exactly=5)`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic import Field, field_validator

from tamis.checking.constraint_types.amounts._records import records
from tamis.checking.constraint_types.amounts._sums import MAX_CHARACTERS
from tamis.checking.constraint_types.amounts._things import names, singular, ways_of_counting
from tamis.checking.constraint_types.constraint_type import Count, quoted, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.program import judge_demands
from tamis.checking.program.activities import stems
from tamis.checking.program.requirement import Bound, Requirement
from tamis.checking.program.words import turning_beside
from tamis.checking.worksheet import Span
from tamis.reading.quantities import quantities
from tamis.types import InputError

_PLANNED = {
    "day": "day", "week": "week", "session": "session", "workout": "session", "meal": "meal",
    "exercise": "exercise", "snack": "snack",
}  # fmt: skip
_BONUS = re.compile(r"\W*(?:bonus|honou?rable|optional|extra)\b", re.I)
_COMPOUND = re.compile(r"\b\w+(?:-\w+)+")
_SHOWN = 20


class NamedCount(Count):
    """So many of a thing, by its name: the recipes, tips, options, reasons, steps of a response.

    Counted are parts that bear the name and a number ("Option A"), else what is below a heading or
    a line that names them ("Here are five tips:"), else the one list, table or row of headings.
    Items within items do not count. Where lists, headings and rows give different counts, all of
    them must agree with the bound, unless the response says which number it means. Days, meals,
    sessions and exercises of plans are counted by the program judge.
    """

    id = "named_count"
    one = "thing"
    passes = (
        {"noun": "tips", "exactly": 3},
        "Three tips:\n\n1. Sleep early.\n2. Drink water.\n3. Walk.\n",
    )
    fails = ({"noun": "options", "min": 3}, "**Option A:** a tent\n\n**Option B:** a cabin\n")
    wordings = {
        "at least 3 recipes": {"noun": "recipes", "min": 3},
    }

    noun: str = Field(max_length=60, pattern=r"\S", description="What is counted: `recipes`.")

    @field_validator("noun")
    @classmethod
    def _plain(cls, value: str) -> str:
        words = _COMPOUND.sub("", value).strip()
        if said := turning_beside(words, 0, len(words.partition(" ")[0])):
            raise InputError(f"named_count: what {said[0]!r} means for {value!r:.60} is not read.")
        return value

    def counted(self, number: float) -> str:
        """As `Count.counted`."""
        return f"{number:,g} {self.noun}"

    def bound(self) -> str:
        """As `Count.bound`."""
        return super().bound().replace(self.one, self.noun)

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: those of the first way of counting."""
        ways = ways_of_counting(text, self.noun)
        return next(iter(ways.values()), [])

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        if len(text.text) > MAX_CHARACTERS:
            return undecided(f"the response has more than {MAX_CHARACTERS:,} characters.")
        if judged := self._planned(text):
            return judged
        if data := records(text, names(self.noun)):
            numbers = set(data.values())
            return self.compared(
                min(numbers), max(numbers), *(f"{way}: {many:,}" for way, many in data.items())
            )
        ways = ways_of_counting(text, self.noun)
        if not ways:
            return undecided(f"no {self.noun} could be told apart.")
        numbers = {len(spans) for spans in ways.values()}
        said = self._said(text)
        if len(numbers) > 1 and len(numbers & said) == 1:
            # "Here are five recipes" says which of the counts is meant.
            ways = {way: spans for way, spans in ways.items() if len(spans) in said}
            numbers = numbers & said
        bonus = max(
            sum(_BONUS.match(text.quote(span)) is not None for span in spans)
            for spans in ways.values()
        )
        working = [
            f"{way}, {len(spans)}: {', '.join(quoted(text, span) for span in spans[:_SHOWN])}"
            for way, spans in ways.items()
        ]
        places = list(next(iter(ways.values())))
        return self.compared(min(numbers) - bonus, max(numbers), *working, places=places)

    def _planned(self, text: Text) -> Judgement | None:
        """The verdict of the program judge on what plans are made of; None where it has none."""
        subject = _PLANNED.get(singular(self.noun)) if " " not in self.noun else None
        if subject is None:
            return None
        low, high = self._within(0.0)
        demand = Requirement(
            str(self), subject, "count", Bound(low, high), scope="plan", whole=True
        )
        judged = judge_demands([demand], text.text)
        if judged.satisfied is None or not judged.worksheet:
            return None
        return Judgement(
            judged.satisfied, "program", worksheet=judged.worksheet,
            working=tuple(judged.worksheet.lines()),
        )  # fmt: skip

    def _said(self, text: Text) -> set[int]:
        """How many the response says there are: "here are five easy recipes"."""
        wanted = names(self.noun)
        return {
            int(one.low)
            for line in text.lines
            for one in quantities(text.quote(line)[:300])
            if one.dimension == "count" and one.low == one.high and not one.ordinal
            and wanted & stems(one.noun)
        }  # fmt: skip
