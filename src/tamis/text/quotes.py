"""Where quotes stand in a text: letter by letter, but for marks, blanks, case and typography.

Letters are compared in their normal forms (`comparing.comparable`); the places are those of the
text as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from tamis.text.comparing import (
    NOT_EUROPEAN,
    RAISED,
    comparable,
    hyphens,
    is_broken,
    is_unparted,
    seamless,
)
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
        self._is_broken = is_broken(text)
        self._forms: dict[bool, _Folded] = {}

    def first(self, quote: str) -> Span | None:
        """The first place of a quote in one piece; None for one without a letter or digit."""
        if not any(map(str.isalnum, quote)):
            return None
        loose = self._is_loose(quote)
        return next(iter(self._folded(loose).spans(_Folded(quote, loose).text)), None)

    def places(self, quote: str) -> list[Place]:
        """Every place of a quote, in order; none for one that says nothing.

        A quote may leave out what stands between its parts in one line, where it has a bar (cells
        of a table) or dots.
        """
        loose = self._is_loose(quote)
        text = self._folded(loose)
        found: list[Place] = [(span,) for span in text.spans(_Folded(quote, loose).text)]
        if found or not _PARTS.search(quote):
            return found
        parts = [_Folded(one, loose).text for one in _PARTS.split(quote)]
        return self._in_lines(text, [one for one in parts if one])

    def _is_loose(self, quote: str) -> bool:
        return self._is_broken or is_broken(quote)

    def _folded(self, loose: bool) -> _Folded:
        if loose not in self._forms:
            self._forms[loose] = _Folded(self.text, loose)
        return self._forms[loose]

    def _in_lines(self, text: _Folded, parts: Sequence[str]) -> list[Place]:
        found: list[Place] = []
        for begin in text.spans(parts[0]) if parts else ():
            place, end = [begin], self._end_of_line(begin[1])
            for part in parts[1:]:
                span = next((one for one in text.spans(part, place[-1][1]) if one[1] <= end), None)
                if span is None:
                    break
                place.append(span)
            else:
                found.append(tuple(place))
        return found

    def _end_of_line(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end


class _Folded:
    """A text without marks and case, each run of blanks one, with the places of its characters.

    `loose`: without hyphens between letters, and the line ends behind them.
    """

    def __init__(self, text: str, loose: bool) -> None:
        self._source = text
        self._starts: list[int] = []
        self._ends: list[int] = []
        made: list[str] = []
        for start, sign in _signs(_without_seams(text, loose).translate(SIGNS)):
            if sign in _MARKS:
                continue
            if sign.isspace():
                if not made or made[-1] == " ":
                    continue
                form = " "
            else:
                form = _FORMS[sign]
            for letter in form:
                made.append(letter)
                self._starts.append(start)
                self._ends.append(start + len(sign))
        while made and made[-1] == " ":
            del made[-1]
        self.text = "".join(made)

    def spans(self, wanted: str, after: int = 0) -> list[Span]:
        """Where a folded text stands as whole words, behind an offset of the text."""
        found: list[Span] = []
        at = self.text.find(wanted) if wanted else -1
        while at >= 0:
            end = at + len(wanted)
            start = self._starts[at]
            if start >= after and self._is_whole(at) and self._is_whole(end):
                found.append((start, self._ends[end - 1]))
            at = self.text.find(wanted, at + 1)
        return found

    def _is_whole(self, at: int) -> bool:
        """Whether no word or number goes on over a place."""
        before, after = self.text[at - 1 : at], self.text[at : at + 1]
        if before.isdigit() and after in (",", "."):
            return not self.text[at + 1 : at + 2].isdigit()
        if before in (",", ".") and after.isdigit():
            return not self.text[at - 2 : at - 1].isdigit()
        if before.isalpha() and after.isalpha():
            return is_unparted(before) or is_unparted(after) or self._has_hyphen(at)
        return not (before.isdigit() and after.isdigit())

    def _has_hyphen(self, at: int) -> bool:
        """Whether a hyphen between two letters was left out."""
        between = self._source[self._ends[at - 1] : self._starts[at]]
        return "-" in between or "\u2010" in between


def _without_seams(text: str, loose: bool) -> str:
    """A text with marks, which are not compared, in place of what is not."""
    spans = [*seamless(text), *(hyphens(text) if loose else ())]
    parts: list[str] = []
    done = 0
    for start, end in sorted(spans):
        parts += (text[done:start], "*" * (end - start))
        done = end
    return "".join([*parts, text[done:]]) if parts else text


def _signs(text: str) -> Iterable[tuple[int, str]]:
    """The signs of a text, a letter with its accents as one, and where they begin."""
    if not NOT_EUROPEAN.search(text):
        return enumerate(text)
    return ((found.start(), found[0]) for found in _unit().finditer(text))


@cache
def _unit() -> Any:
    import regex  # type: ignore[import-untyped]

    # The digits of one exponent are compared together.
    return regex.compile(rf"{RAISED}|\X", regex.V1)


class _Forms(dict[str, str]):
    """What each sign is compared as."""

    def __missing__(self, sign: str) -> str:
        form = comparable(sign)
        if len(sign) < 3:
            self[sign] = form
        return form


_FORMS = _Forms()
