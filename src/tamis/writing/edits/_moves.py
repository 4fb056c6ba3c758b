"""Passages that were moved: they are elsewhere in the new text than in the old one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tamis.writing.edits._matching import Equal
from tamis.writing.edits._tokens import Tokens, is_common, is_word, opens

_WORDS = 5
_TELLING = 3
_LONG = 10
_COVERS = 0.6
_SENTENCE = 300
_NEAR = 6
_GRAM = 5
_FREE = bytes(_GRAM)

_Free = Callable[[int, int], bool]
_Grams = dict[tuple[str, ...], int]
_Marks = bytearray | list[int]


def moves(equal: Sequence[Equal], old: Tokens, new: Tokens) -> tuple[list[int], list[int]]:
    """For each token of the old and of the new text, the number of its move or 0.

    Outside the `equal` stretches of five tokens or more, passages are looked for that hold five
    tokens in a row which are there once in either text; passages with only a few other words
    between them are one move. The longest moves are tried first. They may take over words of
    shorter equal stretches: a common word of a moved sentence is often equal to one that stayed. A
    move has at least five words, three of them uncommon, and is most of a sentence or ten words
    long, so a stock phrase is no move.
    """
    moved_from, moved_to = [0] * len(old), [0] * len(new)
    taken_from, taken_to = _taken([one for one in equal if one.size >= _GRAM], len(old), len(new))
    passages = _passages(_unique(old.words, taken_from), _unique(new.words, taken_to))

    def free(i: int, j: int) -> bool:
        return (
            i < len(old)
            and j < len(new)
            and not (taken_from[i] or taken_to[j])
            and old.words[i] == new.words[j]
        )

    number = 0
    for group in sorted(_grouped(passages), key=lambda group: -sum(one.size for one in group)):
        parts: list[Equal] = []
        for passage in group:
            one = _shifted(passage, free)
            one = one if parts else _opened(one, old)
            if one.size:
                parts.append(one)
                _mark(one, taken_from, taken_to, 1)
        moved = bool(parts) and _moved(parts, old, new)
        number += moved
        for one in parts:
            if moved:
                _mark(one, moved_from, moved_to, number)
            else:
                _mark(one, taken_from, taken_to, 0)
    return moved_from, moved_to


def _passages(here: _Grams, there: _Grams) -> list[Equal]:
    """The stretches covered by grams that are unique in both texts, in the old text's order."""
    found: list[Equal] = []
    for gram, at in here.items():
        to = there.get(gram, -1)
        if at < 0 or to < 0:
            continue
        last = found[-1] if found else None
        if last and last.new - last.old == to - at and at <= last.old + last.size:
            found[-1] = Equal(last.old, last.new, at - last.old + _GRAM)
        else:
            found.append(Equal(at, to, _GRAM))
    return found


def _unique(words: Sequence[str], taken: bytearray) -> _Grams:
    """The position of each gram of tokens that are not taken, -1 for one that occurs several
    times."""
    seen: _Grams = {}
    at = taken.find(_FREE)
    while at >= 0:
        gram = tuple(words[at : at + _GRAM])
        seen[gram] = -1 if gram in seen else at
        at = taken.find(_FREE, at + 1)
    return seen


def _grouped(passages: Sequence[Equal]) -> list[list[Equal]]:
    groups: list[list[Equal]] = []
    for one in passages:
        last = groups[-1][-1] if groups else None
        if (
            last
            and one.old - last.old - last.size <= _NEAR
            and 0 <= one.new - last.new - last.size <= _NEAR
        ):
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups


def _mark(one: Equal, left: _Marks, right: _Marks, number: int) -> None:
    for k in range(one.size):
        left[one.old + k] = right[one.new + k] = number


def _taken(equal: Sequence[Equal], old: int, new: int) -> tuple[bytearray, bytearray]:
    taken_from, taken_to = bytearray(old), bytearray(new)
    for one in [Equal(0, 0, 1), *equal]:
        taken_from[one.old : one.old + one.size] = b"\1" * one.size
        taken_to[one.new : one.new + one.size] = b"\1" * one.size
    return taken_from, taken_to


def _shifted(passage: Equal, free: _Free) -> Equal:
    """The longest free part of a passage, stretched as far as the texts agree around it."""
    best = (0, 0)
    start = 0
    for k in range(passage.size + 1):
        if k == passage.size or not free(passage.old + k, passage.new + k):
            best = max(best, (k - start, -start))
            start = k + 1
    size, skip = best[0], -best[1]
    i, j = passage.old + skip, passage.new + skip
    while size and free(i - 1, j - 1):
        i, j, size = i - 1, j - 1, size + 1
    while size and free(i + size, j + size):
        size += 1
    return Equal(i, j, size)


def _opened(one: Equal, old: Tokens) -> Equal:
    """A passage without the leading tokens that cannot begin one."""
    skip = 0
    while skip < one.size and not opens(old.words[one.old + skip]):
        skip += 1
    return Equal(one.old + skip, one.new + skip, one.size - skip)


def _moved(parts: Sequence[Equal], old: Tokens, new: Tokens) -> bool:
    inside = [word for one in parts for word in old.words[one.old : one.old + one.size]]
    size = sum(map(is_word, inside))
    if size < _WORDS or sum(not is_common(word) for word in inside) < _TELLING:
        return False
    if size >= _LONG:
        return True
    first, last = parts[0], parts[-1]
    around = min(
        _around(old, first.old, last.old + last.size - first.old),
        _around(new, first.new, last.new + last.size - first.new),
    )
    return size >= _COVERS * around


def _around(text: Tokens, at: int, size: int) -> int:
    """How many words the sentences have that a passage lies in."""
    start, end = at, at + size
    while at - start < _SENTENCE and not text.ends_sentence(start - 1):
        start -= 1
    while end - at - size < _SENTENCE and not text.ends_sentence(end - 1):
        end += 1
    return sum(map(is_word, text.words[start:end]))
