"""Writes files atomically: completely or not at all."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tamis.types import InputError


def write_text(path: Path, text: str | Iterable[str]) -> None:
    """Write a UTF-8 file so that a kill leaves the old file or the new one, never a part.

    A long text may be given in pieces. Line ends are written as given. Raises InputError where the
    file cannot be written.
    """
    part = path.with_name(f".{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # Half of a surrogate pair, as in a broken reply, must not make the file fail.
        with part.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
            file.writelines([text] if isinstance(text, str) else text)
        part.replace(path)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror or error}.") from error
