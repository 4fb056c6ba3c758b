"""The package around a collected dataset: manifest, dataset card and Croissant metadata.

    files = found.dataset.write(out)
    write_package(out, files, of_books(found.summary()))

writes `README.md`, `croissant.json` and, last, `manifest.json` into the folder of the data, for any
collector; `check_package` tells later whether the files are still those that were collected. The
same files and the same provenance give the same bytes: no time or date is written.
"""

from __future__ import annotations

from tamis.collect.packaging.books import of_books
from tamis.collect.packaging.dataset_folder import (
    CARD,
    CROISSANT,
    PACKAGE,
    check_folder,
    unfinished,
)
from tamis.collect.packaging.package import check_package, write_package
from tamis.collect.packaging.provenance import CC0, Licence, Provenance, day
from tamis.collect.packaging.table import of_table
from tamis.inputs.packages import MANIFEST

__all__ = [
    "CARD",
    "CC0",
    "CROISSANT",
    "MANIFEST",
    "PACKAGE",
    "Licence",
    "Provenance",
    "check_folder",
    "check_package",
    "day",
    "of_books",
    "of_table",
    "unfinished",
    "write_package",
]
