"""A trained judge opened from its folder, without network and without running code from the
folder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from tamis.inputs.files import read_text
from tamis.types import InputError
from tamis.writing.revision.finetuned.libraries import device_of, libraries, load, quiet
from tamis.writing.revision.finetuned.rating import Judged, rate
from tamis.writing.revision.finetuned.text import encode, targets
from tamis.writing.revision.finetuned.training_record import SEEN, read_record, turn_digest
from tamis.writing.revision.turns import RevisionTurn


class Finetuned:
    """The fine-tuned judge in `folder`; `record` is the record of its training.

    It can be used from several threads; one call runs at a time.
    """

    def __init__(self, folder: Path, device: str | None = None) -> None:
        """Open the judge; InputError where `folder` holds none or it cannot be loaded."""
        self.record: Mapping[str, Any] = read_record(folder)
        self.folder = folder
        self._seen = _seen(folder)
        try:
            self._limit = int(self.record["max_source_tokens"])
        except (KeyError, TypeError, ValueError) as error:
            raise InputError(
                f"The record of {folder} names no max_source_tokens; train the judge again."
            ) from error
        libraries()
        model, self._tokenizer = load(str(folder), local=True)
        self._model = model.to(device_of(device)).eval()
        self._targets = targets(self._tokenizer)
        self._lock = Lock()

    def judge(
        self,
        turns: Sequence[RevisionTurn],
        *,
        batch: int = 4,
        done: Callable[[int], None] = lambda judged: None,
    ) -> list[Judged]:
        """A rating for each turn, in order; ratings that the turns already have are not used.

        `batch` turns are on the device at a time; `done` is called with the number judged so far.
        """
        with self._lock, quiet():
            sources = [encode(turn, self._tokenizer, self._limit) for turn in turns]
            return rate(self._model, self._tokenizer, self._targets, sources, batch, done)

    def saw(self, turn: RevisionTurn) -> bool:
        """Whether the judge was trained or chosen on this turn, and so must not be tested on it."""
        return turn_digest(turn) in self._seen


def open_finetuned(folder: Path, *, device: str | None = None) -> Finetuned:
    """The judge that `train` made in `folder`, on `device` or a GPU where there is one.

    Raises InputError where the folder holds no whole judge, and without the extra `train`.
    """
    return Finetuned(folder, device)


def _seen(folder: Path) -> frozenset[str]:
    try:
        return frozenset(read_text(folder / SEEN).split())
    except InputError as error:
        raise InputError(
            f"{folder / SEEN} cannot be read, so it is unknown which turns the judge was "
            "trained on; take a whole copy of the folder."
        ) from error
