"""The parameters of QUEST."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from tamis.answering.methods import TABLE_2, Method, method
from tamis.benchmarks.options import (
    BASELINE_ROWS,
    Listed,
    PathText,
    Several,
    StructuredOptions,
    option,
)
from tamis.measures.sets import VARIANTS, Variant
from tamis.types import InputError

Baseline = Literal["bm25", "dense", "whole_corpus", "nothing", "oracle"]

DEFAULT_METHOD = "RAG Justified QA + Verification"

MAX_TOKENS = {"list": 2048, "justified": 8192, "verify": 2048, "cot": 2048}
"""Limits of tokens: of a plain list, of a justified answer, of a verdict, and for added notes."""


class Options(StructuredOptions):
    """A method (QUEST-LOFT, Table 2), the corpus and the questions, the golds that score."""

    benchmark = "quest"
    about = "set questions over a corpus (Malaviya et al., 2023; Scales et al., 2025)"
    roles = ("verifier", "reader")
    of_a_model = ("method", "pairs")
    compared = "method"

    method: Several[str] = option(
        DEFAULT_METHOD,
        "a row of Table 2, all of them, Closed book, or parts such as top_k+justified+cot+verify",
    )
    data: str = option(
        "mini", "mini, loft (also: released), quest, or a folder in the layout of either"
    )
    split: Literal["train", "val", "dev", "test"] = option(
        "test", "which questions; LOFT has train, dev and test, QUEST train, val and test"
    )
    size: Literal["32k", "128k", "1m"] = option("128k", "size of LOFT's corpus")
    questions: Literal["file", "simple"] = option(
        "file", "the questions of the file, or the 23 atomic questions of the paper's §5"
    )
    golds: Listed[str] = option(
        (),
        "the golds to score by: original, revised, simple, or FILE.json of your own",
        shown="all that the questions have",
    )
    variants: Listed[Variant] = option(VARIANTS, "scorings to compute; reference is LOFT's scorer")
    ranker: Literal["bm25", "dense", "hybrid"] = option("bm25", "what ranks the documents")
    bm25: Literal["lucene", "robertson", "atire", "bm25l", "bm25+", "lv-zhai"] = option(
        "lucene", "variant of BM25"
    )
    embedder: str | None = option(
        None, "embeddings for dense and hybrid: lsa, st:NAME, openai:MODEL, hashing (for tests)"
    )
    k: int = option(40, "number of documents to retrieve", ge=1)
    examples: int = option(5, "number of few-shot examples; Justified QA has none", ge=0)
    context_tokens: int | None = option(None, "most tokens of documents in one prompt", ge=1)
    structured: bool = option(True, "send the schema of a reply to providers that take one")
    loft_identical: bool = option(False, "the corpus text exactly as in LOFT's own prompts")
    baseline: Baseline | None = option(None, "answer without a model")
    top: int = option(5, "number of hits that the baselines bm25 and dense answer with", ge=1)
    pairs: PathText = option(
        None, "a file of `tamis pool`: its candidates are verified by the verifier of the method"
    )

    @field_validator("method")
    @classmethod
    def _is_method(cls, value: str) -> str:
        return method(value).name

    @field_validator("data")
    @classmethod
    def _is_data(cls, value: str) -> str:
        """The paper measured LOFT's release, so that is what `released` means."""
        return "loft" if value == "released" else value

    @model_validator(mode="after")
    def _has_an_embedder(self) -> Self:
        needs = self.ranker != "bm25" or self.baseline == "dense"
        if needs and self.embedder is None:
            raise ValueError(
                "dense retrieval needs -T embedder=lsa (fitted on the corpus), st:NAME, "
                "openai:MODEL or hashing (a stand-in for tests)"
            )
        return self

    @property
    def chosen(self) -> Method:
        """The method by its name."""
        return method(self.method)

    @property
    def heading(self) -> str:
        """The method, or the baseline, file or pool that is used instead."""
        if self.pairs is not None:
            return f"{PAIRS}{self.chosen.verifier}"
        if self.baseline is not None:
            return BASELINE_ROWS
        return ELSEWHERE if self.predictions is not None else self.method

    @property
    def answer_tokens(self) -> int:
        """The limit of tokens of the answering step."""
        step = "justified" if self.chosen.step == "justified" else "list"
        return MAX_TOKENS[step] + MAX_TOKENS["cot"] * self.chosen.cot

    @property
    def verdict_tokens(self) -> int:
        """The limit of tokens of the verifier for one candidate."""
        return MAX_TOKENS["verify"] + MAX_TOKENS["cot"] * (self.chosen.verification == "cot")

    def possible(self) -> Sequence[str]:
        """The baselines that can answer: dense retrieval needs an embedder."""
        return [one for one in self.baselines() if one != "dense" or self.embedder]

    @classmethod
    def every(cls, name: str) -> Sequence[Any]:
        """All rows of Table 2."""
        if name != "method":
            return super().every(name)
        return [*TABLE_2]

    @classmethod
    def of_baselines(cls, values: Mapping[str, Any]) -> dict[str, Any] | None:
        """None beside the verifiers of a pool: baselines answer questions."""
        return None if values.get("pairs") else super().of_baselines(values)

    @classmethod
    def plan(
        cls,
        values: Mapping[str, Any],
        model: str | None = None,
        roles: Collection[str] = (),
        baselines: Callable[[Self], Sequence[str]] | None = None,
    ) -> list[Self]:
        """One task for each method; with a pool, one for each verifier."""
        planned = super().plan(values, model, roles, baselines)
        if not values.get("pairs"):
            return planned
        alone = [one for one in planned if one.chosen.verification != "none"]
        if not alone:
            raise InputError(
                "-T pairs=FILE needs methods with a verification, such as "
                '-T method="RAG + Verification,RAG + Verification (w/ CoT)".'
            )
        return list({one.chosen.verifier: one for one in alone}.values())


ELSEWHERE = "Answers made elsewhere"
"""The condition of answers that are read from a file."""

PAIRS = "Verifier: "
"""The prefix of the condition of a verifier that judges a pool."""
