"""The parameters of the KIWI task, checked: `-T name=value`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, get_args

from pydantic import Field, model_validator

from tamis.benchmarks.kiwi.data import By
from tamis.benchmarks.options import TaskOptions, checked
from tamis.writing.revision.finetuned.record import RECORD
from tamis.writing.revision.model import TEMPERATURE

Baseline = Literal["majority", "random", "rules"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
BLIND: tuple[Baseline, ...] = ("majority", "random")
"""The baselines that look at nothing."""

BASELINE_ROWS, ELSEWHERE, FINETUNED = "Baselines", "Verdicts made elsewhere", "fine-tuned"
"""Conditions in which no model is asked through Inspect."""

MAX_TOKENS = 1024
"""What a judge may write: the rating alone is asked for, but many a model thinks first."""


class Options(TaskOptions):
    """What `-T` may set, besides what every task has.

    `judge`: a model, or the folder of a fine-tuned judge. `shots`: rated turns in the prompt, the
    most similar by BM25 over their instructions, or any at random (`examples`). `split`: which
    turns are judged; the others are what examples and baselines know. `cross` judges every turn,
    and takes all other sessions for that: for data too small to split. `by`: what a split keeps
    together. `split_seed`: of the shuffle; the paper's own split is not known. `seed`: of random
    examples and the baseline `random`.
    """

    judge: str = "model"
    shots: int = Field(default=0, ge=0, le=50)
    examples: Literal["bm25", "random"] = "bm25"
    split: Literal["test", "validation", "train", "cross"] | None = None
    by: By = "turn"
    split_seed: int = 0
    temperature: float = Field(default=TEMPERATURE, ge=0, le=2)
    baseline: Baseline | None = None
    seed: int = 0

    @model_validator(mode="after")
    def _fit_together(self) -> Options:
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
        if self.finetuned and (self.baseline or self.shots):
            raise ValueError(
                "a fine-tuned judge takes neither baseline= nor shots=: leave them out"
            )
        if self.finetuned and not (self.finetuned / RECORD).is_file():
            raise ValueError(
                f"{self.judge} holds no judge that `tamis train kiwi-judge` made; judge=model asks "
                "the model"
            )
        if self.finetuned and self.part_of == "cross":
            # It has seen turns of the very sessions that it would judge.
            raise ValueError(
                "a fine-tuned judge was trained on one split: give split=test with the by= and "
                "split_seed= of its training"
            )
        return self

    @property
    def finetuned(self) -> Path | None:
        """The folder of a fine-tuned judge, where one is to judge."""
        return None if self.judge == "model" else Path(self.judge).expanduser()

    @property
    def part_of(self) -> Literal["test", "validation", "train", "cross"]:
        """The split that is judged: the test split, but for the mini data, which is too small."""
        return self.split or ("cross" if self.data == "mini" and not self.finetuned else "test")

    @property
    def condition(self) -> str:
        """What reports set side by side."""
        if self.predictions is not None:
            return ELSEWHERE
        if self.baseline is not None:
            return BASELINE_ROWS
        if self.finetuned is not None:
            return FINETUNED
        names = {0: "zero-shot", 1: "one-shot", 10: "ten-shot"}
        shots = names.get(self.shots, f"{self.shots}-shot")
        return shots if self.examples == "bm25" or not self.shots else f"{shots}, random examples"


def parse_options(values: dict[str, Any]) -> Options:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    return checked(Options, "kiwi", values)
