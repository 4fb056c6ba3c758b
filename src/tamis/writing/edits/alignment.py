"""Aligning the sentences of a revised answer with those of the old one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from tamis.text.sentences import MARKER, REFERENCE, Sentence, sentences
from tamis.writing.edits._pairs import Pair, pairs

_WORD = re.compile(rf"{REFERENCE}|[^\W_]+(?:['’.,-][^\W_]+)*")
_MARKER = re.compile(rf"\A{MARKER}|(?<=[:;.\]])\s\(?\d{{1,2}}[.)](?=\s)")


@dataclass(frozen=True)
class Alignment:
    """Two answers as sentences, and the pairs: each sentence is in exactly one pair.

    The pairs are in the order of the new answer; a dropped sentence comes after the pair of the
    sentence before it.
    """

    old: tuple[Sentence, ...]
    new: tuple[Sentence, ...]
    pairs: tuple[Pair, ...]


def align(old: str, new: str) -> Alignment:
    """Align the sentences of two answers.

    Sentences with the same words and references are equal; capitals, punctuation and list numbers
    do not count. The steps: (1) The longest sequence, in the same order, of equal sentences and of
    those that share seven tenths of their words is paired: `kept` or `changed`. (2) Equal sentences
    left on both sides have `moved`. (3) Of the rest the most similar are paired first, down to a
    similarity of a half; of equally similar ones, those between the same earlier pairs come first.
    They are `changed`, wherever they are. (4) Splits and mergers: an unpaired neighbour joins a
    pair where that makes both sides more similar, and a sentence of which four fifths are in one on
    the other side joins that one; `kept` where the words are the same. (5) The rest was `dropped`
    or `added`. The time is nearly linear: words in more than 64 sentences suggest no pairs.
    """
    a, b = sentences(old), sentences(new)
    left, right = [_words(one.text) for one in a], [_words(one.text) for one in b]
    return Alignment(a, b, tuple(pairs(left, right)))


@lru_cache(maxsize=256)
def _words(text: str) -> tuple[str, ...]:
    """The words of a sentence for comparison, without case, punctuation and list numbers.

    References stay.
    """
    text = unicodedata.normalize("NFKC", _MARKER.sub(" ", text))
    return tuple(_WORD.findall(text.casefold().replace("’", "'")))
