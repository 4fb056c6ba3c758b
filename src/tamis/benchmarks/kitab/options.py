"""The parameters of KITAB."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Self, get_args

from pydantic import model_validator

from tamis.benchmarks.options import Listed, Several, StructuredOptions, option
from tamis.types import InputError

Condition = Literal["no_context", "self_context", "with_context", "all_books", "single_item"]
CONDITIONS: tuple[Condition, ...] = get_args(Condition)

Variant = Literal["paper", "strict", "reference"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

Baseline = Literal["symbolic", "whole_list", "nothing"]

MAX_TOKENS: dict[Condition, int] = {
    "all_books": 1000,
    "no_context": 400,
    "with_context": 1000,
    "self_context": 3000,
    "single_item": 200,
}
"""The paper's token limits (App. D)."""

HAVE_A_LIST = ("with_context", "single_item")
NEED_A_LIST = ("symbolic", "whole_list")
"""The baselines that answer from the list in the prompt, and cannot answer without one."""


class Options(StructuredOptions):
    """The paper's five conditions (§3.2), and how answers are scored."""

    benchmark = "kitab"
    about = "lists of books under constraints (Abdin et al., 2023)"
    roles = ("names", "reader")
    compared = "condition"

    condition: Several[Condition] = option("with_context", "what the model is given")
    constraints: Literal["auto", "1", "2", "both"] = option(
        "auto",
        "number of book constraints in a query; auto: both, in self_context 1 as in the paper",
    )
    variants: Listed[Variant] = option(("paper", "strict"), "scorings to compute")
    names: Literal["lexicon", "model"] = option(
        "lexicon",
        "what finds names of people that the data does not mark; model: that of the role `names`",
    )
    baseline: Baseline | None = option(None, "answer without a model")
    seed: int = option(0, "seed of the sample of single items")

    @model_validator(mode="after")
    def _has_a_list(self) -> Self:
        if self.baseline in NEED_A_LIST and self.condition not in HAVE_A_LIST:
            raise ValueError(
                f"the baseline {self.baseline} answers from the list in the prompt, and "
                f"{self.condition} has none; use {' or '.join(HAVE_A_LIST)}"
            )
        return self

    @property
    def book_constraints(self) -> int:
        """1, 2, or 0 for both. Single items are about one constraint (§C.2); the paper has
        self_context for one only (Tables 1, 3 and 4 against 5, 6 and 7).
        """
        if self.condition == "single_item":
            return 1
        alone = self.condition == "self_context"
        return {"auto": int(alone), "1": 1, "2": 2, "both": 0}[self.constraints]

    def possible(self) -> Sequence[str]:
        """The baselines that can answer: only `nothing` where the prompt has no list."""
        listed = self.condition in HAVE_A_LIST
        return [one for one in self.baselines() if listed or one not in NEED_A_LIST]

    @classmethod
    def plan(
        cls,
        values: Mapping[str, Any],
        model: str | None = None,
        roles: Collection[str] = (),
        baselines: Callable[[Self], Sequence[str]] | None = None,
    ) -> list[Self]:
        """One task for each condition; InputError for `names=model` without a model."""
        planned = super().plan(values, model, roles, baselines)
        if model is not None and values.get("names") == "model" and "names" not in roles:
            raise InputError("-T names=model needs a model for it: --model-role names=MODEL.")
        return planned
