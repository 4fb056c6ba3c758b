"""IFEval's `language:`, and what a language is to its other instructions."""

from __future__ import annotations

from functools import partial

from tamis.checking.instructions.instruction import DRAWN, instruction, one_of
from tamis.checking.instructions.response import Response
from tamis.checking.instructions.verdicts import decided, undecided
from tamis.checking.judgement import Judgement

declare = partial(instruction, set="ifeval")

# fmt: off
LANGUAGES = (
    "ar", "bg", "bn", "de", "en", "es", "fa", "fi", "fr", "gu", "he", "hi", "it", "ja", "kn", "ko",
    "ml", "mr", "ne", "pa", "pl", "pt", "ru", "sw", "ta", "te", "th", "uk", "ur", "vi",
)
# fmt: on
_SURE = 0.9
_FEWEST_LETTERS = 20


def published_is_in(response: Response, language: str) -> Judgement:
    """What langdetect says; a text in which it finds nothing counts as followed."""
    found = response.languages
    if not found:
        return decided(True, "no language is found, which the published code counts as followed")
    if language in found and len(found) > 1:
        return undecided(f"{DRAWN}: langdetect finds {' or '.join(found)}, by turns.")
    return decided(language in found, f"langdetect finds {' or '.join(found)}")


def is_in(found: dict[str, float], text: str, language: str) -> Judgement:
    """What langdetect surely finds in a text with enough letters."""
    if sum(map(str.isalpha, text[:1000])) < _FEWEST_LETTERS:
        return undecided(f"there are fewer than {_FEWEST_LETTERS} letters to tell a language from.")
    told = ", ".join(f"{one} ({share:.2f})" for one, share in found.items())
    if len(found) != 1 or min(found.values()) < _SURE:
        return undecided(f"the language is not clear: {told or 'none is found'}.")
    return decided(language in found, f"the language is {told}")


def strict_is_in(response: Response, language: str) -> Judgement:
    """As `is_in`."""
    return is_in(response.languages, response.text, language)


declare(
    "language:response_language",
    "The whole response is in a language.",
    arguments={"language": one_of(*LANGUAGES)},
    reference=published_is_in,
    strict=strict_is_in,
    differs="The published code counts a text without a language as followed, and a guess of its "
    "detector, which draws at random, as sure; strict leaves open what has few letters or is not "
    "sure.",
    passes=({"language": "de"}, "Der Hund schläft heute unter dem alten Tisch in der Küche."),
    fails=({"language": "de"}, "The dog sleeps under the old table in the kitchen today."),
)
