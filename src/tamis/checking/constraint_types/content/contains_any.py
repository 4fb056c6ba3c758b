"""Some of several terms: `contains_any(["tea", "coffee"])`, `contains_any([...], min=2)`."""

from collections.abc import Sequence
from typing import Self

from pydantic import Field, model_validator

from tamis.checking.constraint_types.constraint_type import Count, Terms
from tamis.checking.constraint_types.content._matching import Mentions, mentions
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span
from tamis.types import InputError


class ContainsAny(Count):
    """How many different ones of some terms are there, at least one unless a number says otherwise.

    Terms are found as by `contains`.
    """

    id = "contains_any"
    one = "of the terms"
    many = "of the terms"
    least = 1
    passes = ({"terms": ["tea", "coffee", "milk"], "min": 2}, "Milk for the tea.")
    fails = ({"terms": ["tea", "coffee"]}, "Water will do.")
    wordings = {
        "mention 'tea' or 'coffee'": {"terms": ["tea", "coffee"]},
        "include 'tea' or 'coffee'": {"terms": ["tea", "coffee"], "exact": True},
        "use 'tea' or 'coffee'": {"terms": ["tea", "coffee"], "exact": True},
        "must contain either 'yes' or 'no'": {"terms": ["yes", "no"], "exact": True},
        "use at least one of the words 'rain', 'wind'": {
            "terms": ["rain", "wind"],
            "exact": True,
            "min": 1,
        },
        "use at least one of the words 'rain' or 'wind'": {
            "terms": ["rain", "wind"],
            "exact": True,
            "min": 1,
        },
        "use exactly one of 'therefore', 'hence'": {
            "terms": ["therefore", "hence"],
            "exact": True,
            "exactly": 1,
        },
        "use exactly one of 'therefore' or 'hence'": {
            "terms": ["therefore", "hence"],
            "exact": True,
            "exactly": 1,
        },
    }

    terms: Terms = Field(min_length=1, description="Words or phrases of which some must be there.")
    exact: bool = Field(False, description="Whether only the form as given counts.")
    case: bool = Field(False, description="Whether capitals must be as given.")

    @model_validator(mode="after")
    def _enough(self) -> Self:
        there = len({one.casefold() for one in self.terms})
        if (wanted := max(self.exactly or 0, self.min or 0)) > there:
            raise InputError(f"{wanted:g} of {there} terms can never be there; ask for fewer.")
        return self

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`: the first mention of each."""
        return [said.sure[0] for said in self._said(text) if said.sure]

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return [said.unsure[0] for said in self._said(text) if said.unsure and not said.sure]

    def _said(self, text: Text) -> list[Mentions]:
        return [mentions(text, one, exact=self.exact, case=self.case) for one in self.terms]

    def __str__(self) -> str:
        return f"{self.bound()} {', '.join(self.terms)}"
