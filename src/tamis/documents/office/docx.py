"""The text of a DOCX, which mammoth turns into HTML."""

from __future__ import annotations

import itertools
import re
from collections.abc import Set
from io import BytesIO
from typing import Any
from xml.etree import ElementTree
from zipfile import ZipFile

from tamis.documents.html.page import page_parts
from tamis.documents.office.archive import Archive
from tamis.documents.parts import Extracted

_STYLES = "\n".join(
    [
        "p[style-name='Title'] => h1:fresh",
        "p[style-name='Subtitle'] => p:fresh",
        *(f"p[style-name='heading {level}'] => h6:fresh" for level in (7, 8, 9)),
    ]
)
_BACK = re.compile(r'<a href="#[a-z0-9-]{1,40}">↑</a>')
_STYLES_PART = "word/styles.xml"
_PARTS = {"word/document.xml", "word/footnotes.xml", "word/endnotes.xml", _STYLES_PART}
_VANISH = "{*}rPr/{*}vanish"
_AROUND = {"fldSimple": ".", "dir": ".", "bdo": ".", "ruby": "{*}rubyBase"}
"""Elements that mammoth leaves out with all that is in them, and where in them their text is."""

_MARKS = [b"vanish", *(f"{name} ".encode() for name in _AROUND), b"ruby>"]
_NOTE = re.compile(r'<li id="(?:foot|end)note-[^"<>]{1,40}">(<p>)?')


def document(data: bytes) -> Extracted:
    """The title in the properties, the first heading and the text of a document.

    Footnotes and endnotes come at the end, with their numbers; text boxes and what tracked
    changes inserted are read. Comments, what was deleted, hidden text, headers and footers are
    left out. Raises UnreadableError, and for a broken file any exception.
    """
    import mammoth

    archive = Archive(data)
    archive.check_xml()
    html = mammoth.convert_to_html(
        BytesIO(_as_shown(archive, data)),
        style_map=_STYLES,
        # A file may hold a style map of its own, by which it could hide text.
        include_embedded_style_map=False,
        external_file_access=False,
        convert_image=_no_image,
    ).value
    numbers = itertools.count(1)
    html = _NOTE.sub(lambda found: f"<li>{found[1] or ''}[{next(numbers)}] ", _BACK.sub("", html))
    heading, parts = page_parts(html, written=True)
    return Extracted(archive.title(), heading, parts)


def _no_image(image: Any) -> list[Any]:
    """Nothing for an image, whose bytes are then not read."""
    return []


def _as_shown(archive: Archive, data: bytes) -> bytes:
    """The document with the text that Word shows, where mammoth would read another.

    The runs that Word hides (`w:vanish`) are left out, and elements of _AROUND are replaced by what
    is in them. A document that is changed has no pictures: they are not read.
    """
    parts = {name: archive.read(name) for name in _PARTS & archive.names}
    if not any(mark in part for part in parts.values() for mark in _MARKS):
        return data
    styles = ElementTree.fromstring(parts.pop(_STYLES_PART, b"<styles/>"))
    hiding = {_value(style, "styleId") for style in styles if _hides(style.find(_VANISH))} - {""}
    shown = BytesIO()
    with ZipFile(shown, "w") as copy:
        for name in archive.names:
            if name in parts:
                copy.writestr(name, _shown(parts[name], hiding))
            elif name.endswith((".xml", ".rels")):
                copy.writestr(name, archive.read(name))
    return shown.getvalue()


def _shown(part: bytes, hiding: Set[str]) -> bytes:
    """A part as Word shows it; `hiding` are the names of the styles that hide text."""
    tree = ElementTree.fromstring(part)
    for paragraph in tree.findall(".//{*}p"):
        above = _value(paragraph.find("{*}pPr/{*}pStyle")) in hiding
        for parent in list(paragraph.iter()):
            for run in parent.findall("{*}r"):
                own = run.find(_VANISH)
                style = _value(run.find("{*}rPr/{*}rStyle"))
                if _hides(own) if own is not None else above or style in hiding:
                    parent.remove(run)
    # The innermost first, so that what replaces an element holds none.
    for parent in reversed(list(tree.iter())):
        for nth, child in reversed(list(enumerate(parent))):
            if inside := _AROUND.get(child.tag.rpartition("}")[2]):
                parent[nth : nth + 1] = list(child.find(inside) or ())
    return ElementTree.tostring(tree)


def _hides(vanish: ElementTree.Element | None) -> bool:
    return vanish is not None and _value(vanish) not in ("0", "false", "off")


def _value(element: ElementTree.Element | None, name: str = "val") -> str:
    """An attribute of Word's, "" where there is none."""
    found = () if element is None else element.items()
    return next((value for key, value in found if key.endswith(f"}}{name}")), "")
