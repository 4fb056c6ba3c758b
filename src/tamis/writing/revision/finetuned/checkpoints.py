"""The checkpoints of a training: finished epochs are stored, so that a killed training can
resume."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tamis.inputs.files import write_text
from tamis.types import InputError
from tamis.writing.revision.finetuned.libraries import libraries
from tamis.writing.revision.finetuned.training_record import SEEN, Epoch, best_of

_KEPT = "checkpoints"
_BEGUN = "begun.json"
_STATE = "optimizer.pt"
_PROGRESS = "progress.json"


@dataclass(frozen=True)
class Progress:
    """The finished epochs, how many turns fit on the device at once, and the base model's
    commit."""

    epochs: tuple[Epoch, ...]
    at_once: int
    base_commit: str | None


class Checkpoints:
    """The finished epochs in `out`, each a folder with the model, its optimizer and its history.

    A folder is written under a temporary name and then renamed, so that it is complete or absent.
    Only the last epoch and the best one are kept, the best one without its optimizer.
    """

    def __init__(self, out: Path, begun: Mapping[str, Any]) -> None:
        """Begin a training in `out`, or resume the one that was begun there.

        `begun` says what the training is made with and from. InputError where `out` holds
        anything but a training that was begun with the same.
        """
        self._out, self._folder = out, out / _KEPT
        path = self._folder / _BEGUN
        try:
            if self._epochs():
                check_same(json.loads(path.read_text(encoding="utf-8")), begun, out)
                return
            if out.exists() and any(not _ours(entry) for entry in out.iterdir()):
                raise InputError(f"{out} holds other files; give --out a new folder.")
        except (OSError, json.JSONDecodeError) as error:
            raise InputError(f"{out} cannot be read ({error}); give another --out.") from error
        write_text(path, json.dumps(begun, indent=1) + "\n")

    def progress(self) -> Progress | None:
        """The state after the last finished epoch; None before there is one."""
        last = self.last()
        if last is None:
            return None
        path = last.parent / _PROGRESS
        try:
            row = json.loads(path.read_text(encoding="utf-8"))
            epochs = tuple(Epoch.from_json(epoch) for epoch in row["epochs"])
            return Progress(epochs, int(row["at_once"]), row["base_commit"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputError(
                f"{path} cannot be read; remove {self._folder} to train from the start."
            ) from error

    def last(self) -> Path | None:
        """The folder of the model of the last finished epoch."""
        epochs = self._epochs()
        return epochs[max(epochs)] / "model" if epochs else None

    def restore(self, optimizer: Any, device: Any) -> None:
        """Restore the optimizer's state after the last finished epoch."""
        last = self.last()
        assert last is not None, "there is no finished epoch to go on from"
        torch = libraries().torch
        state = torch.load(last.parent / _STATE, map_location=device, weights_only=True)
        optimizer.load_state_dict(state)

    def save(self, model: Any, tokenizer: Any, optimizer: Any, progress: Progress) -> None:
        """Store the epoch that has just been finished, the last of `progress`."""
        number = progress.epochs[-1].number
        part = self._folder / f".epoch-{number}.part"

        def write() -> None:
            shutil.rmtree(part, ignore_errors=True)
            save_model(model, tokenizer, part / "model")
            libraries().torch.save(optimizer.state_dict(), part / _STATE)
            epochs = [epoch.as_json() for epoch in progress.epochs]
            row = {**vars(progress), "epochs": epochs}
            (part / _PROGRESS).write_text(json.dumps(row), encoding="utf-8")
            part.rename(self._folder / f"epoch-{number}")

        self._writing(write)
        best = best_of(progress.epochs).number
        for old, folder in self._epochs().items():
            if old == best != number:
                (folder / _STATE).unlink(missing_ok=True)
            elif old != number:
                shutil.rmtree(folder, ignore_errors=True)

    def publish(self, epoch: int, seen: Sequence[str]) -> None:
        """Copy the model of `epoch` into `out` itself, with the digests of the turns that it
        saw."""

        def write() -> None:
            for file in sorted((self._epochs()[epoch] / "model").iterdir()):
                part = self._out / f".{file.name}.part"
                shutil.copyfile(file, part)
                part.replace(self._out / file.name)

        self._writing(write)
        write_text(self._out / SEEN, "".join(f"{digest}\n" for digest in seen))

    def _epochs(self) -> dict[int, Path]:
        return {
            int(path.name.removeprefix("epoch-")): path for path in self._folder.glob("epoch-*")
        }

    def _writing(self, write: Callable[[], None]) -> None:
        try:
            write()
        except Exception as error:  # torch and safetensors raise their own errors for a full disk.
            said = str(error).strip().partition("\n")[0]
            raise InputError(
                f"{self._out} cannot be written ({said:.160}); make room and run the same command "
                "again: it goes on from the last finished epoch."
            ) from error


def remove_checkpoints(out: Path) -> None:
    """Remove the checkpoints, once `out` is a finished judge."""
    shutil.rmtree(out / _KEPT, ignore_errors=True)


def save_model(model: Any, tokenizer: Any, folder: Path) -> None:
    """Write a model and its tokenizer, in safetensors."""
    model.save_pretrained(folder, safe_serialization=True)
    tokenizer.save_pretrained(folder)


def check_same(before: Any, now: Mapping[str, Any], out: Path) -> None:
    """Raise InputError if the training in `out` was begun with other settings or data."""
    before = before if isinstance(before, dict) else {}
    if other := [field for field, value in now.items() if before.get(field) != value]:
        field = other[0]
        raise InputError(
            f"{out} holds a training that was begun with {field} {before.get(field)!r:.60} and not "
            f"{now[field]!r:.60}; give it the same, or another --out."
        )


def _ours(entry: Path) -> bool:
    """The files that may be in a folder without a finished judge."""
    return entry.name == _KEPT or (entry.name.startswith(".") and entry.name.endswith(".part"))
