"""Retrieval: corpora, chunks, and rankers behind one small protocol.

An independent library: it does not depend on language models, benchmarks or Inspect.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from tamis.types import Document, Hit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Retriever(Protocol):
    """A ranker over a fixed corpus.

    Each kind has a class method `build(documents, …)`, which raises InputError for an empty corpus
    and for repeated ids, and is read back with its `load(folder)`, or, for any kind, with
    `tamis.retrieve.saved_index.open_index`.
    """

    name: str
    """The name in reports: `bm25 (lucene)`, `dense (all-MiniLM-L6-v2)`."""

    def __len__(self) -> int:
        """The number of documents."""
        ...

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` documents, best first, ties in corpus order; all of them for None.

        A fusion has its ties in the order of its first ranker, then of the second.
        Fewer than `k` where the corpus is smaller, or where fewer documents share a word with the
        query (rankers by words). Raises ValueError for a k below 1.
        """
        ...

    def save(self, folder: Path) -> None:
        """Write the index; if the process is killed, the old or the new one is left."""
        ...


class ScoringRetriever(Retriever, Protocol):
    """A ranker that can score its whole corpus, and give its documents.

    LanceDB's scores, too, but gives no documents by position.
    """

    @property
    def documents(self) -> Sequence[Document]:
        """The corpus, in its order; from a saved index each is read when it is accessed."""
        ...

    def scores(self, query: str) -> NDArray[np.float32]:
        """A score of every document, (documents,), in corpus order; higher is better.

        Only their order means anything, and it is that of `search`, but for near ties that float32
        cannot tell apart. Ties are in corpus order. Documents that `search` never returns have the
        lowest score: 0 for rankers by words and for fusions.
        """
        ...
