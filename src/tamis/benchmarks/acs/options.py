"""The parameters of ACS."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from tamis.benchmarks.options import BASELINE_ROWS, PathText, Several, StructuredOptions, option
from tamis.checking.prompts import PARAPHRASES

Judge = Literal["model", "program", "hybrid", "worksheet", "record"]

Baseline = Literal["program", "majority", "random"]

ELSEWHERE = "Verdicts made elsewhere"
"""The condition of judges' replies that are read from a file."""

MAX_TOKENS = 2048
"""The token limit of a judge; the paper gives none, and a rationale takes a few hundred."""

MAX_TOKENS_OF_A_RECORD = 4096
"""The token limit of a record; on plans of 25 to 90 lines it took at most a third of that."""


class Options(StructuredOptions):
    """Which judge is used, and the settings of a model judge (ACS, §3.1)."""

    benchmark = "acs"
    about = "judging whether a response satisfies an arithmetic constraint (ACS)"
    roles = ("judge…", "reader")
    role = "judge"
    of_a_model = ("judge", "shots", "paraphrases", "temperature", "prompts")
    compared = "shots"

    judge: Several[Judge] = option(
        "model",
        "who judges; hybrid is the program where it is sure and else the model, worksheet the "
        "model with the program's working, record the program, and where that abstains what a "
        "model copies and the program checks and computes",
    )
    shots: Several[Literal[0, 2]] = option(0, "worked examples in the prompt")
    paraphrases: int = option(
        1,
        f"number of wordings of the prompt under which each item is judged, at most {PARAPHRASES}; "
        "the first decides, the others give the flip rate",
        ge=1,
        le=PARAPHRASES,
    )
    temperature: float | Literal["default"] = option(
        0.0, "temperature of the model, or default: the provider's own, as in the paper", shown="0"
    )
    data: str = option("mini", "mini, released, or a folder or a CSV file in the released form")
    baseline: Baseline | None = option(None, "judge without a model")
    prompts: PathText = option(
        None, "a folder with a prompt template that replaces ours (judge.j2, record.j2)"
    )
    seed: int = option(0, "seed of the baseline random, a fair coin for each item")

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

    @property
    def heading(self) -> str:
        """The judge, and its number of examples."""
        if self.predictions is not None:
            return ELSEWHERE
        if self.baseline is not None:
            return BASELINE_ROWS
        if self.judge == "record":
            return "record"
        shots = "zero-shot" if self.shots == 0 else f"{self.shots}-shot"
        return shots if self.judge == "model" else f"{self.judge} {shots}"

    @property
    def max_tokens(self) -> int:
        """The token limit of a judge's reply."""
        return MAX_TOKENS_OF_A_RECORD if self.judge == "record" else MAX_TOKENS

    @property
    def typical_characters(self) -> int:
        """How long a right reply is: a rationale with its verdict, or a record."""
        return 1_500 if self.judge == "record" else 900

    @property
    def asks_the_program(self) -> bool:
        """Whether verdicts depend on the program."""
        if self.baseline is not None:
            return self.baseline == "program"
        return self.judge in ("hybrid", "worksheet", "record")

    @property
    def asks_a_model(self) -> bool:
        """Whether the run may ask a model."""
        return self.baseline is None and self.predictions is None

    @classmethod
    def each(cls, values: Mapping[str, Any]) -> list[Self]:
        """The options of each task; program and record take no examples, so they run once."""
        found = super().each(values)
        # Examples for the program alone are refused later.
        only = all(one.judge == "program" for one in found)
        alone = ("record",) if only else ("program", "record")
        without = [
            one.model_copy(update={"shots": 0}) if one.judge in alone else one for one in found
        ]
        return list(dict.fromkeys(without))

    def _asks_by(self, name: str) -> bool:
        return self.judge != "program" if name == "judge" else super()._asks_by(name)
