"""Where in its file a passage, or a quote from it, stands: `p. 3`, `line 12`, `Firms!A3`."""

from __future__ import annotations

import itertools
import re
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence

from tamis.types import Document, Mark

_NUMBER = re.compile(r"(?<!\d)\d+\Z")


class Cutter:
    """Gives the marks of pieces of a document, in time that does not depend on its length."""

    def __init__(self, document: Document) -> None:
        self._marks = document.marks
        self._starts = [mark.start for mark in document.marks]
        counted = any(mark.first is not None for mark in document.marks)
        ends = re.finditer("\n", document.text) if counted else ()
        self._line_ends = array("q", (end.start() for end in ends))

    def marks(self, start: int, end: int, shift: int = 0) -> tuple[Mark, ...]:
        """Those of the text from `start` to `end`, which begins `shift` characters into a piece."""
        found = []
        first = max(0, bisect_right(self._starts, start) - 1)
        for mark in itertools.islice(self._marks, first, bisect_left(self._starts, end)):
            at = max(mark.start, start)
            number = mark.first
            if number is not None:
                number += self._lines(at) - self._lines(mark.start)
            found.append(mark._replace(start=at - start + shift, first=number))
        return tuple(found)

    def _lines(self, at: int) -> int:
        return bisect_left(self._line_ends, at)


def joined(parts: Sequence[Document], id: str) -> Document:
    """Passages of one document as one, with a blank line between two; `id` is its id."""
    marks: list[Mark] = []
    at = 0
    for part in parts:
        marks += (mark._replace(start=mark.start + at) for mark in part.marks)
        at += len(part.text) + 2
    text = "\n\n".join(part.text for part in parts)
    return Document(id, parts[0].title, text, tuple(marks))


def place_of(document: Document) -> str:
    """The places from the first to the last of a document's text, "" where none is known."""
    placed = [(mark, ends) for mark, ends in _extents(document) if mark.place]
    if not placed:
        return ""
    if len(placed) > 1 and placed[1][0].place.startswith(placed[0][0].place + "!"):
        # The name of a sheet says no more than its cells do.
        del placed[0]
    (first, _), (last, ends) = placed[0], placed[-1]
    lines = document.text.rstrip().count("\n", last.start, ends)
    return _between(_named(first, 0), _named(last, lines))


def narrowed(document: Document, holds: Callable[[str], bool]) -> str:
    """The place of what `holds` finds in a text: as short a run of the document as still has it.

    It is the first such run. Where the whole text has it not, the places of all of it.
    """
    spots = list(_stretches(document))

    def has(start: int, end: int) -> bool:
        return holds("\n".join(text for _, text in spots[start:end]))

    if not spots or not has(0, len(spots)):
        return place_of(document)
    end = 1 + bisect_left(range(1, len(spots) + 1), True, key=lambda at: has(0, at))
    lacking = bisect_left(range(1, end), True, key=lambda at: not has(at, end))
    return _between(spots[lacking][0], spots[end - 1][0])


def _stretches(document: Document) -> Iterator[tuple[str, str]]:
    """The places of a document in order, each with the text that stands there."""
    for mark, ends in _extents(document):
        text = document.text[mark.start : ends]
        if mark.first is None:
            yield mark.place, text
        else:
            for number, line in enumerate(text.split("\n"), mark.first):
                yield f"{mark.place}{number}", line


def _extents(document: Document) -> Iterator[tuple[Mark, int]]:
    """Each mark, and where its part ends."""
    ends = [mark.start for mark in document.marks[1:]]
    yield from zip(document.marks, [*ends, len(document.text)], strict=False)


def _named(mark: Mark, lines: int) -> str:
    return mark.place if mark.first is None else f"{mark.place}{mark.first + lines}"


def _between(first: str, last: str) -> str:
    """`p. 3–4`; what both places begin with is said once."""
    if first == last:
        return first
    number = _NUMBER.search(last)
    before = last[: number.start()] if number else ""
    if number and _NUMBER.sub("", first) == before:
        return f"{first}–{number.group()}"
    return f"{first} – {last}"
