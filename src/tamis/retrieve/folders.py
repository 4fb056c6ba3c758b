"""A folder of a user's own files as a corpus, file by file."""

from __future__ import annotations

import os
import stat
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tamis.bad_input import unreadable
from tamis.documents import office
from tamis.documents.apart import APART, ReadingProcesses, processors
from tamis.documents.formats import KINDS, SUFFIXES, UnreadableError
from tamis.documents.formats import read as read_here
from tamis.documents.parts import Read, as_document
from tamis.inputs.files import read_bytes, reason
from tamis.types import Document, InputError

_OUTSIDE = " outside of the folder, and is not followed"

Reader = Callable[[bytes, str], tuple[Read, ...]]
"""Reads the bytes of a file by the suffix of its name, as `formats.read` does."""

MAX_BYTES = 100_000_000
"""Files larger than this are skipped unless the caller sets another limit: 100 MB."""


@dataclass(frozen=True, slots=True)
class FileStamp:
    """The state of a file when it was listed: it has changed if any of the three differs.

    `path` is relative to the folder, with `/`; it is also the id of the document. `size` in
    bytes, `mtime_ns` in nanoseconds since the epoch.
    """

    path: str
    size: int
    mtime_ns: int


class Skipped(NamedTuple):
    """A file that could not be read, or a part of one.

    `reason` completes a sentence that begins with its path and, of a part, the `place`: the pages
    (or messages) of a file whose others were read, so many `parts`.
    """

    path: str
    reason: str
    place: str = ""
    parts: int = 1

    @property
    def named(self) -> str:
        """What is not read: the path, and the place within the file."""
        return f"{self.path} {self.place}".rstrip()

    @property
    def leads_out(self) -> bool:
        """Whether it is a link that leads out of the folder."""
        return self.reason.endswith(_OUTSIDE)


class FileRead(NamedTuple):
    """What was read of a file: its documents, and what is not in them.

    Without documents the one skipped is the file itself.
    """

    documents: tuple[Document, ...] = ()
    skipped: tuple[Skipped, ...] = ()


@dataclass(frozen=True)
class Listing:
    """The files of a folder: those to read, those that cannot be read, and `others`.

    `others` are the paths of the files of all other kinds.
    """

    files: tuple[FileStamp, ...]
    skipped: tuple[Skipped, ...]
    others: tuple[str, ...]

    @property
    def ignored(self) -> tuple[tuple[str, int], ...]:
        """A pair of suffix and number of files for each other kind of file."""
        return by_suffix(self.others)


def by_suffix(paths: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """How many of the paths have each suffix, sorted by suffix; "" is a name without one."""
    return tuple(sorted(Counter(map(_suffix, paths)).items()))


def scan(folder: Path, *, follow_links: bool = False) -> Listing:
    """List `folder` and all below it without opening a file.

    Hidden files and folders are left out and not reported, and so are the files with which an
    office program marks that a document is open (`~$report.docx`). Files of old formats, which
    another program can save in a newer one, are among the skipped, with that advice. So are links
    to folders, and links to files outside of this one: a folder from somebody else may hold a link
    to a file that nobody meant to show. With `follow_links` both are followed, each folder once.
    Raises InputError where `folder` is not a folder, or cannot be listed.
    """
    if not folder.is_dir():
        state = "is a file, not a folder" if folder.exists() else "does not exist"
        raise InputError(f"{folder} {state}; give a folder of documents.")
    files: list[FileStamp] = []
    skipped: list[Skipped] = []
    others: list[str] = []
    root = _target(folder)
    seen = {root}
    folders = [""]
    while folders:
        relative = folders.pop()
        try:
            with os.scandir(folder / relative) as found:
                entries = [entry for entry in found if not entry.name.startswith((".", "~$"))]
        except OSError as error:
            if not relative:
                raise unreadable(folder, error) from error
            skipped.append(Skipped(_shown(relative), f"cannot be listed: {error.strerror}"))
            continue
        for entry in entries:
            path = f"{relative}/{entry.name}" if relative else entry.name
            link = entry.is_symlink()
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif link and (folder / path).is_dir():
                target = _target(folder / path)
                inside = target == root or root in target.parents
                if follow_links and not inside and target not in seen:
                    seen.add(target)
                    folders.append(path)
                elif not inside:
                    skipped.append(Skipped(_shown(path), f"is a link to a folder{_OUTSIDE}"))
                elif not follow_links:
                    skipped.append(
                        Skipped(_shown(path), "is a link to a folder, and is not followed")
                    )
            elif link and not follow_links and root not in _target(folder / path).parents:
                skipped.append(Skipped(_shown(path), f"is a link to a file{_OUTSIDE}"))
            elif advice := office.advice(_suffix(path)):
                skipped.append(Skipped(_shown(path), advice))
            elif _suffix(path) not in SUFFIXES:
                others.append(_shown(path))
            elif isinstance(stamp := _stamp(entry, path), Skipped):
                skipped.append(stamp)
            else:
                files.append(stamp)
    return Listing(
        tuple(sorted(files, key=lambda file: file.path)),
        tuple(sorted(skipped)),
        tuple(sorted(others)),
    )


def read_file(
    root: Path, path: str, *, max_bytes: int = MAX_BYTES, read: Reader = read_here
) -> FileRead:
    """Read one file, given as in FileStamp: a document with the id `path`, or why there is none.

    Of a file of several documents (a mailbox) the ids are the path, a slash and their number. The
    title is that in the file (its front matter, `<title>`, first heading, or that of a PDF), else
    its name without the suffix. Files of more than `max_bytes` bytes are skipped.
    """
    file = root / path
    try:
        size = file.stat().st_size
        if size > max_bytes:
            return _skipped(path, f"is larger than {max_bytes:,} bytes ({size:,}); split it")
        found = read(read_bytes(file), _suffix(path))
    except UnreadableError as error:
        return _skipped(path, str(error))
    except InputError as error:
        return _skipped(path, reason(error, file))
    except OSError as error:
        return _skipped(path, f"cannot be read: {error.strerror or error}")
    stem = PurePosixPath(path).stem
    documents = tuple(
        as_document(one, f"{path}/{one.name}" if one.name else path, stem) for one in found
    )
    lost = tuple(
        Skipped(path, part.reason, part.place, part.count) for one in found for part in one.unread
    )
    return FileRead(documents, lost)


def read_files(
    root: Path, files: Sequence[FileStamp], *, max_bytes: int = MAX_BYTES
) -> Iterator[tuple[FileStamp, FileRead]]:
    """Each file with what was read of it, in order.

    PDFs and office files are read in processes of their own, several at a time, see
    `tamis.documents.apart`; meanwhile the others are read here.
    """
    count = processors()
    # The processes are ended first, so that a file in the middle of which it stops ends at once.
    with ThreadPoolExecutor(count) as threads, ReadingProcesses(count) as processes:
        reads = partial(read_file, root, max_bytes=max_bytes, read=processes.read)
        waiting: deque[tuple[FileStamp, Callable[[], FileRead]]] = deque()
        try:
            for file in files:
                if _suffix(file.path) in APART:
                    waiting.append((file, threads.submit(reads, file.path).result))
                else:
                    waiting.append((file, partial(reads, file.path)))
                if len(waiting) > 4 * count:
                    first, done = waiting.popleft()
                    yield first, done()
            while waiting:
                first, done = waiting.popleft()
                yield first, done()
        finally:
            threads.shutdown(wait=False, cancel_futures=True)


def documents_in(
    folder: Path, files: Sequence[FileStamp], skipped: list[Skipped], *, max_bytes: int = MAX_BYTES
) -> Iterator[Document]:
    """The documents of `files`, each read when it is needed; `skipped` gets what is not in them.

    Raises InputError at the end where there was no document.
    """
    some = False
    for _, one in read_files(folder, files, max_bytes=max_bytes):
        skipped += one.skipped
        some = some or bool(one.documents)
        yield from one.documents
    if not some:
        raise nothing_read(folder, skipped)


def _skipped(path: str, reason: str) -> FileRead:
    return FileRead(skipped=(Skipped(path, reason),))


def _target(path: Path) -> Path:
    # As Path.resolve, which raises for links that lead round in a circle.
    return Path(os.path.realpath(path))


def nothing_read(folder: Path, skipped: Sequence[Skipped]) -> InputError:
    """The error that no file of `folder` could be read, with the reason for the first."""
    more = f", and {len(skipped) - 1:,} others" if len(skipped) > 1 else ""
    first = f" ({skipped[0].path} {skipped[0].reason}{more})" if skipped else ""
    return InputError(
        f"{folder} holds no document that can be read{first}; what is read is {KINDS}."
    )


def _suffix(path: str) -> str:
    return PurePosixPath(path).suffix.lower()


def _stamp(entry: os.DirEntry[str], path: str) -> FileStamp | Skipped:
    if _shown(path) != path:
        return Skipped(_shown(path), "has a name that is not UTF-8; rename it")
    try:
        now = entry.stat()
    except OSError as error:
        return Skipped(path, f"cannot be read: {error.strerror}")
    if not stat.S_ISREG(now.st_mode):
        return Skipped(path, "is no regular file")
    return FileStamp(path, now.st_size, now.st_mtime_ns)


def _shown(path: str) -> str:
    """A path that can be printed: bytes that are not UTF-8 are shown as `\\xff`."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")
