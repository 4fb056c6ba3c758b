"""The folder in which data are built: its files, and the manifest that says how they came about."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tamis._version import __version__
from tamis.collect.constraints.steps import Step, with_later
from tamis.inputs.files import write_text
from tamis.types import InputError

MANIFEST = "manifest.json"
_FORMAT = 1


def digest(*parts: str) -> str:
    """Twelve hex digits that change with any of the parts."""
    return hashlib.sha256("\0".join(parts).encode(errors="backslashreplace")).hexdigest()[:12]


def digest_of(rows: Mapping[str, str] | Iterable[str]) -> str:
    """Twelve hex digits of texts, or of texts by their names, in order."""
    parts = (f"{k}\0{v}" for k, v in rows.items()) if isinstance(rows, Mapping) else rows
    return digest("\0\0".join(parts))


class Folder:
    """A folder with its manifest. Raises InputError for one that is of something else."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.manifest: dict[str, Any] = {"format": _FORMAT, "steps": {}}
        path = place / MANIFEST
        if path.exists():
            try:
                value = json.loads(path.read_text(encoding="utf-8"))
                known = value["format"] == _FORMAT and isinstance(value["steps"], dict)
            except (OSError, ValueError, KeyError, TypeError):
                known = False
            if not known:
                raise InputError(
                    f"{path} is not a manifest of `tamis collect constraints`; give another --out."
                )
            self.manifest = value

    def path(self, name: str) -> Path:
        """A file of the folder."""
        return self.place / name

    def of(self, step: Step) -> dict[str, Any]:
        """What the manifest says of a step; what is put in is kept by `save`."""
        found: dict[str, Any] = self.manifest["steps"].setdefault(step.name, {})
        return found

    def save(self) -> None:
        """Write the manifest."""
        self.manifest["tamis"] = __version__
        text = json.dumps(self.manifest, ensure_ascii=False, indent=2) + "\n"
        write_text(self.path(MANIFEST), text)

    def accept(self, step: Step) -> None:
        """Take a step as it is; InputError where nothing is there, or waits, to be taken."""
        if not step.waits:
            raise InputError(
                f"--accept {step.name} changes nothing, for step {step.number} waits for nobody: "
                f"run without it, after changes to {step.file} if you like."
            )
        if not self.path(step.file).exists():
            raise InputError(
                f"--accept {step.name}: step {step.number} has made nothing in {self.place} yet; "
                f"run without it, look at {step.file}, then accept it."
            )
        self.of(step)["accepted"] = True
        self.save()

    def accepted(self, step: Step) -> bool:
        """Whether a person has said to go on with the step as it is."""
        return bool(self.of(step).get("accepted"))

    def redo(self, step: Step) -> list[tuple[str, str]]:
        """Put the files of a step, and of those that use it, aside; their old and new names.

        Nothing is deleted: requests.csv becomes requests.old-1.csv, or the next free number.
        The last step goes first, so that a kill leaves a beginning that is whole.
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
                            f"{self.path(name)} cannot be put aside: {error.strerror or error}."
                        ) from error
                    moved.append((name, kept))
            self.manifest["steps"].pop(later.name, None)
            self.save()
        return moved

    def made_from(self, step: Step, inputs: str) -> None:
        """Remember what a step is made from; before its file is written.

        Raises InputError where the file is there and was made from something else: its readers
        would take it for what it is not.
        """
        if not self.path(step.file).exists():
            # What was said of a file that is gone, that it is accepted too, is void.
            self.of(step).clear()
        known = self.of(step).get("made_from")
        if known is not None and known != inputs:
            raise InputError(
                f"{self.path(step.file)} was made from an earlier state of the steps before it; "
                f"undo what was changed there since, or make it anew with --redo {step.name} "
                f"(what is there is kept beside it)."
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
    """The file that has the replies of a step that is under way."""
    return f"{step.name}.journal.jsonl"
