"""The words that two texts share in the same order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from tamis.writing.edits._tokens import Tokens

# This many pairs of tokens take about 0.2 seconds and 80 MB.
_CELLS = 25_000**2


@dataclass(frozen=True)
class Equal:
    """`size` tokens that are the same from `old` and from `new` on."""

    old: int
    new: int
    size: int


def matched(old: Tokens, new: Tokens) -> list[Equal]:
    """The stretches that two texts share in order, with as many tokens as can be.

    Texts of more than 25,000 tokens are matched by halves, so that time and memory stay in bounds.
    """
    numbers: dict[str, int] = {}
    a = [numbers.setdefault(word, len(numbers)) for word in old.words]
    b = [numbers.setdefault(word, len(numbers)) for word in new.words]
    return joined(_in_order(a, b, 0, 0))


def joined(stretches: Iterable[Equal]) -> list[Equal]:
    """The stretches, those that follow each other directly in both texts joined."""
    found: list[Equal] = []
    for one in stretches:
        last = found[-1] if found else None
        if last and (last.old + last.size, last.new + last.size) == (one.old, one.new):
            found[-1] = Equal(last.old, last.new, last.size + one.size)
        else:
            found.append(one)
    return found


def _in_order(a: Sequence[int], b: Sequence[int], i: int, j: int) -> Iterator[Equal]:
    from rapidfuzz.distance import Indel

    if len(a) * len(b) > _CELLS:
        m, n = len(a) // 2, len(b) // 2
        yield from _in_order(a[:m], b[:n], i, j)
        yield from _in_order(a[m:], b[n:], i + m, j + n)
        return
    for code in Indel.opcodes(a, b):
        if code.tag == "equal":
            yield Equal(i + code.src_start, j + code.dest_start, code.src_end - code.src_start)
