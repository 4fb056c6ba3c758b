"""FanOutQA's string scores: how many of the reference strings of an answer a text contains.

Three variants (FanOutQA §4.1): `paper` as the paper says, `reference` as the published code
does, `strict` as we consider right. Loose accuracy is the share of references found, strict
accuracy is 1 where all of them are found, else 0 (equations 1 and 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tamis.bad_input import unknown
from tamis.benchmarks.fanoutqa.answers.paper_and_reference import Paper, Reference
from tamis.benchmarks.fanoutqa.answers.strict import Strict
from tamis.measures.references import answer_text, references
from tamis.measures.words import Words, words

__all__ = [
    "VARIANTS",
    "Scorer",
    "StringScore",
    "answer_text",
    "references",
    "score",
]

VARIANTS = ("paper", "reference", "strict")


@dataclass(frozen=True)
class StringScore:
    """Loose accuracy, 0 to 1; strict accuracy, 0 or 1; and for each reference if it was found."""

    loose: float
    strict: float
    found: tuple[bool, ...]
    references: tuple[str, ...]


class Scorer:
    """One reference answer, normalised once to score many texts.

    `name` is the identity of its figures: the variant and the normaliser of words. `strict`
    ignores `words` and has its own normaliser. InputError where the variant is unknown or the
    answer has no reference string.
    """

    def __init__(self, answer: Any, variant: str, words: Words) -> None:
        if variant == "paper":
            self._finder: Paper | Reference | Strict = Paper(answer, words)
        elif variant == "reference":
            self._finder = Reference(answer, words)
        elif variant == "strict":
            self._finder = Strict(answer)
        else:
            raise unknown("variant", variant, VARIANTS, where="FanOutQA's accuracy")
        self.name = identity(variant, words)

    def score(self, generation: str) -> StringScore:
        """The score of one text; the empty text is scored like any other."""
        found = self._finder.found(generation)
        return StringScore(
            sum(found) / len(found), float(all(found)), found, self._finder.references
        )


def identity(variant: str, words: Words) -> str:
    """The parameters in the brackets of a metric's name: `variant=paper, words=pystemmer`."""
    name = Strict.words if variant == "strict" else words.name
    return f"variant={variant}, words={name}"


def score(
    answer: Any, generation: str, variant: str = "paper", normaliser: Words | None = None
) -> StringScore:
    """The score of one text against one answer; see `Scorer`, which is faster for many texts."""
    return Scorer(answer, variant, normaliser or words()).score(generation)
