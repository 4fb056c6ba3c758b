"""Retrieval: corpora, chunks, and rankers behind one small protocol.

An independent library: it does not depend on language models, benchmarks or Inspect.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from tamis.types import Hit


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
