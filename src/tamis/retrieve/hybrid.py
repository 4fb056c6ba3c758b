"""Several rankers as one, by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tamis.retrieve import ScoringRetriever, saved_index
from tamis.retrieve._ranking import check_k
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve._vectors import Embedder

K0 = 60
"""The constant of the paper: the higher, the smaller the advantage of high ranks."""

DEPTH = 100
"""The least number of hits of each ranker that are fused."""

_PART = "part-"


def fuse(rankings: Iterable[Sequence[Hit]], k: int | None, k0: float = K0) -> list[Hit]:
    """The best `k` by the sum of 1 / (k0 + rank) over `rankings`, where ranks begin with 1.

    Ties come in the order of the first ranking, then of the second, and so on.
    """
    documents: dict[str, Document] = {}
    shares: dict[str, list[float]] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, 1):
            id = hit.document.id
            documents.setdefault(id, hit.document)
            shares.setdefault(id, []).append(1 / (k0 + rank))
    # Summed exactly, so that ties do not depend on the order of the rankings.
    scores = {id: math.fsum(parts) for id, parts in shares.items()}
    # Sorting is stable, and the ids are in the order of the rankings.
    order = sorted(scores, key=lambda id: -scores[id])
    return [Hit(documents[id], scores[id]) for id in order[:k]]


def fused_scores(
    parts: Sequence[tuple[NDArray[np.float32], bool]], k0: float = K0
) -> NDArray[np.float32]:
    """What `fuse` gives each of n documents, from their scores (n,) by each ranker.

    With each comes whether it ranks by words: such a ranker does not find what it scores 0.
    """
    import numpy as np

    total = np.zeros(len(parts[0][0]))
    for scores, words in parts:
        order = np.argsort(-scores, kind="stable")
        ranks = np.empty(len(scores), dtype=np.int64)
        ranks[order] = np.arange(1, len(scores) + 1)
        total += np.where(scores > 0 if words else True, 1 / (k0 + ranks), 0)
    return total.astype(np.float32)


class Hybrid:
    """The fusion of rankers over the same corpus; documents that none finds are left out."""

    def __init__(self, retrievers: Sequence[ScoringRetriever], k0: float = K0) -> None:
        if not retrievers:
            raise InputError("A hybrid needs at least one ranker to fuse.")
        sizes = {len(retriever) for retriever in retrievers}
        if len(sizes) > 1:
            raise InputError(
                f"The rankers of a hybrid are over corpora of {sorted(sizes)} documents; build "
                "them over the same one."
            )
        self.retrievers, self.k0 = tuple(retrievers), k0
        self.name = f"rrf ({' + '.join(retriever.name for retriever in retrievers)})"

    @classmethod
    def load(
        cls,
        folder: Path,
        embedder: Embedder | None = None,
        *,
        storage_options: Mapping[str, str] | None = None,
    ) -> Self:
        """Read what `save` wrote; `embedder` is given to each part that needs one."""
        stored = saved_index.read(folder, "hybrid")
        with saved_index.reading(folder):
            parts = [stored.data / name for name in stored.settings["parts"]]
            retrievers = [
                saved_index.open_index(part, embedder, storage_options=storage_options)
                for part in parts
            ]
            return cls(retrievers, stored.settings["k0"])

    @classmethod
    def write(
        cls,
        folder: Path,
        parts: Sequence[Callable[[Path], ScoringRetriever]],
        k0: float = K0,
        *,
        beside: Callable[[Path], None] = lambda data: None,
    ) -> None:
        """Save a fusion of rankers that are written one after the other; see `load`.

        Each part writes its index into the folder that it is given, and gives it back opened.
        `beside` writes further files. If the process is killed, the old index is left.
        """
        with saved_index.writing(folder, "hybrid") as new:
            names = [f"{_PART}{i}" for i in range(len(parts))]
            made = [part(new.data / name) for name, part in zip(names, parts, strict=True)]
            beside(new.data)
            new.settings = {"name": cls(made, k0).name, "k0": k0, "parts": names}

    def save(self, folder: Path) -> None:
        """Write the rankers, each with its documents; if killed, the old or the new are left."""
        names = [f"{_PART}{i}" for i in range(len(self.retrievers))]

        def fill(data: Path) -> None:
            for name, retriever in zip(names, self.retrievers, strict=True):
                retriever.save(data / name)

        settings = {"name": self.name, "k0": self.k0, "parts": names}
        saved_index.write(folder, "hybrid", None, settings, fill)

    def __len__(self) -> int:
        return len(self.retrievers[0])

    @property
    def documents(self) -> Sequence[Document]:
        """The corpus, as the first ranker has it."""
        return self.retrievers[0].documents

    def scores(self, query: str) -> NDArray[np.float32]:
        """The fused score of every document, (documents,): 0 for one that no ranker finds.

        Every document that a ranker finds has a rank there, however far down.
        """
        parts = [(one.scores(query), by_words(one)) for one in self.retrievers]
        return fused_scores(parts, self.k0)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` of the fused hits of the rankers, at least DEPTH from each."""
        check_k(k)
        depth = None if k is None else max(k, DEPTH)
        return fuse([retriever.search(query, depth) for retriever in self.retrievers], k, self.k0)


def first_part(data: Path) -> Path:
    """The folder of the first ranker's index in the data folder of a fusion."""
    return data / f"{_PART}0"


def by_words(retriever: ScoringRetriever) -> bool:
    """Whether a ranker finds only documents that share a word with the query; others score 0."""
    if isinstance(retriever, Hybrid):
        return all(map(by_words, retriever.retrievers))
    return bool(getattr(retriever, "by_words", False))
