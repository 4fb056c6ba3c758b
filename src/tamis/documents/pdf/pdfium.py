"""The words of a PDF with their places, by pdfium.

pdfium is C++, and what it reads may be hostile: call it in a process of its own (`apart`).
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Iterator, Sequence
from ctypes import byref, c_double
from typing import Any, NamedTuple

from tamis.documents.parts import UnreadableError

_PASSWORD, _SECURITY = 4, 5
_TEXT, _PATH, _IMAGE, _FORM = 1, 2, 3, 5
_DEEPEST = 8
_FEW = 100
"""A page with fewer characters than that, and a picture over most of it, is a picture."""

_MOST = 0.5
_DRAWN = 20
"""A page without text on which so many lines are drawn shows something."""

_UNMAPPED = 0.3
"""The share of letters without a meaning from which on a page is not read."""

_MAYBE_POWER = re.compile(r"[\d)](?=[+−–-]?\d)|[^\W\d_](?=\d)")
"""Where a power may begin behind a figure, or a mark behind a word."""

_BLANK = 0.1
"""The least width of a blank, in sizes of the type."""

_HYPHENS = frozenset({0x02, 0xFFFE})
"""What pdfium makes of a hyphen at the end of a line."""

IMAGE = "holds only an image; run text recognition (OCR) on it"
DRAWING = "holds only a drawing, and no text"
HARDLY = "is an image with hardly any text; run text recognition (OCR) on it"
CODED = (
    "has letters of which the file does not say which they are; run text recognition (OCR) on it"
)
BROKEN = "is broken"


class Word(NamedTuple):
    """A word: where it begins and ends on its page, in points from the bottom left, and its type.

    `turned` is how often it was turned by 90 degrees. `y` is that of its baseline. `glued`: no
    blank stands before it, as before a raised mark.
    """

    text: str
    x: float
    right: float
    y: float
    size: float
    bold: bool
    turned: int
    glued: bool


class PageWords(NamedTuple):
    """The words of a page in the order in which they are drawn; `unread` says what is not there."""

    words: list[Word]
    unread: str


class CannotOpenError(Exception):
    """pdfium cannot open the file; another reader may."""


class Pdf:
    """An open PDF; close it. Raises CannotOpenError, and UnreadableError where it is encrypted."""

    def __init__(self, data: bytes) -> None:
        import pypdfium2.raw as pdfium

        self._pdfium: Any = pdfium
        self._data = data  # pdfium reads from it until the document is closed
        pdfium.FPDF_InitLibrary()
        self._document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
        if not self._document:
            if pdfium.FPDF_GetLastError() in (_PASSWORD, _SECURITY):
                raise UnreadableError("is encrypted; save it without a password")
            raise CannotOpenError
        self._bold: dict[int, bool] = {}

    def __len__(self) -> int:
        return int(self._pdfium.FPDF_GetPageCount(self._document))

    def title(self) -> str:
        """The title that the file declares; "" for none."""
        size = self._pdfium.FPDF_GetMetaText(self._document, b"Title", None, 0)
        held = ctypes.create_string_buffer(size)
        self._pdfium.FPDF_GetMetaText(self._document, b"Title", held, size)
        return held.raw[: max(0, size - 2)].decode("utf-16-le", "replace")

    def close(self) -> None:
        """Let go of the file."""
        self._pdfium.FPDF_CloseDocument(self._document)

    def page(self, number: int) -> PageWords:
        """A page by its number from 0."""
        pdfium = self._pdfium
        page = pdfium.FPDF_LoadPage(self._document, number)
        text = page and pdfium.FPDFText_LoadPage(page)
        if not text:
            if page:
                pdfium.FPDF_ClosePage(page)
            return PageWords([], BROKEN)
        try:
            codes, words = self._words(text)
            return PageWords(words, self._unread(page, codes))
        finally:
            pdfium.FPDFText_ClosePage(text)
            pdfium.FPDF_ClosePage(page)

    def _words(self, page: Any) -> tuple[list[int], list[Word]]:
        pdfium = self._pdfium
        code = pdfium.FPDFText_GetUnicode
        codes = [code(page, n) for n in range(pdfium.FPDFText_CountChars(page))]
        text = "".join("-" if c in _HYPHENS else chr(c) for c in codes)
        words: list[Word] = []
        before: Word | None = None
        for start, end in _spans(text, codes):
            word = self._word(page, text, start, end)
            if before is not None and _touches(before, word) and self._is_made(page, start - 1):
                word = word._replace(glued=True)
            words.append(word)
            before = word
        return codes, words

    def _word(self, page: Any, text: str, start: int, end: int) -> Word:
        pdfium = self._pdfium
        x, y = self._origin(page, start)
        box = pdfium.FS_RECTF()
        pdfium.FPDFText_GetLooseCharBox(page, end - 1, byref(box))
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(page, start, byref(matrix))
        scale = math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
        size = round(pdfium.FPDFText_GetFontSize(page, start) * scale, 1)
        turned = 0
        if abs(matrix.b) > abs(matrix.a):
            turned = 1 if matrix.b > 0 else 3
        elif matrix.a < 0:
            turned = 2
        # On a turned page places are those of the reader, who turns it back.
        x, y, reach = {
            0: (x, y, box.right),
            1: (y, -x, box.top),
            2: (-x, -y, -box.left),
            3: (-y, x, -box.bottom),
        }[turned]
        said = self._raised(page, text, start, end, size) if not turned else text[start:end]
        return Word(said, x, reach, y, size, self._is_bold(page, start), turned, False)

    def _is_made(self, page: Any, at: int) -> bool:
        """Whether a blank is none of the file, but one that pdfium put there."""
        return at >= 0 and bool(self._pdfium.FPDFText_IsGenerated(page, at))

    def _origin(self, page: Any, at: int) -> tuple[float, float]:
        x, y = c_double(), c_double()
        self._pdfium.FPDFText_GetCharOrigin(page, at, byref(x), byref(y))
        return x.value, y.value

    def _raised(self, page: Any, text: str, start: int, end: int, size: float) -> str:
        """The word; digits that stand raised are a power or a mark, and no more of the word."""
        said = text[start:end]
        for found in _MAYBE_POWER.finditer(said):
            at = start + found.end()
            y = self._origin(page, at)[1]
            base = self._origin(page, at - 1)[1]
            if y > base + 0.15 * size:
                return f"{text[start:at]}^{text[at:end]}"
        return said

    def _is_bold(self, page: Any, at: int) -> bool:
        pdfium = self._pdfium
        drawn = pdfium.FPDFText_GetTextObject(page, at)
        font = drawn and pdfium.FPDFTextObj_GetFont(drawn)
        if not font:
            return False
        key = ctypes.cast(font, ctypes.c_void_p).value or 0
        if key not in self._bold:
            name = ctypes.create_string_buffer(256)
            pdfium.FPDFFont_GetBaseFontName(font, name, 256)
            self._bold[key] = is_bold(name.value.decode("latin-1"))
        return self._bold[key]

    def _unread(self, page: Any, codes: list[int]) -> str:
        """Why a page cannot count as read; "" where it can."""
        letters = [c for c in codes if c > 0x20]
        if len(letters) >= _FEW:
            unmapped = sum(c == 0xFFFD or 0xE000 <= c < 0xF900 for c in letters)
            return CODED if unmapped > _UNMAPPED * len(letters) else ""
        pdfium = self._pdfium
        width, height = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        pictures = drawn = 0
        covered = 0.0
        for kind, area in self._objects(page):
            pictures += kind == _IMAGE
            drawn += kind == _PATH
            covered += area if kind == _IMAGE else 0.0
        if letters:
            return HARDLY if covered > _MOST * width * height else ""
        return IMAGE if pictures else DRAWING if drawn >= _DRAWN else ""

    def _objects(self, page: Any) -> Iterator[tuple[int, float]]:
        """What is drawn on a page: kinds and areas in square points, those in forms included."""
        pdfium = self._pdfium
        stack = [
            (pdfium.FPDFPage_GetObject(page, n), 0, 0.0)
            for n in range(pdfium.FPDFPage_CountObjects(page))
        ]
        while stack:
            one, depth, area = stack.pop()
            kind = pdfium.FPDFPageObj_GetType(one)
            if not depth:
                area = self._area(one)
            if kind == _FORM and depth < _DEEPEST:
                stack += [
                    (pdfium.FPDFFormObj_GetObject(one, n), depth + 1, area)
                    for n in range(pdfium.FPDFFormObj_CountObjects(one))
                ]
            else:
                yield kind, area

    def _area(self, one: Any) -> float:
        left, bottom, right, top = (ctypes.c_float() for _ in range(4))
        if not self._pdfium.FPDFPageObj_GetBounds(
            one, byref(left), byref(bottom), byref(right), byref(top)
        ):
            return 0.0
        return abs((right.value - left.value) * (top.value - bottom.value))


def is_bold(font: str) -> bool:
    """Whether a font is bold, by its name."""
    return any(mark in font.lower() for mark in ("bold", "cmbx", "-medi", "black", "heavy", "-bd"))


def _spans(text: str, codes: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where the words of a page begin and end; a word that is broken at a line end is two."""
    start = None
    for at, sign in enumerate(text):
        if sign.isspace() or sign == "\0":
            if start is not None:
                yield start, at
            start = None
        elif start is None:
            start = at
        if start is not None and codes[at] in _HYPHENS:
            yield start, at + 1
            start = None
    if start is not None:
        yield start, len(text)


def _touches(before: Word, word: Word) -> bool:
    """Whether two words are one for the eye, as a figure and its power: no blank parts them."""
    size = max(before.size, word.size)
    near = -0.3 * size < word.x - before.right < _BLANK * size
    return near and before.turned == word.turned and abs(before.y - word.y) < 0.6 * size
