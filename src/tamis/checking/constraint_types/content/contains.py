"""Terms that must stand in the text: `contains(["invoice", "due date"])`."""

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    times,
    undecided,
)
from tamis.checking.constraint_types.content._matching import mentions
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class Contains(ConstraintType):
    """All of some terms, as whole words without regard to case; plurals and possessives count.

    A term of which only another inflection stands there ("invoiced") is undecided, unless `exact`:
    then only the form as given counts.
    """

    id = "contains"
    carries = False
    passes = ({"terms": ["invoice", "due date"]}, "The due-date of both invoices is May 3.")
    fails = ({"terms": ["invoice", "due date"]}, "The invoice came late.")
    wordings = {
        "must contain the word 'invoice'": {"terms": ["invoice"], "exact": True},
        "include the word 'invoice'": {"terms": ["invoice"], "exact": True},
        "use the word 'invoice'": {"terms": ["invoice"], "exact": True},
        'include the phrase "limited time offer"': {"terms": ["limited time offer"], "exact": True},
        "must contain 'invoice'": {"terms": ["invoice"], "exact": True},
        "include 'invoice'": {"terms": ["invoice"], "exact": True},
        "mention 'garlic'": {"terms": ["garlic"]},
        "mention 'price' and 'delivery'": {"terms": ["price", "delivery"]},
        "include the words 'rain' and 'river'": {"terms": ["rain", "river"], "exact": True},
        "use the words 'rain' and 'river'": {"terms": ["rain", "river"], "exact": True},
    }

    terms: Terms = Field(min_length=1, description="Words or phrases that must all be there.")
    exact: bool = Field(False, description="Whether only the form as given counts.")
    case: bool = Field(False, description="Whether capitals must be as given.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = {one: mentions(text, one, exact=self.exact, case=self.case) for one in self.terms}
        working = [
            f'"{term}": {times(len(said.sure))}'
            + (f", {len(said.unsure):,} more perhaps" * bool(said.unsure))
            for term, said in found.items()
        ]
        places = [place for said in found.values() for place in said.sure]
        if lacking := [term for term, said in found.items() if not any(said)]:
            return decided(False, *working, f"without {', '.join(lacking)}", places=places)
        if unsure := [term for term, said in found.items() if not said.sure]:
            places += [place for term in unsure for place in found[term].unsure]
            return undecided(
                f"only other forms of {', '.join(unsure)} are there.", *working, places=places
            )
        return decided(True, *working, places=places)

    def __str__(self) -> str:
        return "contains " + " and ".join(f'"{term}"' for term in self.terms)
