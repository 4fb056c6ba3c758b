"""The archives that can be downloaded, their folder, and the check that one is complete."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from pathlib import Path

from tamis.bad_input import unknown
from tamis.downloads import cache_home
from tamis.inputs.files import opened
from tamis.inputs.json_records import shipped_json
from tamis.types import InputError

_PIECE = 1 << 22
_HEADER = 80  # bytes; the last eight are the offset of the MD5
_MAGIC = b"ZIM\x04"


@dataclass(frozen=True)
class ZimArchive:
    """An archive that can be downloaded: `base`/`name`.zim, of the month `date`.

    `about_bytes` is its approximate size; the server gives the exact one. `source` names its
    publisher, and where the size is from.
    """

    name: str
    base: str
    date: str
    about_bytes: int
    licence: str
    source: str

    @property
    def file(self) -> str:
        """The name of the file."""
        return f"{self.name}.zim"


def archives() -> tuple[ZimArchive, ...]:
    """The archives that are known, the recommended one first."""
    return tuple(ZimArchive(**entry) for entry in shipped_json(__package__, "archives.json"))


def archive(name: str | None = None) -> ZimArchive:
    """The archive of that name, or the recommended one; InputError where there is none."""
    known = {one.name: one for one in archives()}
    chosen = (name or next(iter(known))).removesuffix(".zim")
    if chosen not in known:
        raise unknown("archive", chosen, known)
    return known[chosen]


def archive_home() -> Path:
    """The folder of downloaded archives."""
    return cache_home() / "wiki"


def fetched() -> list[Path]:
    """The archives in that folder: the known ones first, in their order, then any other."""
    order = {one.file: i for i, one in enumerate(archives())}
    found = archive_home().glob("*.zim") if archive_home().is_dir() else ()
    return sorted(found, key=lambda path: (order.get(path.name, len(order)), path.name))


def check_whole(path: Path) -> None:
    """InputError where a file is no ZIM archive, or does not match the MD5 that it contains.

    The format (openZIM, "ZIM file format") ends with the MD5 of everything before it, so this does
    not need libzim. It reads the whole file.
    """
    size = path.stat().st_size
    with opened(path) as file:
        header = file.read(_HEADER)
        if header[:4] != _MAGIC or len(header) < _HEADER:
            raise InputError(f"{path.name} is not a ZIM archive; it was not kept.")
        (end,) = struct.unpack("<Q", header[72:80])
        if end + 16 != size:
            raise InputError(
                f"{path.name} has {size:,} bytes, but its header says {end + 16:,}; it was "
                "not kept."
            )
        file.seek(0)
        digest, left = hashlib.md5(usedforsecurity=False), end
        while left and (piece := file.read(min(_PIECE, left))):
            digest.update(piece)
            left -= len(piece)
        if file.read(16) != digest.digest():
            raise InputError(
                f"{path.name} was damaged on the way (its MD5 differs); it was not kept."
            )
