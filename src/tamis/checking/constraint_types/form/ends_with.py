"""How a text ends: `ends_with("Best regards, Ann")`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, Terms, undecided
from tamis.checking.constraint_types.form._phrase import judged
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_POSTSCRIPT = re.compile(r"(?<![^\n])[ \t*_]{0,4}P\.? ?(?:P\.? ?)?S\b")
_BEHIND = 400
"""A postscript is not longer."""
_CLOSING = re.compile(
    r"(?:yours|kind|best|warm|many|sincerely|regards|cheers|love|thanks?|with|respectfully)\b",
    re.I,
)


class EndsWith(ConstraintType):
    """It ends with a phrase, or with one of several; a mark or full stop behind it is passed over.

    Otherwise as `starts_with`.
    """

    id = "ends_with"
    passes = ({"phrase": "Any questions?"}, "That is all.\n\n*Any questions?*")
    fails = ({"phrase": "Any questions?"}, "Any questions? Then write to us.")
    wordings = {
        "end with 'Best regards, Ann'": {"phrase": "Best regards, Ann"},
        "finish with 'Kind regards'": {"phrase": "Kind regards"},
        "end with the phrase 'Kind regards'": {"phrase": "Kind regards"},
        "end with the word 'home'": {"phrase": "home"},
        "the last word must be 'home'": {"phrase": "home"},
        'end with "Kind regards" or "Sincerely"': {"phrase": ["Kind regards", "Sincerely"]},
        "end with a question mark": {"phrase": "?"},
        "end with a period": {"phrase": "."},
    }

    phrase: Terms = Field(min_length=1, description="The phrase, or several of which one will do.")
    case: bool = Field(False, description="Whether capitals must be as given.")
    part_of_word: bool = Field(False, description="Whether it may be the end of a word.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        said = judged(text, self.phrase, end=True, case=self.case, part=self.part_of_word)
        end = max(len(text.text) - _BEHIND, 0)
        if said.satisfied is False and (after := _POSTSCRIPT.search(text.text, end)):
            letter = text.part((text.start, text.start + after.start()))
            if judged(letter, self.phrase, end=True, case=self.case, part=False).satisfied:
                return undecided("a postscript stands behind it.", *said.working)
        if said.satisfied is False and any(_CLOSING.match(one) for one in self.phrase):
            lines = text.lines[-3:-1]
            above = [text.part((text.start, end)) for _, end in lines]
            if any(judged(o, self.phrase, end=True, case=self.case, part=False).satisfied
                   for o in above):  # fmt: skip
                return undecided("a name stands behind it, as in a letter.", *said.working)
        return said

    def __str__(self) -> str:
        return "ends with " + " or ".join(f'"{one}"' for one in self.phrase)
