"""Cleaning up a word diff: no single equal words between changes, changes start at sentence
ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from tamis.writing.edits._matching import Matching, joined
from tamis.writing.edits._moves import Equal
from tamis.writing.edits._tokens import Tokens, has_blank_line

_HEAVIEST = 3.0
_TIMES = 3.0
_SHARE = 0.25
_FARTHEST = 1000


def cleaned(matching: Matching, old: Tokens, new: Tokens) -> list[Equal]:
    """The equal stretches of two texts without weak ones, each change moved to where it reads
    best."""
    return _slid(_without_weak(matching.equal, old, new), matching, old, new)


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


def _slid(equal: Sequence[Equal], matching: Matching, old: Tokens, new: Tokens) -> list[Equal]:
    """Shift each addition and each deletion to the boundary where it reads best.

    Where "The cat sat." was put before "The dog ran.", the added words can be "The cat sat." or
    "cat sat. The"; both are correct diffs, and the first reads better.
    """
    found = list(equal)
    for k, (one, following) in enumerate(pairwise(equal)):
        one = found[k]
        gone = following.old - one.old - one.size
        come = following.new - one.new - one.size
        if come and not gone:
            text, start, moved = new, one.new + one.size, matching.moved_to
        elif gone and not come:
            text, start, moved = old, one.old + one.size, matching.moved_from
        else:
            continue
        end = start + gone + come
        if not any(moved[start:end]):
            shift = _best_shift(text, start, end, one.size - 1, following.size)
            found[k] = Equal(one.old, one.new, one.size + shift)
            found[k + 1] = Equal(
                following.old + shift, following.new + shift, following.size - shift
            )
    return joined(found)


def _best_shift(text: Tokens, start: int, end: int, back: int, ahead: int) -> int:
    """By how many tokens the change from `start` to `end` is best shifted."""
    words = text.words
    low = high = 0
    while low > -min(back, _FARTHEST) and words[start + low - 1] == words[end + low - 1]:
        low -= 1
    while high < min(ahead, _FARTHEST) and words[start + high] == words[end + high]:
        high += 1
    if low == high:
        return 0
    return max(
        range(low, high + 1),
        key=lambda k: (
            text.boundary(start + k - 1) + text.boundary(end + k - 1),
            -abs(k),
        ),
    )
