"""First letters that spell a word: `acrostic("HOPE")`."""

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, Term, decided, undecided
from tamis.checking.constraint_types.content._units import Unit, first_lines, units
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement


class Acrostic(ConstraintType):
    """The first letters of lines (or of other units) spell a word; case and blanks do not matter.

    Other lines are welcome where the letters are those of a whole paragraph; within one it is
    undecided.
    """

    id = "acrostic"
    passes = ({"word": "sea"}, "# Coast\n\nSalt in the air,\nEvening light,\nA gull far out.")
    fails = ({"word": "sea"}, "Salt in the air,\nA gull far out.\nEvening light.")
    wordings = {
        'an acrostic for "HOPE"': {"word": "HOPE"},
        'an acrostic of "HOPE"': {"word": "HOPE"},
        'an acrostic that spells "HOPE"': {"word": "HOPE"},
        'the initials of the lines must spell "RAIN"': {"word": "RAIN"},
        'the first letters of the lines must spell "RAIN"': {"word": "RAIN"},
        'the first letter of each line must spell "RAIN"': {"word": "RAIN"},
        'the first letter of each sentence must spell "SECRET"': {
            "word": "SECRET",
            "of": "sentences",
        },
        'the first letter of each word must spell "SUMMER"': {"word": "SUMMER", "of": "words"},
    }

    word: Term = Field(description="The word to be spelled.")
    of: Unit = Field("lines", description="What begins with its letters.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        wanted = "".join(sign for sign in self.word.casefold() if sign.isalnum())
        spelled = self._spelled(text)
        working = f"the first letters are {spelled[:60].upper() or 'none'}"
        parts = [self._spelled(text.part(one)) for one in text.paragraphs]
        if wanted in (spelled, *parts):
            return decided(True, working)
        if wanted in spelled:
            return undecided("the word is spelled among other letters.", working)
        return decided(False, working)

    def _spelled(self, text: Text) -> str:
        said = first_lines(text, units(text, self.of))
        firsts = (next((sign for sign in one if sign.isalnum()), "") for one in said)
        return "".join(firsts).casefold()

    def __str__(self) -> str:
        return f"the first letters of the {self.of} spell {self.word}"
