"""The text of an OpenDocument text (LibreOffice, OpenOffice; ISO 26300)."""

from __future__ import annotations

from collections.abc import Mapping

from tamis.documents.office._markup import Markup
from tamis.documents.office.archive import Archive, elements, parse
from tamis.documents.parts import Extracted, UnreadableError

_TAGS = {
    "p": "p",
    "list": "ul",
    "list-item": "li",
    "list-header": "li",
    "table": "table",
    "table-row": "tr",
    "table-cell": "td",
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
    styles = _styles(archive)
    walk = _Walk(styles)
    parse(archive.read("content.xml"), start=walk.start, end=walk.end, text=walk.text)
    heading, parts = walk.markup.read()
    found = elements(archive.read("meta.xml")) if "meta.xml" in archive.names else ()
    title = next((one.text for one in found if one.name == "title"), "")
    return Extracted(title, heading, parts)


def _styles(archive: Archive) -> Mapping[str, str]:
    """The styles of raised text (`sup`), and of hidden text (`hidden`), by their names."""
    found: dict[str, str] = {}
    style = ""

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal style
        if name == "style":
            style = attributes.get("name", "")
        elif name == "text-properties":
            place = attributes.get("text-position", "").partition(" ")[0]
            # "super", or by how many percent it is raised.
            if place == "super" or (place[:1].isdigit() and place.rstrip("%").strip("0")):
                found[style] = "sup"
            if attributes.get("display") == "none":
                found[style] = "hidden"

    for name in ("styles.xml", "content.xml"):
        if name in archive.names:
            parse(archive.read(name), start=start)
    return found


class _Walk:
    """OpenDocument's elements as those of HTML."""

    def __init__(self, styles: Mapping[str, str]) -> None:
        self.markup = Markup()
        self._styles = styles
        self._open: list[str] = []
        self._text = 0
        self._left_out = 0
        self._notes = 0
        self._gap = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """Begin an element."""
        style = self._styles.get(attributes.get("style-name", ""), "")
        if self._left_out or name in _LEFT_OUT or style == "hidden":
            self._left_out += 1
            return
        tag = "sup" if name == "span" and style == "sup" else _TAGS.get(name, "")
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
            self.markup.start(tag, _spans(attributes) if tag == "td" else {})

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


def _spans(attributes: Mapping[str, str]) -> Mapping[str, str]:
    """Over how many columns and rows a cell reaches, as HTML says it."""
    named = {"colspan": "number-columns-spanned", "rowspan": "number-rows-spanned"}
    return {name: attributes[said] for name, said in named.items() if said in attributes}
