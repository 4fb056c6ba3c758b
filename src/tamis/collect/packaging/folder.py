"""The folder of a dataset: what may be written over, and what is somebody else's."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from tamis.collect.packaging.manifest import MANIFEST
from tamis.collect.packaging.writing import CARD, CROISSANT, PACKAGE
from tamis.types import InputError


def check_folder(out: Path, ours: Iterable[str], what: str) -> None:
    """InputError where the folder holds anything but an earlier dataset of this kind.

    `ours` are the names that the dataset may have beside those of its package, `what` the kind in
    words, such as "a collected table".
    """
    if out.exists() and not out.is_dir():
        raise InputError(f"{out} is a file; give a folder with --out.")
    try:
        held = {path.name for path in out.iterdir()} if out.is_dir() else set()
    except OSError as error:
        raise InputError(
            f"{out} cannot be read: {error.strerror or error}; give another folder with --out."
        ) from error
    allowed = {*ours, *PACKAGE}
    foreign = sorted(
        name for name in held if name.removeprefix(".").removesuffix(".part") not in allowed
    )
    # Others have files of these names too. A card is written after the metadata.
    if CARD in held and CROISSANT not in held:
        foreign.append(CARD)
    if MANIFEST in held and not _made_here(out / MANIFEST):
        foreign.append(MANIFEST)
    if foreign:
        raise InputError(
            f"{out} holds {foreign[0]!r}, which is not of {what}; give an empty folder."
        )


def unfinished(folder: Path) -> None:
    """Take the manifest of an earlier dataset away, as a folder without one is not whole.

    What is killed while it writes leaves no mixture then that looks like a dataset.
    """
    try:
        (folder / MANIFEST).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder / MANIFEST} cannot be replaced: {error.strerror or error}."
        ) from error


def _made_here(path: Path) -> bool:
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return isinstance(said, dict) and str(said.get("made by", "")).startswith("tamis ")
