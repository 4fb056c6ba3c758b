"""The text of an e-book in EPUB 2 and 3: its pages in the order of its spine."""

from __future__ import annotations

import posixpath
from urllib.parse import unquote

from tamis.documents.office._markup import read_xhtml
from tamis.documents.office.archive import Archive, Element, elements
from tamis.documents.parts import Extracted, Part, UnreadableError

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/xml"})


def book(data: bytes) -> Extracted:
    """The title of a book, its first heading, and the text of its pages.

    Pages of the spine are read, also those that are no part of the main flow (`linear="no"`);
    the list of contents is left out where it is marked as one. Raises UnreadableError.
    """
    archive = Archive(data)
    package = next(
        (
            one.attributes["full-path"]
            for one in elements(archive.read(_CONTAINER))
            if one.name == "rootfile" and "full-path" in one.attributes
        ),
        "",
    )
    found = elements(archive.read(package))
    title = next((one.text for one in found if one.name == "title" and one.text.strip()), "")
    parts: list[Part] = []
    heading = ""
    pages = _pages(found, posixpath.dirname(package))
    encrypted = _encrypted(archive)
    for name in pages:
        if name in encrypted:
            raise UnreadableError("is encrypted (DRM); get it without copy protection")
        first, found_there = read_xhtml(archive.read(name))
        heading = heading or first
        parts += found_there
    return Extracted(title, heading, tuple(parts))


def _pages(found: list[Element], folder: str) -> list[str]:
    """The members of the spine, each once."""
    places = {
        one.attributes.get("id", ""): posixpath.normpath(
            posixpath.join(folder, unquote(one.attributes["href"].partition("#")[0]))
        )
        for one in found
        if one.name == "item"
        and "href" in one.attributes
        and one.attributes.get("media-type", "") in _PAGES
        and "nav" not in one.attributes.get("properties", "").split()
    }
    spine = [one.attributes.get("idref", "") for one in found if one.name == "itemref"]
    return list(dict.fromkeys(places[id] for id in spine if id in places))


def _encrypted(archive: Archive) -> frozenset[str]:
    """The members that are encrypted; often only fonts are."""
    if _ENCRYPTION not in archive.names:
        return frozenset()
    return frozenset(
        unquote(one.attributes.get("URI", ""))
        for one in elements(archive.read(_ENCRYPTION))
        if one.name == "CipherReference"
    )
