"""Markup on its way to text: what the readers of e-books and text documents share."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from xml.parsers.expat import ExpatError

from tamis.documents.html.page import page_parts
from tamis.documents.html.tree import nests_deeper
from tamis.documents.office.archive import DEEPEST, parse
from tamis.documents.parts import Part, UnreadableError
from tamis.inputs.files import decoded_document

_VOID = frozenset({"br", "hr", "img", "wbr", "col", "input", "link", "meta"})
_NAME = re.compile(r"[a-zA-Z][a-zA-Z0-9-]{0,40}")
_NONE: Mapping[str, str] = {}


class Markup:
    """HTML that is written tag by tag."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str] = _NONE) -> None:
        """Write a start tag; attributes with odd names are left out."""
        said = "".join(
            f' {key}="{escape(value)}"' for key, value in attributes.items() if _NAME.fullmatch(key)
        )
        self._parts.append(f"<{name}{said}>")

    def end(self, name: str) -> None:
        """Write an end tag."""
        self._parts.append(f"</{name}>")

    def text(self, text: str) -> None:
        """Write text."""
        self._parts.append(escape(text, quote=False))

    def read(self) -> tuple[str, tuple[Part, ...]]:
        """The title, else the first heading, and the text of what was written."""
        return page_parts("".join(self._parts), written=True)


def read_page(source: str) -> tuple[str, tuple[Part, ...]]:
    """As `page_parts`, for a page by somebody else: UnreadableError where it nests too deeply."""
    if nests_deeper(source, DEEPEST):
        raise UnreadableError(f"has more than {DEEPEST} elements within each other")
    return page_parts(source)


def read_xhtml(data: bytes) -> tuple[str, tuple[Part, ...]]:
    """The title, else the first heading, and the text of a page in XHTML; either may be empty.

    It is parsed as XML, as `<title/>` or `<script/>` would swallow all that follows in HTML; what
    is not well-formed is read as HTML. Raises UnreadableError.
    """
    markup = Markup()

    def start(name: str, attributes: Mapping[str, str]) -> None:
        if _NAME.fullmatch(name):
            markup.start(name, attributes)

    def end(name: str) -> None:
        if name not in _VOID and _NAME.fullmatch(name):
            markup.end(name)

    try:
        parse(data, start=start, end=end, text=markup.text, page=True)
    except ExpatError:
        try:
            return read_page(decoded_document(data, page=True))
        except ValueError as error:
            raise UnreadableError(str(error)) from error
    return markup.read()
