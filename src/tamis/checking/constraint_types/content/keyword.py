"""How often a word or a phrase stands in the text: `keyword("river", exactly=3)`."""

from collections.abc import Sequence

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import Count, Term
from tamis.checking.constraint_types.content._matching import mentions
from tamis.checking.constraint_types.text import Text
from tamis.checking.worksheet import Span


class Keyword(Count):
    """Mentions of a term, as whole words without regard to case; plurals and possessives count.

    Other inflections may count, unless `exact`.
    """

    id = "keyword"
    one = "mention"
    passes = (
        {"term": "river", "exactly": 2},
        "The river met other rivers, so riverside walks flood.",
    )
    fails = ({"term": "river", "min": 3}, "The river met the sea.")
    wordings = {
        "use the word 'river' at least 3 times": {"term": "river", "min": 3, "exact": True},
        "use the word 'river' twice": {"term": "river", "exactly": 2, "exact": True},
        "use 'river' 3 times": {"term": "river", "exactly": 3, "exact": True},
        "use 'river' twice": {"term": "river", "exactly": 2, "exact": True},
        "include the word 'river' 3 times": {"term": "river", "exactly": 3, "exact": True},
        "include the word 'river' twice": {"term": "river", "exactly": 2, "exact": True},
        "mention 'solar power' 3 times": {"term": "solar power", "exactly": 3, "exact": True},
        "mention 'solar power' twice": {"term": "solar power", "exactly": 2, "exact": True},
        "the word 'very' should appear less than 2 times": {
            "term": "very",
            "max": 1,
            "exact": True,
        },
        "the word 'very' should appear at most once": {"term": "very", "max": 1, "exact": True},
    }

    term: Term = Field(description="A word or a phrase.")
    exact: bool = Field(False, description="Whether only the form as given counts.")
    case: bool = Field(False, description="Whether capitals must be as given.")

    def found(self, text: Text) -> Sequence[Span]:
        """As `Count.found`."""
        return mentions(text, self.term, exact=self.exact, case=self.case).sure

    def doubtful(self, text: Text) -> Sequence[Span]:
        """As `Count.doubtful`."""
        return mentions(text, self.term, exact=self.exact, case=self.case).unsure

    def __str__(self) -> str:
        return f'{self.bound()} of "{self.term}"'
