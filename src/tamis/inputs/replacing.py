"""Files that are written whole or not at all: under a temporary name, flushed, then renamed.

All atomic writes of Tamis go through here. What is in place after one survives a kill and a loss of
power; whatever fails leaves what was there before, and no temporary file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_REFUSED = frozenset({errno.EINVAL, errno.ENOTSUP, errno.ENOSYS, errno.EROFS})
"""What systems say that cannot flush this: a pipe, a terminal, a folder on some file systems."""

_PART = re.compile(r"\.(.+)\.(\d+)-[0-9a-f]{8}\.part", re.DOTALL)
"""The temporary name of a file: its name, the number of the process, and a random number."""

_LEFT_S = 3600
"""Seconds that a temporary file must be old to be removed: another computer may be writing it."""

_swept: set[str] = set()


def flush(file: int) -> None:
    """Wait until what was written to an open file is on the disk, where the system can say so.

    Raises OSError where it could not be written.
    """
    try:
        os.fsync(file)
    except OSError as error:
        if error.errno not in _REFUSED:
            raise


def flush_path(path: Path) -> None:
    """The same for a file, or for a folder: for the names in it, and what is in it."""
    if path.is_symlink():
        return
    if path.is_dir():
        for inside in path.iterdir():
            flush_path(inside)
        _flush_names(path)
        return
    # Windows flushes only what is open for writing.
    file = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        flush(file)
    finally:
        os.close(file)


def put_in_place(part: Path, path: Path) -> None:
    """Give a finished file or folder its name, for good; what had the name is replaced.

    A folder replaces an empty one only. Raises OSError.
    """
    flush_path(part)
    part.replace(path)
    _flush_names(path.parent)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """The temporary path to write a file to; it replaces `path` at the end of the block.

    If the block raises, or is interrupted, it is removed. What killed processes have left in the
    folder is removed too. Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path.parent)
    part = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        yield part
        put_in_place(part, path)
    except BaseException:
        # If it cannot be removed either, the first error is the one to tell.
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def written_name(name: str) -> str:
    """The name that a temporary file would have got; that of any other file."""
    found = _PART.fullmatch(name)
    return found[1] if found else name


def _flush_names(folder: Path) -> None:
    """Flush the names in a folder. Windows does so by itself, and cannot be asked to."""
    if os.name == "nt":
        return
    with contextlib.suppress(PermissionError):  # It may be written to, but not read.
        file = os.open(folder, os.O_RDONLY)
        try:
            flush(file)
        finally:
            os.close(file)


def _sweep(folder: Path) -> None:
    """Remove temporary files of processes that are no more; once for each folder."""
    where = os.path.abspath(folder)
    if where in _swept:
        return
    _swept.add(where)
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            found = _PART.fullmatch(entry.name)
            if found and entry.is_file(follow_symlinks=False) and not _runs(int(found[2])):
                with contextlib.suppress(OSError):
                    if time.time() - entry.stat().st_mtime > _LEFT_S:
                        os.unlink(entry.path)


def _runs(process: int) -> bool:
    """Whether there may be a process of this number."""
    if os.name == "nt":
        return True  # Asking would end it.
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True
