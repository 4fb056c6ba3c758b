"""Finding quoted text in an answer."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from tamis.text.sentences import Sentence
from tamis.writing.edits.alignment import words_of

_MOST = 200
_ALIKE = 0.8
_FUZZY_FROM = 4


def located(quoted: str, answer: Sequence[Sentence]) -> tuple[int, ...]:
    """The numbers of the sentences that hold a quoted text; case, punctuation and space are
    ignored.

    A quotation over several sentences is in all of them. A quotation of four or more words that is
    not found word for word is in the sentence that shares four fifths of its words, if there is
    one.
    """
    wanted = words_of(quoted)
    if not wanted:
        return tuple(k for k, one in enumerate(answer) if quoted and quoted in one.text)
    said = [words_of(one.text) for one in answer]
    text = "".join(" " + " ".join(one) if one else "" for one in said) + " "
    lengths = [sum(len(word) + 1 for word in one) for one in said]
    starts = [0, *accumulate(lengths)]
    needle = " " + " ".join(wanted) + " "
    found: dict[int, None] = {}
    at = text.find(needle)
    while at >= 0 and len(found) < _MOST:
        first = bisect_right(starts, at) - 1
        last = bisect_right(starts, at + len(needle) - 2) - 1
        found.update(dict.fromkeys(range(first, last + 1)))
        at = text.find(needle, at + 1)
    return tuple(k for k in found if said[k]) or _alike(wanted, said)


def _alike(wanted: tuple[str, ...], said: Sequence[tuple[str, ...]]) -> tuple[int, ...]:
    from rapidfuzz.distance import Indel

    if len(wanted) < _FUZZY_FROM:
        return ()
    scores = [Indel.normalized_similarity(wanted, one) for one in said]
    best = max(range(len(said)), key=scores.__getitem__, default=None)
    return (best,) if best is not None and scores[best] >= _ALIKE else ()
