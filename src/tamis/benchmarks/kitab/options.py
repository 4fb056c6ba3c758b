"""The parameters of the KITAB task, checked: `-T name=value`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError, field_validator, model_validator

from tamis.answer.baselines import NEED_A_LIST
from tamis.benchmarks.kitab.score import VARIANTS, Variant
from tamis.types import InputError

Condition = Literal["all_books", "no_context", "with_context", "self_context", "single_item"]

MAX_TOKENS: dict[Condition, int] = {
    "all_books": 1000,
    "no_context": 400,
    "with_context": 1000,
    "self_context": 3000,
    "single_item": 200,
}
"""The paper's token limits (App. D)."""

HAVE_A_LIST = ("with_context", "single_item")


class Options(BaseModel):
    """What `-T` may set.

    `condition`: one of the paper's five (§3.2). `constraints`: queries with 1 or 2 book
    constraints, or both. `data`: mini, released, or a folder in the released layout;
    `data_dir`: where the released files already lie. `baseline`: answer without a model.
    `predictions`: answer from a file. `prompts`: a folder with other wordings. `variants`: the
    scorings to compute. `names`: what finds human names where the data has none stored.
    `seed`: of the single items' sample. `shard`: "i/n", the i-th of n parts of the samples.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    condition: Condition = "with_context"
    constraints: Literal["1", "2", "both"] = "both"
    data: str = "mini"
    data_dir: str | None = None
    baseline: Literal["symbolic", "whole_list", "nothing"] | None = None
    predictions: str | None = None
    prompts: str | None = None
    variants: tuple[Variant, ...] = ("paper", "strict")
    names: Literal["lexicon", "model"] = "lexicon"
    seed: int = 0
    shard: str | None = None

    @field_validator("constraints", mode="before")
    @classmethod
    def _number_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @field_validator("variants", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        # `-T variants=paper,strict` arrives as text or, from Inspect, as a list.
        parts = [v.strip() for v in value.split(",")] if isinstance(value, str) else value
        if not parts:
            raise ValueError(f"one or more of {', '.join(VARIANTS)}, or all")
        if isinstance(parts, (list, tuple)) and "all" in parts:
            return VARIANTS
        return parts

    @field_validator("shard")
    @classmethod
    def _is_shard(cls, value: str | None) -> str | None:
        if value is not None:
            index, _, count = value.partition("/")
            if not (index.isdigit() and count.isdigit() and int(index) < int(count)):
                raise ValueError("a shard is i/n with 0 <= i < n, such as 0/2")
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Options:
        if self.baseline in NEED_A_LIST and self.condition not in HAVE_A_LIST:
            raise ValueError(
                f"the baseline {self.baseline} answers from the list in the prompt, and "
                f"{self.condition} has none; use {' or '.join(HAVE_A_LIST)}"
            )
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
        return self

    @property
    def book_constraints(self) -> int:
        """1, 2, or 0 for both; single items are about one constraint (§C.2)."""
        if self.condition == "single_item":
            return 1
        return {"1": 1, "2": 2, "both": 0}[self.constraints]


def parse_options(values: dict[str, Any]) -> Options:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    try:
        return Options(**values)
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]) if first["loc"] else ""
        if first["type"] == "extra_forbidden":
            known = ", ".join(Options.model_fields)
            raise InputError(f"kitab has no parameter {name!r}; it has {known}.") from error
        reason = str(first["msg"]).removeprefix("Value error, ").removeprefix("Input should be ")
        if not name:
            raise InputError(f"{reason}.") from error
        raise InputError(
            f"-T {name}={first['input']} cannot be used: expected {reason}."
        ) from error
