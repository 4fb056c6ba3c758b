"""A sentence about a plan, by the program that computes: `plan("Each day has 3 meals.")`."""

from pydantic import Field, field_validator

from tamis.checking import program
from tamis.checking.constraint_types.constraint_type import ConstraintType
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class Plan(ConstraintType):
    """A constraint on a menu, a workout or a schedule, in a sentence that the program reads.

    It counts, adds and multiplies, and reads the clock (`tamis.checking.program`); it is undecided
    where sensible readings of the response differ. InputError for a sentence that it cannot read.
    """

    id = "plan"
    passes = ({"says": "The plan must include 2 meals each day."}, "Lunch: soup\nDinner: rice")
    fails = (
        {"says": "The total daily caloric intake must be at most 500 calories."},
        "Lunch: soup, 300 kcal\nDinner: rice, 400 kcal",
    )
    wordings = {
        "The schedule must include exactly 7 hours of work.": {
            "says": "The schedule must include exactly 7 hours of work."
        }
    }

    says: str = Field(description="The constraint, in a sentence.")

    @field_validator("says")
    @classmethod
    def _read(cls, sentence: str) -> str:
        program.read(sentence)
        return sentence

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        return program.judge(self.says, text.text)

    def __str__(self) -> str:
        return self.says
