"""A ranker by its kind: what commands, benchmarks and `tamis ask` build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, get_args

from tamis.retrieve import Retriever
from tamis.types import Document, InputError

Kind = Literal["bm25", "dense", "hybrid", "naive", "whole"]
KINDS: tuple[Kind, ...] = get_args(Kind)


def build(
    documents: Sequence[Document],
    kind: str,
    variant: str = "lucene",
    embedder: str | None = None,
    memory: Path | None = None,
) -> Retriever:
    """The ranker `kind` over the documents.

    `variant` is BM25's, in a hybrid too; `embedder` is `st:NAME`, `openai:MODEL` or `hashing`,
    and `memory` the folder in which embeddings are kept from one time to the next. Raises
    InputError for a kind, variant or embedder that there is not.
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
            return _dense(documents, embedder, memory)
        case "hybrid":
            from tamis.retrieve.hybrid import Hybrid

            return Hybrid([_bm25(documents, variant), _dense(documents, embedder, memory)])
    raise InputError(f"there is no ranker {kind!r}; choose from {', '.join(KINDS)}.")


def _bm25(documents: Sequence[Document], variant: str) -> Retriever:
    from tamis.retrieve.bm25 import BM25, VARIANTS

    for known in VARIANTS:
        if known == variant:
            return BM25.build(documents, variant=known)
    raise InputError(f"there is no BM25 {variant!r}; choose from {', '.join(VARIANTS)}.")


def _dense(documents: Sequence[Document], name: str | None, memory: Path | None) -> Retriever:
    from tamis.retrieve.dense import Dense
    from tamis.retrieve.embedders import Cached, embedder

    if name is None:
        raise InputError(
            "dense retrieval needs an embedder: st:NAME, openai:MODEL, or hashing (a stand-in "
            "for tests)."
        )
    chosen = embedder(name)
    return Dense.build(documents, Cached(chosen, memory) if memory is not None else chosen)
