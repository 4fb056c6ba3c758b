"""No word more than so many times: `unique_words()`."""

from collections import Counter

from pydantic import Field

from tamis.checking.constraint_types.constraint_type import ConstraintType, decided
from tamis.checking.constraint_types.content._matching import TOKEN
from tamis.checking.constraint_types.text import Text
from tamis.checking.judgement import Judgement
from tamis.checking.recognisers.word_lists import word_set

SMALL = word_set(
    "a an the and or but nor so yet if as at by for from in into of off on onto out over to up "
    "with is are was were be been am do does did has have had it its he she they we you i me my "
    "your his her our their them him us this that these those not no than then there"
)
"""Words of grammar, which hardly a text can avoid to repeat."""


class UniqueWords(ConstraintType):
    """No word stands more than `times`, as the same form without regard to case; code is left out.

    `small_words=False` lets articles, pronouns, prepositions and the like be repeated.
    """

    id = "unique_words"
    passes = ({}, "Rain falls; rivers rise.")
    fails = ({}, "Rain falls and rain rises.")
    wordings = {
        "do not repeat any word": {},
        "no repeated words": {},
        "every word must be different": {},
        "use each word only once": {},
        "never use the same word twice": {},
        "no word may appear more than twice": {"times": 2},
        "no word may appear more than 3 times": {"times": 3},
        "don't use the same word twice in a sentence": {"where": "each sentence"},
    }

    times: int = Field(1, ge=1, description="How often a word may stand.")
    small_words: bool = Field(True, description="Whether it holds for articles and the like too.")

    def verify(self, text: Text) -> Judgement:
        """As `ConstraintType.verify`."""
        found = text.seen_in_prose(TOKEN)
        places = [place for _, place in found]
        keys = [said.casefold().replace("’", "'") for said, _ in found]
        counts = Counter(key for key in keys if self.small_words or key not in SMALL)
        often = [f"{key} {many} times" for key, many in counts.most_common(12) if many > self.times]
        wrong = [one for one, key in zip(places, keys, strict=True) if counts[key] > self.times]
        return decided(not often, ", ".join(often) or f"{len(counts):,} words", places=wrong)

    def __str__(self) -> str:
        often = "once" if self.times == 1 else f"{self.times} times"
        return f"no word more than {often}" + (
            "" if self.small_words else " but articles and the like"
        )
