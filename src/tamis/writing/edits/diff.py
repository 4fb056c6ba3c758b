"""A word diff of two texts, in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import Literal

from tamis.writing.edits._cleanup import cleaned, grown
from tamis.writing.edits._matching import Equal, matched
from tamis.writing.edits._moves import moves
from tamis.writing.edits._tokens import Tokens, tokens

Op = Literal["same", "added", "deleted", "moved-from", "moved-to"]
"""What became of a run of text."""

_Piece = tuple[Op, str, int]


@dataclass(frozen=True)
class Run:
    """A run of text with one operation; `move` numbers the two ends of a move, from 1.

    An end of a move has several runs where words were changed within it.
    """

    op: Op
    text: str
    move: int | None = None


def word_diff(old: str, new: str) -> tuple[Run, ...]:
    """The runs of both texts in reading order, deleted text before the text that replaced it.

    Nothing is lost: the texts of the runs `same`, `deleted` and `moved-from` are `old`, those of
    `same`, `added` and `moved-to` are `new`, white space included. Words, punctuation, references
    such as `[0]` and the white space between them are compared exactly; where a line break became a
    space, only the white space is marked. A passage of at least five words, most of a sentence,
    that is now elsewhere is a move. Single common words between long replaced stretches count as
    replaced.
    """
    if old == new:
        return (Run("same", old),) if old else ()
    a, b = tokens(old), tokens(new)
    equal = cleaned(matched(a, b), a, b)
    moved_from, moved_to = moves(equal, a, b)
    equal = grown(equal, a, b, moved_from, moved_to)
    pieces = _pieces([*equal, Equal(len(a), len(b), 0)], a, b, moved_from, moved_to)
    return tuple(_runs(pieces))


def _pieces(
    equal: Sequence[Equal],
    old: Tokens,
    new: Tokens,
    moved_from: Sequence[int],
    moved_to: Sequence[int],
) -> Iterator[_Piece]:
    for one, following in pairwise(equal):
        # The white space after a stretch belongs to what follows.
        i, j = one.old + one.size - 1, one.new + one.size - 1
        before, after = old.gaps[one.old : i], new.gaps[one.new : j]
        words = old.words[one.old : i]
        if before == after:
            yield "same", "".join(chain.from_iterable(zip(words, before, strict=True))), 0
        else:
            for word, gap, now in zip(words, before, after, strict=True):
                yield "same", word, 0
                yield from _change([("deleted", gap, 0)], [("added", now, 0)])
        yield "same", old.words[i], 0
        yield from _change(
            _side(old, i, following.old, moved_from, "deleted", "moved-from"),
            _side(new, j, following.new, moved_to, "added", "moved-to"),
        )


def _side(
    text: Tokens, last: int, end: int, moved: Sequence[int], plain: Op, move: Op
) -> list[_Piece]:
    """One text between two equal stretches: white space, then each word and its white space."""
    found: list[_Piece] = [(plain, text.gaps[last], 0)]
    for k in range(last + 1, end):
        op = move if moved[k] else plain
        found += [(op, text.words[k], moved[k]), (op, text.gaps[k], moved[k])]
    return found


def _change(gone: list[_Piece], come: list[_Piece]) -> Iterator[_Piece]:
    """The deleted and the added text; white space that both begin or end with is kept."""
    head = tail = ""
    if gone[0][1] == come[0][1]:
        head = gone[0][1]
        gone, come = gone[1:], come[1:]
    if gone and come and gone[-1][1] == come[-1][1]:
        tail = gone[-1][1]
        gone, come = gone[:-1], come[:-1]
    yield "same", head, 0
    yield from gone
    yield from come
    yield "same", tail, 0


def _runs(pieces: Iterable[_Piece]) -> Iterator[Run]:
    """Neighbours with the same operation as one run, the moves numbered in reading order."""
    numbers: dict[int, int] = {}
    filled = (piece for piece in pieces if piece[1])
    for (op, move), alike in groupby(filled, key=itemgetter(0, 2)):
        number = numbers.setdefault(move, len(numbers) + 1) if move else None
        yield Run(op, "".join(text for _, text, _ in alike), number)
