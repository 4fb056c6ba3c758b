"""The tables of LanceDB: a connection, its errors as sentences, and the rows of a table.

The columns are `id`, `title`, `content` (the title, a line break and the text), `position` (in
the corpus) and, with an embedder, `vector`.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tamis.bad_input import needs_package
from tamis.retrieve._ranking import indexed_text
from tamis.retrieve._vectors import checked_vectors
from tamis.text.normalised import whole
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Embedder

COLUMNS = ["id", "title", "content", "position"]
BATCH = 1_024
EMBEDDER = "embedder"
"""The key of the embedder in the metadata of the schema."""


def connect(uri: str | Path, storage_options: Mapping[str, str] | None) -> Any:
    """The database at `uri`; InputError without the extra, or where it cannot be used."""
    try:
        import lancedb
    except ImportError as error:
        raise needs_package("a corpus in a LanceDB table", "lancedb", extra="scale") from error
    with reasons(uri):
        return lancedb.connect(
            str(uri), storage_options=dict(storage_options) if storage_options else None
        )


@contextmanager
def reasons(uri: str | Path) -> Iterator[None]:
    """Turns an error of LanceDB about an unusable address into an InputError."""
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        said = " ".join(str(error).split())[:200]
        raise InputError(
            f"LanceDB cannot use {uri} ({said}); check the address and the storage options."
        ) from error


def as_hits(rows: Sequence[Mapping[str, Any]], scores: Sequence[float]) -> list[Hit]:
    """Rows as hits, best first, equal scores by position."""
    pairs = sorted(zip(scores, rows, strict=True), key=lambda p: (-p[0], p[1]["position"]))
    return [Hit(_document(row), float(score)) for score, row in pairs]


def _document(row: Mapping[str, Any]) -> Document:
    title, content = row["title"], row["content"]
    return Document(row["id"], title, content[len(title) + 1 :] if title else content)


def check_embedder(schema: Any, place: object, embedder: Embedder) -> None:
    """InputError where the table has the vectors of another embedder, by its schema."""
    built = (schema.metadata or {}).get(EMBEDDER.encode(), b"").decode()
    if built and built != _said(embedder):
        raise InputError(
            f"The table at {place} was built with the embedder {built}, not with "
            f"{_said(embedder)}; give that one, or build it again."
        )


def _said(embedder: Embedder) -> str:
    return f"{embedder.name} {embedder.version}".strip()


def pieces(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """The documents in lists of BATCH."""
    rest = iter(documents)
    return iter(lambda: list(itertools.islice(rest, BATCH)), [])


def batches(
    documents: Iterable[Document], embedder: Embedder | None, positions: Iterator[int]
) -> Iterator[Any]:
    """The rows of the table, as batches of Arrow; the schema names their embedder."""
    import pyarrow

    dimension: int | None = None
    for piece in pieces(documents):
        contents = [whole(indexed_text(document)) for document in piece]
        titles = [whole(document.title) for document in piece]
        columns = {
            "id": pyarrow.array([whole(document.id) for document in piece], pyarrow.string()),
            "title": pyarrow.array(titles, pyarrow.string()),
            "content": pyarrow.array(contents, pyarrow.large_string()),
            "position": pyarrow.array(
                list(itertools.islice(positions, len(piece))), pyarrow.int64()
            ),
        }
        if embedder is not None:
            vectors = embedder.embed_documents(contents)
            vectors = checked_vectors(vectors, len(piece), dimension, embedder.name)
            dimension = vectors.shape[1]
            columns["vector"] = pyarrow.FixedSizeListArray.from_arrays(
                pyarrow.array(vectors.ravel()), dimension
            )
        said = {EMBEDDER: _said(embedder)} if embedder is not None else None
        yield pyarrow.record_batch(columns).replace_schema_metadata(said)
