"""Capital and small letters: `letter_case("lower")`, `letter_case("title", where="title")`."""

import re
from typing import Literal

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import (
    ConstraintType,
    decided,
    listed,
    undecided,
)
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.recognisers.word_lists import word_set
from tamis.checking.worksheet import Span

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Small within a title; the longer ones by some guides only.
_SMALL = word_set(
    "a an the and but or nor for so yet as at by in of off on per to up via vs if de la"
)
_SOME = word_set(
    "with from into onto over upon than that when between about after before under without within "
    "through against among around behind during toward towards until like near past since"
)


class LetterCase(ConstraintType):
    """All letters capital or small, title case, or sentence case. Code and addresses are left out.

    In title case every word begins with a capital but short articles, conjunctions and
    prepositions; guides differ on longer ones and on the last word, so these are undecided. So is
    a capital within sentence case, which a name may need, unless most words have one.
    """

    id = "letter_case"
    of_heads = True
    passes = ({"case": "title", "where": "title"}, "# The Rain of a Long June\n\nIt rained.")
    fails = ({"case": "lower"}, "it rained in June.")
    wordings = {
        "in lowercase": {"case": "lower"},
        "in all lowercase": {"case": "lower"},
        "all lowercase": {"case": "lower"},
        "everything in lowercase": {"case": "lower"},
        "write everything in lowercase": {"case": "lower"},
        "in uppercase": {"case": "upper"},
        "in capital letters": {"case": "upper"},
        "in all caps": {"case": "upper"},
        "all caps": {"case": "upper"},
        "the title must be in title case": {"case": "title", "where": "title"},
    }

    case: Literal["upper", "lower", "title", "sentence"] = Field(description="Which case.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        words = text.in_prose(_WORD)
        said = [text.quote(word) for word in words]
        if not any(word.lower() != word.upper() for word in said):
            return undecided("there are no letters that are capital or small.", "no such letters")
        wrong, unsure = getattr(self, f"_{self.case}")(text, words, said)
        if wrong:
            working = f"{len(wrong):,} of {len(words):,} words are not: {listed(text, wrong)}"
            return decided(False, working, places=wrong)
        if unsure:
            why = f"whether {listed(text, unsure)} may be so is a matter of taste."
            return undecided(why, places=unsure)
        return decided(True, f"all {len(words):,} words are")

    def _upper(self, text: Text, words: list[Span], said: list[str]) -> tuple[list[Span], ...]:
        return [place for place, word in zip(words, said, strict=True) if word != word.upper()], []

    def _lower(self, text: Text, words: list[Span], said: list[str]) -> tuple[list[Span], ...]:
        return [place for place, word in zip(words, said, strict=True) if word != word.lower()], []

    def _title(self, text: Text, words: list[Span], said: list[str]) -> tuple[list[Span], ...]:
        if len(words) > 1 and all(word.isupper() for word in said):
            return [], words
        wrong: list[Span] = []
        unsure: list[Span] = []
        for n, (place, word) in enumerate(zip(words, said, strict=True)):
            if word[0] == word[0].upper():
                continue
            # The last word is capital by most guides; `iPhone` is written so.
            open_ = (
                word in _SOME or word != word.lower() or (word in _SMALL and n == len(words) - 1)
            )
            if n == 0 or word not in _SMALL:
                (unsure if open_ else wrong).append(place)
            elif open_:
                unsure.append(place)
        return wrong, unsure

    def _sentence(self, text: Text, words: list[Span], said: list[str]) -> tuple[list[Span], ...]:
        first = {start for start, _ in text.sentences}
        opens = [
            n
            for n, place in enumerate(words)
            if n == 0 or any(at in first for at in range(words[n - 1][1], place[0] + 1))
        ]
        wrong = [words[n] for n in opens if said[n][0] != said[n][0].upper()]
        inner = [n for n in range(len(words)) if n not in set(opens) and said[n] not in ("I", "A")]
        inner = [n for n in inner if not (said[n].isupper() and len(said[n]) < 6)]
        capital = [words[n] for n in inner if said[n][0] != said[n][0].lower()]
        long = [n for n in inner if said[n].lower() not in _SMALL | _SOME]
        if len(long) > 1 and len(capital) >= 0.8 * len(long):
            return [*wrong, *capital], []
        return wrong, capital

    def __str__(self) -> str:
        names = {"upper": "all capital letters", "lower": "all small letters"}
        return names.get(self.case, f"{self.case} case")
