"""Where quotes stand in a text: letter by letter, but for marks, blanks, case and typography."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tamis.text.normalised import SIGNS

Span = tuple[int, int]
Place = tuple[Span, ...]
"""Where a quote stands: one part of the text, or several of one line."""

_MARKS = frozenset("*_`~#\\")
_PARTS = re.compile(r"\||\.{3}|…")
EDGES = " .,;:…\"'“”„‘’‚«»\n\t"
"""What may stand around a quote that a model has cut out."""


class Quotes:
    """A text in which quotes are looked for, as whole words and numbers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._folded, self._at = _folded(text)

    def first(self, quote: str) -> Span | None:
        """The first place of a quote in one piece; None for one without a letter or digit."""
        if not any(map(str.isalnum, quote)):
            return None
        return next(iter(self._spans(_folded(quote)[0])), None)

    def places(self, quote: str) -> list[Place]:
        """Every place of a quote, in order; none for one that says nothing.

        A quote may leave out what stands between its parts in one line, where it has a bar (cells
        of a table) or dots.
        """
        found: list[Place] = [(span,) for span in self._spans(_folded(quote)[0])]
        if found or not _PARTS.search(quote):
            return found
        parts = [_folded(one)[0] for one in _PARTS.split(quote)]
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


def _folded(text: str) -> tuple[str, list[int]]:
    """A text without marks and case, each run of blanks one, and the places of its characters."""
    made: list[str] = []
    at: list[int] = []
    for n, sign in enumerate(text.translate(SIGNS)):
        if sign in _MARKS:
            continue
        if sign.isspace():
            if made and made[-1] != " ":
                made.append(" ")
                at.append(n)
            continue
        for letter in sign.casefold():
            made.append(letter)
            at.append(n)
    while made and made[-1] == " ":
        del made[-1], at[-1]
    return "".join(made), at
