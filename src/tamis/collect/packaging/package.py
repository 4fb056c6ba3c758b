"""A package: written around the files of a dataset, and checked later against its manifest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Any

from tamis.collect.packaging.card import card
from tamis.collect.packaging.contents import contents
from tamis.collect.packaging.croissant import croissant
from tamis.collect.packaging.dataset_folder import CARD, CROISSANT, PACKAGE, finished, unfinished
from tamis.collect.packaging.manifest import as_json, manifest
from tamis.collect.packaging.provenance import Provenance
from tamis.inputs.files import digest, is_there, write_text
from tamis.inputs.json_records import read_json
from tamis.inputs.packages import MANIFEST
from tamis.types import InputError


def write_package(folder: Path, files: Iterable[str], provenance: Provenance) -> tuple[Path, ...]:
    """Write card, metadata and manifest for the `files` (names in `folder`, already written).

    Returns the paths of PACKAGE. A folder without a manifest is unfinished, so an earlier manifest
    is removed first. InputError for a file that cannot be read or a folder that cannot be written.
    """
    names = sorted({*files} - {*PACKAGE})
    found = [contents(folder, name) for name in names]
    unfinished(folder)
    write_text(folder / CROISSANT, as_json(croissant(provenance, found)))
    write_text(folder / CARD, card(provenance, found))
    about = [contents(folder, name) for name in (CARD, CROISSANT)]
    # Metadata is one JSON text, never lines; only its hash matters here.
    write_text(folder / MANIFEST, as_json(manifest(provenance, [*found, *about])))
    finished(folder)
    return tuple(folder / name for name in PACKAGE)


def check_package(folder: Path) -> list[str]:
    """What is wrong with the files of the manifest, one sentence each; empty where nothing is.

    Further files in the folder are allowed. InputError for a folder without a manifest of files.
    """
    path = folder / MANIFEST
    if not is_there(path):
        raise InputError(
            f"{folder} has no {MANIFEST}; only a folder that `tamis collect` has finished can be "
            "checked."
        )
    manifest_json = read_json(path, "collect the data again")
    files = manifest_json.get("files") if isinstance(manifest_json, dict) else None
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
