"""Aligning the sentences of a revised answer with those of the old one."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from tamis.text.sentences import MARKER, REFERENCE, Sentence, sentences

Words = tuple[str, ...]

Kind = Literal["kept", "changed", "moved", "dropped", "added"]
"""What became of a sentence."""

SIMILAR = 0.5
"""The least similarity at which an old and a new sentence count as one changed sentence."""

_NEAR = 0.7
_IN_PLACE = 0.1
_BETTER = 0.05
_INSIDE = 0.8
_FEWEST_INSIDE = 5
_SHARED_BY = 64
_CANDIDATES = 8
_WORD = re.compile(rf"{REFERENCE}|[^\W_]+(?:['’.,-][^\W_]+)*")
_MARKER = re.compile(rf"\A{MARKER}|(?<=[:;.\]])\s\(?\d{{1,2}}[.)](?=\s)")


@dataclass(frozen=True)
class Pair:
    """Old and new sentences that correspond to each other, by their numbers from 0.

    Mostly one and one; `old` is empty for an added sentence and `new` for a dropped one; two or
    more on a side are a sentence that was split or sentences that were merged. `similarity` is 0 to
    1: the share of the words of both that can be matched in order.
    """

    kind: Kind
    old: tuple[int, ...]
    new: tuple[int, ...]
    similarity: float


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


def pairs(left: Sequence[Words], right: Sequence[Words]) -> Iterator[Pair]:
    """The pairs of old and new sentences, as `alignment.align` describes them."""
    kept = _in_order(left, right)
    state = _State(left, right)
    for i, j in kept:
        state.add(state.pair((i,), (j,)))
    _move(state)
    _change(state, kept)
    _widen(state)
    _take_in(state)
    yield from state.pairs()


class _State:
    """The pairs found so far, and the sentences still without a pair."""

    def __init__(self, left: Sequence[Words], right: Sequence[Words]) -> None:
        self.left, self.right = left, right
        self.found: list[Pair] = []
        self.free_old = dict.fromkeys(range(len(left)))
        self.free_new = dict.fromkeys(range(len(right)))

    def add(self, pair: Pair, instead_of: Pair | None = None) -> None:
        """Add a pair, or put it in the place of `instead_of`, whose sentences it includes."""
        if instead_of is None:
            self.found.append(pair)
        else:
            self.found[self.found.index(instead_of)] = pair
        for i in pair.old:
            self.free_old.pop(i, None)
        for j in pair.new:
            self.free_new.pop(j, None)

    def pair(self, old: tuple[int, ...], new: tuple[int, ...]) -> Pair:
        """These sentences as a pair."""
        a = tuple(word for i in old for word in self.left[i])
        b = tuple(word for j in new for word in self.right[j])
        return Pair("kept" if a == b else "changed", old, new, _similarity(a, b))

    def pairs(self) -> Iterator[Pair]:
        added = [Pair("added", (), (j,), 0.0) for j in self.free_new]
        owner = {i: pair for pair in self.found for i in pair.old}
        behind: defaultdict[Pair | None, list[Pair]] = defaultdict(list)
        last: Pair | None = None
        for i in range(len(self.left)):
            if i in self.free_old:
                behind[last].append(Pair("dropped", (i,), (), 0.0))
            else:
                last = owner[i]
        yield from behind[None]
        for pair in sorted([*self.found, *added], key=lambda pair: pair.new):
            yield pair
            yield from behind[pair]


def _in_order(left: Sequence[Words], right: Sequence[Words]) -> list[tuple[int, int]]:
    """The most pairs of equal or nearly equal sentences that are in the same order."""
    from rapidfuzz.distance import Indel

    ids: dict[Words, int] = {}
    a = [ids.setdefault(one, len(ids)) for one in left]
    b = [ids.setdefault(one, len(ids)) for one in right]
    common = set(a) & set(b)
    some = [i for i, number in enumerate(a) if number not in common]
    others = [j for j, number in enumerate(b) if number not in common]
    near = (
        (-_similarity(left[i], right[j]), i, j) for i, j in _candidates(left, some, right, others)
    )
    for less, i, j in sorted(near):
        if -less >= _NEAR and a[i] not in common and b[j] not in common:
            common |= {a[i], b[j]}
            b[j] = a[i]
    return [
        (code.src_start + k, code.dest_start + k)
        for code in Indel.opcodes(a, b)
        if code.tag == "equal"
        for k in range(code.src_end - code.src_start)
    ]


def _move(state: _State) -> None:
    places: defaultdict[Words, list[int]] = defaultdict(list)
    for j in reversed(state.free_new):
        places[state.right[j]].append(j)
    for i in [*state.free_old]:
        if state.left[i] and places.get(state.left[i]):
            state.add(Pair("moved", (i,), (places[state.left[i]].pop(),), 1.0))


def _change(state: _State, kept: Sequence[tuple[int, int]]) -> None:
    stretch_of_old = _stretches([i for i, _ in kept], len(state.left))
    stretch_of_new = _stretches([j for _, j in kept], len(state.right))
    likely: list[tuple[float, float, int, int]] = []
    for i, j in _candidates(state.left, state.free_old, state.right, state.free_new):
        alike = _similarity(state.left[i], state.right[j])
        if alike >= SIMILAR:
            in_place = _IN_PLACE * (stretch_of_old[i] == stretch_of_new[j])
            likely.append((-alike - in_place, alike, i, j))
    for _, alike, i, j in sorted(likely):
        if i in state.free_old and j in state.free_new:
            state.add(Pair("changed", (i,), (j,), alike))


def _candidates(
    left: Sequence[Words], some: Iterable[int], right: Sequence[Words], others: Iterable[int]
) -> Iterator[tuple[int, int]]:
    """For each of `some` of the left sentences, the `others` that share most of its words."""
    having: defaultdict[str, list[int]] = defaultdict(list)
    for j in others:
        for word in set(right[j]):
            having[word].append(j)
    for i in some:
        shared: Counter[int] = Counter()
        for word in dict.fromkeys(left[i]):
            if len(having.get(word, ())) <= _SHARED_BY:
                shared.update(having.get(word, ()))
        yield from ((i, j) for j, _ in shared.most_common(_CANDIDATES))


def _stretches(kept: Sequence[int], size: int) -> list[int]:
    """For each sentence, how many kept ones stand before it."""
    stands = set(kept)
    found, number = [], 0
    for k in range(size):
        found.append(number)
        number += k in stands
    return found


def _widen(state: _State) -> None:
    """Join unpaired neighbours to changed pairs, where that makes a pair more similar."""
    for pair in [one for one in state.found if one.kind == "changed"]:
        last: Pair | None = pair
        while last and last.similarity < 1:
            wider = [state.pair(*sides) for sides in _neighbours(state, last)]
            best = max(wider, key=lambda one: one.similarity, default=last)
            if best.similarity < last.similarity + _BETTER:
                break
            state.add(best, instead_of=last)
            last = best


def _neighbours(state: _State, pair: Pair) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    if (i := pair.old[-1] + 1) in state.free_old:
        yield (*pair.old, i), pair.new
    if (i := pair.old[0] - 1) in state.free_old:
        yield (i, *pair.old), pair.new
    if (j := pair.new[-1] + 1) in state.free_new:
        yield pair.old, (*pair.new, j)
    if (j := pair.new[0] - 1) in state.free_new:
        yield pair.old, (j, *pair.new)


def _take_in(state: _State) -> None:
    """Join each unpaired sentence to one on the other side that has nearly all of its words."""
    open_new = [*state.free_new, *(j for p in state.found if p.kind == "changed" for j in p.new)]
    for i, j in [*_candidates(state.left, state.free_old, state.right, open_new)]:
        if i in state.free_old and _inside(state.left[i], state.right[j]):
            pair = next((one for one in state.found if j in one.new), None)
            old, new = (pair.old, pair.new) if pair else ((), (j,))
            state.add(state.pair(tuple(sorted((*old, i))), new), instead_of=pair)
    open_old = [*state.free_old, *(i for p in state.found if p.kind == "changed" for i in p.old)]
    for j, i in [*_candidates(state.right, state.free_new, state.left, open_old)]:
        if j in state.free_new and _inside(state.right[j], state.left[i]):
            pair = next((one for one in state.found if i in one.old), None)
            old, new = (pair.old, pair.new) if pair else ((i,), ())
            state.add(state.pair(old, tuple(sorted((*new, j)))), instead_of=pair)


def _inside(part: Words, whole: Words) -> bool:
    from rapidfuzz.distance import LCSseq

    return len(part) >= _FEWEST_INSIDE and LCSseq.similarity(part, whole) >= _INSIDE * len(part)


def _similarity(a: Sequence[str], b: Sequence[str]) -> float:
    from rapidfuzz.distance import Indel

    return Indel.normalized_similarity(a, b)
