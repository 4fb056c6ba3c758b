"""Retrieval from a LanceDB table, for corpora too large for memory. Needs the extra `scale`.

The table is in a folder or on object storage (`s3://bucket/path`), documents included. Its
full-text search is LanceDB's own BM25 with its own tokens and parameters: another ranker than
`tamis.retrieve.bm25`. Its vector search here is exact. Only one process at a time may write.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self

from tamis.bad_input import unknown
from tamis.retrieve import saved_index
from tamis.retrieve._lance_tables import (
    COLUMNS,
    as_hits,
    batches,
    check_embedder,
    connect,
    reasons,
)
from tamis.retrieve._ranking import check_ids, check_k, empty_corpus, indexed_text
from tamis.retrieve.hybrid import DEPTH, fuse, fused_scores
from tamis.text.normalised import whole
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve._vectors import Embedder

Mode = Literal["text", "vector", "hybrid"]

TABLE = "documents"


class Lance:
    """A ranker over a table: by words (`text`), by vectors (`vector`) or both, fused (`hybrid`).

    Hits with equal scores are in corpus order; LanceDB decides which of them are among the best k.
    """

    def __init__(self, table: Any, uri: str, mode: Mode, embedder: Embedder | None) -> None:
        self.uri, self.mode, self.embedder = uri, mode, embedder
        self._table = table
        text = "lancedb full text (its own BM25)"
        vector = f"lancedb vectors ({embedder.name})" if embedder else ""
        self.name = {"text": text, "vector": vector, "hybrid": f"rrf ({text} + {vector})"}[mode]

    @classmethod
    def build(
        cls,
        documents: Iterable[Document],
        uri: str | Path,
        embedder: Embedder | None = None,
        mode: Mode | None = None,
        *,
        storage_options: Mapping[str, str] | None = None,
    ) -> Self:
        """Write `documents`, in batches, into a table at `uri`, replacing an old one.

        `mode` is `hybrid` with an embedder and `text` without, unless given. If the process is
        killed, the old or the new table is left. Raises InputError for an empty corpus, repeated
        ids, a mode that needs an embedder, or where LanceDB is not installed or cannot write there.
        """
        mode = _checked_mode(mode, embedder)
        database = connect(uri, storage_options)
        with reasons(uri):
            old = database.open_table(TABLE).version if _has_table(database) else None
            refused: list[InputError] = []
            rows = _noting(batches(documents, embedder, itertools.count()), refused)
            first = next(rows, None)
            if first is None:
                raise empty_corpus()
            rows = itertools.chain([first], rows)
            try:
                table = database.create_table(
                    TABLE, data=rows, schema=first.schema, mode="overwrite"
                )
            except Exception:
                # LanceDB hides InputErrors of the reader and the embedder, so raise them here.
                if refused:
                    raise refused[0] from None
                raise
            try:
                check_ids(_ids(table))
            except InputError:
                if old is None:
                    database.drop_table(TABLE)
                else:
                    table.restore(old)
                raise
            return cls(_with_index(table), str(uri), mode, embedder)

    @staticmethod
    def exists(uri: str | Path, *, storage_options: Mapping[str, str] | None = None) -> bool:
        """Whether `build` has written a table at `uri`."""
        with reasons(uri):
            return _has_table(connect(uri, storage_options))

    @classmethod
    def open(
        cls,
        uri: str | Path,
        embedder: Embedder | None = None,
        mode: Mode | None = None,
        *,
        storage_options: Mapping[str, str] | None = None,
    ) -> Self:
        """The table that `build` wrote at `uri`.

        Raises InputError where there is none, or it has the vectors of another embedder.
        """
        mode = _checked_mode(mode, embedder)
        database = connect(uri, storage_options)
        with reasons(uri):
            if not _has_table(database):
                raise InputError(
                    f"{uri} holds no table {TABLE!r} of LanceDB; build one there, or give the "
                    "address of one."
                )
            table = database.open_table(TABLE)
            wanted = {*COLUMNS, *(["vector"] if mode != "text" else [])}
            if missing := wanted - set(table.schema.names):
                raise InputError(
                    f"The table at {uri} has no column {min(missing)!r}; build it again"
                    f"{' with an embedder' if missing == {'vector'} else ''}."
                )
            if embedder is not None and mode != "text":
                check_embedder(table.schema, uri, embedder)
            return cls(_with_index(table), str(uri), mode, embedder)

    @classmethod
    def load(
        cls,
        folder: Path,
        embedder: Embedder | None = None,
        *,
        storage_options: Mapping[str, str] | None = None,
    ) -> Self:
        """Open the table that the pointer in `folder` names; InputError where it cannot be."""
        settings = saved_index.read(folder, "lance").settings
        with saved_index.reading(folder):
            mode, uri = settings["mode"], settings["uri"]
            if mode != "text":
                embedder = saved_index.check_embedder(folder, settings, embedder)
        return cls.open(
            uri, embedder if mode != "text" else None, mode, storage_options=storage_options
        )

    def save(self, folder: Path) -> None:
        """Write a pointer to the table. Storage options, which may hold keys, are not written."""
        uri = self.uri if "://" in self.uri else str(Path(self.uri).resolve())
        settings = {"name": self.name, "uri": uri, "mode": self.mode}
        if self.embedder is not None:
            settings |= {
                "embedder": self.embedder.name,
                "embedder_version": self.embedder.version,
            }
        saved_index.write(folder, "lance", None, settings)

    def __len__(self) -> int:
        return int(self._table.count_rows())

    def holds(self, documents: Iterable[Document]) -> bool:
        """Whether the table has exactly these documents. Reads all of it, and both once."""
        wanted = {whole(one.id): _digest(whole(indexed_text(one))) for one in documents}
        with reasons(self.uri):
            if len(self) != len(wanted):
                return False
            rows = self._table.search().select(["id", "content"]).limit(len(wanted)).to_batches()
            return all(
                wanted.get(row["id"]) == _digest(row["content"])
                for one in rows
                for row in one.to_pylist()
            )

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` documents; all that are found for None."""
        check_k(k)
        wanted = len(self) if k is None else k
        with reasons(self.uri):
            if self.mode == "text":
                return self._by_words(query, wanted)
            if self.mode == "vector":
                return self._by_vector(query, wanted)
            depth = max(wanted, DEPTH)
            return fuse([self._by_words(query, depth), self._by_vector(query, depth)], k)

    def scores(self, query: str) -> NDArray[np.float32]:
        """A score of every document, (documents,), by its position in the corpus.

        By words, 0 for a document that shares none with `query`; by vectors, the product in
        float32; for a hybrid the sum of 1 / (60 + rank), in which every document that is found
        has a rank, however far down. Texts are not read.
        """
        import numpy as np
        from lancedb.query import MatchQuery

        with reasons(self.uri):
            size = self._last() + 1
            by_words = by_vector = np.zeros(0, dtype=np.float32)
            if self.mode != "vector":
                words = MatchQuery(whole(query), "content")  # type: ignore[call-arg]  # as below
                found = self._table.search(words, query_type="fts")
                by_words = _placed(found, "_score", len(self), size)
            if self.mode != "text":
                found = self._nearest(query)
                by_vector = 1 - _placed(found, "_distance", len(self), size)
        if self.mode != "hybrid":
            return by_words if self.mode == "text" else by_vector
        return fused_scores([(by_words, True), (by_vector, False)])

    def _by_words(self, query: str, k: int) -> list[Hit]:
        from lancedb.query import MatchQuery

        # A MatchQuery takes the words literally: quotes and colons have no special meaning.
        words = MatchQuery(whole(query), "content")  # type: ignore[call-arg]  # the others have defaults
        found = self._table.search(words, query_type="fts")
        rows = found.select([*COLUMNS, "_score"]).limit(k).to_list()
        return as_hits(rows, [row["_score"] for row in rows])

    def _by_vector(self, query: str, k: int) -> list[Hit]:
        rows = self._nearest(query).select([*COLUMNS, "_distance"]).limit(k).to_list()
        return as_hits(rows, [1.0 - row["_distance"] for row in rows])

    def _nearest(self, query: str) -> Any:
        """A search by the vector of `query`, by exact products."""
        assert self.embedder is not None
        vector = self.embedder.embed_queries([query])[0]
        found = self._table.search(vector, vector_column_name="vector", query_type="vector")
        return found.distance_type("dot").bypass_vector_index()

    def _last(self) -> int:
        import pyarrow.compute

        positions = self._table.search().select(["position"]).limit(len(self)).to_arrow()
        return int(pyarrow.compute.max(positions["position"]).as_py())


def _digest(text: str) -> bytes:
    return hashlib.blake2b(text.encode(), digest_size=16).digest()


def _placed(found: Any, column: str, rows: int, size: int) -> NDArray[np.float32]:
    """The column of what a search finds, by the position in the corpus, (size,); else 0."""
    import numpy as np

    table = found.select(["position", column]).limit(rows).to_arrow()
    placed = np.zeros(size, dtype=np.float32)
    placed[table["position"].to_numpy()] = table[column].to_numpy()
    return placed


def _noting(rows: Iterator[Any], refused: list[InputError]) -> Iterator[Any]:
    try:
        yield from rows
    except InputError as error:
        refused.append(error)
        raise


def _ids(table: Any) -> Iterator[str]:
    for batch in table.search().select(["id"]).limit(table.count_rows()).to_batches():
        yield from batch["id"].to_pylist()


def _with_index(table: Any) -> Any:
    """The table with its full-text index, which is missing if the process was killed."""
    if not any("content" in index.columns for index in table.list_indices()):
        table.create_fts_index("content")
    return table


def _has_table(database: Any) -> bool:
    return TABLE in database.list_tables().tables


def _checked_mode(mode: Mode | None, embedder: Embedder | None) -> Mode:
    mode = mode or ("hybrid" if embedder is not None else "text")
    if mode not in ("text", "vector", "hybrid"):
        raise unknown("mode", mode, ("text", "vector", "hybrid"))
    if mode != "text" and embedder is None:
        raise InputError(f"The mode {mode!r} compares vectors; give an embedder, or take 'text'.")
    return mode
