"""Shared by all rankers: checks of the corpus and of k, and the exact top k."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tamis.bad_input import twice
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def checked(documents: Sequence[Document]) -> Sequence[Document]:
    """The documents as given; InputError where there are none, or two have the same id."""
    check_ids(document.id for document in documents)
    return documents


def check_ids(ids: Iterable[str]) -> None:
    """InputError where there are no ids, or one is repeated."""
    seen: set[str] = set()
    for id in ids:
        if id in seen:
            raise twice("id", id, "the corpus", remedy="give each document its own")
        seen.add(id)
    if not seen:
        raise empty_corpus()


class DistinctIds:
    """Finds ids that are given twice, in eight bytes for each."""

    def __init__(self) -> None:
        self._digests = bytearray()

    def add(self, id: str) -> None:
        """The next id."""
        data = id.encode("utf-8", "surrogatepass")
        self._digests += hashlib.blake2b(data, digest_size=8).digest()

    def seen(self, document: Document) -> Document:
        """The document as given, its id added."""
        self.add(document.id)
        return document

    def check(self, ids: Iterable[str]) -> None:
        """InputError where one was given twice; `ids` are the same again, read if need be."""
        import numpy as np

        digests = np.frombuffer(bytes(self._digests), dtype=np.uint64)
        if len(np.unique(digests)) < len(digests):
            # Two different ids may have one digest.
            check_ids(ids)


def empty_corpus() -> InputError:
    """The error of every ranker for a corpus without documents."""
    return InputError("The corpus is empty: there is no document to search in.")


def check_k(k: int | None) -> None:
    """ValueError for a k below 1."""
    if k is not None and k < 1:
        raise ValueError(f"k is {k}; it must be at least 1, or None for every document")


def indexed_text(document: Document) -> str:
    """What rankers index: the title, a line break and the text (QUEST-LOFT, §3.4)."""
    return f"{document.title}\n{document.text}" if document.title else document.text


def best(scores: NDArray[Any], k: int | None, above: float | None = None) -> NDArray[np.intp]:
    """The positions of the `k` highest of n scores (all for None), best first, ties in order.

    With `above`, only of scores higher than that.
    """
    import numpy as np

    near: NDArray[np.intp]
    if k is None or k >= len(scores):
        near = np.arange(len(scores)) if above is None else np.flatnonzero(scores > above)
    else:
        least = np.partition(scores, -k)[-k]
        cut = above is not None and least <= above
        near = np.flatnonzero(scores > above if cut else scores >= least)
    return near[np.argsort(-scores[near], kind="stable")[:k]]


def hits(
    documents: Sequence[Document], positions: Iterable[int], scores: Iterable[float]
) -> list[Hit]:
    """The hits at `positions` of the corpus."""
    return [Hit(documents[i], score) for i, score in zip(positions, scores, strict=True)]
