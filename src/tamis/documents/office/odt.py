"""The text of an OpenDocument text (LibreOffice, OpenOffice; ISO 26300)."""

from __future__ import annotations

from collections.abc import Mapping

from tamis.documents.extracted import Extracted, UnreadableError
from tamis.documents.office._markup import Markup
from tamis.documents.office.archive import Archive, elements, parse

_TAGS = {
    "p": "p",
    "list": "ul",
    "list-item": "li",
    "list-header": "li",
    "table": "table",
    "table-row": "tr",
    "table-cell": "td",
    "covered-table-cell": "td",
}
_LEFT_OUT = frozenset(
    # What was deleted, comments, the numbers of notes, the list of contents, and programs.
    {"tracked-changes", "annotation", "note-citation", "table-of-content", "forms", "script"}
)
_MOST_SPACES = 100


def text_document(data: bytes) -> Extracted:
    """The title of a document, its first heading and its text, with footnotes where they stand.

    Comments, what tracked changes deleted and the list of contents are left out. Raises
    UnreadableError.
    """
    archive = Archive(data)
    manifest = "META-INF/manifest.xml"
    if manifest in archive.names and any(
        one.name == "encryption-data" for one in elements(archive.read(manifest))
    ):
        raise UnreadableError("is encrypted; save it without a password")
    walk = _Walk()
    parse(archive.read("content.xml"), start=walk.start, end=walk.end, text=walk.text)
    heading, text = walk.markup.read()
    found = elements(archive.read("meta.xml")) if "meta.xml" in archive.names else ()
    title = next((one.text for one in found if one.name == "title"), "")
    return Extracted(title, heading, text)


class _Walk:
    """OpenDocument's elements as those of HTML."""

    def __init__(self) -> None:
        self.markup = Markup()
        self._open: list[str] = []
        self._text = 0
        self._left_out = 0
        self._notes = 0
        self._gap = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin an element."""
        if self._left_out or name in _LEFT_OUT:
            self._left_out += 1
            return
        tag = _TAGS.get(name, "")
        self._text += name == "text"
        if name == "h":
            level = attributes.get("outline-level", "1")
            tag = f"h{level}" if level in {"1", "2", "3", "4", "5", "6"} else "h6"
        elif name == "s":
            count = attributes.get("c", "1")
            self.markup.text(" " * min(int(count) if count.isdecimal() else 1, _MOST_SPACES))
        elif name == "tab":
            self.markup.text(" ")
        elif name == "line-break":
            self.markup.start("br")
        elif name == "note-body":
            self._notes += 1
            self._gap = ""
            self.markup.text(" [")
        elif self._notes:
            # A paragraph of a note stands within one of the text.
            tag = ""
            if name == "p":
                self.markup.text(self._gap)
                self._gap = " "
        self._open.append(tag)
        if tag:
            self.markup.start(tag)

    def end(self, name: str) -> None:
        """End an element."""
        if self._left_out:
            self._left_out -= 1
            return
        self._text -= name == "text"
        if name == "note-body":
            self._notes -= 1
            self.markup.text("]")
        if tag := self._open.pop():
            self.markup.end(tag)

    def text(self, text: str) -> None:
        """Text within an element."""
        if self._text and not self._left_out:
            self.markup.text(text)
