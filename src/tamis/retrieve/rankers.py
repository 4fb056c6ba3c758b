"""Builds a ranker by its kind, for commands, benchmarks and `tamis ask`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from tamis.retrieve import Retriever
from tamis.types import Document, InputError

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Embedder

Kind = Literal["bm25", "dense", "hybrid", "naive", "whole"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def build(
    documents: Sequence[Document],
    kind: str,
    variant: str = "lucene",
    embedder: Embedder | None = None,
) -> Retriever:
    """The ranker `kind` over the documents.

    `variant` is that of BM25, also in a hybrid; `embedder` is for dense and hybrid. Raises
    InputError for an unknown kind or variant, or a missing embedder.
    """
    from tamis.retrieve.static import Naive, Whole

    match kind:
        case "whole":
            return Whole.build(documents)
        case "naive":
            return Naive.build(documents)
        case "bm25":
            return _bm25(documents, variant)
        case "dense":
            return _dense(documents, embedder)
        case "hybrid":
            from tamis.retrieve.hybrid import Hybrid

            return Hybrid([_bm25(documents, variant), _dense(documents, embedder)])
    raise InputError(f"there is no ranker {kind!r}; choose from {', '.join(KINDS)}.")


def cached_embedder(name: str, memory: Path) -> Embedder:
    """The embedder of that name (`embedders.embedder`), with its vectors cached in `memory`.

    Those of `lsa` are not: they belong to one corpus, and are quickly made.
    """
    from tamis.retrieve.embedders import Cached, LsaEmbedder, embedder

    made = embedder(name)
    return made if isinstance(made, LsaEmbedder) else Cached(made, memory)


def _bm25(documents: Sequence[Document], variant: str) -> Retriever:
    from tamis.retrieve.bm25 import BM25, VARIANTS

    for known in VARIANTS:
        if known == variant:
            return BM25.build(documents, variant=known)
    raise InputError(f"there is no BM25 {variant!r}; choose from {', '.join(VARIANTS)}.")


def _dense(documents: Sequence[Document], embedder: Embedder | None) -> Retriever:
    from tamis.retrieve.dense import Dense
    from tamis.retrieve.embedders import NAMED

    if embedder is None:
        raise InputError(f"dense retrieval needs an embedder: {NAMED}.")
    return Dense.build(documents, embedder)
