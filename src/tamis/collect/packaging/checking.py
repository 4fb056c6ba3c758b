"""Whether a folder still holds what was collected."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from tamis.downloads import digest
from tamis.inputs.packages import MANIFEST
from tamis.types import InputError


def check_package(folder: Path) -> list[str]:
    """What is wrong with the files of the manifest, a sentence each; nothing where all is well.

    Files beside them are no fault. Raises InputError for a folder without a manifest of its files.
    """
    path = folder / MANIFEST
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(
            f"{path} cannot be read: {error.strerror or error}; only a folder that `tamis collect` "
            "has finished can be checked."
        ) from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path} is not JSON; collect the data again.") from error
    files = said.get("files") if isinstance(said, dict) else None
    if not isinstance(files, dict) or not files:
        raise InputError(f"{path} lists no files; collect the data again.")
    return [wrong for name, about in files.items() for wrong in _wrong(folder, name, about)]


def _wrong(folder: Path, name: str, about: Any) -> Iterator[str]:
    inner = PurePosixPath(name)
    if inner.is_absolute() or ".." in inner.parts or "\\" in name:
        yield f"{name!r} lies outside of the folder and is not checked."
        return
    match about:
        case {"sha256": str(sha256), "bytes": int(size)}:
            path = folder / inner
        case _:
            yield f"{name} has no sha256 and size in the manifest."
            return
    try:
        if not path.is_file():
            yield f"{name} is missing."
        elif (found := path.stat().st_size) != size:
            yield f"{name} has {found:,} bytes, and {size:,} when it was collected."
        elif digest(path) != sha256:
            yield f"{name} has been changed: its sha256 is not that of the manifest."
    except OSError as error:
        yield f"{name} cannot be read: {error.strerror or error}."
