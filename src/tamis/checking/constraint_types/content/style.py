"""Tone and style: `style("friendly")`. Only a reader or a model can tell."""

from typing import ClassVar

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class Style(ConstraintType):
    """A tone, or a manner of writing, that the text has; `avoided` where it must not have it.

    The program leaves it undecided: it is there so that what was asked is known, and a model or a
    person can judge it.
    """

    id = "style"
    decides: ClassVar[bool] = False
    passes = ({"manner": "polite"}, "Dear Ms Novak, thank you for your help.")
    fails = ({"manner": "jargon", "avoided": True}, "We leverage synergies.")
    wordings = {
        "be polite": {"manner": "polite"},
        "use a friendly tone": {"manner": "friendly"},
        "no jargon": {"manner": "jargon", "avoided": True},
    }

    manner: str = Field(min_length=1, description="The manner, in a word or a few.")
    avoided: bool = Field(False, description="Whether it must not be there.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return undecided("only a reader or a model can judge the style of a text.")

    def __str__(self) -> str:
        return f"{'no' if self.avoided else 'in style:'} {self.manner}"
