"""A package put around the files of a dataset."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tamis.collect.packaging.card import card
from tamis.collect.packaging.contents import contents
from tamis.collect.packaging.croissant import croissant
from tamis.collect.packaging.folder import CARD, CROISSANT, PACKAGE, finished, unfinished
from tamis.collect.packaging.manifest import as_json, manifest
from tamis.collect.packaging.provenance import Provenance
from tamis.inputs.files import write_text
from tamis.inputs.packages import MANIFEST


def write_package(folder: Path, files: Iterable[str], provenance: Provenance) -> tuple[Path, ...]:
    """Write card, metadata and manifest for the `files` (names in `folder`, already written).

    Returns the paths of PACKAGE. A folder without its manifest is unfinished: an earlier one goes
    first. Raises InputError for a file that cannot be read or a folder that cannot be written.
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
