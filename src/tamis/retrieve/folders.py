"""A folder of a user's own files as a corpus, file by file."""

from __future__ import annotations

import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tamis.bad_input import unreadable
from tamis.documents import office
from tamis.documents.formats import KINDS, SUFFIXES, UnreadableError, extract
from tamis.inputs.files import read_bytes, reason
from tamis.types import Document, InputError

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
    """A file that could not be read; `reason` completes a sentence that begins with its path."""

    path: str
    reason: str


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


def scan(folder: Path) -> Listing:
    """List `folder` and all below it without opening a file.

    Hidden files and folders are left out and not reported, and so are the files with which an
    office program marks that a document is open (`~$report.docx`). Files of old formats, which
    another program can save in a newer one, are among the skipped, with that advice. Links to
    files are followed; links to folders are not (they may form a cycle, or lead out of the
    folder) and are among the skipped.
    Raises InputError where `folder` is not a folder, or cannot be listed.
    """
    if not folder.is_dir():
        state = "is a file, not a folder" if folder.exists() else "does not exist"
        raise InputError(f"{folder} {state}; give a folder of documents.")
    files: list[FileStamp] = []
    skipped: list[Skipped] = []
    others: list[str] = []
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
            if entry.is_dir(follow_symlinks=False):
                folders.append(path)
            elif entry.is_symlink() and (folder / path).is_dir():
                skipped.append(Skipped(_shown(path), "is a link to a folder, and is not followed"))
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


def read_file(root: Path, path: str, *, max_bytes: int = MAX_BYTES) -> Document | Skipped:
    """Read one file, given as in FileStamp: a document with the id `path`, or why there is none.

    The title is that in the file (its front matter, `<title>`, first heading, or PDF title), else
    its name without the suffix. Files of more than `max_bytes` bytes are skipped.
    """
    file = root / path
    try:
        size = file.stat().st_size
        if size > max_bytes:
            return Skipped(path, f"is larger than {max_bytes:,} bytes ({size:,}); split it")
        title, text = extract(read_bytes(file), _suffix(path))
    except UnreadableError as error:
        return Skipped(path, str(error))
    except InputError as error:
        return Skipped(path, reason(error, file))
    except OSError as error:
        return Skipped(path, f"cannot be read: {error.strerror or error}")
    return Document(path, title or PurePosixPath(path).stem, text)


def documents_in(
    folder: Path, files: Iterable[FileStamp], skipped: list[Skipped], *, max_bytes: int = MAX_BYTES
) -> Iterator[Document]:
    """The documents of `files`, each read when it is needed; `skipped` gets those that are not.

    Raises InputError at the end where there was no document.
    """
    some = False
    for file in files:
        one = read_file(folder, file.path, max_bytes=max_bytes)
        if isinstance(one, Skipped):
            skipped.append(one)
        else:
            some = True
            yield one
    if not some:
        raise nothing_read(folder, skipped)


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
