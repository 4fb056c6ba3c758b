"""Terms that must not stand in the text: `excludes("cheap")`, `excludes("garlic", thing=True)`."""

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    listed,
    times,
    undecided,
)
from tamis.checking.constraint_types.content._matching import mentions
from tamis.checking.constraint_types.content._things import denied, of_its_kind
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.worksheet import Span


class Excludes(ConstraintType):
    """None of some terms, as whole words without regard to case; plurals and possessives count.

    Other inflections are undecided, unless `exact`. With `thing` it is the thing that must not be
    there, not the word: a mention that denies it ("without garlic", "garlic-free") is undecided,
    and so is one of what belongs to a kind of food (almonds, where nuts are banned).
    """

    id = "excludes"
    carries = True
    passes = ({"terms": ["cheap", "very"]}, "A fair price, in every way.")
    fails = ({"terms": ["garlic"], "thing": True}, "Fry two cloves of garlic.")
    wordings = {
        "avoid the word 'cheap'": {"terms": ["cheap"], "exact": True},
        "don't use the words 'very' or 'really'": {"terms": ["very", "really"], "exact": True},
        "avoid the words 'very' and 'really'": {"terms": ["very", "really"], "exact": True},
        "don't use any of the words 'very', 'really'": {"terms": ["very", "really"], "exact": True},
        "don't use the phrase 'as an AI'": {"terms": ["as an AI"], "exact": True},
        "never say 'as an AI'": {"terms": ["as an AI"], "exact": True},
        "don't use 'cheap'": {"terms": ["cheap"], "exact": True},
        "don't use 'very' or 'really'": {"terms": ["very", "really"], "exact": True},
        "avoid 'very' and 'really'": {"terms": ["very", "really"], "exact": True},
        "the word 'cheap' must not appear": {"terms": ["cheap"], "exact": True},
    }

    terms: Terms = Field(min_length=1, description="Words or phrases of which none may be there.")
    exact: bool = Field(False, description="Whether only the form as given counts.")
    case: bool = Field(False, description="Whether capitals must be as given.")
    thing: bool = Field(False, description="Whether it is the thing that is banned, not the word.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        wrong: list[Span] = []
        open_: list[Span] = []
        for term in self.terms:
            sure, unsure = mentions(text, term, exact=self.exact, case=self.case)
            for place in sure:
                kept = self.thing and denied(text, place, term)
                (open_ if kept else wrong).append(place)
            open_ += unsure
            open_ += of_its_kind(text, term) if self.thing else ()
        if wrong:
            shown = listed(text, [text.around(start) for start, _ in sorted(wrong)])
            return decided(False, f"{times(len(wrong))}: {shown}", places=sorted(wrong))
        if open_:
            shown = listed(text, [text.around(start) for start, _ in sorted(open_)])
            return undecided(f"whether these count is open: {shown}.", places=sorted(open_))
        return decided(True, f"no {', '.join(self.terms)}")

    def __str__(self) -> str:
        return "without " + ", ".join(f'"{term}"' for term in self.terms)
