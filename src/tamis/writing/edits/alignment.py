"""Which sentence of a revised answer stands for which sentence of the old one."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from tamis.writing.edits._pairs import Pair, pairs
from tamis.writing.edits.sentences import MARKER, REFERENCE, Sentence, sentences

_WORD = re.compile(rf"{REFERENCE}|[^\W_]+(?:['’.,-][^\W_]+)*")
_MARKER = re.compile(rf"\A{MARKER}|(?<=[:;.\]])\s\(?\d{{1,2}}[.)](?=\s)")


@dataclass(frozen=True)
class Alignment:
    """Two answers in sentences, and their pairs: each sentence is in one of them.

    The pairs are in the order of the new answer, each dropped sentence behind what the sentence
    before it became.
    """

    old: tuple[Sentence, ...]
    new: tuple[Sentence, ...]
    pairs: tuple[Pair, ...]


def align(old: str, new: str) -> Alignment:
    """Align the sentences of two answers.

    Sentences with the same words and references are the same, whatever their capitals, marks and
    numbers in a list. As many as can be in one order, of these and of those that share seven
    tenths of their words, are paired first: `kept` or `changed`. The same ones that are left over
    on both sides have `moved`. Of the remaining sentences the most similar are paired first, those
    between the same earlier pairs before others as similar, down to a similarity of a half: they
    are `changed`, wherever they stand. Splits and mergers follow: a neighbour that is left over
    joins a pair where that makes both sides more alike, and a sentence of which four fifths are
    found in one on the other side joins that; they are `kept` where the words are the same. What
    is left was `dropped` or `added`. The time is all but linear: words in more than 64 sentences
    suggest no pairs.
    """
    a, b = sentences(old), sentences(new)
    left, right = [words_of(one.text) for one in a], [words_of(one.text) for one in b]
    return Alignment(a, b, tuple(pairs(left, right)))


@lru_cache(maxsize=256)
def words_of(text: str) -> tuple[str, ...]:
    """The words of a sentence for comparing: case, marks and the numbers of list items left out.

    References stay.
    """
    text = unicodedata.normalize("NFKC", _MARKER.sub(" ", text))
    return tuple(_WORD.findall(text.casefold().replace("’", "'")))
