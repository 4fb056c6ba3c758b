"""torch and transformers, imported when they are needed, and models loaded and kept with them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from tamis.bad_input import needs_package, unwritable
from tamis.types import InputError


class Libraries(NamedTuple):
    """The two modules; typed as anything, since they are an extra."""

    torch: Any
    transformers: Any


def libraries() -> Libraries:
    """The libraries of the extra `train`; InputError with the command that installs them."""
    try:
        import_module("accelerate")  # Without it transformers cannot train.
        return Libraries(import_module("torch"), import_module("transformers"))
    except ImportError as error:
        raise needs_package(
            "the fine-tuned judge", "torch", "transformers", "accelerate", extra="train"
        ) from error


def device_of(name: str | None) -> Any:
    """The device that is named ("cpu", "cuda:1", "mps"), or a GPU of CUDA where there is one."""
    torch = libraries().torch
    chosen = name or ("cuda" if torch.cuda.is_available() else "cpu")
    try:
        # torch accepts names of absent devices: only creating a tensor shows whether it is there.
        return torch.empty(0, device=torch.device(chosen)).device
    except (RuntimeError, AssertionError, ValueError, NotImplementedError) as error:
        said = str(error).strip().partition("\n")[0]
        raise InputError(
            f"torch cannot use the device {chosen!r:.40} ({said:.160}); give cpu, or leave it out."
        ) from error


def load(base: str, *, local: bool) -> tuple[Any, Any]:
    """The model in 32 bits and the tokenizer of `base`: a folder, or with `local` false the hub.

    Only weights in safetensors are read and no code from the model's folder is run. A model that
    lacks some of its weights is refused, since these would be random. Raises InputError.
    """
    transformers = libraries().transformers
    local = local or Path(base).is_dir()
    options = {"local_files_only": local, "trust_remote_code": False}
    with quiet():
        try:
            tokenizer = transformers.AutoTokenizer.from_pretrained(base, **options)
            model, found = transformers.AutoModelForSeq2SeqLM.from_pretrained(
                base, use_safetensors=True, output_loading_info=True, **options
            )
        except Exception as error:  # The libraries raise errors of every kind.
            said = str(error).strip().partition("\n")[0]
            raise InputError(
                f"The model {base} cannot be loaded ({said:.200}); give a T5 of the hub or a "
                "folder that holds one, with its weights in safetensors."
            ) from error
    if lacking := sorted({*found["missing_keys"], *(row[0] for row in found["mismatched_keys"])}):
        raise InputError(
            f"The model {base} lacks weights that it should have ({len(lacking)}, the first being "
            f"{lacking[0]:.100}); take a whole copy of it."
        )
    return model.float(), tokenizer


def spare_memory(model: Any) -> None:
    """Recompute activations for the gradients: less memory for a third more time."""
    how = {"use_reentrant": False}
    if hasattr(model, "activation_checkpointing_enable"):
        model.activation_checkpointing_enable(activation_checkpointing_kwargs=how)
    else:  # Its name before transformers 5.
        model.gradient_checkpointing_enable(gradient_checkpointing_kwargs=how)


@contextmanager
def quiet() -> Iterator[None]:
    """Switch off progress bars and warnings of transformers, which users of a command do not
    need."""
    logging = libraries().transformers.utils.logging
    level, bars = logging.get_verbosity(), logging.is_progress_bar_enabled()
    logging.set_verbosity_error()
    logging.disable_progress_bar()
    try:
        yield
    finally:
        logging.set_verbosity(level)
        if bars:
            logging.enable_progress_bar()


@contextmanager
def own_random_state() -> Iterator[None]:
    """Leave the caller's random state as it was; Trainer seeds Python's, numpy's and torch's."""
    torch = libraries().torch
    python, arrays = random.getstate(), np.random.get_state()
    try:
        with torch.random.fork_rng(devices=range(torch.cuda.device_count())):
            yield
    finally:
        random.setstate(python)
        np.random.set_state(arrays)


@contextmanager
def writing(out: Path) -> Iterator[None]:
    """Raise InputError if a model or a checkpoint cannot be written into `out`."""
    try:
        yield
    except Exception as error:  # torch and safetensors raise their own errors for a full disk.
        raise unwritable(
            out,
            error,
            "make room and run the same command again: it goes on from the last finished epoch",
        ) from error
