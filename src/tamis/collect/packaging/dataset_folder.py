"""The folder of a dataset: the names in it, and what of it may be written over."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tamis.inputs.files import write_text
from tamis.inputs.packages import MANIFEST, UNFINISHED, read_manifest
from tamis.types import InputError

CARD = "README.md"
CROISSANT = "croissant.json"
PACKAGE = (CARD, CROISSANT, MANIFEST)
"""The files of a package beside those of the data; the manifest is written last."""


def check_folder(out: Path, ours: Iterable[str], what: str, beside: Iterable[str] = ()) -> None:
    """InputError where the folder holds anything but an earlier dataset of this kind.

    `ours` are the names that the dataset may have beside those of its package, `what` the kind in
    words, such as "a collected table"; `beside` are names that may lie there before it is written.
    Others have files of our names too: ours are those that a manifest of ours lists, or whatever
    is there while the mark of a killed run is.
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give a folder with --out.")
    try:
        held = {path.name for path in out.iterdir()} if out.is_dir() else set()
    except OSError as error:
        raise InputError(
            f"{out} cannot be read: {error.strerror or error}; give another folder with --out."
        ) from error
    known = {*ours, *PACKAGE}
    if UNFINISHED not in held:
        known &= _made_here(out)
    known |= {*beside, UNFINISHED}
    for name in sorted(held):
        if name.removeprefix(".").removesuffix(".part") not in known and name not in known:
            raise InputError(
                f"{out} holds {name!r}, which is not of {what} that tamis has made; give an empty "
                "folder."
            )


def unfinished(folder: Path) -> None:
    """Mark the folder and take the manifest of an earlier dataset away: it is not whole from here.

    What is killed while it writes leaves no mixture then that looks like a dataset, and can be run
    again.
    """
    write_text(folder / UNFINISHED, "The data here is not whole; run the same command again.\n")
    _remove(folder / MANIFEST)


def finished(folder: Path) -> None:
    """Take the mark of `unfinished` away, after the manifest has been written."""
    _remove(folder / UNFINISHED)


def _remove(path: Path) -> None:
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be removed: {error.strerror or error}.") from error


def _made_here(folder: Path) -> set[str]:
    """The names that a manifest of ours lists, with its own; none where it is another's."""
    match read_manifest(folder):
        case {"files": dict(files)}:
            return {*files, MANIFEST}
    return set()
