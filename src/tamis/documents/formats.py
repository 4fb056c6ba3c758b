"""Extracts title and text from the bytes of one file, by the suffix of its name."""

from __future__ import annotations

import logging
import re
from io import BytesIO
from typing import TYPE_CHECKING

from tamis.documents import office
from tamis.documents.extracted import UnreadableError as UnreadableError
from tamis.inputs.files import decoded_document
from tamis.text.normalised import whole
from tamis.text.shown import counted

if TYPE_CHECKING:
    from pypdf import PdfReader

MARKDOWN = frozenset({".md", ".markdown", ".mdown", ".mkd"})
HTML = frozenset({".html", ".htm", ".xhtml"})
PDF = frozenset({".pdf"})
PLAIN = frozenset({"", ".txt", ".text", ".rst", ".org", ".adoc", ".tex"})
SUFFIXES = PLAIN | MARKDOWN | HTML | PDF | office.SUFFIXES
"""The kinds of files that are read, by suffix in lower case; "" is a name without suffix."""

READERS = 2
"""The version of all readers; increased when one of them makes another text of the same file."""

_CHANGED = dict.fromkeys(HTML | office.AS_PAGES, 2)
"""The version of READERS with which that of a kind changed last, if it has."""

KINDS = (
    f"text (.txt, .rst, .org, .adoc, .tex), Markdown (.md), HTML (.html, .htm), PDF, {office.KINDS}"
)

_FENCE_OF_FIELDS = re.compile(r"(---|\+\+\+)[ \t]*\n")
_FIELD = re.compile(r"[ \t]*$|[ \t#\]}-]|[^\n]*[:=]")
_TITLE_FIELD = re.compile(r"^title[ \t]*[:=][ \t]*(?P<title>[^\n]*)$", re.M | re.I)
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_HEADING = re.compile(r" {0,3}#{1,6}[ \t]++(.*)")
_CLOSING = re.compile(r"(?<![ \t])[ \t]+#+\Z|\A#+\Z")
_UNDERLINE = re.compile(r" {0,3}(?:=+|-+)[ \t]*")
_PARAGRAPH = re.compile(r" {0,3}[^\s>|#*+-]")
# Placeholder titles written by programs, and names of files.
_NO_TITLE = re.compile(
    r"untitled(?:[ -]?\d+| document)?|microsoft \w+ - .*|"
    r"powerpoint[ -]pr[eä]sentation|pr[eé]sentation powerpoint|"
    r".*\.(?:docx?|odt|rtf|tex|dvi|ps|pptx?|indd|qxd|pdf)",
    re.I,
)


def reader_of(suffix: str) -> int:
    """The first version of READERS with which files of a kind were read as they are now."""
    return _CHANGED.get(suffix.lower(), 1)


def extract(data: bytes, suffix: str) -> tuple[str, str]:
    """The title ("" for none) and the text of a file with the given contents.

    `suffix` is one of SUFFIXES. Line ends become "\\n". Raises UnreadableError where there is
    no text, or none that can be read.
    """
    if suffix in PDF:
        title, text = _pdf(data)
    elif suffix in office.SUFFIXES:
        found = office.extract_office(data, suffix)
        declared = found.declared.strip()
        title = found.heading if _NO_TITLE.fullmatch(declared) else declared or found.heading
        text = found.text
    else:
        title, text = _text(data, suffix)
    if not text.strip():
        raise UnreadableError("holds no text")
    return " ".join(whole(title).split()), whole(text)


def _text(data: bytes, suffix: str) -> tuple[str, str]:
    text = text_of_document(data, page=suffix in HTML)
    if suffix in MARKDOWN:
        return _markdown(text)
    if suffix in HTML:
        from tamis.documents.html.page import page

        return page(text)
    return "", text


def text_of_document(data: bytes, *, page: bool) -> str:
    """The text of a document; see `decoded_document`. Raises UnreadableError."""
    try:
        return decoded_document(data, page=page)
    except ValueError as error:
        raise UnreadableError(str(error)) from error


def _markdown(text: str) -> tuple[str, str]:
    """The title of the front matter, else the first heading; the text without front matter."""
    fields, text = _front_matter(text)
    field = _TITLE_FIELD.search(fields)
    title = field["title"].strip().strip("\"'") if field else ""
    # A single ">" or "|" means that the title follows on separate lines.
    return (title if title.strip(">|- ") else _first_heading(text)), text


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


def _pdf(data: bytes) -> tuple[str, str]:
    """The title that the file declares, and its pages separated by blank lines."""
    from pypdf import PdfReader
    from pypdf.errors import DependencyError, FileNotDecryptedError

    log = logging.getLogger("pypdf")
    level = log.level
    # pypdf warns of each defect that it could handle, and raises for the others.
    log.setLevel(logging.CRITICAL)
    try:
        reader = PdfReader(BytesIO(data))
        pages = [page.extract_text() for page in reader.pages]
        title = _pdf_title(reader)
    except FileNotDecryptedError as error:
        raise UnreadableError("is encrypted; save it without a password") from error
    except DependencyError as error:
        raise UnreadableError(
            "is encrypted with AES; install the package cryptography, or save it without encryption"
        ) from error
    except Exception as error:
        # A broken file can make the parser raise any exception.
        said = str(error) or type(error).__name__
        raise UnreadableError(f"is a broken PDF ({said:.120})") from error
    finally:
        log.setLevel(level)
    text = "\n\n".join(page.strip() for page in pages if page.strip()).replace("\0", "")
    if not text:
        raise UnreadableError(
            f"holds no text in its {counted(len(pages), 'page')}, only images; "
            "run text recognition (OCR) on it"
        )
    return title, text


def _pdf_title(reader: PdfReader) -> str:
    title = reader.metadata.title if reader.metadata else None
    title = title.strip() if isinstance(title, str) else ""
    return "" if _NO_TITLE.fullmatch(title) else title
