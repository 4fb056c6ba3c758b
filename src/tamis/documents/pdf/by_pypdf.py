"""The lines of a PDF by pypdf, for files that pdfium cannot open, and where it is not installed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

from tamis.documents.parts import UnreadableError
from tamis.documents.pdf.line import Limits, Line
from tamis.text.normalised import whole

_LIGATURES = str.maketrans(
    {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
)
_BOLD = ("bold", "cmbx", "-medi", "black", "heavy", "-bd")


def pages_by_pypdf(data: bytes, limits: Limits) -> tuple[str, list[list[Line]], list[bool]]:
    """The title that a PDF declares, the lines of its pages, and which pages have a picture.

    Raises UnreadableError where the file is broken, encrypted or beyond the limits.
    """
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    ends = time.monotonic() + limits.seconds

    def in_time() -> None:
        if time.monotonic() > ends:
            raise UnreadableError(
                f"takes longer than {limits.seconds:g} seconds to read; save it as text"
            )

    pages: list[list[Line]] = []
    pictures: list[bool] = []
    size = 0
    try:
        with _quiet():
            reader = PdfReader(BytesIO(data))
            limits.check_pages(len(reader.pages))
            for page in reader.pages:
                drawn = page.get_contents()
                if drawn is not None and len(drawn.get_data()) > limits.page_bytes:
                    raise UnreadableError(
                        f"draws more on page {len(pages) + 1:,} than the {limits.page_bytes:,} "
                        "bytes that are read; save it as text"
                    )
                pages.append(list(_lines(_pieces(page, in_time))))
                pictures.append(_has_picture(page))
                size += sum(len(line.text) for line in pages[-1])
                limits.check_size(size)
            title = reader.metadata.title if reader.metadata else None
    except UnreadableError:
        raise
    except FileNotDecryptedError as error:
        raise UnreadableError("is encrypted; save it without a password") from error
    except DependencyError as error:
        raise UnreadableError(
            "is encrypted with AES; install the package cryptography, or save it without encryption"
        ) from error
    except Exception as error:
        # A broken file can make the parser raise any exception.
        said = str(error) or type(error).__name__
        raise UnreadableError(f"is a broken PDF ({said:.120})") from error
    return title if isinstance(title, str) else "", pages, pictures


def _has_picture(page: Any) -> bool:
    held = page.get("/Resources")
    drawn = held.get_object().get("/XObject") if held else None
    parts: Any = drawn.get_object().values() if drawn else ()
    return any(one.get_object().get("/Subtype") == "/Image" for one in parts)


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
    # On a rotated page all text is upright, and none of it is a stamp.
    if 2 * upright >= sum(len(piece.text) for piece in pieces):
        pieces = [replace(piece, upright=False) for piece in pieces]
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
    yield Line(text, said[0].x, said[0].y, size, bold, said[0].upright)


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
