"""The parameters of KIWI."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self, get_args

from pydantic import field_validator, model_validator

from tamis.benchmarks.options import BASELINE_ROWS, PathText, Several, StructuredOptions, option
from tamis.types import InputError
from tamis.writing.revision.finetuned.training_record import RECORD

Split = Literal["train", "validation", "test"]
SPLITS: tuple[Split, ...] = get_args(Split)

By = Literal["turn", "session", "question"]

Baseline = Literal["majority", "random"]

ELSEWHERE, FINETUNED = "Verdicts made elsewhere", "fine-tuned"
"""Conditions in which Inspect calls no model."""

SHOTS = (0, 1, 10)
"""The numbers of examples in Table 5."""

MAX_TOKENS = 1024
"""Limit for a judge's reply: only the rating is asked for, but many models reason first."""


class Options(StructuredOptions):
    """Which judge, which examples it is shown, and which turns it judges (KIWI, §5)."""

    benchmark = "kiwi"
    about = "judging whether a revision followed its instruction (Xu et al., 2024)"
    roles = ("judge", "reader")
    role = "judge"
    of_a_model = ("shots",)
    compared = "shots"

    judge: PathText = option(
        "model",
        "who judges: model, or the folder of a judge that `tamis train kiwi-judge` made",
        words=("model",),
    )
    shots: Several[int] = option(
        0, "rated turns in the prompt; all: 0,1,10, those of Table 5", ge=0, le=50
    )
    examples: Literal["bm25", "random"] = option(
        "bm25", "which turns the prompt shows: those with the most similar instructions, or any"
    )
    examples_from: Literal["all", "other_sessions"] = option(
        "all",
        "which training turns the prompt may show: all, as in the paper, or none of the same "
        "session, as always in cross",
    )
    split: Literal["test", "validation", "train", "cross"] | None = option(
        None,
        "which turns are judged; cross judges all, with examples from the other sessions",
        shown="test; cross on mini",
    )
    by: By = option("turn", "what a split keeps together; the paper's is by turn")
    split_seed: int = option(0, "seed of the split; the paper's is not known")
    temperature: float = option(0.0, "temperature of the model", shown="0", ge=0, le=2)
    data: str = option("mini", "mini, released, or a folder or a JSONL file in the released form")
    baseline: Baseline | None = option(None, "judge without a model")
    prompts: PathText = option(
        None, "a folder with a prompt template that replaces ours (judge.j2)"
    )
    seed: int = option(0, "seed of random examples and of the baseline random")

    @field_validator("baseline", mode="before")
    @classmethod
    def _no_rules(cls, value: object) -> object:
        if value == "rules":
            raise InputError(
                "the edit rules were removed, since they did not hold on turns that they were not "
                "made on; take majority or random, or judge with a model."
            )
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
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
            # It was trained on other turns of the sessions that it would judge.
            raise ValueError(
                "a fine-tuned judge was trained on one split: give split=test with the by= and "
                "split_seed= of its training"
            )
        return self

    @property
    def finetuned(self) -> Path | None:
        """The folder of the fine-tuned judge, None for another judge."""
        return None if self.judge in (None, "model") else Path(self.judge).expanduser()

    @property
    def part_of(self) -> Literal["test", "validation", "train", "cross"]:
        """The split that is judged: `test` by default, `cross` for the mini data, which is too
        small to split."""
        return self.split or ("cross" if self.data == "mini" and not self.finetuned else "test")

    @property
    def heading(self) -> str:
        """The condition: which judge, and with how many examples."""
        if self.predictions is not None:
            return ELSEWHERE
        if self.baseline is not None:
            return BASELINE_ROWS
        if self.finetuned is not None:
            return FINETUNED
        names = {0: "zero-shot", 1: "one-shot", 10: "ten-shot"}
        shots = names.get(self.shots, f"{self.shots}-shot")
        return shots if self.examples == "bm25" or not self.shots else f"{shots}, random examples"

    @classmethod
    def every(cls, name: str) -> Sequence[Any]:
        """Of shots, those of the paper's Table 5."""
        return SHOTS if name == "shots" else super().every(name)

    @property
    def needs_no_model(self) -> bool:
        """Whether a baseline or a fine-tuned judge is chosen."""
        return super().needs_no_model or self.finetuned is not None
