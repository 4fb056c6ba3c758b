"""Vectors kept on disk, so that no text is embedded twice."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.retrieve._vectors import Embedder, checked_vectors
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Vectors

_TABLE = "CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID"
_ASKED = 500
_EMBEDDED = 512


class Cached:
    """An embedder that keeps its vectors in one SQLite file in `folder`, for any embedder.

    A vector is found by the digest of the embedder's name and version, of whether the text is a
    document or a query, and of the text. They are written in batches of some hundreds, each in one
    transaction, so that a killed process loses one batch at most.
    """

    def __init__(self, embedder: Embedder, folder: Path) -> None:
        self.embedder = embedder
        self.path = folder / "embeddings.sqlite"
        self.name, self.version = embedder.name, embedder.version

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """As the embedder, which is asked only for what is not on disk."""
        return self._embed("document", texts, self.embedder.embed_documents)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As the embedder, which is asked only for what is not on disk."""
        return self._embed("query", texts, self.embedder.embed_queries)

    def _embed(
        self, what: str, texts: Sequence[str], embed: Callable[[Sequence[str]], Vectors]
    ) -> Vectors:
        import numpy as np

        keys = [self._key(what, text) for text in texts]
        with self._open() as database:
            known = dict(_known(database, list(dict.fromkeys(keys))))
            new = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
            for start in range(0, len(new), _EMBEDDED):
                some = [*new][start : start + _EMBEDDED]
                vectors = embed([new[key] for key in some])
                vectors = checked_vectors(vectors, len(some), None, self.name)
                rows = [(key, row.tobytes()) for key, row in zip(some, vectors, strict=True)]
                with database:
                    database.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)
                known.update(rows)
        if len({len(vector) for vector in known.values()}) > 1:
            raise InputError(
                f"{self.path} holds vectors of {self.name} of different lengths: the model under "
                "that name has changed; delete the file."
            )
        joined = np.frombuffer(b"".join(known[key] for key in keys), dtype="<f4")
        return joined.reshape(len(texts), -1 if texts else 0).astype(np.float32)

    def _key(self, what: str, text: str) -> bytes:
        fields = (self.name, self.version, what, text)
        # As JSON, so that the fields are separated unambiguously.
        return hashlib.sha256(json.dumps(fields).encode("ascii")).digest()

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with closing(sqlite3.connect(self.path, timeout=60)) as database:
                database.execute(_TABLE)
                yield database
        except (sqlite3.Error, OSError) as error:
            raise InputError(
                f"The stored vectors in {self.path} cannot be used ({error}); delete the file, "
                "or give another folder."
            ) from error


def _known(database: sqlite3.Connection, keys: Sequence[bytes]) -> Iterator[tuple[bytes, bytes]]:
    for start in range(0, len(keys), _ASKED):
        some = keys[start : start + _ASKED]
        marks = ", ".join("?" * len(some))
        yield from database.execute(f"SELECT key, vector FROM vectors WHERE key IN ({marks})", some)
