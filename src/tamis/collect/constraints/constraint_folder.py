"""The folder in which data are built: its files, and the manifest of how they were made."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tamis._version import __version__
from tamis.collect.constraints.steps import Step, with_later
from tamis.inputs.files import write_text
from tamis.inputs.json_records import own_record
from tamis.types import InputError

MANIFEST = "manifest.json"
_FORMAT = 1


def digest(*parts: str) -> str:
    """A hash of the parts: twelve hex digits."""
    return hashlib.sha256("\0".join(parts).encode(errors="backslashreplace")).hexdigest()[:12]


def digest_of(rows: Mapping[str, str] | Iterable[str]) -> str:
    """A hash of texts, or of texts by their names, in order: twelve hex digits."""
    parts = (f"{k}\0{v}" for k, v in rows.items()) if isinstance(rows, Mapping) else rows
    return digest("\0\0".join(parts))


class Folder:
    """A folder with its manifest. Raises InputError for a folder of another program."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.manifest: dict[str, Any] = {"format": _FORMAT, "steps": {}}
        path = root / MANIFEST
        if path.exists():
            value = own_record(path) or {}
            if value.get("format") != _FORMAT or not isinstance(value.get("steps"), dict):
                raise InputError(
                    f"{path} is not a manifest of `tamis collect constraints`; give another --out."
                )
            self.manifest = value

    def path(self, name: str) -> Path:
        """A file of the folder."""
        return self.root / name

    def of(self, step: Step) -> dict[str, Any]:
        """The entry of a step in the manifest; changes to it are written by `save`."""
        found: dict[str, Any] = self.manifest["steps"].setdefault(step.name, {})
        return found

    def save(self) -> None:
        """Write the manifest."""
        self.manifest["tamis"] = __version__
        text = json.dumps(self.manifest, ensure_ascii=False, indent=2) + "\n"
        write_text(self.path(MANIFEST), text)

    def accept(self, step: Step) -> None:
        """Accept a step as it is; InputError where it has no file yet, or never waits."""
        if not step.waits:
            raise InputError(
                f"--accept {step.name} has no effect, as step {step.number} does not wait for a "
                f"person: run without it; you may change {step.file} before."
            )
        if not self.path(step.file).exists():
            raise InputError(
                f"--accept {step.name}: step {step.number} has no file in {self.root} yet; "
                f"run without it, check {step.file}, then accept it."
            )
        self.of(step)["accepted"] = True
        self.save()

    def accepted(self, step: Step) -> bool:
        """Whether a person has accepted the step as it is."""
        return bool(self.of(step).get("accepted"))

    def redo(self, step: Step) -> list[tuple[str, str]]:
        """Rename the files of a step and of those that use it; returns old and new names.

        Nothing is deleted: requests.csv becomes requests.old-1.csv, or the next free number.
        The last step goes first, so that after a kill the earlier steps are complete.
        """
        moved: list[tuple[str, str]] = []
        for later in reversed(with_later(step.name)):
            for name in (*later.files, journal(later)):
                if self.path(name).exists():
                    kept = self._free(name)
                    try:
                        self.path(name).rename(self.path(kept))
                    except OSError as error:
                        raise InputError(
                            f"{self.path(name)} cannot be renamed: {error.strerror or error}."
                        ) from error
                    moved.append((name, kept))
            self.manifest["steps"].pop(later.name, None)
            self.save()
        return moved

    def made_from(self, step: Step, inputs: str) -> None:
        """Record what a step is made from, before its file is written.

        Raises InputError where the file exists and was made from other inputs, as it does not
        belong to the present ones.
        """
        if not self.path(step.file).exists():
            # The entry of a file that was removed is void, its acceptance included.
            self.of(step).clear()
        known = self.of(step).get("made_from")
        if known is not None and known != inputs:
            raise InputError(
                f"{self.path(step.file)} was made from an earlier state of the steps before it; "
                f"undo the changes to those steps, or make it again with --redo {step.name} "
                f"(the old file is kept under another name)."
            )
        if known != inputs:
            self.of(step)["made_from"] = inputs
            self.save()

    def _free(self, name: str) -> str:
        path, number = Path(name), 1
        while self.path(kept := f"{path.stem}.old-{number}{path.suffix}").exists():
            number += 1
        return kept


def journal(step: Step) -> str:
    """The file with the replies of a step that is not finished."""
    return f"{step.name}.journal.jsonl"
