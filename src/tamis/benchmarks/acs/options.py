"""The parameters of the ACS task, checked: `-T name=value`."""

from __future__ import annotations

from typing import Any, Literal, get_args

from pydantic import Field, field_validator, model_validator

from tamis.benchmarks.options import TaskOptions, checked
from tamis.checking.prompts import PARAPHRASES, SHOTS
from tamis.types import InputError

Judge = Literal["model", "program", "hybrid", "worksheet"]
JUDGES: tuple[Judge, ...] = get_args(Judge)

Baseline = Literal["program", "majority", "random"]
BASELINES: tuple[Baseline, ...] = get_args(Baseline)
BLIND: tuple[Baseline, ...] = ("majority", "random")
"""The baselines that look at nothing."""

BASELINE_ROWS, ELSEWHERE = "Baselines", "Verdicts made elsewhere"
"""Conditions in which no model is asked."""

MAX_TOKENS = 2048
"""What a judge may write; the paper names no limit, and a rationale takes some hundreds."""


class Options(TaskOptions):
    """What `-T` may set, besides what every task has.

    `judge`: a model; the program; the program where it is sure and else the model (hybrid); or
    the model, given the program's worksheet to check. `shots`: worked examples in the prompt
    (ACS, §3.1). `paraphrases`: under how many wordings of the prompt each item is judged.
    `temperature`: of the model, or `default` for the provider's own, which the paper used.
    `baseline`: answer without a model; `judge=program` is the baseline `program`. `seed`: of
    the baseline `random`.
    """

    judge: Judge = "model"
    shots: int = 0
    paraphrases: int = Field(default=1, ge=1, le=PARAPHRASES)
    temperature: float | Literal["default"] = 0.0
    baseline: Baseline | None = None
    seed: int = 0

    @field_validator("shots")
    @classmethod
    def _has_examples(cls, value: int) -> int:
        if value not in SHOTS:
            raise ValueError(f"{' or '.join(map(str, SHOTS))} worked examples")
        return value

    @field_validator("temperature")
    @classmethod
    def _is_temperature(cls, value: float | str) -> float | str:
        if not isinstance(value, str) and not 0 <= value <= 2:
            raise ValueError("a number from 0 to 2, or default")
        return value

    @model_validator(mode="before")
    @classmethod
    def _program_is_a_baseline(cls, values: Any) -> Any:
        if isinstance(values, dict) and values.get("judge") == "program":
            if values.get("baseline") not in (None, "program"):
                raise ValueError("give judge=program or another baseline, not both")
            return {**values, "baseline": "program"}
        return values

    @model_validator(mode="after")
    def _fit_together(self) -> Options:
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
        return self

    @property
    def condition(self) -> str:
        """What reports set side by side: who judges, and with how many examples."""
        if self.predictions is not None:
            return ELSEWHERE
        if self.baseline is not None:
            return BASELINE_ROWS
        shots = "zero-shot" if self.shots == 0 else f"{self.shots}-shot"
        return shots if self.judge == "model" else f"{self.judge} {shots}"

    @property
    def asks_the_program(self) -> bool:
        """Whether verdicts hang on the program."""
        if self.baseline is not None:
            return self.baseline == "program"
        return self.judge in ("hybrid", "worksheet")

    @property
    def asks_a_model(self) -> bool:
        """Whether the run may ask a model."""
        return self.baseline is None and self.predictions is None


def parse_options(values: dict[str, Any]) -> Options:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    return checked(Options, "acs", values)


def several(values: dict[str, Any], name: str, known: tuple[Any, ...], default: Any) -> list[Any]:
    """The values of `-T name=`: one, several with commas, or all; InputError for an unknown one."""
    given = values.get(name)
    if given is None:
        return [default]
    parts = given if isinstance(given, (list, tuple)) else str(given).split(",")
    names = [str(part).strip() for part in parts]
    if "all" in names:
        return list(known)
    by_name = {str(one): one for one in known}
    if unknown := [one for one in names if one not in by_name]:
        raise InputError(
            f"-T {name}={unknown[0]} cannot be used: expected {', '.join(by_name)}, or all."
        )
    return list(dict.fromkeys(by_name[one] for one in names))
