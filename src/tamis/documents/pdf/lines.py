"""The lines of a PDF with their positions on the page, in the order of pypdf."""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from tamis.documents.formats import UnreadableError, _pdf_title, extract
from tamis.text.normalised import whole
from tamis.text.shown import counted

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_BOLD = ("bold", "cmbx", "-medi", "black", "heavy", "-bd")


@dataclass(frozen=True)
class Line:
    """A line of text: where it begins on its page, in points from the bottom left, and its type.

    `size` (points) and `bold` are those of most of its characters. All are 0 and False for a line
    of unknown position.
    """

    text: str
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    bold: bool = False


@dataclass(frozen=True)
class Limits:
    """The limits for one file.

    Pages, characters of text, bytes of the drawing instructions of one page (unpacked: a small
    file may unpack to a large one), and seconds of reading.
    """

    pages: int = 2_000
    characters: int = 10_000_000
    page_bytes: int = 75_000_000
    seconds: float = math.inf


def pdf_lines(data: bytes, limits: Limits) -> tuple[str, list[list[Line]]]:
    """The title that a PDF declares ("" for none), and the lines of each of its pages.

    Text that stands upright (such as a stamp in the margin) is left out. Raises
    UnreadableError where the file is broken, encrypted, only images or beyond the limits.
    """
    from pypdf import PdfReader

    ends = time.monotonic() + limits.seconds

    def in_time() -> None:
        if time.monotonic() > ends:
            raise UnreadableError(
                f"takes longer than {limits.seconds:g} seconds to read; save it as text"
            )

    pages: list[list[Line]] | None = None
    try:
        with _quiet():
            reader = PdfReader(BytesIO(data))
            number = len(reader.pages)
            if number > limits.pages:
                raise UnreadableError(
                    f"has {number:,} pages, more than the {limits.pages:,} that are read; split it"
                )
            pages = []
            size = 0
            for page in reader.pages:
                drawn = page.get_contents()
                if drawn is not None and len(drawn.get_data()) > limits.page_bytes:
                    raise UnreadableError(
                        f"draws more on page {len(pages) + 1:,} than the {limits.page_bytes:,} "
                        "bytes that are read; save it as text"
                    )
                pages.append(list(_lines(_pieces(page, in_time))))
                size += sum(len(line.text) for line in pages[-1])
                if size > limits.characters:
                    raise UnreadableError(
                        f"holds more than the {limits.characters:,} characters that are read; "
                        "split it"
                    )
            title = _pdf_title(reader)
    except UnreadableError:
        raise
    except Exception as error:
        # The plain reader, which has no time limit, raises the reason where the file cannot be
        # opened, and otherwise gives its text.
        if pages is not None and limits.seconds < math.inf:
            said = str(error) or type(error).__name__
            raise UnreadableError(f"is a broken PDF ({said:.120})") from error
        title, text = extract(data, ".pdf")
        return title, [[Line(line) for line in text.split("\n") if line.strip()]]
    if not any(pages):
        raise UnreadableError(
            f"holds no text in its {counted(number, 'page')}, only images; "
            "run text recognition (OCR) on it"
        )
    return " ".join(whole(title).split()), pages


@dataclass(frozen=True)
class _Piece:
    """Adjacent characters, with their font."""

    text: str
    x: float
    y: float
    size: float
    bold: bool
    upright: bool


def _pieces(page: Any, in_time: Callable[[], None]) -> list[_Piece]:
    """The pieces of text of a page; `in_time` is called repeatedly, to raise at the time limit."""
    pieces: list[_Piece] = []

    def visit(text: str, cm: Sequence[float], tm: Sequence[float], font: Any, size: float) -> None:
        a, b, c, d, e, f = (float(number) for number in tm)
        scale = abs((a * d - b * c) * (cm[0] * cm[3] - cm[1] * cm[2])) ** 0.5
        name = str(font.get("/BaseFont")).lower() if isinstance(font, dict) else ""
        # The direction of the baseline: how far one unit of text goes to the right and up.
        right, up = a * cm[0] + b * cm[2], a * cm[1] + b * cm[3]
        pieces.append(
            _Piece(
                text.replace("\0", "").translate(_LIGATURES),
                e * cm[0] + f * cm[2] + cm[4],
                e * cm[1] + f * cm[3] + cm[5],
                round(abs(size) * scale, 1),
                any(mark in name for mark in _BOLD),
                abs(up) > abs(right),
            )
        )

    page.extract_text(visitor_text=visit, visitor_operand_before=lambda *_: in_time())
    upright = sum(len(piece.text) for piece in pieces if piece.upright)
    # On a rotated page all text is upright, so it is kept.
    if 2 * upright < sum(len(piece.text) for piece in pieces):
        pieces = [piece for piece in pieces if not piece.upright or not piece.text.strip()]
    return pieces


def _lines(pieces: Sequence[_Piece]) -> Iterator[Line]:
    held: list[_Piece] = []
    for piece in pieces:
        first, *others = piece.text.split("\n")
        held.append(_part(piece, first))
        for part in others:
            yield from _line(held)
            held = [_part(piece, part)]
    yield from _line(held)


def _part(piece: _Piece, text: str) -> _Piece:
    return _Piece(text, piece.x, piece.y, piece.size, piece.bold, piece.upright)


def _line(pieces: Sequence[_Piece]) -> Iterator[Line]:
    text = " ".join(whole("".join(piece.text for piece in pieces)).split())
    said = [piece for piece in pieces if piece.text.strip()]
    if not text or not said:
        return
    weights: dict[tuple[float, bool], int] = {}
    for piece in said:
        kind = piece.size, piece.bold
        weights[kind] = weights.get(kind, 0) + len(piece.text)
    size, bold = max(weights, key=lambda kind: weights[kind])
    yield Line(text, said[0].x, said[0].y, size, bold)


@contextmanager
def _quiet() -> Iterator[None]:
    """Suppress pypdf's warnings about defects that it could handle."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)
