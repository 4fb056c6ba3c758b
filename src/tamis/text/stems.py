"""The stems of English words, by which forms of one word are compared."""

from __future__ import annotations

import re
from functools import cache, lru_cache

import Stemmer


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english")


@lru_cache(maxsize=8192)
def stems(text: str) -> frozenset[str]:
    """The stems of a text's words."""
    return frozenset(_stemmer().stemWords(re.findall(r"[^\W\d_]+", text.lower())))
