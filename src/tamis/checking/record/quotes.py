"""The places of a response that the quotes of a record have used."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence

from tamis.checking.worksheet import Span, overlap
from tamis.text.quotes import Place, Quotes


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
