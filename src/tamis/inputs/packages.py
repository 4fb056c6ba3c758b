"""Folders written by `tamis collect`: their manifest, and whether they are complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tamis.inputs.files import is_there
from tamis.inputs.json_records import read_json
from tamis.types import InputError

MANIFEST = "manifest.json"

UNFINISHED = ".tamis-unfinished"
"""A file that is in a folder while it is written; so a later run knows a killed run's files."""


def check_finished(folder: Path) -> None:
    """InputError where a killed run has left the folder incomplete."""
    if (folder / UNFINISHED).exists():
        raise InputError(
            f"{folder} was still being written when a `tamis collect` was stopped; run it again."
        )


def licence_of(folder: Path) -> str:
    """The licences of a folder's data from its manifest; "?" without a manifest or licences."""
    match read_manifest(folder):
        case {"licences": [*licences]}:
            names = dict.fromkeys(str(one.get("name")) for one in licences if isinstance(one, dict))
            return ", ".join(names) or "?"
    return "?"


def read_manifest(folder: Path) -> Any:
    """The manifest of a folder; None where there is none, or one of another program.

    InputError where it is there and no JSON, as it says what the data may be used for.
    """
    path = folder / MANIFEST
    manifest = read_json(path) if is_there(path) else None
    match manifest:
        case {"made by": str(command)} if command.startswith("tamis "):
            return manifest
    return None
