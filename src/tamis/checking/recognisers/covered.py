"""Whether the word lists cover a title: whether its own words are English.

The lists know English words, and names as English titles hold them. In another language a function
word may look like a town (`Der`), and most names are missed; so such a title is told. The evidence
is counted word by word: function words of English against those of 28 other languages in the Latin
script, words that no list knows, and letters that English does not use.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache

from tamis.checking.recognisers import cities
from tamis.checking.recognisers.word_lists import (
    KEPT,
    PARTICLES,
    common,
    family_known,
    given,
    given_known,
    lands,
    plain,
    read_lists,
    tokens,
    word_set,
)

# Function words that hardly stand in titles of other languages.
_ENGLISH = word_set("the of and with from by for to it my his her")
# Those that other languages have too: weak evidence for either.
_SHARED = word_set("a in is at on an as no me so or was he be do i")

# Short words of other languages that are as usual in English.
_ENGLISH_TOO = word_set(
    "all am an any are but can die end for get got had has her hot man men new not now old one "
    "out pat red run see she sin ten two war was way we who you"
)

_USUAL = 400
"""From so many uses in film subtitles a word is English, where no other language has it."""
_VERY_USUAL = 2000
"""From so many it is surely English: subtitles have `casa` and `amor` some thousand times."""
_MARGIN = 0.6


@cache
def _function_words() -> Mapping[str, frozenset[str]]:
    """For each word the languages other than English in which it is usual."""
    by_word: dict[str, set[str]] = {}
    for language, words in read_lists()["function words"].items():
        if language != "en":
            for word in words:
                by_word.setdefault(plain(word), set()).add(language)
    return {word: frozenset(languages) for word, languages in by_word.items()}


def covered(title: str) -> bool:
    """Whether the words of a title are English, as far as they are not names."""
    english, unknown, foreign = _evidence(title)
    against = foreign + 0.5 * unknown
    return against <= english + _MARGIN if english else against < _MARGIN and not unknown


@lru_cache(KEPT)
def _evidence(title: str) -> tuple[float, float, float]:
    """For English, words in no list, and for the other language that has most of the words."""
    words = tokens(title)
    english, unknown = 0.0, 0.0
    foreign: dict[str, float] = {}
    for word in words:
        uses, languages = common().get(word.key, 0), _function_words().get(word.key, ())
        if word.key in _ENGLISH:
            english += 1
        elif word.key in _SHARED:
            english += 0.3
        elif languages:
            # `Nora` is a function word of Basque, and a name before that.
            named = word.capital and given().get(word.key, 0) > 0.01 and word.key not in PARTICLES
            english_too = uses >= _VERY_USUAL and (len(word.key) > 3 or word.key in _ENGLISH_TOO)
            weight = 0.3 if named else 0.5 if english_too else 1.0
            for language in languages:
                foreign[language] = foreign.get(language, 0.0) + weight
        elif uses >= _USUAL:
            english += 1 if uses >= _VERY_USUAL else 0.5
        elif not _name(word.key):
            unknown += 1
    accents = any(c.isalpha() and not c.isascii() for c in title)
    return english, unknown, max(foreign.values(), default=0.0) + 0.5 * accents


def _name(key: str) -> bool:
    """Whether a list knows the word as a name of a person or a place."""
    known = given_known(key) or family_known(key) or key in lands()
    return known or cities.standing(key) > 0
