"""Several rankers as one, by reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tamis.retrieve import Retriever, saved_index
from tamis.retrieve._ranking import check_k
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Embedder

K0 = 60
"""The constant of the paper: the higher, the smaller the advantage of high ranks."""

DEPTH = 100
"""The least number of hits of each ranker that are fused."""


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


class Hybrid:
    """The fusion of rankers over the same corpus; documents that none finds are left out."""

    def __init__(self, retrievers: Sequence[Retriever], k0: float = K0) -> None:
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

    def save(self, folder: Path) -> None:
        """Write the rankers, each with its documents; if killed, the old or the new are left."""
        names = [f"part-{i}" for i in range(len(self.retrievers))]

        def fill(data: Path) -> None:
            for name, retriever in zip(names, self.retrievers, strict=True):
                retriever.save(data / name)

        settings = {"name": self.name, "k0": self.k0, "parts": names}
        saved_index.write(folder, "hybrid", None, settings, fill)

    def __len__(self) -> int:
        return len(self.retrievers[0])

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` of the fused hits of the rankers, at least DEPTH from each."""
        check_k(k)
        depth = None if k is None else max(k, DEPTH)
        return fuse([retriever.search(query, depth) for retriever in self.retrievers], k, self.k0)
