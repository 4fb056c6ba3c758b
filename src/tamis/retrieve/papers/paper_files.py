"""Papers from a folder, from files, and from one uploaded file."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from tamis.retrieve.folders import MAX_BYTES, Skipped, scan
from tamis.retrieve.formats import HTML as _HTML
from tamis.retrieve.formats import MARKDOWN, PDF, SUFFIXES, UnreadableError, extract
from tamis.retrieve.papers._fields import BrokenError
from tamis.retrieve.papers._json_records import BadRecord, records
from tamis.retrieve.papers._pdf_lines import Limits
from tamis.retrieve.papers._sections import without_references
from tamis.retrieve.papers._text import paragraphs_of
from tamis.retrieve.papers.paper import Library, Paper
from tamis.retrieve.papers.paper_records import papers_of
from tamis.retrieve.papers.pdf import paper_of_pdf
from tamis.types import InputError

KINDS = (
    "PDF, text (.txt, .rst, .org, .adoc, .tex), Markdown (.md), HTML (.html, .htm) and records "
    "(.jsonl, .json, also .gz)"
)
RECORDS = frozenset({".jsonl", ".ndjson", ".json"})

_SPACES = re.compile(r"[^\S\n]{50,}")


def read_papers(where: Path | Sequence[Path], *, max_bytes: int = MAX_BYTES) -> Library:
    """Read papers from a folder and all below it, sorted by path, or from files, in their order.

    A path given twice is read once. A file is one paper; a file of records may be many. A paper
    of a file has its path as id, below its folder, one of a record its own. Each is read
    leniently: a file or a record that cannot be read is among `skipped`, as are those of more
    than `max_bytes` bytes (records, which are read line by line, are not bounded so) and papers
    whose id came before. Raises InputError where a path does not exist, or nothing is left.
    """
    given = (
        [where] if isinstance(where, Path) else list({one.resolve(): one for one in where}.values())
    )
    shelf = _Shelf()
    for path in given:
        if path.is_dir():
            _read_folder(path, shelf, max_bytes)
        elif path.is_file():
            _read_file(path, path.name, shelf, max_bytes)
        else:
            state = "is no regular file" if path.exists() else "does not exist"
            raise InputError(f"{path} {state}; give a folder or files of papers.")
    if not shelf.papers:
        raise _nothing_read(given, shelf.skipped)
    return Library(
        tuple(shelf.papers.values()), tuple(shelf.skipped), tuple(sorted(shelf.ignored.items()))
    )


def paragraphs_of_file(
    data: bytes, suffix: str, limits: Limits | None = None
) -> tuple[str, tuple[str, ...]]:
    """The title ("" for none) and the paragraphs of a file that is one paper.

    `suffix` is one of `tamis.retrieve.formats.SUFFIXES`. A list of references is left out.
    Raises UnreadableError where there is no text, or none that can be read.
    """
    if suffix in PDF:
        return paper_of_pdf(data, limits)
    if suffix in MARKDOWN:
        # Long runs of spaces mean nothing, and cost a search for headings their square in time.
        data = _SPACES.sub(" ", extract(data, ".txt")[1]).encode()
    title, text = extract(data, suffix)
    found = paragraphs_of(text, marked=suffix in MARKDOWN | _HTML)
    return title, tuple(without_references(found))


@dataclass
class _Shelf:
    """What has been read so far."""

    papers: dict[str, Paper] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    ignored: Counter[str] = field(default_factory=Counter)

    def put(self, paper: Paper) -> None:
        if (before := self.papers.get(paper.id)) is None:
            self.papers[paper.id] = paper
        elif before.paragraphs != paper.paragraphs:
            reason = f"has the id {paper.id!r:.60}, which is already that of {before.source}"
            self.skipped.append(Skipped(paper.source, reason))


def _read_folder(folder: Path, shelf: _Shelf, max_bytes: int) -> None:
    listing = scan(folder)
    shelf.skipped += listing.skipped
    shelf.ignored.update({k: n for k, n in listing.ignored if k not in RECORDS | {".gz"}})
    for path in sorted({*(file.path for file in listing.files), *_record_files(folder, shelf)}):
        _read_file(folder / path, path, shelf, max_bytes)


def _record_files(folder: Path, shelf: _Shelf) -> Iterator[str]:
    """The files of records below a folder, hidden ones left out, as paths relative to it."""
    for root, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in names:
            path = Path(root, name)
            if name.startswith(".") or PurePosixPath(name).suffix.lower() not in RECORDS | {".gz"}:
                continue
            if _is_records(name) and path.is_file():
                yield path.relative_to(folder).as_posix()
            else:
                shelf.ignored[path.suffix.lower()] += 1


def _is_records(name: str) -> bool:
    """Whether a file is one of records by its name: packed ones often say no more than `.gz`."""
    path = PurePosixPath(name.lower())
    return path.suffix in RECORDS or (
        path.suffix == ".gz" and PurePosixPath(path.stem).suffix in RECORDS | {""}
    )


def _read_file(path: Path, name: str, shelf: _Shelf, max_bytes: int) -> None:
    try:
        if _is_records(name):
            _read_records(path, name, shelf)
            return
        suffix = PurePosixPath(name).suffix.lower()
        if suffix not in SUFFIXES:
            raise UnreadableError(f"is of a kind that is not read; what is read is {KINDS}")
        if (size := path.stat().st_size) > max_bytes:
            raise UnreadableError(f"is larger than {max_bytes:,} bytes ({size:,}); split it")
        title, paragraphs = paragraphs_of_file(path.read_bytes(), suffix)
    except UnreadableError as error:
        shelf.skipped.append(Skipped(name, str(error)))
    except OSError as error:
        shelf.skipped.append(Skipped(name, f"cannot be read: {error.strerror or error}"))
    else:
        id = name if name not in shelf.papers else path.as_posix()
        shelf.put(Paper(id, title or PurePosixPath(name).stem, paragraphs, source=name))


def _read_records(path: Path, name: str, shelf: _Shelf) -> None:
    try:
        for number, record in records(path):
            source = f"{name}, line {number}"
            if isinstance(record, BadRecord):
                shelf.skipped.append(Skipped(source, record.reason))
                continue
            try:
                for paper in papers_of(record):
                    shelf.put(replace(paper, source=source))
            except BrokenError as error:
                shelf.skipped.append(Skipped(source, str(error)))
    except InputError as error:
        # What came before the break has been read.
        reason = str(error).removeprefix(str(path)).strip(" .,")
        shelf.skipped.append(Skipped(name, reason))


def _nothing_read(given: Sequence[Path], skipped: Sequence[Skipped]) -> InputError:
    places = ", ".join(str(path) for path in given[:3]) or "No path"
    more = f", and {len(skipped) - 1:,} others" if len(skipped) > 1 else ""
    first = f" ({skipped[0].path} {skipped[0].reason}{more})" if skipped else ""
    return InputError(f"{places} holds no paper that can be read{first}; what is read is {KINDS}.")
