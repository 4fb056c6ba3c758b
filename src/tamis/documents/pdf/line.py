"""A line of a PDF with its place, and the limits within which a file is read."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

from tamis.documents.parts import NotRead, UnreadableError


@dataclass(frozen=True)
class Line:
    """A line of text: where it begins on its page, in points from the bottom left, and its type.

    `size` (points) and `bold` are those of most of its characters. All are 0 and False for a line
    of unknown position. `upright`: it stands upright on a page that does not, such as a stamp in
    the margin.
    """

    text: str
    x: float = 0.0
    y: float = 0.0
    size: float = 0.0
    bold: bool = False
    upright: bool = False


class PdfPages(NamedTuple):
    """The title that a PDF declares ("" for none), the lines of its pages, and what is not there.

    A page that was not read has no lines, or only those that could be read.
    """

    title: str
    pages: list[list[Line]]
    unread: tuple[NotRead, ...] = ()


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

    def check_pages(self, number: int) -> None:
        """UnreadableError where a file has more pages."""
        if number > self.pages:
            raise UnreadableError(
                f"has {number:,} pages, more than the {self.pages:,} that are read; split it"
            )

    def check_size(self, characters: int) -> None:
        """UnreadableError where a file has more characters."""
        if characters > self.characters:
            raise UnreadableError(
                f"holds more than the {self.characters:,} characters that are read; split it"
            )
