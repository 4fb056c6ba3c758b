"""Embedders: texts to vectors, by the corpus, a server, sentence-transformers, or hashed words.

A server is asked by `OpenAIEmbedder`; `Cached` keeps the vectors of any of them on disk.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from tamis.bad_input import needs_package
from tamis.retrieve._vectors import Embedder, checked_vectors
from tamis.retrieve.embedding_cache import Cached
from tamis.retrieve.embedding_server import OPENAI, OpenAIEmbedder
from tamis.retrieve.lsa import LsaEmbedder
from tamis.types import InputError

if TYPE_CHECKING:
    from tamis.retrieve._vectors import Vectors

__all__ = [
    "Cached",
    "Embedder",
    "HashingEmbedder",
    "LsaEmbedder",
    "OpenAIEmbedder",
    "SentenceTransformerEmbedder",
    "embedder",
]


NAMED = (
    "lsa (fitted on the corpus), st:NAME (sentence-transformers), openai:MODEL (a server) or "
    "hashing (a stand-in for tests)"
)
"""The embedders, as messages list them."""


def embedder(name: str) -> Embedder:
    """The embedder that a user names: `lsa`, `st:NAME`, `openai:MODEL` or `hashing`.

    `lsa` (or `lsa:N`, N dimensions) is fitted to the corpus that is searched. `st:` is a model of
    sentence-transformers, on the hub or in a folder. The server is OpenAI's,
    or that of $OPENAI_BASE_URL, which may need no key. InputError for another name.
    """
    kind, _, model = name.partition(":")
    if name == "hashing":
        return HashingEmbedder()
    if kind == "lsa" and (not model or model.isdecimal()):
        return LsaEmbedder(int(model)) if model else LsaEmbedder()
    if kind == "st" and model:
        return SentenceTransformerEmbedder(model)
    if kind == "openai" and model:
        server = os.environ.get("OPENAI_BASE_URL")
        needs_key = not server or "OPENAI_API_KEY" in os.environ
        return OpenAIEmbedder(model, server or OPENAI, "OPENAI_API_KEY" if needs_key else None)
    raise InputError(f"There is no embedder {name!r:.100}; give {NAMED}.")


class HashingEmbedder:
    """Hashed counts of words, normalised: for tests and for trying things without a model.

    It compares only equal words, not meanings, so it retrieves badly; never report its figures.
    """

    version = "1"

    def __init__(self, dimension: int = 256) -> None:
        self.name = f"hashing-{dimension}"
        self.dimension = dimension

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`, of length 1 (0 for a text without words)."""
        import numpy as np

        vectors = np.zeros((len(texts), self.dimension), dtype=np.float32)
        for row, text in zip(vectors, texts, strict=True):
            for word, count in Counter(re.findall(r"\w\w+", text.lower())).items():
                code = hashlib.blake2b(
                    word.encode("utf-8", "surrogatepass"), digest_size=8
                ).digest()
                number = int.from_bytes(code, "little")
                row[(number >> 1) % self.dimension] += count if number & 1 else -count
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        return vectors

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As documents."""
        return self.embed_documents(texts)


class SentenceTransformerEmbedder:
    """A model of sentence-transformers: a name on the hub, or a folder. Needs the extra `dense`.

    Queries and documents get the prompts that the model was trained with. `dtype` "bfloat16" is
    about three times as fast on a CPU as "float32", with slightly different vectors. `name`
    replaces the name of a folder in reports.
    """

    def __init__(
        self, model: str, *, name: str | None = None, batch: int = 32, dtype: str = "float32"
    ) -> None:
        try:
            from sentence_transformers import SentenceTransformer
        except ImportError as error:
            raise needs_package(
                "embedding on this machine",
                "sentence-transformers",
                extra="dense",
                instead="give an OpenAI-compatible server",
            ) from error
        try:
            self._model = SentenceTransformer(model, model_kwargs={"torch_dtype": dtype})
        except (OSError, ValueError, ImportError) as error:
            said = str(error).strip().partition("\n")[0]
            raise InputError(
                f"sentence-transformers cannot load {model} ({said:.200}); give the name of a "
                "model on the hub, or the folder of one."
            ) from error
        self.name = name or Path(model).name
        config = getattr(self._model[0], "auto_model", None)
        commit = getattr(getattr(config, "config", None), "_commit_hash", None) or ""
        self.version = f"{commit[:12]} {'' if dtype == 'float32' else dtype}".strip()
        self.dimension: int | None = None
        self._batch = batch

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`, cut by the model at its longest input."""
        return self._embed("encode_document", texts)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts` as queries, which some models embed differently."""
        return self._embed("encode_query", texts)

    def _embed(self, method: str, texts: Sequence[str]) -> Vectors:
        # Before version 5 there was one method for both.
        encode = getattr(self._model, method, self._model.encode)
        vectors = encode(
            list(texts), batch_size=self._batch, convert_to_numpy=False, show_progress_bar=False
        )
        rows = [vector.float().cpu().numpy() for vector in vectors]
        checked = checked_vectors(rows, len(texts), self.dimension, self.name)
        self.dimension = checked.shape[1]
        return checked
