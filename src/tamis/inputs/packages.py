"""What a folder written by `tamis collect` says of itself: its manifest, whether it is whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tamis.types import InputError

MANIFEST = "manifest.json"

UNFINISHED = ".tamis-unfinished"
"""Lies in a folder for as long as it is written to: what a killed run has left is ours."""


def check_finished(folder: Path) -> None:
    """InputError where a killed run has left the folder half written."""
    if (folder / UNFINISHED).exists():
        raise InputError(
            f"{folder} was still being written when a `tamis collect` was stopped; run it again."
        )


def licence_of(folder: Path) -> str:
    """The licences of the data in a folder by its manifest; "?" where that is another's or mute."""
    match read_manifest(folder):
        case {"licences": [*licences]}:
            names = dict.fromkeys(str(one.get("name")) for one in licences if isinstance(one, dict))
            return ", ".join(names) or "?"
    return "?"


def read_manifest(folder: Path) -> Any:
    """What the manifest of a folder says; None where there is none, or another program's."""
    try:
        manifest: Any = json.loads((folder / MANIFEST).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    match manifest:
        case {"made by": str(command)} if command.startswith("tamis "):
            return manifest
    return None
