"""The run of a training: its steps, and the validation of an epoch."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from tamis.types import InputError
from tamis.writing.revision.finetuned.checkpoints import Checkpoints, Progress
from tamis.writing.revision.finetuned.libraries import device_of, libraries, quiet, spare_memory
from tamis.writing.revision.finetuned.rating import padded, rate
from tamis.writing.revision.finetuned.text import Encoded, Targets
from tamis.writing.revision.finetuned.training_record import Epoch, Settings

_IGNORED = -100


@dataclass(frozen=True)
class Examples:
    """The sources of turns and whether each is good; `unrated` turns were left out."""

    sources: list[Encoded]
    good: list[bool]
    unrated: int

    def as_json(self) -> dict[str, int]:
        """The counts for the record; `cut` are those that were longer than the limit."""
        cut = sum(source.cut > 0 for source in self.sources)
        counts = {"turns": len(self.good), "good": sum(self.good), "cut": cut}
        return {**counts, "unrated": self.unrated}


class Run:
    """The model, its optimizer and the epochs that are finished."""

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        both: Targets,
        settings: Settings,
        checkpoints: Checkpoints,
        device: str | None,
        say: Callable[[str], None],
        finished: Callable[[Epoch], None],
    ) -> None:
        self.device = device_of(device)
        self.model, self._tokenizer, self._targets = model.to(self.device), tokenizer, both
        self._settings, self._checkpoints = settings, checkpoints
        self._say, self._finished = say, finished
        self._optimizer = libraries().torch.optim.Adam(
            model.parameters(), lr=settings.learning_rate
        )
        progress = checkpoints.progress()
        if progress is None:
            commit = getattr(model.config, "_commit_hash", None)
            progress = Progress((), settings.at_once, commit)
        else:
            checkpoints.restore(self._optimizer, self.device)
        self.epochs, self.at_once = list(progress.epochs), progress.at_once
        self.base_commit = progress.base_commit
        spare_memory(model)
        tokenizer.model_max_length = settings.max_source_tokens

    def train(self, learnt: Examples, checked: Examples) -> None:
        """Run the remaining epochs, storing each when it is finished."""
        torch = libraries().torch
        # The caller's random state must not be changed by the seeds of the steps.
        own = [self.device] if self.device.type == "cuda" else []
        with torch.random.fork_rng(devices=own), quiet():
            for number in range(len(self.epochs) + 1, self._settings.epochs + 1):
                loss = self._epoch(number, learnt)
                self.epochs.append(self._validated(number, loss, checked))
                self._say(f"keeping epoch {number}")
                now = Progress(tuple(self.epochs), self.at_once, self.base_commit)
                self._checkpoints.save(self.model, self._tokenizer, self._optimizer, now)
                self._finished(self.epochs[-1])

    def _epoch(self, number: int, learnt: Examples) -> float:
        """One pass over the training turns, shuffled for this epoch; the mean loss per token."""
        torch, settings = libraries().torch, self._settings
        order = torch.Generator().manual_seed(_seed(settings.seed, number))
        shuffled = torch.randperm(len(learnt.good), generator=order).tolist()
        steps = -(-len(shuffled) // settings.batch)
        losses, tokens = 0.0, 0
        self.model.train()
        for step in range(steps):
            past = (number - 1) * steps + step
            for group in self._optimizer.param_groups:
                group["lr"] = settings.learning_rate * (1 - past / (steps * settings.epochs))
            chosen = shuffled[step * settings.batch : (step + 1) * settings.batch]
            loss, size = self._step(learnt, chosen, _seed(settings.seed, number, step))
            losses, tokens = losses + loss, tokens + size
            done = min((step + 1) * settings.batch, len(shuffled))
            self._say(
                f"epoch {number} of {settings.epochs}: {done} of {len(shuffled)} turns, "
                f"loss {losses / tokens:.3f}"
            )
        return losses / tokens

    def _step(self, learnt: Examples, chosen: Sequence[int], seed: int) -> tuple[float, int]:
        """One step of the optimizer: the sum of the losses, and the number of target tokens."""
        torch = libraries().torch
        # Short sources are batched together, so that there is little padding.
        chosen = sorted(chosen, key=lambda index: len(learnt.sources[index].ids))
        tokens = sum(len(self._target(learnt.good[index])) for index in chosen)
        while True:
            torch.manual_seed(seed)
            self._optimizer.zero_grad(set_to_none=True)
            try:
                loss = 0.0
                for start in range(0, len(chosen), self.at_once):
                    loss += self._backward(learnt, chosen[start : start + self.at_once], tokens)
                break
            except torch.cuda.OutOfMemoryError as error:
                if self.at_once == 1:
                    raise InputError(
                        f"The memory of {device_name(self.device)} does not hold one turn of "
                        f"{self._settings.max_source_tokens} tokens; give --max-source-tokens "
                        "less, a smaller --base, or --device cpu."
                    ) from error
                self.at_once = -(-self.at_once // 2)
            torch.cuda.empty_cache()
        self._optimizer.step()
        return loss, tokens

    def _backward(self, learnt: Examples, chosen: Sequence[int], tokens: int) -> float:
        """Add the gradients of some turns of a batch with `tokens` target tokens in all."""
        pad = self._tokenizer.pad_token_id
        ids, mask = padded([learnt.sources[index].ids for index in chosen], pad, self.device)
        wanted = [self._target(learnt.good[index]) for index in chosen]
        labels, _ = padded(wanted, _IGNORED, self.device)
        mean = self.model(input_ids=ids, attention_mask=mask, labels=labels, use_cache=False).loss
        total = mean * sum(map(len, wanted))
        (total / tokens).backward()
        return float(total.detach())

    def _target(self, good: bool) -> tuple[int, ...]:
        return self._targets.good if good else self._targets.bad

    def _validated(self, number: int, loss: float, checked: Examples) -> Epoch:
        judged = rate(
            self.model,
            self._tokenizer,
            self._targets,
            checked.sources,
            self.at_once,
            lambda done: self._say(
                f"epoch {number} of {self._settings.epochs}: validating, {done} of "
                f"{len(checked.good)} turns"
            ),
        )
        right = sum(one.good is good for one, good in zip(judged, checked.good, strict=True))
        unparsed = sum(one.good is None for one in judged)
        return Epoch(number, loss, len(judged), right, unparsed)


def device_name(device: Any) -> str:
    """The name of a GPU, or what kind of device it is."""
    torch = libraries().torch
    return str(torch.cuda.get_device_name(device)) if device.type == "cuda" else str(device.type)


def _seed(*parts: int) -> int:
    digest = hashlib.sha256("/".join(map(str, parts)).encode("ascii")).digest()
    return int.from_bytes(digest[:8], "little") >> 1
