"""Where a model's quotes stand in a text: letter by letter, but for marks, blanks and case."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence

from tamis.checking.worksheet import Span, overlap
from tamis.text.places import with_places

Place = tuple[Span, ...]
"""Where a quote stands: one part of the text, or several of one line."""

_MARKS = frozenset("*_`~#\\")
_PARTS = re.compile(r"\||\.{3}|…")


class Quotes:
    """A text in which quotes are looked for."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded, self._at = with_places(text, _MARKS)

    def places(self, quote: str) -> list[Place]:
        """Every place of a quote, in order; none for one that says nothing.

        A quote may leave out what stands between its parts in one line, where it has a bar (cells
        of a table) or dots.
        """
        found: list[Place] = [(span,) for span in self._spans(with_places(quote, _MARKS)[0])]
        if found or not _PARTS.search(quote):
            return found
        parts = [with_places(one, _MARKS)[0] for one in _PARTS.split(quote)]
        return self._in_lines([one for one in parts if one])

    def _in_lines(self, parts: Sequence[str]) -> list[Place]:
        found: list[Place] = []
        for begin in self._spans(parts[0]) if parts else ():
            place, end = [begin], self._end_of_line(begin[1])
            for part in parts[1:]:
                span = next((one for one in self._spans(part, place[-1][1]) if one[1] <= end), None)
                if span is None:
                    break
                place.append(span)
            else:
                found.append(tuple(place))
        return found

    def _end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _spans(self, wanted: str, after: int = 0) -> list[Span]:
        """Where a folded text stands as whole words, behind an offset."""
        found: list[Span] = []
        at = self._folded.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            start = self._at[at]
            if start >= after and self._is_whole(at) and self._is_whole(end):
                found.append((start, self._at[end - 1] + 1))
            at = self._folded.find(wanted, at + 1)
        return found

    def _is_whole(self, at: int) -> bool:
        """Whether no word or number goes on over a place."""
        before, after = self._folded[at - 1 : at], self._folded[at : at + 1]
        if before.isdigit() and after in (",", "."):
            return not self._folded[at + 1 : at + 2].isdigit()
        if before in (",", ".") and after.isdigit():
            return not self._folded[at - 2 : at - 1].isdigit()
        return not (before.isdigit() and after.isdigit()) and not (
            before.isalpha() and after.isalpha()
        )


class Covered:
    """Parts of a text that are covered, kept in order: it is quickly seen what touches them."""

    def __init__(self) -> None:
        self._spans: list[Span] = []

    def add(self, place: Place) -> None:
        """Cover a place."""
        for start, end in place:
            at = bisect_left(self._spans, (start, end))
            while at and self._spans[at - 1][1] > start:
                at -= 1
            last = at
            while last < len(self._spans) and self._spans[last][0] < end:
                start, end = min(start, self._spans[last][0]), max(end, self._spans[last][1])
                last += 1
            self._spans[at:last] = [(start, end)]

    def touches(self, place: Place) -> bool:
        """Whether some character of a place is covered."""
        return any(among(self._spans, span) for span in place)


def among(spans: Sequence[Span], span: Span) -> slice | None:
    """Which of some spans, in order and apart from each other, share a character with one."""
    first = bisect_left(spans, span)
    while first and spans[first - 1][1] > span[0]:
        first -= 1
    last = bisect_left(spans, (span[1], 0))
    return slice(first, last) if first < last else None


class Taken:
    """The places of a text that the quotes of one record have used, each once in one way."""

    def __init__(self, quotes: Quotes) -> None:
        self.quotes = quotes
        self._covered: dict[str, Covered] = {}

    def take(self, quote: str, way: str, after: int = 0, *, again: bool = False) -> Place | None:
        """The next place of a quote that is free, else the first; None where none is.

        `way` is how it is used: a start and an end may be of the same place. With `again` places
        that were used are free too.
        """
        covered = self._covered.setdefault(way, Covered())
        free = [one for one in self.quotes.places(quote) if again or not covered.touches(one)]
        found = next((one for one in free if one[0][0] >= after), free[0] if free else None)
        if found is not None:
            covered.add(found)
        return found

    def is_taken(self, place: Place) -> bool:
        """Whether it shares a character with one that was used."""
        return any(one.touches(place) for one in self._covered.values())


def inside(span: Span, place: Place) -> bool:
    """Whether a part of a text shares a character with a place."""
    return any(overlap(span, one) for one in place)
