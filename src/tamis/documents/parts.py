"""What the reading of a file gives: documents of parts with places, and what was not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tamis.text.normalised import whole
from tamis.types import Cut, Document, Mark

LONG = 1_000
"""From so many characters on a table is a part of its own; a shorter one is in one passage."""


class UnreadableError(ValueError):
    """A file has no readable text; the message is the reason, without the file's name."""


@dataclass(frozen=True)
class NotRead:
    """A part of a file that could not be read, such as a page that is an image.

    `reason` completes a sentence that begins with the file and the `place`; `count` is how many
    pages (or messages) it is.
    """

    place: str
    reason: str
    count: int = 1


class PaperText(NamedTuple):
    """A file as a paper: its title ("" for none), its paragraphs, and what was not read of it."""

    title: str
    paragraphs: tuple[str, ...]
    unread: tuple[NotRead, ...] = ()


class Part(NamedTuple):
    """A part of a document: its text, and where it stands in the file.

    `place` is what people call it: `p. 3`, `slide 2`. With `first`, each line of the text has a
    number, which is added to the place, the first line that one: `line 12`, `Firms!A3`.
    `header` is the row of headers of a table, which goes with each passage that is cut from it.
    `cut` is how passages are cut from it.
    """

    text: str
    place: str = ""
    first: int | None = None
    header: str = ""
    cut: Cut = ""


@dataclass(frozen=True)
class Read:
    """A document that was read; the title may be empty.

    `name` tells the documents of one file apart, as the messages of a mailbox; else it is empty.
    """

    title: str
    parts: tuple[Part, ...]
    unread: tuple[NotRead, ...] = ()
    name: str = ""

    @property
    def text(self) -> str:
        """The texts of all parts, with a blank line between two."""
        return _joined(self.parts)


class Extracted(NamedTuple):
    """What an office file says: the title in its properties, its first heading, and its parts.

    Both titles may be empty. The text has headings as `#`, list items as "- ", and the cells of a
    row separated by " | ".
    """

    declared: str
    heading: str
    parts: tuple[Part, ...]
    unread: tuple[NotRead, ...] = ()


def as_document(read: Read, id: str, title: str) -> Document:
    """A document of a corpus, of which the title is `title` if it has none itself."""
    marks: list[Mark] = []
    at = 0
    for part in _filled(read.parts):
        if part[1:] != Part("")[1:] or marks:
            marks.append(Mark(at, *part[1:]))
        at += len(part.text) + len(_BETWEEN)
    return Document(id, read.title or title, read.text, tuple(marks))


_BETWEEN = "\n\n"


def _filled(parts: Sequence[Part]) -> list[Part]:
    cleaned = (part._replace(text=whole(part.text)) for part in parts)
    return [part for part in cleaned if part.text.strip()]


def _joined(parts: Sequence[Part]) -> str:
    return _BETWEEN.join(part.text for part in _filled(parts))
