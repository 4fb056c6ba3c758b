"""Cleaning up a word diff: no single equal words between changes, changes start at sentence
ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from tamis.writing.edits._matching import Equal, joined
from tamis.writing.edits._tokens import Tokens, has_blank_line

_HEAVIEST = 3.0
_TIMES = 3.0
_SHARE = 0.25
_FARTHEST = 1000


def cleaned(equal: Sequence[Equal], old: Tokens, new: Tokens) -> list[Equal]:
    """The equal stretches of two texts without weak ones, each change moved to where it reads
    best."""
    return _slid(_without_weak(equal, old, new), old, new)


def _without_weak(equal: Sequence[Equal], old: Tokens, new: Tokens) -> list[Equal]:
    """Drop the equal stretches that are short compared with the changes around them.

    The weight of a stretch or of a change is the sum of the weights of its tokens. A light stretch
    is dropped if each neighbouring change weighs three times as much, and if the changes around it
    both delete and add words: otherwise unchanged words would count as changed. Then all light
    stretches between two heavy ones are dropped, if together they weigh less than a quarter of what
    was deleted and of what was added there.
    """
    left = list(accumulate(old.weights(), initial=0.0))
    right = list(accumulate(new.weights(), initial=0.0))

    def weight(one: Equal) -> float:
        return left[one.old + one.size] - left[one.old]

    def is_slight(one: Equal) -> bool:
        return weight(one) <= _HEAVIEST and not any(
            has_blank_line(gap) for gap in old.gaps[one.old : one.old + one.size]
        )

    def between(one: Equal, following: Equal) -> tuple[float, float]:
        return (
            left[following.old] - left[one.old + one.size],
            right[following.new] - right[one.new + one.size],
        )

    def is_weak(before: Equal, one: Equal, following: Equal) -> bool:
        (gone, come), (gone_too, come_too) = between(before, one), between(one, following)
        least = min(max(gone, come), max(gone_too, come_too))
        return (
            _TIMES * weight(one) <= least
            and weight(one) <= min(gone + gone_too, come + come_too)
            and is_slight(one)
        )

    kept: list[Equal] = []
    end = Equal(len(old), len(new), 0)
    for one in [*equal, end]:
        while len(kept) > 1 and is_weak(kept[-2], kept[-1], one):
            kept.pop()
        kept.append(one)

    solid: list[Equal] = kept[:1]
    slight: list[Equal] = []
    for one in kept[1:]:
        if one != end and is_slight(one):
            slight.append(one)
            continue
        stays = sum(map(weight, slight))
        if stays >= _SHARE * (min(between(solid[-1], one)) - stays):
            solid += slight
        solid.append(one)
        slight = []
    return solid[:-1]


def grown(
    equal: Sequence[Equal],
    old: Tokens,
    new: Tokens,
    moved_from: Sequence[int],
    moved_to: Sequence[int],
) -> list[Equal]:
    """The equal stretches that no move took words of, each as far as the texts agree around it."""

    def same(i: int, j: int) -> bool:
        return old.words[i] == new.words[j] and not (moved_from[i] or moved_to[j])

    rest = [
        one
        for one in equal
        if not any(moved_from[one.old : one.old + one.size])
        and not any(moved_to[one.new : one.new + one.size])
    ]
    found: list[Equal] = []
    i = j = 0
    for one, following in pairwise([*rest, Equal(len(old), len(new), 0)]):
        back = 0
        while min(one.old - i, one.new - j) > back and same(one.old - back - 1, one.new - back - 1):
            back += 1
        i, j = one.old + one.size, one.new + one.size
        while i < following.old and j < following.new and same(i, j):
            i, j = i + 1, j + 1
        found.append(Equal(one.old - back, one.new - back, i - one.old + back))
    return joined(found)


def _slid(equal: Sequence[Equal], old: Tokens, new: Tokens) -> list[Equal]:
    """Shift each addition and each deletion to the boundary where it reads best.

    Where "The cat sat." was put before "The dog ran.", the added words can be "The cat sat." or
    "cat sat. The"; both are correct diffs, and the first reads better. A change that can be shifted
    as far as the next change is joined with it.
    """
    ahead = list(reversed(equal))
    found = [ahead.pop()]
    while ahead:
        one, following = found.pop(), ahead.pop()
        gone = following.old - one.old - one.size
        come = following.new - one.new - one.size
        if not (gone and come):
            text, start = (new, one.new + one.size) if come else (old, one.old + one.size)
            end = start + gone + come
            # The first stretch holds the texts' beginning and stays.
            back = _alike(text.words, start - 1, end - 1, -1, one.size if found else one.size - 1)
            shift = -back
            if back < one.size:
                on = _alike(text.words, start, end, 1, following.size)
                joins = ahead and on == following.size
                shift = on if joins else _best_shift(text, start, end, back, on)
            one = Equal(one.old, one.new, one.size + shift)
            following = Equal(following.old + shift, following.new + shift, following.size - shift)
        if one.size:
            found += [one, following] if following.size else [one]
        else:
            ahead.append(following)
    return found


def _alike(words: Sequence[str], i: int, j: int, step: int, most: int) -> int:
    """How many words from `i` on are those from `j` on, counted in steps of 1 or -1."""
    size = 0
    while size < min(most, _FARTHEST) and words[i + step * size] == words[j + step * size]:
        size += 1
    return size


def _best_shift(text: Tokens, start: int, end: int, back: int, on: int) -> int:
    """By how many tokens, from `-back` to `on`, the change from `start` to `end` is best
    shifted."""
    if not (back or on):
        return 0
    return max(
        range(-back, on + 1),
        key=lambda k: (
            text.boundary(start + k - 1) + text.boundary(end + k - 1),
            -abs(k),
        ),
    )
