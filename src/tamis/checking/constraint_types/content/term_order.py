"""Terms in an order: `term_order(["intro", "method", "result"])`."""

from math import inf

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.content._matching import mentions
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class TermOrder(ConstraintType):
    """Each term is there, and first mentioned before the next one; found as by `contains`.

    Undecided where that depends on other inflections.
    """

    id = "term_order"
    passes = (
        {"terms": ["flour", "eggs", "milk"]},
        "Mix flour and eggs, then add milk to the flour.",
    )
    fails = ({"terms": ["flour", "eggs"]}, "Beat the eggs, then add flour.")
    wordings = {
        "mention 'price' and 'delivery' in that order": {"terms": ["price", "delivery"]},
        "use the words 'first' and 'then' in that order": {
            "terms": ["first", "then"],
            "exact": True,
        },
        "use 'first' and 'then' in that order": {"terms": ["first", "then"], "exact": True},
    }

    terms: Terms = Field(min_length=2, description="Words or phrases in their order.")
    exact: bool = Field(False, description="Whether only the form as given counts.")
    case: bool = Field(False, description="Whether capitals must be as given.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = [mentions(text, one, exact=self.exact, case=self.case) for one in self.terms]
        if lacking := [t for t, said in zip(self.terms, found, strict=True) if not any(said)]:
            return decided(False, f"without {', '.join(lacking)}")
        # The first mention stands between the first of any form and the first sure one.
        late = [said.sure[0][0] if said.sure else inf for said in found]
        early = [
            min(at, said.unsure[0][0] if said.unsure else at)
            for at, said in zip(late, found, strict=True)
        ]
        order = sorted(range(len(found)), key=lambda n: early[n])
        working = "first mentioned: " + ", ".join(self.terms[n] for n in order)
        places = [(said.sure or said.unsure)[0] for said in found]
        pairs = range(len(found) - 1)
        if all(late[n] < early[n + 1] for n in pairs):
            return decided(True, working, places=places)
        if any(early[n] > late[n + 1] for n in pairs):
            return decided(False, working, places=places)
        return undecided(
            "the order depends on which forms of the terms count.", working, places=places
        )

    def __str__(self) -> str:
        return " before ".join(f'"{term}"' for term in self.terms)
