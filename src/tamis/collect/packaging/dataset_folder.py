"""The folder of a dataset: the names of its files, and which of them may be overwritten."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tamis.bad_input import unreadable
from tamis.inputs.files import write_text
from tamis.inputs.packages import MANIFEST, UNFINISHED, read_manifest
from tamis.inputs.replacing import written_name
from tamis.types import InputError

CARD = "README.md"
CROISSANT = "croissant.json"
PACKAGE = (CARD, CROISSANT, MANIFEST)
"""The files of a package, besides those of the data; the manifest is written last."""


def check_folder(out: Path, ours: Iterable[str], what: str, allowed: Iterable[str] = ()) -> None:
    """InputError where the folder holds anything but an earlier dataset of this kind.

    `ours` are the file names that the dataset may have, besides those of the package. `what` is the
    kind in words, such as "a collected table". `allowed` are names that may be there before it is
    written. As other programs may use the same names, files count as ours only where a manifest
    of Tamis lists them, or where the mark of a killed run is in the folder.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give a folder with --out.")
    try:
        held = {path.name for path in out.iterdir()} if out.is_dir() else set()
    except OSError as error:
        raise unreadable(out, error, "give another folder with --out") from error
    known = {*ours, *PACKAGE}
    if UNFINISHED not in held:
        known &= _made_here(out)
    known |= {*allowed, UNFINISHED}
    for name in sorted(held):
        if written_name(name) not in known and name not in known:
            raise InputError(
                f"{out} holds {name!r}, which is not part of {what} made by tamis; give an empty "
                "folder."
            )


def unfinished(folder: Path) -> None:
    """Mark the folder as unfinished, and remove the manifest of an earlier dataset.

    So a killed run leaves no mixture of files that looks like a dataset, and can be run again.
    """
    write_text(folder / UNFINISHED, "The data here is not complete; run the same command again.\n")
    _remove(folder / MANIFEST)


def finished(folder: Path) -> None:
    """Remove the mark of `unfinished`, after the manifest has been written."""
    _remove(folder / UNFINISHED)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be removed: {error.strerror or error}.") from error


def _made_here(folder: Path) -> set[str]:
    """The files that a manifest of Tamis lists, and the manifest; none for another manifest."""
    match read_manifest(folder):
        case {"files": dict(files)}:
            return {*files, MANIFEST}
    return set()
