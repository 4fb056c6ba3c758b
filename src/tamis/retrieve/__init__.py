"""Retrieval: corpora, chunks, and rankers behind one small protocol.

A library of its own: it knows nothing of models that write, of benchmarks or of Inspect.
"""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from tamis.types import Hit


class Retriever(Protocol):
    """A ranker over a fixed corpus.

    Each kind has a class method `build(documents, …)`, which raises InputError for an empty corpus
    and for doubled ids, and is read back with its `load(folder)`, or, whatever the kind, with
    `tamis.retrieve.saved_index.open_index`.
    """

    name: str
    """What ranks, as reports show it: `bm25 (lucene)`, `dense (all-MiniLM-L6-v2)`."""

    def __len__(self) -> int:
        """The number of documents."""
        ...

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` documents, best first, ties in corpus order; every one for None.

        A fusion has its ties in the order of its first ranker, then of the second.
        Fewer where the corpus is smaller, and from a ranker by words also where fewer documents
        share a word with the query. Raises ValueError for a k below 1.
        """
        ...

    def save(self, folder: Path) -> None:
        """Write the index; a kill leaves the old one or the new one."""
        ...
