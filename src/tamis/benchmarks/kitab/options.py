"""The parameters of the KITAB task, checked: `-T name=value`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import field_validator, model_validator

from tamis.benchmarks.kitab.baselines import NEED_A_LIST
from tamis.benchmarks.kitab.score import VARIANTS, Variant
from tamis.benchmarks.options import TaskOptions, checked, split

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


class Options(TaskOptions):
    """What `-T` may set, besides what every task has.

    `condition`: one of the paper's five (§3.2). `constraints`: queries with 1 or 2 book
    constraints, or both. `baseline`: answer without a model. `variants`: the scorings to
    compute. `names`: what finds human names where the data has none stored. `seed`: of the
    single items' sample.
    """

    condition: Condition = "with_context"
    constraints: Literal["1", "2", "both"] = "both"
    baseline: Literal["symbolic", "whole_list", "nothing"] | None = None
    variants: tuple[Variant, ...] = ("paper", "strict")
    names: Literal["lexicon", "model"] = "lexicon"
    seed: int = 0

    @field_validator("constraints", mode="before")
    @classmethod
    def _number_as_text(cls, value: object) -> object:
        return str(value) if isinstance(value, int) and not isinstance(value, bool) else value

    @field_validator("variants", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        # `-T variants=paper,strict` arrives as text or, from Inspect, as a list.
        parts = split(value)
        if not parts:
            raise ValueError(f"one or more of {', '.join(VARIANTS)}, or all")
        if isinstance(parts, (list, tuple)) and "all" in parts:
            return VARIANTS
        return parts

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
    return checked(Options, "kitab", values)
