"""Reads the bytes of one file as documents of parts, by the suffix of its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from tamis.documents import office
from tamis.documents.notebooks import notebook, prose
from tamis.documents.parts import LONG, Part, Read
from tamis.documents.parts import UnreadableError as UnreadableError
from tamis.documents.tables import table
from tamis.inputs.files import decoded_document
from tamis.text.normalised import whole

MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
HTML = frozenset({".html", ".htm", ".xhtml"})
PDF = frozenset({".pdf"})
PLAIN = frozenset({"", ".txt", ".text", ".rst", ".org", ".adoc", ".tex"})
XML = frozenset({".xml"})
TABLES = frozenset({".csv", ".tsv"})
NOTEBOOKS = frozenset({".ipynb"})
PAPERS = PLAIN | MARKDOWN | HTML | PDF | office.SUFFIXES
"""The kinds of files that may be papers."""

SUFFIXES = PAPERS | XML | TABLES | NOTEBOOKS
"""The kinds of files that are read, by suffix in lower case; "" is a name without suffix."""

READERS = 2
"""The version of all readers; increased when one of them makes another text of the same file."""

_CHANGED = dict.fromkeys(HTML | office.AS_PAGES, 2)
"""The version of READERS with which that of a kind changed last, if it has."""

KINDS = (
    "text (.txt, .rst, .org, .adoc, .tex, .xml), Markdown (.md), HTML (.html, .htm), PDF, "
    f"tables (.csv, .tsv), notebooks (.ipynb), {office.KINDS}"
)

_FENCE_OF_FIELDS = re.compile(r"(---|\+\+\+)[ \t]*\n")
_FIELD = re.compile(r"[ \t]*$|[ \t#\]}-]|[^\n]*[:=]")
_TITLE_FIELD = re.compile(r"^title[ \t]*[:=][ \t]*(?P<title>[^\n]*)$", re.M | re.I)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]++(.*)")
_CLOSING = re.compile(r"(?<![ \t])[ \t]+#+\Z|\A#+\Z")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_RULE = re.compile(r" {0,3}+\|?[ \t]*+:?-++:?[ \t]*+(?:\|[ \t]*+:?-++:?[ \t]*+)++\|?[ \t]*+")
_PARAGRAPH = re.compile(r" {0,3}[^\s>|#*+-]")


def reader_of(suffix: str) -> int:
    """The first version of READERS with which files of a kind were read as they are now."""
    return _CHANGED.get(suffix.lower(), 1)


def read(data: bytes, suffix: str) -> tuple[Read, ...]:
    """The documents in a file with the given contents: one, or each message of a mailbox.

    `suffix` is one of SUFFIXES. Line ends become "\\n". Titles may be empty. Raises
    UnreadableError where there is no text, or none that can be read.
    """
    if suffix in PDF:
        from tamis.documents.pdf.paper import document_of_pdf

        found: tuple[Read, ...] = (document_of_pdf(data),)
    elif suffix in office.SUFFIXES:
        found = office.read_office(data, suffix)
    else:
        found = (_text(data, suffix),)
    if not any(one.text.strip() for one in found):
        raise UnreadableError("holds no text")
    return tuple(replace(one, title=" ".join(whole(one.title).split())) for one in found)


def extract(data: bytes, suffix: str) -> tuple[str, str]:
    """The title ("" for none) and the text of a file, all its documents; see `read`."""
    found = read(data, suffix)
    title = found[0].title if len(found) == 1 else ""
    return title, "\n\n".join(one.text for one in found)


def _text(data: bytes, suffix: str) -> Read:
    text = text_of_document(data, page=suffix in HTML | XML)
    if suffix in TABLES:
        return table(text, suffix)
    if suffix in NOTEBOOKS:
        return notebook(text, _first_heading(prose(text)))
    if suffix in MARKDOWN:
        return _markdown(text)
    if suffix in HTML:
        from tamis.documents.html.page import page_parts

        title, parts = page_parts(text)
        return Read(title, parts)
    return Read("", (Part(text, "line ", 1),))


def text_of_document(data: bytes, *, page: bool) -> str:
    """The text of a document; see `decoded_document`. Raises UnreadableError."""
    try:
        return decoded_document(data, page=page)
    except ValueError as error:
        raise UnreadableError(str(error)) from error


def _markdown(text: str) -> Read:
    """The title of the front matter, else the first heading; the text without front matter."""
    fields, rest = _front_matter(text)
    field = _TITLE_FIELD.search(fields)
    title = field["title"].strip().strip("\"'") if field else ""
    # A single ">" or "|" means that the title follows on separate lines.
    title = title if title.strip(">|- ") else _first_heading(rest)
    line = 1 + text.count("\n", 0, len(text) - len(rest))
    return Read(title, tuple(_with_tables(rest.split("\n"), line)))


def _with_tables(lines: Sequence[str], first: int) -> Iterator[Part]:
    """The lines of a text in Markdown, of which the first has that number; long tables apart."""
    start = 0
    for at, line in enumerate(lines):
        if at < max(start, 1) or not (_RULE.fullmatch(line) and "|" in lines[at - 1]):
            continue
        end = next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))
        if sum(map(len, lines[at:end])) > LONG:
            yield Part("\n".join(lines[start : at - 1]), "line ", first + start)
            rows = lines[at - 1 : end]
            yield Part("\n".join(rows), "line ", first + at - 1, header="\n".join(rows[:2]))
            start = end
    yield Part("\n".join(lines[start:]), "line ", first + start)


def _front_matter(text: str) -> tuple[str, str]:
    """The fields between two fences at the top, "" where there are none, and the rest."""
    if not (fence := _FENCE_OF_FIELDS.match(text)):
        return "", text
    end = re.compile(rf"^{re.escape(fence[1])}[ \t]*(?:\n|\Z)", re.M).search(text, fence.end())
    fields = text[fence.end() : end.start()] if end else ""
    if end and all(_FIELD.match(line) for line in fields.split("\n")):
        return fields, text[end.end() :].lstrip("\n")
    return "", text


def _first_heading(text: str) -> str:
    fence = before = above = ""
    for line in text.split("\n"):
        if found := _FENCE.match(line):
            if not fence:
                fence = found[1]
            elif found[1].startswith(fence):
                fence = ""
        elif fence:
            pass
        elif heading := _HEADING.fullmatch(line):
            return _unmarked(_CLOSING.sub("", heading[1].rstrip(" \t")))
        elif _PARAGRAPH.match(before) and not above.strip() and _UNDERLINE.fullmatch(line):
            return _unmarked(before)
        above, before = before, line
    return ""


def _unmarked(heading: str) -> str:
    """A heading without the markup within it."""
    heading = re.sub(r"!?\[([^\[\]]*)\](?:\([^()]*\))?", r"\1", heading)
    return re.sub(r"\{[^{}]*\}\s*$|[*`]|(?<!\w)_|_(?!\w)", "", heading).strip()
