"""Matching the words of two texts: passages in order, moved passages, single words."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tamis.writing.edits._moves import Equal, moves
from tamis.writing.edits._tokens import Tokens

_GRAM = 5
# This many pairs of tokens take about 0.2 seconds and 80 MB.
_CELLS = 25_000**2


@dataclass(frozen=True)
class Matching:
    """What two texts share: `equal` stretches in order, and the number of each token's move.

    Moves are numbered from 1; 0 is for tokens that did not move.
    """

    equal: list[Equal]
    moved_from: list[int]
    moved_to: list[int]


def match(old: Tokens, new: Tokens) -> Matching:
    """Match the tokens of two texts.

    Passages that hold five tokens in a row which occur once in either text are matched first: the
    heaviest chain of them that is in order stays, the others may have moved. What is left between
    the passages is matched word by word, with as many words as can be. The time is nearly linear in
    the lengths, except that a stretch of up to 25,000 tokens without such a passage is matched
    exactly.
    """
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(word, len(numbers)) for word in old.words]
    b = [numbers.setdefault(word, len(numbers)) for word in new.words]
    passages = _passages(a, b)
    chain = _chain(passages)
    anchors = list(_apart(chain))
    kept = set(chain)
    others = [one for one in passages if one not in kept]
    moved_from, moved_to = moves(others, anchors, old, new)
    found = [Equal(0, 0, 1)]
    i = j = 1
    for anchor in [*anchors, Equal(len(a), len(b), 0)]:
        left = [k for k in range(i, anchor.old) if not moved_from[k]]
        right = [k for k in range(j, anchor.new) if not moved_to[k]]
        found += _by_word(left, right, a, b)
        found.append(anchor)
        i, j = anchor.old + anchor.size, anchor.new + anchor.size
    return Matching(joined(found), moved_from, moved_to)


def joined(stretches: Sequence[Equal]) -> list[Equal]:
    """The stretches, those that follow each other directly in both texts joined, empty ones
    removed."""
    found: list[Equal] = []
    for one in stretches:
        if not one.size:
            continue
        last = found[-1] if found else None
        if last and (last.old + last.size, last.new + last.size) == (one.old, one.new):
            found[-1] = Equal(last.old, last.new, last.size + one.size)
        else:
            found.append(one)
    return found


def _passages(a: Sequence[int], b: Sequence[int]) -> list[Equal]:
    """The stretches covered by grams that are unique in both texts, in the old text's order."""
    there = _unique(b)
    found: list[Equal] = []
    for gram, at in _unique(a).items():
        to = there.get(gram, -1)
        if at < 0 or to < 0:
            continue
        last = found[-1] if found else None
        if last and last.new - last.old == to - at and at <= last.old + last.size:
            found[-1] = Equal(last.old, last.new, at - last.old + _GRAM)
        else:
            found.append(Equal(at, to, _GRAM))
    return found


def _unique(ids: Sequence[int]) -> dict[tuple[int, ...], int]:
    """The position of each gram, -1 for one that occurs several times."""
    seen: dict[tuple[int, ...], int] = {}
    for at, gram in enumerate(zip(*(ids[k:] for k in range(1, _GRAM + 1)), strict=False), 1):
        seen[gram] = -1 if gram in seen else at
    return seen


def _chain(passages: Sequence[Equal]) -> list[Equal]:
    """The heaviest of the chains that are in order in both texts."""
    ends: list[int] = []
    weights: list[int] = []
    last: list[int] = []
    before: list[int] = []
    for k, one in enumerate(passages):
        at = bisect_left(ends, one.new)
        before.append(last[at - 1] if at else -1)
        weight = one.size + (weights[at - 1] if at else 0)
        worse = at
        while worse < len(ends) and weights[worse] <= weight:
            worse += 1
        ends[at:worse], weights[at:worse], last[at:worse] = [one.new], [weight], [k]
    found = []
    k = last[-1] if last else -1
    while k >= 0:
        found.append(passages[k])
        k = before[k]
    return found[::-1]


def _apart(chain: Sequence[Equal]) -> Iterator[Equal]:
    """The passages of a chain, shortened where they overlap."""
    i = j = 1
    for one in chain:
        cut = max(0, i - one.old, j - one.new)
        if cut < one.size:
            yield Equal(one.old + cut, one.new + cut, one.size - cut)
            i, j = one.old + one.size, one.new + one.size


def _by_word(
    left: Sequence[int], right: Sequence[int], a: Sequence[int], b: Sequence[int]
) -> Iterator[Equal]:
    """The most tokens that can be matched in order, of those at the positions `left` and
    `right`."""
    from rapidfuzz.distance import Indel

    shared = {a[i] for i in left} & {b[j] for j in right}
    left = [i for i in left if a[i] in shared]
    right = [j for j in right if b[j] in shared]
    if not shared:
        return
    if len(left) * len(right) > _CELLS:
        # No common passage shows where to cut: texts that repeat a few words.
        i, j = len(left) // 2, len(right) // 2
        yield from _by_word(left[:i], right[:j], a, b)
        yield from _by_word(left[i:], right[j:], a, b)
        return
    for code in Indel.opcodes([a[i] for i in left], [b[j] for j in right]):
        if code.tag == "equal":
            places = zip(
                left[code.src_start : code.src_end],
                right[code.dest_start : code.dest_end],
                strict=True,
            )
            yield from (Equal(i, j, 1) for i, j in places)
