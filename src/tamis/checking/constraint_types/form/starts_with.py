"""How a text begins: `starts_with("Dear Ms Hale")`."""

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Terms,
    decided,
    undecided,
)
from tamis.checking.constraint_types.form._phrase import judged
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement

_REFERENCE = re.compile(r"[ \t]*\**(?:ref(?:erence)?|re|date|to|from|account)\b[^\n]{0,80}\n", re.I)


class StartsWith(ConstraintType):
    """It begins with a phrase, or with one of several; Markdown's marks and quotes are passed over.

    Words must be whole unless `part_of_word`. Where only punctuation or capitals differ it is
    undecided, but `case` makes capitals count, and one at the very beginning is no difference. A
    text that begins so below its title or subject is undecided. With `never` it must not begin so.
    """

    id = "starts_with"
    passes = ({"phrase": "Dear Ms Hale"}, "**Dear Ms Hale**,\n\nthank you.")
    fails = ({"phrase": "In"}, "Into the woods.")
    wordings = {
        "start with 'Dear Hiring Manager'": {"phrase": "Dear Hiring Manager"},
        "begin with 'Dear Hiring Manager'": {"phrase": "Dear Hiring Manager"},
        'start with "Yes" or "No"': {"phrase": ["Yes", "No"]},
        "start with the word 'However'": {"phrase": "However"},
        "start with the letter 'S'": {"phrase": "S", "part_of_word": True},
        "don't start with 'I am writing'": {"phrase": "I am writing", "never": True},
        "don't begin with 'I am writing'": {"phrase": "I am writing", "never": True},
        "start with the phrase 'Once upon a time'": {"phrase": "Once upon a time"},
    }

    phrase: Terms = Field(min_length=1, description="The phrase, or several of which one will do.")
    case: bool = Field(False, description="Whether capitals must be as given.")
    part_of_word: bool = Field(False, description="Whether it may be the beginning of a word.")
    never: bool = Field(False, description="Whether it must not begin so.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        said = self._begins(text)
        if not self.never or said.satisfied is None:
            return said
        if not said.satisfied and any(self._begins(one).satisfied for one in self._below(text)):
            return undecided("a line below its first begins so.", *said.working)
        return decided(not said.satisfied, *said.working)

    def _below(self, text: Text) -> list[Text]:
        """What stands below the first lines, which may be an address, a subject or a greeting."""
        starts = [start for start, _ in text.lines[1:5]]
        return [text.part((start, text.start + len(text.text))) for start in starts]

    def _begins(self, text: Text) -> Judgement:
        said = judged(text, self.phrase, end=False, case=self.case, part=self.part_of_word)
        if said.satisfied is False and len(text.lines) > 1:
            headed = bool(text.subject or text.title) or _REFERENCE.match(text.text)
            body = text.part((text.lines[1][0], text.start + len(text.text)))
            below = headed and judged(
                body, self.phrase, end=False, case=self.case, part=self.part_of_word
            )
            if below and below.satisfied:
                return undecided("it begins so below its title or subject.", *said.working)
        return said

    def __str__(self) -> str:
        begins = "does not begin with" if self.never else "begins with"
        return f"{begins} " + " or ".join(f'"{one}"' for one in self.phrase)
