"""One uploaded file as a paper, within limits; its name is only shown, never used as a path."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import PurePosixPath

from tamis.documents.formats import HTML, PAPERS, UnreadableError
from tamis.documents.pdf.line import Limits
from tamis.retrieve.papers._fields import BrokenError
from tamis.retrieve.papers._json_records import BadRecord, of_bytes
from tamis.retrieve.papers.paper import Paper
from tamis.retrieve.papers.paper_files import RECORDS, paragraphs_of_file
from tamis.retrieve.papers.paper_records import papers_of
from tamis.types import InputError

MAX_BYTES = 25_000_000
"""The most bytes of an uploaded file: 25 MB."""

LIMITS = Limits(pages=300, characters=2_000_000, page_bytes=10_000_000, seconds=60.0)
"""The other limits: characters for any file, the others for a PDF."""

MAX_HTML = 5_000_000
"""The most bytes of a web page, which takes longer to read: 5 MB."""

MAX_DEPTH = 300
"""The deepest nesting of elements in a web page: the time to read it grows with the square."""

_KINDS = (
    "a PDF, text (.txt), Markdown (.md), HTML, DOCX, ODT, EPUB or PPTX file, or the record of a "
    "paper (.json, .jsonl)"
)


def paper_of(
    data: bytes,
    name: str,
    limits: Limits = LIMITS,
    max_bytes: int = MAX_BYTES,
    line: int | None = None,
) -> Paper:
    """The paper in one uploaded file, or in the one `line` of it that `data` is.

    `name` is what the user's file is called: its suffix says the kind (but for a PDF, which is
    known by its first bytes), and it is the title where the file has none. It is never a path.
    The id is a hash of the contents, so a file uploaded twice has the same id. Raises InputError
    with the reason where there is no readable text, or too much of it.
    """
    label = _label(name)
    said = label if line is None else f"{label}, line {line}"
    if not data:
        raise InputError(f"{said} is empty; choose the file again.")
    if len(data) > max_bytes:
        raise InputError(
            f"{said} is larger than the {max_bytes:,} bytes that are read ({len(data):,}); "
            "split it or make it smaller."
        )
    suffix = ".pdf" if data.startswith(b"%PDF-") else PurePosixPath(label).suffix.lower()
    try:
        if suffix in RECORDS:
            paper = _record(data)
        elif suffix in PAPERS:
            if suffix in HTML:
                _check_page(data)
            read = paragraphs_of_file(data, suffix, limits)
            title = read.title or PurePosixPath(label).stem.strip()
            paper = Paper("", title, read.paragraphs, unread=read.unread)
        else:
            raise UnreadableError(f"is of a kind that is not read; give {_KINDS}")
        size = sum(map(len, paper.paragraphs))
        if size > limits.characters:
            raise UnreadableError(
                f"holds more than the {limits.characters:,} characters that are read ({size:,}); "
                "split it"
            )
    except (UnreadableError, BrokenError) as error:
        raise InputError(f"{said} {error}.") from error
    id = hashlib.sha256(data).hexdigest()[:16]
    return replace(paper, id=id, title=paper.title[:500], source=said)


def _record(data: bytes) -> Paper:
    found = list(of_bytes(data))
    if len(found) != 1:
        raise UnreadableError(f"holds {len(found):,} records, not one; upload one paper at a time")
    _, record = found[0]
    if isinstance(record, BadRecord):
        raise UnreadableError(record.reason)
    papers = papers_of(record)
    if len(papers) != 1:
        raise UnreadableError(f"holds {len(papers):,} papers, not one; upload them one at a time")
    return papers[0]


def _check_page(data: bytes) -> None:
    """UnreadableError for a web page that is too large, or nested too deeply."""
    if len(data) > MAX_HTML:
        raise UnreadableError(
            f"is a page larger than the {MAX_HTML:,} bytes that are read ({len(data):,}); split it"
        )
    # Imported here, as the library for pages takes time to load.
    from tamis.documents.html.tree import nests_deeper

    # Its tags alone count, which are the same in each encoding but for the zero bytes of UTF-16.
    if nests_deeper(data.replace(b"\0", b"").decode("latin-1"), MAX_DEPTH):
        raise UnreadableError(
            f"has more than {MAX_DEPTH} elements within each other; save it as text"
        )


def _label(name: str) -> str:
    """The last part of a name, without characters that cannot be printed."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2]
    shown = "".join(c if c.isprintable() else " " for c in last)
    label = " ".join(shown.split())
    stem, dot, suffix = label.rpartition(".")
    if len(label) > 120:
        label = f"{stem[:100]}{dot}{suffix[:10]}" if dot else label[:120]
    return label or "The file"
