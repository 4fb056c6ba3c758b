"""Latent semantic analysis: vectors without weights or a server, fitted on the corpus itself.

TF-IDF and a truncated singular value decomposition, both by scikit-learn (Deerwester et al., 1990).
Words that stand in the same documents come near each other, so a document may be found that shares
no word with the query. What a corpus does not say, it cannot know: it is a baseline beside BM25
where embeddings with weights cannot be had, not a model of language.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from tamis.bad_input import needs_package
from tamis.inputs.json_records import read_json
from tamis.retrieve.stems import VERSION
from tamis.types import InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from tamis.retrieve._vectors import Vectors

DIMENSION = 256
"""The dimensions of the vectors, fewer where the corpus has fewer documents or words."""

_RARE = 1_000
"""With at least so many documents, a word that only one of them has is left out."""

_STEMS, _WEIGHTS, _AXES = "lsa.stems.json", "lsa.idf.npy", "lsa.axes.npy"


class LsaEmbedder:
    """An embedder that must be `fitted` to a corpus before it can embed.

    Words are those of BM25 (`Words.of`), of two letters or more. The vectors have length 1, or 0
    for a text without a known word. `version` is a digest of the corpus.
    """

    def __init__(self, dimension: int = DIMENSION) -> None:
        if dimension < 1:
            raise InputError(f"lsa:{dimension} has no dimension; give lsa or lsa:N, N from 1.")
        self.name, self.version = f"lsa-{dimension}", ""
        self.dimension = dimension
        self._words: Any = None
        self._axes: NDArray[np.float32] | None = None

    def fitted(self, texts: Sequence[str]) -> LsaEmbedder:
        """A new embedder, fitted to the texts of a corpus; InputError where these have no words."""
        made = LsaEmbedder(self.dimension)
        made._words = _tfidf(min_df=2 if len(texts) >= _RARE else 1)
        try:
            weights = made._words.fit_transform(texts)
        except ValueError as error:
            raise InputError(
                "The corpus has no words that LSA could be fitted on; use bm25."
            ) from error
        from sklearn.utils.extmath import randomized_svd

        axes = min(self.dimension, *weights.shape)
        _, _, found = randomized_svd(weights, axes, n_iter=5, random_state=0)
        made._axes = found.astype("float32")
        digest = hashlib.sha256(json.dumps(list(texts)).encode("ascii"))
        made.version = digest.hexdigest()[:12]
        return made

    def embed_documents(self, texts: Sequence[str]) -> Vectors:
        """The vectors of `texts`, (n, dimension); InputError before it is fitted."""
        import numpy as np

        if self._axes is None:
            raise InputError(
                "The embedder lsa is fitted on a corpus and kept with its index: it works with "
                "the rankers dense and hybrid alone."
            )
        vectors = np.asarray(self._words.transform(texts) @ self._axes.T, dtype=np.float32)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        np.divide(vectors, lengths, out=vectors, where=lengths > 0)
        # What is left of a sum that should be 0 would rank documents that have nothing in common.
        return np.round(vectors, 6)

    def embed_queries(self, texts: Sequence[str]) -> Vectors:
        """As documents."""
        return self.embed_documents(texts)

    def save(self, data: Path) -> None:
        """Write what was fitted into the data folder of an index."""
        import numpy as np

        assert self._axes is not None
        stems = self._words.get_feature_names_out().tolist()
        (data / _STEMS).write_text(json.dumps([self.version, stems, VERSION]), encoding="utf-8")
        np.save(data / _WEIGHTS, self._words.idf_)
        np.save(data / _AXES, self._axes)

    @classmethod
    def load(cls, data: Path, name: str) -> Self:
        """Read what `save` wrote; raises OSError and ValueError where it is broken."""
        import numpy as np

        made = cls(int(name.removeprefix("lsa-")))
        made.version, stems, version = read_json(data / _STEMS)
        if version != VERSION:
            raise ValueError("its words were cut in another way")
        made._words = _tfidf(vocabulary=stems)
        made._words.idf_ = np.load(data / _WEIGHTS)
        made._axes = np.load(data / _AXES)
        return made


def _tfidf(**settings: Any) -> Any:
    try:
        from sklearn.feature_extraction.text import TfidfVectorizer
    except ImportError as error:
        raise needs_package("the embedder lsa", "scikit-learn", extra="lsa") from error
    from tamis.retrieve.stems import Words

    return TfidfVectorizer(analyzer=Words().of, sublinear_tf=True, **settings)
