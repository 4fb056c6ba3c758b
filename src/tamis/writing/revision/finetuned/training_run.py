"""The run of a training: transformers' Trainer with the paper's settings and our validation.

This module imports torch and transformers: import it only after `libraries()`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import ceil
from pathlib import Path
from typing import Any

import torch
from transformers import DataCollatorForSeq2Seq, PrinterCallback, Trainer, TrainingArguments

from tamis.types import InputError
from tamis.writing.revision.finetuned.libraries import writing
from tamis.writing.revision.finetuned.rating import rate
from tamis.writing.revision.finetuned.text import Examples, Targets
from tamis.writing.revision.finetuned.training_record import Epoch, Settings, epochs_of


class JudgeTrainer(Trainer):  # type: ignore[misc]
    """A Trainer that rates as the finished judge does, and says how far it is.

    Its checkpoints, one an epoch, are in `folder`; the last one and the best one are kept.
    `at_once` is how many turns are on the device at a time.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        both: Targets,
        settings: Settings,
        learnt: Examples,
        checked: Examples,
        folder: Path,
        device: Any,
        say: Callable[[str], None],
        finished: Callable[[Epoch], None],
    ) -> None:
        self.at_once = settings.at_once
        self._settings, self._targets = settings, both
        self._say, self._finished = say, finished
        tokenizer.padding_side = "right"
        super().__init__(
            model,
            _arguments(settings, folder, device),
            data_collator=DataCollatorForSeq2Seq(tokenizer, model=model),
            train_dataset=[
                {"input_ids": list(source.ids), "labels": list(both.good if good else both.bad)}
                for source, good in zip(learnt.sources, learnt.good, strict=True)
            ],
            eval_dataset=checked,
            processing_class=tokenizer,
            compute_loss_func=_loss,
        )
        self.remove_callback(PrinterCallback)

    def training_step(self, model: Any, inputs: Mapping[str, Any], *given: Any) -> Any:
        """Add the gradients of a batch, `at_once` turns at a time; its mean loss per target token.

        Trainer's own answer to a full GPU, `auto_find_batch_size`, would make the batch smaller.
        """
        step = super().training_step
        lengths = inputs["attention_mask"].sum(dim=1)
        while True:
            try:
                # Short sources are put together, so that there is little padding; a source is
                # longer than its target, which nothing is cut from.
                parts = (
                    {name: rows[part, : lengths[part].max()] for name, rows in inputs.items()}
                    for part in lengths.argsort(stable=True).split(self.at_once)
                )
                return sum(step(model, part, *given) for part in parts)
            except torch.cuda.OutOfMemoryError as error:
                if self.at_once == 1:
                    raise InputError(
                        f"The memory of {device_name(self.args.device)} does not hold one turn of "
                        f"{self._settings.max_source_tokens} tokens; give --max-source-tokens "
                        "less, a smaller --base, or --device cpu."
                    ) from error
            self.at_once = -(-self.at_once // 2)
            model.zero_grad()
            torch.cuda.empty_cache()

    def evaluate(self, *args: Any, **kwargs: Any) -> dict[str, float]:
        """The ratings of the validation turns by `rate`, as the finished judge will rate them."""
        sources, good = self.eval_dataset.sources, self.eval_dataset.good
        judged = rate(
            self.model,
            self.processing_class,
            self._targets,
            sources,
            self.at_once,
            lambda done: self._progress(f"validating, {done} of {len(good)} turns"),
        )
        metrics: dict[str, float] = {
            "eval_turns": len(good),
            "eval_right": sum(one.good is rated for one, rated in zip(judged, good, strict=True)),
            "eval_unparsed": sum(one.good is None for one in judged),
        }
        self.log(metrics)
        return metrics

    def log(self, logs: dict[str, float], *args: Any, **kwargs: Any) -> None:
        """Note figures in the history, which is part of a checkpoint; say those of a step."""
        super().log(logs, *args, **kwargs)
        if "loss" in logs:
            turns, batch = len(self.train_dataset), self._settings.batch
            step = (self.state.global_step - 1) % ceil(turns / batch) + 1
            self._progress(f"{min(step * batch, turns)} of {turns} turns, loss {logs['loss']:.3f}")

    def _progress(self, doing: str) -> None:
        self._say(f"epoch {ceil(self.state.epoch)} of {self._settings.epochs}: {doing}")

    def _save_checkpoint(self, *args: Any, **kwargs: Any) -> None:
        epoch = epochs_of(self.state.log_history)[-1]
        self._say(f"keeping epoch {epoch.number}")
        with writing(Path(self.args.output_dir).parent):
            super()._save_checkpoint(*args, **kwargs)
        self._finished(epoch)


def device_name(device: Any) -> str:
    """The name of a GPU, or what kind of device it is."""
    return str(torch.cuda.get_device_name(device)) if device.type == "cuda" else str(device.type)


def _arguments(settings: Settings, folder: Path, device: Any) -> Any:
    arguments = TrainingArguments(
        output_dir=str(folder),
        seed=settings.seed,
        num_train_epochs=settings.epochs,
        per_device_train_batch_size=settings.batch,
        # Without weight decay, AdamW is Adam.
        optim="adamw_torch",
        weight_decay=0,
        learning_rate=settings.learning_rate,
        lr_scheduler_type="linear",
        warmup_steps=0,
        max_grad_norm=0,
        eval_strategy="epoch",
        metric_for_best_model="right",
        save_strategy="epoch",
        # The best and the last one. With 1, Trainer removes the last one when it has finished.
        save_total_limit=2,
        logging_steps=1,
        logging_nan_inf_filter=False,
        report_to="none",
        disable_tqdm=True,
        dataloader_pin_memory=False,
        use_cpu=device.type == "cpu",
    )
    # Trainer takes every GPU it sees, the first one foremost, and has no option for the one that
    # was chosen.
    arguments.__dict__["_setup_devices"] = arguments.distributed_state.device = device
    arguments._n_gpu = 1
    if device.type == "cuda":
        torch.cuda.set_device(device)
    return arguments


def _loss(outputs: Any, labels: Any, num_items_in_batch: Any) -> Any:
    """What some turns add to the mean loss per target token of their batch.

    T5's own loss is the mean over these turns alone.
    """
    losses = torch.nn.functional.cross_entropy(
        outputs.logits.flatten(0, 1), labels.flatten(), reduction="sum"
    )
    return losses / num_items_in_batch
