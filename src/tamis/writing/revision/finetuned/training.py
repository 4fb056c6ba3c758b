"""A T5 trained to rate revisions, epoch by epoch (KIWI, A.5.2).

Trained by transformers' Trainer with the paper's settings: Adam without weight decay, a learning
rate that falls linearly to 0 without warm-up, no clipping, 32-bit floats; the epoch with the best
validation accuracy is kept. A training that was stopped is resumed after its last finished epoch
and ends with the same weights as one that was not, on a CPU to the last bit. T5-large needs a GPU:
its weights, gradients and moments take 12 GB, plus the activations, which are recomputed for the
gradients to save memory; its checkpoints take up to 27 GB of disk during training.

The checkpoints are Trainer's own, in a folder `checkpoints` that is removed with the last step of
the training. Some of their files are pickles; Trainer reads them with torch's `weights_only`,
which runs no code. What people share is the finished judge, which holds none.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any

from tamis._version import __version__
from tamis.bad_input import unreadable
from tamis.inputs.files import write_text
from tamis.inputs.json_records import own_record, read_json, write_json
from tamis.types import InputError
from tamis.writing.revision.finetuned.libraries import (
    device_of,
    libraries,
    load,
    own_random_state,
    quiet,
    spare_memory,
    writing,
)
from tamis.writing.revision.finetuned.text import FORMAT, Examples, encode, targets
from tamis.writing.revision.finetuned.training_record import (
    RECORD,
    SEEN,
    Epoch,
    Settings,
    best_of,
    epochs_of,
    fingerprint,
    read_record,
    turn_digest,
    write_record,
)
from tamis.writing.revision.turns import RevisionTurn

OPTIMIZER = "Adam (betas 0.9 and 0.999, epsilon 1e-8), no weight decay, no clipping"
SCHEDULE = "linear to 0, no warm-up"

_CHECKPOINTS = "checkpoints"
_BEGUN = "training.json"


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
    from tamis.writing.revision.finetuned.training_run import JudgeTrainer, device_name

    chosen = device_of(device)
    folder = out / _CHECKPOINTS
    last = _last(out, begun)
    say(f"loading {last or settings.base}")
    model, tokenizer = load(str(last or settings.base), local=last is not None)
    both = targets(tokenizer)
    if last is None:
        begun["base_commit"] = getattr(model.config, "_commit_hash", None)
        write_json(folder / _BEGUN, begun)
    spare_memory(model)
    tokenizer.model_max_length = settings.max_source_tokens
    say(f"reading {len(training) + len(validation)} turns")
    with quiet(), own_random_state():
        learnt = _examples(training, tokenizer, settings, unrated)
        checked = _examples(validation, tokenizer, settings, unrated_too)
        trainer = JudgeTrainer(
            model, tokenizer, both, settings, learnt, checked, folder, chosen, say, finished
        )
        trainer.train(resume_from_checkpoint=str(last) if last else None)
    epochs = epochs_of(trainer.state.log_history)
    steps = trainer.state.max_steps // settings.epochs
    best = best_of(epochs).number
    say(f"writing {out}")
    model, tokenizer = load(str(folder / f"checkpoint-{best * steps}"), local=True)
    with quiet(), writing(out):
        model.save_pretrained(out)
        tokenizer.save_pretrained(out)
    seen = sorted({turn_digest(turn) for turn in (*training, *validation)})
    write_text(out / SEEN, "".join(f"{digest}\n" for digest in seen))
    record = {
        "tamis": __version__,
        **read_json(folder / _BEGUN),
        "optimizer": OPTIMIZER,
        "schedule": SCHEDULE,
        "turns": {"training": learnt.as_json(), "validation": checked.as_json()},
        "history": [epoch.as_json() for epoch in epochs],
        "best_epoch": best,
        "on_the_device": trainer.at_once,
        "device": device_name(chosen),
        "versions": {
            "python": python_version(),
            **{name: version(name) for name in ("torch", "transformers", "accelerate")},
        },
    }
    write_record(out, record)
    _remove_checkpoints(out)
    return Trained(out, epochs, read_record(out), _step(last) // steps if last else 0)


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
    _check_same(record, begun, out)
    epochs = tuple(Epoch.from_json(row) for row in record["history"])
    # The process may have been killed after writing the record and before this.
    _remove_checkpoints(out)
    return Trained(out, epochs, record, len(epochs))


def _last(out: Path, begun: Mapping[str, Any]) -> Path | None:
    """The checkpoint to go on from; None at the start of a training.

    InputError where `out` holds anything but a training that was begun with the same.
    """
    note = out / _CHECKPOINTS / _BEGUN
    try:
        last = max(filter(_complete, note.parent.glob("checkpoint-*")), key=_step, default=None)
        others = not note.exists() and any(path.is_file() for path in out.rglob("*"))
    except OSError as error:
        raise unreadable(out, error, "give another --out") from error
    if last:
        _check_same(read_json(note, "give another --out"), begun, out)
    elif others:
        raise InputError(f"{out} holds other files; give --out a new folder.")
    return last


def _complete(checkpoint: Path) -> bool:
    """Whether Trainer had written the last file of a checkpoint before it was stopped."""
    return own_record(checkpoint / "trainer_state.json") is not None


def _step(checkpoint: Path) -> int:
    return int(checkpoint.name.removeprefix("checkpoint-"))


def _remove_checkpoints(out: Path) -> None:
    shutil.rmtree(out / _CHECKPOINTS, ignore_errors=True)


def _check_same(before: Any, now: Mapping[str, Any], out: Path) -> None:
    """Raise InputError if the training in `out` was begun with other settings or data."""
    before = before if isinstance(before, dict) else {}
    if other := [field for field, value in now.items() if before.get(field) != value]:
        field = other[0]
        raise InputError(
            f"{out} holds a training that was begun with {field} {before.get(field)!r:.60} and not "
            f"{now[field]!r:.60}; give it the same, or another --out."
        )
