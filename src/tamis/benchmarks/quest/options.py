"""The parameters of the QUEST task, checked: `-T name=value`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field, field_validator, model_validator

from tamis.answering.methods import METHODS, Method, method
from tamis.benchmarks.options import TaskOptions, checked, chosen_of, split
from tamis.measures.sets import VARIANTS, Variant

Baseline = Literal["bm25", "dense", "whole_corpus", "nothing", "oracle"]
BASELINES: tuple[Baseline, ...] = ("bm25", "dense", "whole_corpus", "nothing", "oracle")

DEFAULT_METHOD = "RAG Justified QA + Verification"

MAX_TOKENS = {"list": 2048, "justified": 8192, "verify": 2048, "cot": 2048}
"""Tokens of a plain list, of a justified answer, of a verdict, and what notes add."""


class Options(TaskOptions):
    """What `-T` may set, besides what every task has.

    `method`: one of Table 2, "Closed book", or parts joined with "+". `data`: mini, loft, quest,
    or a folder in either layout; `size` of LOFT's corpus, `split` of the questions, `questions`
    the simple ones in place of the file's. `golds`: golds to score by, side by side. `ranker`
    and `embedder` retrieve the top `k`. `context_tokens` bounds the documents of one prompt.
    `top`: how many hits the baselines bm25 and dense answer with. `pairs`: a pool of candidates
    for the verifier alone (App. B).
    """

    method: str = DEFAULT_METHOD
    split: Literal["train", "val", "dev", "test"] = "test"
    size: Literal["32k", "128k", "1m"] = "128k"
    questions: Literal["file", "simple"] = "file"
    golds: tuple[str, ...] = ()
    variants: tuple[Variant, ...] = ("paper", "strict", "reference")
    ranker: Literal["bm25", "dense", "hybrid"] = "bm25"
    bm25: Literal["lucene", "robertson", "atire", "bm25l", "bm25+", "lv-zhai"] = "lucene"
    embedder: str | None = None
    k: int = Field(default=40, ge=1)
    examples: int = Field(default=5, ge=0)
    context_tokens: int | None = Field(default=None, ge=1)
    structured: bool = True
    loft_identical: bool = False
    baseline: Baseline | None = None
    top: int = Field(default=5, ge=1)
    pairs: str | None = None

    @property
    def chosen(self) -> Method:
        """The method by its name."""
        return method(self.method)

    @field_validator("method")
    @classmethod
    def _is_method(cls, value: str) -> str:
        return method(value).name

    @property
    def answer_tokens(self) -> int:
        """The most that the answering step may write."""
        step = "justified" if self.chosen.step == "justified" else "list"
        return MAX_TOKENS[step] + MAX_TOKENS["cot"] * self.chosen.cot

    @property
    def verdict_tokens(self) -> int:
        """The most that the verifier may write on a candidate."""
        return MAX_TOKENS["verify"] + MAX_TOKENS["cot"] * (self.chosen.verification == "cot")

    @field_validator("golds", mode="before")
    @classmethod
    def _listed(cls, value: object) -> object:
        # `-T golds=revised,original` arrives as text or, from Inspect, as a list.
        return split(value)

    @field_validator("variants", mode="before")
    @classmethod
    def _all(cls, value: object) -> object:
        return chosen_of(value, VARIANTS)

    @model_validator(mode="after")
    def _fits(self) -> Options:
        if self.baseline and self.predictions:
            raise ValueError("give a baseline or predictions, not both")
        needs = self.ranker != "bm25" or self.baseline == "dense"
        if needs and self.embedder is None:
            raise ValueError(
                "dense retrieval needs -T embedder=st:NAME, openai:MODEL or hashing (a stand-in "
                "for tests)"
            )
        return self


def parse_options(values: dict[str, Any]) -> Options:
    """The options that `values` give; InputError in one sentence for what does not fit."""
    return checked(Options, "quest", values)


def methods(given: object) -> list[str]:
    """The names of the methods that `-T method=` asks for: one, several with commas, or all."""
    if given is None:
        return [DEFAULT_METHOD]
    names = given if isinstance(given, (list, tuple)) else str(given).split(",")
    names = [str(name).strip() for name in names]
    if "all" in [name.lower() for name in names]:
        return [name for name in METHODS if name != "Closed book"]
    return list(dict.fromkeys(method(name).name for name in names))
