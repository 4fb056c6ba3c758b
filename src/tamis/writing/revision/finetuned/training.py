"""A T5 trained to rate revisions, epoch by epoch (KIWI, A.5.2).

Adam without weight decay, a learning rate that falls linearly to 0 without warm-up, no clipping,
32-bit floats; the epoch with the best validation accuracy is kept. Every step has its own seed, so
that a resumed training ends with the same weights as one that was not stopped, on a CPU to the last
bit. T5-large needs a GPU: its weights, gradients and moments take 12 GB, plus the activations,
which are recomputed for the gradients to save memory; its checkpoints take up to 21 GB of disk
during training.
"""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from tamis._version import __version__
from tamis.types import InputError
from tamis.writing.revision.finetuned.checkpoints import Checkpoints, check_same, remove_checkpoints
from tamis.writing.revision.finetuned.libraries import libraries, load, quiet
from tamis.writing.revision.finetuned.text import FORMAT, encode, targets
from tamis.writing.revision.finetuned.training_record import (
    RECORD,
    Epoch,
    Settings,
    best_of,
    fingerprint,
    read_record,
    turn_digest,
    write_record,
)
from tamis.writing.revision.finetuned.training_run import Examples, Run, device_name
from tamis.writing.revision.turns import RevisionTurn

OPTIMIZER = "Adam (betas 0.9 and 0.999, epsilon 1e-8), no weight decay, no clipping"
SCHEDULE = "linear to 0, no warm-up"


@dataclass(frozen=True)
class Trained:
    """A judge in `folder`, its epochs and its record.

    `resumed` is the number of epochs that an earlier run had finished; all of them if the judge was
    already complete.
    """

    folder: Path
    epochs: tuple[Epoch, ...]
    record: Mapping[str, Any]
    resumed: int = 0

    @property
    def best(self) -> Epoch:
        """The epoch whose weights are the judge's."""
        return best_of(self.epochs)


def train(
    training: Sequence[RevisionTurn],
    validation: Sequence[RevisionTurn],
    out: Path,
    settings: Settings | None = None,
    *,
    split: Mapping[str, str | int] | None = None,
    device: str | None = None,
    say: Callable[[str], None] = lambda doing: None,
    finished: Callable[[Epoch], None] = lambda epoch: None,
) -> Trained:
    """Train a judge into the folder `out`, or resume the training that was begun there.

    Turns without a rating are left out, and counted in the record. `split` describes how the two
    sets of turns were drawn, for the record. `say` is called with progress messages, `finished`
    with each epoch that this run has finished. If `out` already holds a judge made with the same
    settings and data, it is left as it is. Raises InputError if `out` holds anything else, if there
    is nothing to train or validate on, and if the base cannot be loaded.
    """
    settings = settings or Settings()
    training, unrated = _rated(training, "training")
    validation, unrated_too = _rated(validation, "validation")
    if len({turn.good for turn in training}) == 1:
        raise InputError(
            f"All {len(training)} training turns have the same rating, so that there is nothing "
            "to learn; give data with good turns and others."
        )
    begun = {
        **asdict(settings),
        "text_format": FORMAT,
        "split": dict(split or {}),
        "fingerprint": fingerprint(training, validation),
    }
    if (out / RECORD).exists():
        return _done_before(out, begun)
    libraries()
    checkpoints = Checkpoints(out, begun)
    start = checkpoints.last()
    say(f"loading {start or settings.base}")
    model, tokenizer = load(str(start or settings.base), local=start is not None)
    both = targets(tokenizer)
    say(f"reading {len(training) + len(validation)} turns")
    with quiet():
        learnt = _examples(training, tokenizer, settings, unrated)
        checked = _examples(validation, tokenizer, settings, unrated_too)
    run = Run(model, tokenizer, both, settings, checkpoints, device, say, finished)
    resumed = len(run.epochs)
    run.train(learnt, checked)
    record = {
        "tamis": __version__,
        **begun,
        "base_commit": run.base_commit,
        "optimizer": OPTIMIZER,
        "schedule": SCHEDULE,
        "turns": {"training": learnt.as_json(), "validation": checked.as_json()},
        "history": [epoch.as_json() for epoch in run.epochs],
        "best_epoch": best_of(run.epochs).number,
        "on_the_device": run.at_once,
        "device": device_name(run.device),
        "versions": _versions(),
    }
    say(f"writing {out}")
    checkpoints.publish(
        best_of(run.epochs).number,
        sorted({turn_digest(turn) for turn in (*training, *validation)}),
    )
    write_record(out, record)
    remove_checkpoints(out)
    return Trained(out, tuple(run.epochs), read_record(out), resumed)


def _rated(turns: Sequence[RevisionTurn], which: str) -> tuple[list[RevisionTurn], int]:
    rated = [turn for turn in turns if turn.good is not None]
    if not rated:
        raise InputError(f"There are no rated turns for {which}; give --data with more sessions.")
    return rated, len(turns) - len(rated)


def _examples(
    turns: Sequence[RevisionTurn], tokenizer: Any, settings: Settings, unrated: int
) -> Examples:
    sources = [encode(turn, tokenizer, settings.max_source_tokens) for turn in turns]
    return Examples(sources, [turn.good is True for turn in turns], unrated)


def _done_before(out: Path, begun: Mapping[str, Any]) -> Trained:
    record = read_record(out)
    check_same(record, begun, out)
    epochs = tuple(Epoch.from_json(row) for row in record["history"])
    # The process may have been killed after writing the record and before this.
    remove_checkpoints(out)
    return Trained(out, epochs, record, len(epochs))


def _versions() -> dict[str, str]:
    torch, transformers = libraries()
    return {
        "python": platform.python_version(),
        "torch": str(torch.__version__),
        "transformers": str(transformers.__version__),
    }
