"""Papers from a folder, from files, and from one uploaded file."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from tamis.documents import office
from tamis.documents.apart import ReadingProcesses
from tamis.documents.formats import HTML as _HTML
from tamis.documents.formats import MARKDOWN, PAPERS, PDF, UnreadableError, extract
from tamis.documents.parts import PaperText
from tamis.documents.pdf.line import Limits
from tamis.documents.pdf.paper import paper_of_pdf
from tamis.documents.sections import paragraphs_of, without_references
from tamis.inputs.files import read_bytes, reason
from tamis.retrieve.folders import MAX_BYTES, Skipped, scan
from tamis.retrieve.papers._fields import BrokenError
from tamis.retrieve.papers._json_records import BadRecord, records
from tamis.retrieve.papers.paper import Library, Paper
from tamis.retrieve.papers.paper_records import papers_of
from tamis.types import InputError

KINDS = (
    "PDF, text (.txt, .rst, .org, .adoc, .tex), Markdown (.md), HTML (.html, .htm), "
    f"{office.KINDS}, and records (.jsonl, .json, also .gz)"
)
RECORDS = frozenset({".jsonl", ".ndjson", ".json"})

_SPACES = re.compile(r"[^\S\n]{50,}")


def read_papers(where: Path | Sequence[Path], *, max_bytes: int = MAX_BYTES) -> Library:
    """Read papers from a folder and all below it, sorted by path, or from files, in their order.

    A repeated path is read once. A file is one paper, a file of records may have many. The id of a
    paper is its path relative to the folder, or that in its record. Errors do not stop the
    reading: a file or a record that cannot be read is added to `skipped`, and so are files of more
    than `max_bytes` bytes (except files of records, which are read line by line) and papers with a
    repeated id. Raises InputError where a path does not exist, or no paper could be read.
    """
    given = (
        [where] if isinstance(where, Path) else list({one.resolve(): one for one in where}.values())
    )
    with ReadingProcesses() as processes:
        so_far = _ReadSoFar(processes)
        for path in given:
            if path.is_dir():
                _read_folder(path, so_far, max_bytes)
            elif path.is_file():
                _read_file(path, path.name, so_far, max_bytes)
            else:
                state = "is no regular file" if path.exists() else "does not exist"
                raise InputError(f"{path} {state}; give a folder or files of papers.")
    if not so_far.papers:
        raise _nothing_read(given, so_far.skipped)
    return Library(
        tuple(so_far.papers.values()), tuple(so_far.skipped), tuple(sorted(so_far.ignored.items()))
    )


def paragraphs_of_file(data: bytes, suffix: str, limits: Limits | None = None) -> PaperText:
    """A file with one paper.

    `suffix` is one of `tamis.documents.formats.SUFFIXES`. A list of references is left out.
    Raises UnreadableError where there is no text, or none that can be read.
    """
    if suffix in PDF:
        return paper_of_pdf(data, limits)
    if suffix in MARKDOWN:
        # Long runs of spaces mean nothing, and make the search for headings quadratic.
        data = _SPACES.sub(" ", extract(data, ".txt")[1]).encode()
    title, text = extract(data, suffix)
    found = paragraphs_of(text, marked=suffix in MARKDOWN | _HTML | office.SUFFIXES)
    return PaperText(title, tuple(without_references(found)))


@dataclass
class _ReadSoFar:
    """The papers and the skipped files so far; PDFs are read in the processes."""

    processes: ReadingProcesses
    papers: dict[str, Paper] = field(default_factory=dict)
    skipped: list[Skipped] = field(default_factory=list)
    ignored: Counter[str] = field(default_factory=Counter)

    def put(self, paper: Paper) -> None:
        if (before := self.papers.get(paper.id)) is None:
            self.papers[paper.id] = paper
        elif before.paragraphs != paper.paragraphs:
            reason = f"has the id {paper.id!r:.60}, which is already that of {before.source}"
            self.skipped.append(Skipped(paper.source, reason))


def _read_folder(folder: Path, so_far: _ReadSoFar, max_bytes: int) -> None:
    listing = scan(folder)
    so_far.skipped += listing.skipped
    so_far.ignored.update({k: n for k, n in listing.ignored if k not in RECORDS | {".gz"}})
    files = {file.path for file in listing.files if _suffix(file.path) in PAPERS}
    others = (_suffix(file.path) for file in listing.files if file.path not in files)
    so_far.ignored.update(others)
    for path in sorted({*files, *_record_files(folder, so_far)}):
        _read_file(folder / path, path, so_far, max_bytes)


def _record_files(folder: Path, so_far: _ReadSoFar) -> Iterator[str]:
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
                so_far.ignored[path.suffix.lower()] += 1


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _is_records(name: str) -> bool:
    """Whether a file has records, by its name; that of a packed one often ends just in `.gz`."""
    path = PurePosixPath(name.lower())
    return path.suffix in RECORDS or (
        path.suffix == ".gz" and PurePosixPath(path.stem).suffix in RECORDS | {""}
    )


def _read_file(path: Path, name: str, so_far: _ReadSoFar, max_bytes: int) -> None:
    try:
        if _is_records(name):
            _read_records(path, name, so_far)
            return
        suffix = _suffix(name)
        if suffix not in PAPERS:
            raise UnreadableError(f"is of a kind that is not read; what is read is {KINDS}")
        if (size := path.stat().st_size) > max_bytes:
            raise UnreadableError(f"is larger than {max_bytes:,} bytes ({size:,}); split it")
        data = read_bytes(path)
        read = so_far.processes.paper(data) if suffix in PDF else paragraphs_of_file(data, suffix)
    except UnreadableError as error:
        so_far.skipped.append(Skipped(name, str(error)))
    except InputError as error:
        so_far.skipped.append(Skipped(name, reason(error, path)))
    except OSError as error:
        so_far.skipped.append(Skipped(name, f"cannot be read: {error.strerror or error}"))
    else:
        id = name if name not in so_far.papers else path.as_posix()
        title = read.title or PurePosixPath(name).stem
        so_far.put(Paper(id, title, read.paragraphs, source=name, unread=read.unread))
        so_far.skipped += (Skipped(name, one.reason, one.place, one.count) for one in read.unread)


def _read_records(path: Path, name: str, so_far: _ReadSoFar) -> None:
    try:
        for number, record in records(path):
            source = f"{name}, line {number}"
            if isinstance(record, BadRecord):
                so_far.skipped.append(Skipped(source, record.reason))
                continue
            try:
                for paper in papers_of(record):
                    so_far.put(replace(paper, source=source))
            except BrokenError as error:
                so_far.skipped.append(Skipped(source, str(error)))
    except InputError as error:
        # The records before the error have been read.
        so_far.skipped.append(Skipped(name, reason(error, path)))


def _nothing_read(given: Sequence[Path], skipped: Sequence[Skipped]) -> InputError:
    places = ", ".join(str(path) for path in given[:3]) or "No path"
    more = f", and {len(skipped) - 1:,} others" if len(skipped) > 1 else ""
    first = f" ({skipped[0].path} {skipped[0].reason}{more})" if skipped else ""
    return InputError(f"{places} holds no paper that can be read{first}; what is read is {KINDS}.")
