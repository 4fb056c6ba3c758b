"""The record of a fine-tuned judge: its settings and its epochs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

from tamis.inputs.files import is_there
from tamis.inputs.json_records import read_json, write_json
from tamis.types import InputError
from tamis.writing.revision.finetuned.text import FORMAT
from tamis.writing.revision.turns import RevisionTurn

RECORD = "tamis-judge.json"
"""The file that is written last: without it a folder is no finished judge."""

SEEN = "seen-turns.txt"
"""The digests of the turns that the judge was trained or chosen on, one a line."""

KIND = "kiwi-judge"
SHORTEST = 64


@dataclass(frozen=True)
class Settings:
    """The settings of a training; the defaults are the paper's where it gives them (A.5.2).

    `base` is a T5 of the hub or a folder. `learning_rate` is that of the first step; it falls
    linearly to 0. Sources have at most `max_source_tokens`: a turn of KIWI has about 1,000 tokens
    and the longest 1,800, so T5's usual 512 would cut nearly every turn and 1,024 every second one;
    T5 has no absolute positions and can read longer texts. `at_once` is how many turns are on the
    device at a time; their gradients are accumulated to a `batch`. Raises InputError for a number
    out of range.
    """

    base: str = "t5-large"
    seed: int = 0
    epochs: int = 5
    batch: int = 16
    learning_rate: float = 1e-4
    max_source_tokens: int = 2048
    at_once: int = 4

    def __post_init__(self) -> None:
        least = {"epochs": 1, "batch": 1, "at_once": 1, "max_source_tokens": SHORTEST}
        for field, smallest in least.items():
            if getattr(self, field) < smallest:
                raise InputError(
                    f"{field} is {getattr(self, field)}; give {smallest} or more of it."
                )
        if not 0 <= self.seed < 2**32:
            raise InputError(f"The seed is {self.seed}; give one from 0 to {2**32 - 1}.")
        if not 0 < self.learning_rate < 1:
            raise InputError(f"The learning rate is {self.learning_rate}; give one such as 1e-4.")


@dataclass(frozen=True)
class Epoch:
    """The result of an epoch: the training loss per target token (the mean over its steps), and
    the validation.

    `turns` counts the validation turns, `right` those rated as by the person; `unparsed` are those
    for which the model wrote no rating (they count as wrong).
    """

    number: int
    loss: float
    turns: int
    right: int
    unparsed: int

    @property
    def accuracy(self) -> float:
        """The share of validation turns that were rated right, in [0, 1]."""
        return self.right / self.turns

    def as_json(self) -> dict[str, int | float]:
        """The epoch as stored in the record, with its accuracy."""
        return {**vars(self), "accuracy": self.accuracy}

    @classmethod
    def from_json(cls, row: Mapping[str, Any]) -> Epoch:
        """The epoch that `as_json` wrote."""
        return cls(**{field: row[field] for field in cls.__dataclass_fields__})


def epochs_of(history: Iterable[Mapping[str, Any]]) -> tuple[Epoch, ...]:
    """The epochs in a history of Trainer's: rows with the loss of a step, then one with the
    validation."""
    epochs: list[Epoch] = []
    losses: list[float] = []
    for row in history:
        if "loss" in row:
            losses.append(row["loss"])
        elif "eval_right" in row:
            checked = {name: row[f"eval_{name}"] for name in ("turns", "right", "unparsed")}
            epochs.append(Epoch(len(epochs) + 1, fmean(losses), **checked))
            losses = []
    return tuple(epochs)


def best_of(epochs: Iterable[Epoch]) -> Epoch:
    """The epoch with the best validation accuracy, the first of them where several have it."""
    return max(epochs, key=lambda epoch: (epoch.right, -epoch.number))


def turn_digest(turn: RevisionTurn) -> str:
    """The identity of a turn in 16 hex digits: a hash of its four texts, without rating or
    origin."""
    texts = [turn.question, turn.previous, turn.instruction, turn.answer]
    return _digest(texts)[:16]


def fingerprint(train: Iterable[RevisionTurn], validation: Iterable[RevisionTurn]) -> str:
    """The identity of the data of a training: its turns and ratings, in their order; sha256."""
    return _digest(
        [[[turn_digest(turn), turn.good] for turn in some] for some in (train, validation)]
    )


def write_record(folder: Path, record: Mapping[str, Any]) -> None:
    """Write the record, which completes the judge in `folder`."""
    write_json(folder / RECORD, {"kind": KIND, "text_format": FORMAT, **record})


def read_record(folder: Path) -> dict[str, Any]:
    """The record of a judge; InputError where there is none, or one of another kind or format."""
    path = folder / RECORD
    if not is_there(path):
        raise InputError(
            f"{folder} is no judge: it has no {RECORD}; give the --out folder of `tamis train "
            "kiwi-judge`, and run that again where it was stopped."
        )
    record = read_json(path, "train the judge again")
    if not isinstance(record, dict) or record.get("kind") != KIND:
        raise InputError(f"{path} is not the record of a judge of revisions; give another folder.")
    if record.get("text_format") != FORMAT:
        raise InputError(
            f"{path}: the judge was trained on text format {record.get('text_format')!r:.20} and "
            f"this version of Tamis writes {FORMAT}; train it again."
        )
    return record


def _digest(value: object) -> str:
    return hashlib.sha256(json.dumps(value).encode("ascii")).hexdigest()
