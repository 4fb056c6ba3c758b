"""A regular expression by the user: `regex(r"\\d{4}", min=1)`, `regex(..., whole=True)`."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import AfterValidator, Field

from tamis.checking.constraint_types.constraint_type import Count, Term, undecided
from tamis.checking.constraint_types.form._patterns import GaveUp, compiled, spans
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span


class Regex(Count):
    """How often a pattern of Python's kind matches, at least once unless a number says otherwise.

    `whole` asks that it matches the whole text, without white space around it. Flags stand within
    it: `(?i)`. A search that takes too long is undecided.
    """

    id = "regex"
    one = "match"
    many = "matches"
    least = 1
    passes = ({"pattern": r"\d{4}-\d{2}-\d{2}", "whole": True}, "2024-06-01\n")
    fails = ({"pattern": r"(?i)\bTBD\b", "max": 0}, "The venue is tbd.")
    wordings = {
        'must match the regex "\\d+ items"': {"pattern": "\\d+ items"},
        'must match the regular expression "\\d+ items"': {"pattern": "\\d+ items"},
        'the whole response must match the regex "[A-Z]{3}-\\d{4}"': {
            "pattern": "[A-Z]{3}-\\d{4}",
            "whole": True,
        },
        'must not match the regex "foo.*bar"': {"pattern": "foo.*bar", "max": 0},
    }

    pattern: Annotated[Term, AfterValidator(lambda given: compiled(given) and given)] = Field(
        description="A regular expression of Python's kind."
    )
    whole: bool = Field(False, description="Whether it must match the whole text.")

    @property
    def adds_up(self) -> bool:
        """As `Count.adds_up`."""
        return not self.whole

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`; raises `GaveUp`."""
        said = text.text.strip() if self.whole else text.text
        by = text.start + (text.text.find(said) if self.whole else 0)
        return [(a + by, b + by) for a, b in spans(self.pattern, said, whole=self.whole)]

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        try:
            return super().verify(text)
        except GaveUp as gave_up:
            return undecided(str(gave_up))

    def __str__(self) -> str:
        return f"{'as a whole ' if self.whole else self.bound() + ' of '}{self.pattern}"
