"""Dense retrieval: exact dot products with every document (QUEST-LOFT, §3.4).

Products are computed in float32, block by block, which finds every document that could be among
the best k; these are scored again in float64, row by row. So a score does not depend on the block,
on the other queries or on the kernel of the matrix product, and equal documents tie.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Self

from tamis.retrieve import saved_index
from tamis.retrieve._arrays import Array, let_go
from tamis.retrieve._ranking import (
    DistinctIds,
    best,
    check_k,
    checked,
    empty_corpus,
    hits,
    indexed_text,
)
from tamis.retrieve._vectors import checked_vectors
from tamis.retrieve.lsa import LsaEmbedder
from tamis.retrieve.stored_documents import Documents, write_documents
from tamis.types import Document, Hit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve._vectors import Embedder, Vectors

_BLOCK = 32_768
_QUERIES = 128
_EMBEDDED = 1_024
_VECTORS = "vectors.npy"


class Dense:
    """A ranker by the dot product of the query's vector with each document's."""

    def __init__(
        self, documents: Sequence[Document], matrix: Vectors, embedder: Embedder, longest: float
    ) -> None:
        self.documents, self.matrix, self.embedder = documents, matrix, embedder
        self.name = f"dense ({embedder.name})"
        self._longest = longest

    @classmethod
    def build(cls, documents: Sequence[Document], embedder: Embedder) -> Self:
        """Embed the titles and texts of `documents`, in batches; `lsa` is fitted to them first.

        Raises InputError for an empty corpus or repeated ids, and what the embedder raises.
        """
        import numpy as np

        checked(documents)
        if isinstance(embedder, LsaEmbedder):
            embedder = embedder.fitted([indexed_text(document) for document in documents])
        matrix = np.concatenate([*_embedded(documents, embedder)])
        return cls(documents, matrix, embedder, _longest(matrix))

    @classmethod
    def write(
        cls,
        folder: Path,
        documents: Iterable[Document],
        embedder: Embedder,
        beside: Callable[[Path], None] = lambda data: None,
    ) -> Self:
        """What `build` and `save` do, but `documents` are read once and vectors go to disk.

        In memory are a thousand documents at a time, and for `lsa` all texts. `beside` writes
        further files into the data folder. If the process is killed, the old index is left.
        """
        with saved_index.writing(folder, "dense") as new:
            ids = DistinctIds()
            new.corpus = write_documents(new.data, map(ids.seen, documents))
            if not new.corpus["documents"]:
                raise empty_corpus()
            stored = Documents(new.data)
            ids.check(one.id for one in stored)
            if isinstance(embedder, LsaEmbedder):
                embedder = embedder.fitted([indexed_text(document) for document in stored])
                embedder.save(new.data)
            longest, dimension = 0.0, 0
            pieces = _embedded(stored, embedder)
            first = next(pieces)
            dimension = first.shape[1]
            shape = (len(stored), dimension)
            with Array(new.data / _VECTORS, first.dtype, shape) as matrix:
                for piece in itertools.chain([first], pieces):
                    matrix.add(piece)
                    longest = max(longest, _longest(piece))
            new.settings = _settings(embedder, dimension, longest)
            beside(new.data)
        return cls.load(folder, embedder)

    @classmethod
    def load(cls, folder: Path, embedder: Embedder | None) -> Self:
        """Read what `save` wrote, the vectors memory-mapped; `lsa` is kept with its index.

        Raises InputError where it is broken, or `embedder` is not the one that built it.
        """
        import numpy as np

        stored = saved_index.read(folder, "dense")
        with saved_index.reading(folder):
            name = stored.settings["embedder"]
            if isinstance(embedder, LsaEmbedder) and embedder.name == name:
                embedder = LsaEmbedder.load(stored.data, name)
            embedder = saved_index.check_embedder(folder, stored.settings, embedder)
            matrix = np.asarray(np.load(stored.data / _VECTORS, mmap_mode="r"))
            if len(matrix) != len(stored.documents):
                raise ValueError(f"{len(matrix)} vectors, {len(stored.documents)} documents")
            return cls(stored.documents, matrix, embedder, float(stored.settings["longest"]))

    def save(self, folder: Path) -> None:
        """Write the vectors and the documents; if killed, the old or the new index is left."""
        import numpy as np

        settings = _settings(self.embedder, self.matrix.shape[1], self._longest)

        def fill(data: Path) -> None:
            np.save(data / _VECTORS, self.matrix)
            if isinstance(self.embedder, LsaEmbedder):
                self.embedder.save(data)

        saved_index.write(folder, "dense", self.documents, settings, fill)

    def __len__(self) -> int:
        return len(self.documents)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The `k` documents nearest to `query`, ties in corpus order."""
        return self.search_many([query], k)[0]

    def scores(self, query: str) -> NDArray[np.float32]:
        """The product of every document with `query` in float32, (documents,)."""
        import numpy as np

        vectors = self.embedder.embed_queries([query])
        vector = checked_vectors(vectors, 1, self.matrix.shape[1], self.embedder.name)[0]
        found = np.empty(len(self), dtype=np.float32)
        for start, block in _blocks(self.matrix):
            np.matmul(block, vector, out=found[start : start + _BLOCK])
        return found

    def search_many(self, queries: Sequence[str], k: int | None = 40) -> list[list[Hit]]:
        """The hits of each query, as from `search`, in fewer passes over the vectors."""

        check_k(k)
        if not queries:
            return []
        vectors = self.embedder.embed_queries(queries)
        width = self.matrix.shape[1]
        vectors = checked_vectors(vectors, len(queries), width, self.embedder.name)
        found = top(self.matrix, vectors, k or len(self), self._longest)
        return [hits(self.documents, at.tolist(), got.tolist()) for at, got in found]


def _embedded(documents: Sequence[Document], embedder: Embedder) -> Iterator[Vectors]:
    """The vectors of the documents, in batches; InputError where they differ in dimension."""
    dimension: int | None = None
    rest = iter(documents)
    while batch := [*itertools.islice(rest, _EMBEDDED)]:
        texts = [indexed_text(document) for document in batch]
        vectors = embedder.embed_documents(texts)
        vectors = checked_vectors(vectors, len(texts), dimension, embedder.name)
        dimension = vectors.shape[1]
        yield vectors


def _settings(embedder: Embedder, dimension: int, longest: float) -> dict[str, object]:
    return {
        "name": f"dense ({embedder.name})",
        "embedder": embedder.name,
        "embedder_version": embedder.version,
        "dimension": dimension,
        "longest": longest,
    }


def top(
    matrix: Vectors, queries: Vectors, k: int, longest: float | None = None
) -> list[tuple[NDArray[np.intp], NDArray[np.float64]]]:
    """For each of q queries (q, d), the positions and scores of the best `k` rows of (n, d).

    `longest` is the greatest length of a row of `matrix`, computed where it is not given.
    """
    longest = _longest(matrix) if longest is None else longest
    return [
        pair
        for start in range(0, len(queries), _QUERIES)
        for pair in _top(matrix, queries[start : start + _QUERIES], k, longest)
    ]


def _top(
    matrix: Vectors, queries: Vectors, k: int, longest: float
) -> list[tuple[NDArray[np.intp], NDArray[np.float64]]]:
    import numpy as np

    # Twice the largest error of a sum of d products in float32 (Higham, §3.1).
    lengths = np.linalg.norm(queries.astype(np.float64), axis=1)
    slack = 2 * (matrix.shape[1] + 2) * 2.0**-24 * longest * lengths
    at = [np.empty(0, dtype=np.intp)] * len(queries)
    got = [np.empty(0, dtype=np.float32)] * len(queries)
    least = np.full(len(queries), -np.inf)
    for start, rows_here in _blocks(matrix):
        for i, scores in enumerate(queries @ rows_here.T):
            near = np.flatnonzero(scores >= least[i])
            at[i] = np.concatenate([at[i], near + start])
            got[i] = np.concatenate([got[i], scores[near]])
            if len(got[i]) > k:
                least[i] = np.partition(got[i], -k)[-k] - slack[i]
                kept = got[i] >= least[i]
                at[i], got[i] = at[i][kept], got[i][kept]
    ranked = []
    for query, rows in zip(queries, at, strict=True):
        scores = _exact(matrix, rows, query)
        order = best(scores, k)
        ranked.append((rows[order], scores[order]))
    return ranked


def _blocks(matrix: Vectors) -> Iterator[tuple[int, Vectors]]:
    """The rows in blocks, each with its first position."""
    for start in range(0, len(matrix), _BLOCK):
        yield start, matrix[start : start + _BLOCK]
        let_go(matrix)


def _exact(matrix: Vectors, rows: NDArray[np.intp], query: Vectors) -> NDArray[np.float64]:
    """The products in float64, summed in the same order for every row."""
    import numpy as np

    exact = np.empty(len(rows))
    for i in range(0, len(rows), 4_096):
        exact[i : i + 4_096] = (matrix[rows[i : i + 4_096]] * query.astype(np.float64)).sum(axis=1)
        let_go(matrix)
    return exact


def _longest(matrix: Vectors) -> float:
    import numpy as np

    parts = range(0, len(matrix), _BLOCK)
    squares = (np.einsum("ij,ij->i", m, m).max() for m in (matrix[i : i + _BLOCK] for i in parts))
    return float(np.sqrt(max(squares))) * (1 + 1e-3)
