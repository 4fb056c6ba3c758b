"""Extracts members of a zip archive, each completely or not at all."""

from __future__ import annotations

import errno
import stat
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from tamis.inputs.replacing import replacing
from tamis.types import InputError

_PIECE = 1 << 20


def extract(archive: Path, name: str, folder: Path, wanted: Iterable[str], limit: int) -> None:
    """Write the `wanted` members below `folder`, under their wanted names.

    A member is identified by the end of its path in the archive; other members are not extracted.
    `name` is the archive's name in messages. Raises InputError for a file that is not an archive,
    a member that is missing, ambiguous, a link, encrypted, damaged (CRC) or outside of the folder,
    and for members of more than `limit` bytes together.
    """
    try:
        with zipfile.ZipFile(archive) as opened:
            found = {member: _find(opened, member, name) for member in wanted}
            total = sum(info.file_size for info in found.values())
            if total > limit:
                raise InputError(
                    f"{name} would unpack to {total:,} bytes, but at most {limit:,} were "
                    "announced; it was rejected."
                )
            for member, info in found.items():
                _write(opened, info, folder / member)
    except InputError:
        raise
    except OSError as error:
        # EINVAL: the directory points before the beginning of the file. Others are disk errors.
        if error.errno != errno.EINVAL:
            raise
        raise _broken(name, "its directory points nowhere") from error
    # What zipfile raises: RuntimeError for encryption and for a method that it does not know.
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
        raise _broken(name, str(error).rstrip(".") or type(error).__name__) from error


def _broken(name: str, reason: str) -> InputError:
    return InputError(f"{name} is not a complete zip archive ({reason}); it was rejected.")


def _find(opened: zipfile.ZipFile, member: str, name: str) -> zipfile.ZipInfo:
    tail = PurePosixPath(member).parts
    found = [
        info
        for info in opened.infolist()
        if (parts := PurePosixPath(info.filename).parts)[-len(tail) :] == tail
        and "__MACOSX" not in parts
    ]
    if len(found) != 1:
        names = ", ".join(info.filename for info in opened.infolist()[:5])
        raise InputError(
            f"{name} holds {len(found) or 'no'} members {member}, where one was expected (it "
            f"begins with {names or 'nothing'}); it was rejected."
        )
    path = PurePosixPath(found[0].filename)
    if path.is_absolute() or ".." in path.parts or stat.S_ISLNK(found[0].external_attr >> 16):
        raise InputError(
            f"{name} holds {path}, a link or a path out of its folder; it was rejected."
        )
    return found[0]


def _write(opened: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path) -> None:
    with replacing(path) as part:
        # At the end zipfile checks the CRC; it never returns more than the announced size.
        with opened.open(info) as packed, part.open("wb") as file:
            while piece := packed.read(_PIECE):
                file.write(piece)
        if part.stat().st_size != info.file_size:
            raise zipfile.BadZipFile(f"{info.filename} is cut short")
