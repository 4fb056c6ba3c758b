"""The language of a text: `language("French")`."""

import re
from difflib import get_close_matches

from pydantic import Field, field_validator

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    Term,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.form._languages import CODES, guess, named, names
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.types import InputError

_NEAR = ({"hr", "sr"}, {"da", "no"})
"""Languages of which a text in one may be taken for the other."""


_FORMULA = re.compile(
    r"\\\(.{1,300}?\\\)|\\\[.{1,300}?\\\]|\$[^$\n]{1,300}\$|\\[A-Za-z]+|[_^]\S{1,50}", re.DOTALL
)

# Short texts in one of these look like another: a few words and letters are in all of them.
_FAMILIES = (
    frozenset(("fr", "pt", "es", "it", "ca", "ro", "gl", "la")),
    frozenset(("da", "no", "nb", "nn", "sv")),
    frozenset(("cs", "sk", "pl", "hr", "sl", "sr", "bs")),
    frozenset(("de", "nl", "af")),
    frozenset(("ru", "uk", "bg", "be", "mk", "sr")),
)
_FEW = 60
_VARIETY = re.compile("[-_]")


class Language(ConstraintType):
    """The text, but for code and formulas, is in a language by script, frequent words and letters.

    Undecided where it is too short to be sure, where a paragraph is in another language, for the
    varieties of a language (Swiss German) and for languages without a profile.
    """

    id = "language"
    passes = ({"language": "French"}, "Le train était en retard, alors nous sommes rentrés à pied.")
    fails = ({"language": "fr"}, "The train was late again, so we walked home along the river.")
    wordings = {
        "in English": {"language": "English"},
        "in French": {"language": "French"},
        "in German": {"language": "German"},
        "in Spanish": {"language": "Spanish"},
        "in Italian": {"language": "Italian"},
        "in Portuguese": {"language": "Portuguese"},
        "in Dutch": {"language": "Dutch"},
        "in Russian": {"language": "Russian"},
        "in Japanese": {"language": "Japanese"},
        "in Chinese": {"language": "Chinese"},
    }

    language: Term = Field(description="Its English name, its own name, or its code.")

    @field_validator("language")
    @classmethod
    def _known(cls, value: str) -> str:
        code = _VARIETY.split(value.casefold())[0]
        if code in names():
            return value
        near = get_close_matches(value.casefold(), names(), 1, 0.8)
        if len(code) == 2 and code.isascii() and code not in CODES:
            raise InputError(f"{value!r:.60} is no code of a language; write its English name.")
        if near and len(code) > 3:
            name = named(names()[near[0]])
            raise InputError(f"there is no language {value!r:.60}; did you mean {name}?")
        return value

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        asked = self.language.casefold()
        wanted = names().get(asked) or names().get(asked.split()[-1])
        wanted = wanted or names().get(_VARIETY.split(asked)[0])
        if wanted is None:
            return undecided(f"{self.language} is not known here.")
        whole = guess(_FORMULA.sub(" ", text.prose))
        working = f"{named(whole.code) or 'no language'}: {whole.why}"
        parts = [(one, guess(_FORMULA.sub(" ", text.part(one).prose))) for one in text.paragraphs]
        others = [one for one, said in parts if said.sure and said.code != wanted]
        if not whole.sure or any({whole.code, wanted} == near for near in _NEAR):
            return undecided("which language it is in is not sure.", working)
        if whole.code != wanted:
            related = any({whole.code, wanted} <= family for family in _FAMILIES)
            if related and len(text.text.split()) < _FEW:
                return undecided("of languages so near it has too few words.", working)
            if len(others) < sum(said.sure for _, said in parts):
                return undecided(f"a part of it is in {named(wanted)}.", working)
            return decided(False, working, places=others)
        if others:
            why = f"a part seems to be in another language: {listed(text, others)}."
            return undecided(why, working, places=others)
        if asked not in names():
            return undecided(f"it is in {named(wanted)}, but which variety is not known.", working)
        return decided(True, working)

    def __str__(self) -> str:
        return f"in {self.language}"
