"""The stems of English words (Snowball), by which forms of one word are compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from tamis.text.normalised import LETTER_RUNS


def stem(word: str) -> str:
    """The stem of a word in small letters."""
    return stemmed([word])[0]


def stemmed(words: Sequence[str]) -> list[str]:
    """The stems of words in small letters, in order."""
    return _stemmer()(words)


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(stemmed(LETTER_RUNS.findall(text.lower())))


@cache
def _stemmer() -> Callable[[Sequence[str]], list[str]]:
    # Imported here: not every command needs it.
    import Stemmer

    words: Callable[[Sequence[str]], list[str]] = Stemmer.Stemmer("english").stemWords
    return words
