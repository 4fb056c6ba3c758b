"""The zip archives that documents are, unpacked within bounds; and their XML, without entities.

A small archive may unpack to a huge one, and a few lines of XML may declare entities that expand
to gigabytes. The sizes that an archive declares are the bounds of what `zipfile` unpacks, so they
are added up first; XML that declares entities is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html.entities import html5
from io import BytesIO
from typing import NamedTuple
from xml.parsers import expat
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from tamis.documents.parts import UnreadableError

MOST_UNPACKED = 400_000_000
"""The most bytes of all members of an archive, unpacked: 400 MB."""

MOST_XML = 50_000_000
"""The most bytes of one member that is read as text, unpacked: 50 MB."""

MOST_TAGS = 2_000_000
"""The most tags of a document that is held in memory as a tree: about 1 GB."""

MOST_MEMBERS = 20_000
DEEPEST = 300
"""The deepest nesting of elements."""

_PROLOG = 65_536
_TOO_MANY = f"has more than the {MOST_TAGS:,} tags of XML that are read; split it"
_TOO_LARGE = "unpacks to more than the {most:,} bytes that are read ({size:,}); split it"


class Element(NamedTuple):
    """An element of a small XML file: its name without namespace, attributes, its own text."""

    name: str
    attributes: Mapping[str, str]
    text: str


class Archive:
    """An open zip archive; `names` are its members."""

    def __init__(self, data: bytes) -> None:
        try:
            self._zip = ZipFile(BytesIO(data))
        except BadZipFile as error:
            raise UnreadableError(
                "is broken: it is no zip archive, as files of its kind are; get it or save it anew"
            ) from error
        members = self._zip.infolist()
        if len(members) > MOST_MEMBERS:
            raise UnreadableError(
                f"has more than the {MOST_MEMBERS:,} parts that are read ({len(members):,}); "
                "split it"
            )
        if any(member.flag_bits & 1 for member in members):
            raise UnreadableError("is encrypted; save it without a password")
        if any(member.compress_type not in (ZIP_STORED, ZIP_DEFLATED) for member in members):
            # Others may unpack a few bytes to many megabytes in one step.
            raise UnreadableError("is packed in an unusual way, which is not read; save it anew")
        size = sum(member.file_size for member in members)
        if size > MOST_UNPACKED:
            raise UnreadableError(_TOO_LARGE.format(most=MOST_UNPACKED, size=size))
        self.names = frozenset(member.filename for member in members)

    def read(self, name: str) -> bytes:
        """A member that is read as text; UnreadableError where it is missing or too large."""
        if name not in self.names:
            raise UnreadableError(f"is broken: its part {name!r:.60} is missing")
        self._check_size(self._zip.getinfo(name).file_size)
        return self._zip.read(name)

    @staticmethod
    def _check_size(size: int) -> None:
        if size > MOST_XML:
            raise UnreadableError(_TOO_LARGE.format(most=MOST_XML, size=size))

    def check_xml(self, *, tree: bool = True) -> None:
        """UnreadableError if any member is XML that is too large, or declares entities.

        For libraries that unpack and parse by themselves; `tree`: as a tree, in memory.
        """
        tags = 0
        for member in self._zip.infolist():
            with self._zip.open(member) as file:
                start = file.read(_PROLOG)
            try:
                parse(start, start=_begun, whole=False)
            except _BegunError:
                self._check_size(member.file_size)
                tags += self._zip.read(member).count(b"<") if tree else 0
                if tags > MOST_TAGS:
                    raise UnreadableError(_TOO_MANY) from None
                continue
            except expat.ExpatError:
                # A picture; or a broken part, of which the library tells.
                continue
            if len(start) == _PROLOG:
                raise UnreadableError(f"is broken: its part {member.filename!r:.60} has no text")

    def title(self) -> str:
        """The title in the properties of a document of Microsoft's formats, "" for none."""
        name = "docProps/core.xml"
        try:
            found = elements(self.read(name)) if name in self.names else []
        except expat.ExpatError:
            return ""
        return next((one.text.strip() for one in found if one.name == "title"), "")


class _BegunError(Exception):
    """The first element has been reached."""


def _begun(name: str, attributes: Mapping[str, str]) -> None:
    raise _BegunError


def parse(
    data: bytes,
    *,
    start: Callable[[str, Mapping[str, str]], None],
    end: Callable[[str], None] = lambda name: None,
    text: Callable[[str], None] = lambda text: None,
    page: bool = False,
    whole: bool = True,
) -> None:
    """Call `start`, `end` and `text` for the parts of an XML document, in order.

    Names of elements and attributes come without their namespaces. A document type is refused,
    but in a `page`, where it is usual, only declarations of entities are; the named characters of
    HTML are known there. `whole`: the data is the whole document. Raises UnreadableError, and
    ExpatError where it is not well-formed.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    depth = tags = 0

    def begin(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth, tags
        depth += 1
        tags += 1
        if tags > MOST_TAGS:
            raise UnreadableError(_TOO_MANY)
        if depth > DEEPEST:
            raise UnreadableError(f"has more than {DEEPEST} elements within each other")
        start(_local(name), {_local(key): value for key, value in attributes.items()})

    def finish(name: str) -> None:
        nonlocal depth
        depth -= 1
        end(_local(name))

    def refuse(*declared: object) -> None:
        raise UnreadableError("declares entities of its own in its XML, which are not read")

    def skipped(name: str, parameter: bool) -> None:
        if not parameter:
            text(html5.get(f"{name};", ""))

    parser.StartElementHandler = begin
    parser.EndElementHandler = finish
    parser.CharacterDataHandler = text
    if page:
        parser.EntityDeclHandler = refuse
        parser.SkippedEntityHandler = skipped
    else:
        parser.StartDoctypeDeclHandler = refuse
    # All at once: older versions of expat take quadratic time for a long token in pieces.
    parser.Parse(data, whole)


def elements(data: bytes) -> list[Element]:
    """The elements of a small XML file, in the order of their ends; errors as in `parse`."""
    found: list[Element] = []
    opened: list[tuple[Mapping[str, str], list[str]]] = []

    def end(name: str) -> None:
        attributes, parts = opened.pop()
        found.append(Element(name, attributes, "".join(parts)))

    parse(
        data,
        start=lambda name, attributes: opened.append((attributes, [])),
        end=end,
        text=lambda text: opened[-1][1].append(text) if opened else None,
    )
    return found


def _local(name: str) -> str:
    return name.rpartition(" ")[2]
