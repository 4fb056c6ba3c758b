"""Documents cut into chunks of a bounded length, at the ends of paragraphs and sentences."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from tamis.documents.places import Cutter
from tamis.text.comparing import NO_BLANKS, NOT_EUROPEAN, is_unparted
from tamis.text.dates import SHORT_MONTHS
from tamis.types import Document, InputError, Mark

_BLANK_LINE = re.compile(r"\n\s*\n")
# A run of stops is tried once, from its beginning, or a million of them would take a million
# squared steps.
_STOP = r"(?<![.!?…])[.!?…]++[\"'”’»)\]]*+(?=\s)"
_STOP_IN_EUROPE = re.compile(_STOP)
# fmt: off
_ABBREVIATIONS = frozenset({
    "mr", "mrs", "ms", "mx", "dr", "prof", "st", "sr", "jr", "rev", "fr", "hon", "gov", "sen",
    "rep", "gen", "col", "maj", "capt", "lt", "sgt", "messrs", "mme", "mlle", "vs", "cf", "viz",
    "al", "ca", "approx", "est", "no", "nos", "vol", "vols", "fig", "figs", "eq", "ch", "sec",
    "pp", "ed", "eds", "trans", "op", "cit", "dept", "univ", *SHORT_MONTHS,
})
# fmt: on
_INITIALS = re.compile(r"[A-Z]|\w{1,2}(?:\.\w{1,2})+")
_LAST_WORD = re.compile(r"(?<![^\s(\[\"“‘])[^\s(\[\"“‘]*\Z")


_MOST_MARKS = 20
"""A letter has no more marks than these."""


def chunk(text: str, size: int) -> list[tuple[int, str]]:
    """Cut `text` into pieces of at most `size` characters: their start offsets and they themselves.

    Each piece is as long as possible and ends at the last end of a paragraph (a blank line) within
    `size`, else of a sentence, else at white space, else at `size`. In a script without blanks a
    comma does for white space, and no letter is parted from its marks. Pieces neither begin nor
    end with white space; everything else of the text is kept, in order. The time is linear in the
    length. Raises ValueError for a size below 1.
    """
    if size < 1:
        raise ValueError(f"A chunk of at most {size} characters cannot be; give 1 or more.")
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    if end - start <= size:
        return [(start, text[start:end])] if end > start else []
    blank_lines = [found.start() for found in _BLANK_LINE.finditer(text)]
    pieces: list[tuple[int, str]] = []
    while end - start > size:
        limit = start + size
        cut = (
            _paragraph(text, blank_lines, start, limit)
            or _sentence(text, start, limit)
            or _word_end(text, start, limit)
        )
        pieces.append((start, text[start:cut]))
        start = cut
        while text[start].isspace():
            start += 1
    return [*pieces, (start, text[start:end])]


def chunk_documents(documents: Iterable[Document], size: int) -> list[Document]:
    """The chunks of all documents as documents with the same titles, in order.

    The id of chunk k, from 0, is that of the document, `#` and k; a document that fits into one
    chunk stays as it is. Raises InputError where two resulting ids are the same, ValueError for a
    size below 1.
    """
    parts: dict[str, Document] = {}
    for document in documents:
        for part in chunks_of(document, size):
            if part.id in parts:
                raise InputError(
                    f"Two chunks would have the id {part.id!r:.100}; rename the document that ends "
                    "with # and a number, or the one that is there twice."
                )
            parts[part.id] = part
    return list(parts.values())


def chunks_of(document: Document, size: int) -> list[Document]:
    """The chunks of one document, at least one; see `chunk_documents`.

    A table that is longer than a chunk is cut at the ends of its rows, and its row of headers goes
    with each piece; rows that are passages of their own are cut one by one.
    """
    pieces = list(_pieces(document, size))
    if len(pieces) < 2:
        return [document]
    return [
        Document(f"{document.id}#{k}", document.title, header + text, marks)
        for k, (header, text, marks) in enumerate(pieces)
    ]


_Piece = tuple[str, str, tuple[Mark, ...]]
"""A row of headers that goes before a piece, with a line end, or ""; its text; and its marks."""


def _pieces(document: Document, size: int) -> Iterator[_Piece]:
    start, text, cutter = 0, document.text, Cutter(document)
    for mark, end in _tables(document, size):
        yield from _of_text(text, cutter, start, mark.start, size)
        yield from _of_table(text, cutter, mark, end, size)
        start = end
    yield from _of_text(text, cutter, start, len(text), size)


def _tables(document: Document, size: int) -> Iterator[tuple[Mark, int]]:
    """The parts that are cut at line ends, each with its end."""
    ends = [mark.start for mark in document.marks[1:]]
    for mark, end in zip(document.marks, [*ends, len(document.text)], strict=False):
        if mark.cut == "each" or ((mark.header or mark.cut) and end - mark.start > size):
            yield mark, end


def _of_text(text: str, cutter: Cutter, start: int, end: int, size: int) -> Iterator[_Piece]:
    for at, piece in chunk(text[start:end], size):
        begins = start + at
        yield "", piece, cutter.marks(begins, begins + len(piece))


def _of_table(text: str, cutter: Cutter, mark: Mark, end: int, size: int) -> Iterator[_Piece]:
    header = f"{mark.header}\n" if 0 < len(mark.header) < size / 2 else ""
    room = size - len(header)
    for start, stop in _lines(text, mark.start, end, 0 if mark.cut == "each" else room):
        for at, piece in chunk(text[start:stop], room):
            begins = start + at
            before = header if begins > mark.start else ""
            yield before, piece, cutter.marks(begins, begins + len(piece), len(before))


def _lines(text: str, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Where runs of whole lines begin and end, each of at most `size` characters if it can be."""
    stop = start
    while stop < end:
        following = text.find("\n", stop, end)
        following = end if following < 0 else following + 1
        if stop > start and following - start > size:
            yield start, stop
            start = stop
        stop = following
    yield start, end


def _paragraph(text: str, blank_lines: list[int], start: int, limit: int) -> int | None:
    """The last end of a paragraph after `start` that is not beyond `limit`."""
    following = bisect_right(blank_lines, limit)
    # A paragraph that ends within the limit may have white space up to a blank line beyond it.
    beyond = following + text[limit].isspace()
    for at in reversed(blank_lines[max(0, following - 1) : beyond]):
        if at > start and (cut := _trimmed(text, at)) <= limit:
            return cut
    return None


def _trimmed(text: str, end: int) -> int:
    while text[end - 1].isspace():
        end -= 1
    return end


def _sentence(text: str, start: int, limit: int) -> int | None:
    """The last end of a sentence after `start` that is not beyond `limit`."""
    # One more character shows whether white space follows.
    pattern = _stop() if NOT_EUROPEAN.search(text, start, limit + 1) else _STOP_IN_EUROPE
    stops = [found for found in pattern.finditer(text, start, limit + 1) if found.end() <= limit]
    return next((stop.end() for stop in reversed(stops) if _ends_sentence(text, stop)), None)


@cache
def _stop() -> Any:
    """As above, and the marks of other scripts, which alone end a sentence."""
    import regex  # type: ignore[import-untyped]

    return regex.compile(rf"{_STOP}|[\p{{Sentence_Terminal}}--[.!?]]++[」』”’）】]*+", regex.V1)


def _word_end(text: str, start: int, limit: int) -> int:
    """Where the last word that ends by `limit` ends; `start` is not at white space."""
    found = _white_space(text, start, limit) or start
    if is_unparted(text[limit - 1]):
        for mark in _unparted_mark().finditer(text, found, limit):
            found = mark.end()
    # Half a chunk is less use than a word that is cut, where words are not told apart anyway.
    if found == start or (found - start < (limit - start) // 2 and is_unparted(text[limit - 1])):
        found = _sign_end(text, start, limit)
    return found


def _sign_end(text: str, start: int, limit: int) -> int:
    """`limit`, or where the letter begins whose marks go on behind it."""
    import regex

    begin = max(start, limit - _MOST_MARKS)
    *_, last = regex.finditer(r"\X", text[begin : limit + 1])
    return begin + int(last.start()) if last.start() else limit


@cache
def _unparted_mark() -> Any:
    """A comma or the like behind a letter of a script without blanks."""
    import regex

    return regex.compile(rf"(?<={NO_BLANKS})\p{{P}}+", regex.V1)


def _white_space(text: str, start: int, limit: int) -> int | None:
    """Where the last white space begins that a word before `limit` ends at; None for none."""
    # One more character shows whether a word ends right at the limit.
    window = text[start : limit + 1]
    if window[-1].isspace():
        return start + len(window.rstrip())
    head = window.rsplit(None, 1)
    return start + len(head[0]) if len(head) > 1 else None


def _ends_sentence(text: str, found: Any) -> bool:
    """Whether a stop ends a sentence: not after "Mr.", "e.g.", an initial, or the "1." of a list.

    Nor where the text continues in lower case.
    """
    stop = found.group()
    if stop[0] not in ".!?…":
        return True
    if text[found.end() : found.end() + 40].lstrip()[:1].islower():
        return False
    if stop != ".":
        return True
    line = text[max(0, found.start() - 40) : found.start()]
    word = _LAST_WORD.search(line)
    before = word.group() if word else ""
    if before.lower() in _ABBREVIATIONS or _INITIALS.fullmatch(before):
        return False
    return not (before.isdigit() and len(before) < 4 and _begins_line(line, before))


def _begins_line(line: str, number: str) -> bool:
    return line.rpartition("\n")[2].strip() == number
