"""The lines of a PDF with their positions, and which of its pages could not be read."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from importlib.util import find_spec

from tamis.documents.parts import NotRead, UnreadableError
from tamis.documents.pdf import pdfium
from tamis.documents.pdf.by_pypdf import pages_by_pypdf
from tamis.documents.pdf.layout import lines_of
from tamis.documents.pdf.line import Limits, Line, PdfPages
from tamis.text.normalised import whole
from tamis.text.shown import counted

_SCANNED = frozenset({pdfium.IMAGE, pdfium.HARDLY})


def pdf_pages(data: bytes, limits: Limits) -> PdfPages:
    """The title that a PDF declares ("" for none), and the lines of each of its pages.

    pdfium reads it; pypdf where that is not installed or cannot open the file. Raises
    UnreadableError where the file is broken, encrypted, only images or beyond the limits.
    """
    found = _by_pdfium(data, limits) if find_spec("pypdfium2") else None
    if found is None:
        title, pages, pictures = pages_by_pypdf(data, limits)
        reasons = [
            pdfium.IMAGE if picture and not lines else ""
            for lines, picture in zip(pages, pictures, strict=True)
        ]
        found = title, pages, reasons
    title, pages, reasons = found
    if not any(pages):
        raise UnreadableError(_nothing(reasons))
    return PdfPages(" ".join(whole(title).split()), pages, _unread(reasons))


def _by_pdfium(data: bytes, limits: Limits) -> tuple[str, list[list[Line]], list[str]] | None:
    ends = time.monotonic() + limits.seconds
    try:
        file = pdfium.Pdf(data)
    except pdfium.CannotOpenError:
        return None
    try:
        limits.check_pages(len(file))
        pages: list[list[Line]] = []
        reasons: list[str] = []
        size = 0
        for number in range(len(file)):
            words, unread = file.page(number)
            pages.append(lines_of(words))
            reasons.append(unread)
            size += sum(len(line.text) for line in pages[-1])
            limits.check_size(size)
            if time.monotonic() > ends:
                raise UnreadableError(
                    f"takes longer than {limits.seconds:g} seconds to read; save it as text"
                )
        return file.title(), pages, reasons
    finally:
        file.close()


def _nothing(reasons: Sequence[str]) -> str:
    number = counted(len(reasons), "page")
    if any(reason in _SCANNED for reason in reasons) or not any(reasons):
        return f"holds no text in its {number}, only images; run text recognition (OCR) on it"
    first = next(filter(None, reasons))
    return f"holds no text in its {number}: the first {first}"


def _unread(reasons: Sequence[str]) -> tuple[NotRead, ...]:
    """The pages that were not read; those that follow each other for one reason are one entry."""
    found = []
    at = 1
    for reason, run in itertools.groupby(reasons):
        count = sum(1 for _ in run)
        if reason:
            place = f"p. {at}" if count == 1 else f"p. {at}–{at + count - 1}"
            found.append(NotRead(place, reason, count))
        at += count
    return tuple(found)
