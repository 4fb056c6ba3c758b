"""The text of a DOCX, which mammoth turns into HTML."""

from __future__ import annotations

import itertools
import re
from io import BytesIO
from typing import Any

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
_NOTE = re.compile(r'<li id="(?:foot|end)note-[^"<>]{1,40}">(<p>)?')


def document(data: bytes) -> Extracted:
    """The title in the properties, the first heading and the text of a document.

    Footnotes and endnotes come at the end, with their numbers; text boxes and what tracked
    changes inserted are read. Comments, what was deleted, headers and footers are left out.
    Raises UnreadableError, and for a broken file any exception.
    """
    import mammoth

    archive = Archive(data)
    archive.check_xml()
    html = mammoth.convert_to_html(
        BytesIO(data),
        style_map=_STYLES,
        # A file may hold a style map of its own, by which it could hide text.
        include_embedded_style_map=False,
        external_file_access=False,
        convert_image=_no_image,
    ).value
    numbers = itertools.count(1)
    html = _NOTE.sub(lambda found: f"<li>{found[1] or ''}[{next(numbers)}] ", _BACK.sub("", html))
    heading, parts = page_parts(html)
    return Extracted(archive.title(), heading, parts)


def _no_image(image: Any) -> list[Any]:
    """Nothing for an image, whose bytes are then not read."""
    return []
