"""IFEval's `change_case:`: words in capitals, all capitals, all small letters."""

from __future__ import annotations

from functools import partial

from tamis.checking.instructions.ifeval.language import is_in, published_is_in
from tamis.checking.instructions.instruction import RELATION, instruction, whole_number
from tamis.checking.instructions.resources import languages
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.tokens import count_capitals
from tamis.checking.instructions.verdicts import between, decided, related, said, shown
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")


def published_capital_words(
    response: Response, capital_frequency: int, capital_relation: str
) -> Judgement:
    """So many tokens of nltk are in capitals."""
    count = count_capitals(response.text, response.runs)
    fits = related(count, capital_relation, capital_frequency)
    return decided(fits, f"{count} tokens in capitals")


def capital_words(response: Response, capital_frequency: int, capital_relation: str) -> Judgement:
    """So many words are in capitals; single letters, such as `I`, may count or not."""
    found = list(filter(str.isupper, response.raw_words))
    low = sum(1 for word in found if sum(map(str.isalpha, word)) > 1)
    return between(
        low,
        len(found),
        lambda count: related(count, capital_relation, capital_frequency),
        "words in capitals",
        shown(map(said, found)) or "none",
    )


declare(
    "change_case:capital_word_frequency",
    "Words in capitals occur less than, or at least, so often.",
    arguments={"capital_frequency": whole_number(), "capital_relation": RELATION},
    reference=published_capital_words,
    strict=capital_words,
    differs="The published code counts nltk's tokens, so that `CAN'T` is two and each `I` and `A` "
    "one; strict counts words, and is undecided where it hangs on single letters.",
    passes=({"capital_frequency": 2, "capital_relation": "at least"}, "NASA CAN'T wait."),
    fails=({"capital_frequency": 3, "capital_relation": "at least"}, "NASA CAN'T wait."),
)


def published_capitals(response: Response) -> Judgement:
    """No small letters, and langdetect says that it is English."""
    if not response.text.isupper():
        return decided(False, "it has small letters, or no letters")
    return published_is_in(response, "en")


def capitals(response: Response) -> Judgement:
    """No small letters, and in English; the language is told from small letters."""
    if not response.text.isupper():
        small = next((word for word in response.runs if word.upper() != word), "")
        return decided(False, f"{said(small)} has small letters" if small else "it has no letters")
    return is_in(languages(response.lower), response.lower, "en")


declare(
    "change_case:english_capital",
    "The whole response is in English and in capitals.",
    reference=published_capitals,
    strict=capitals,
    differs="The published code shows its detector of languages the capitals, with which that is "
    "often wrong, as it knows words in small letters; strict shows it these, and is undecided "
    "where the language is not clear.",
    passes=({}, "THE DOG SLEEPS UNDER THE OLD TABLE IN THE KITCHEN TODAY."),
    fails=({}, "THE DOG SLEEPS under THE OLD TABLE IN THE KITCHEN TODAY."),
)


def published_small(response: Response) -> Judgement:
    """No capitals, and langdetect says that it is English."""
    if not response.text.islower():
        return decided(False, "it has capitals, or no letters")
    return published_is_in(response, "en")


def small(response: Response) -> Judgement:
    """No capitals, and in English."""
    if not response.text.islower():
        capital = next((word for word in response.runs if word.lower() != word), "")
        return decided(False, f"{said(capital)} has capitals" if capital else "it has no letters")
    return is_in(response.languages, response.text, "en")


declare(
    "change_case:english_lowercase",
    "The whole response is in English and in small letters.",
    reference=published_small,
    strict=small,
    differs="The published code takes a guess of its detector of languages, which draws at "
    "random, as sure; strict is undecided where the language is not clear.",
    passes=({}, "the dog sleeps under the old table in the kitchen today."),
    fails=({}, "the dog sleeps under the old table in the kitchen, says Ann."),
)
