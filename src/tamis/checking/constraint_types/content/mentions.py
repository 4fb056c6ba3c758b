"""Something that must be said, in whatever words: `mentions("the lift is out of order")`."""

from __future__ import annotations

import re

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided, undecided
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.text.normalised import visible
from tamis.text.numbers import CARDINALS
from tamis.text.stems import stem

_WORD = re.compile(r"[^\W_]+(?:['’:.,][^\W_]+)*")
_EMPTY = frozenset(
    re.findall(
        r"\w+",
        """
    a an the and or but if of in on at by for from to into with without about as is are was
    were be been being am do does did has have had will would can could should must may might
    that this these those it its i we you he she they me us him her them my our your his their
    who which what when where how there here so too also just very both any some all each
    every not no one people someone anyone please
    """,
    )
)
_DENIED = re.compile(
    r"\b(?:no|not|never|without|nor|none|neither|avoid|\w+n['’]t|stays? (?:at )?home|behind|banned"
    r"|forbidden|leave|instead of)\b",
    re.I,
)
_NUMBERS = {word: str(number) for word, number in CARDINALS.items()}


class Mentions(ConstraintType):
    """Something is said: all words of `about` that matter stand in two sentences in a row.

    Words count in all their forms, numbers in words and digits. Where the words do not stand
    together it is undecided, since the same can be said in other words.
    """

    id = "mentions"
    passes = ({"about": "two small children"}, "We live here with our two small children.")
    fails = ({"about": "the boiler", "never": True}, "The boiler is dead.")
    wordings = {
        "don't mention 'the price'": {"about": "the price", "never": True},
    }

    about: str = Field(min_length=1, description="What is to be said, in words.")
    never: bool = Field(False, description="Whether it must not be said instead.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        wanted = _stems(self.about)
        sentences = text.sentences
        for n, one in enumerate(sentences):
            following = sentences[min(n + 1, len(sentences) - 1)]
            span = (one[0], following[1])
            if wanted and wanted <= _stems(text.part(span).seen.text):
                places = (one, following)
                parts = (at for at in places if wanted <= _stems(text.part(at).seen.text))
                place = next(parts, span)
                said = f'said in "{" ".join(text.quote(place).split())[:200]}"'
                if self.never and _DENIED.search(text.quote(place)):
                    return undecided("it may be named only to deny it.", said, places=[place])
                return decided(not self.never, said, places=[place])
        words = ", ".join(sorted(wanted))
        return undecided(f"no two sentences hold all of {words}; it may be said in other words.")

    def __str__(self) -> str:
        return f"{'does not say' if self.never else 'says'}: {self.about}"


def _stems(text: str) -> frozenset[str]:
    """The stems of the words that matter."""
    words = (
        word.lower().replace("’", "'").removesuffix("'s") for word in _WORD.findall(visible(text))
    )
    return frozenset(stem(_NUMBERS.get(word, word)) for word in words if word not in _EMPTY)
