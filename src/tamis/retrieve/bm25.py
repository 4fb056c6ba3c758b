"""BM25 on bm25s: ranking by shared words, from postings with precomputed scores.

Six variants. The five of bm25s (Kamphuis et al., ECIR 2020, for their formulas) are `robertson`,
`lucene`, `atire`, `bm25l` and `bm25+`. The published `bm25+`, as in rank_bm25, gives its delta
for every query term to every document, also to one without the term, so that its order is that
of plain BM25 with another IDF. BM25+ as its authors define it, where only documents that hold
the term get the delta, is `lv-zhai` (Lv and Zhai, CIKM 2011).

`BM25.build` indexes documents in memory, `BM25.write` any number of them from a stream to disk.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Self, get_args

from tamis.bad_input import unknown
from tamis.retrieve import _bm25_building as building
from tamis.retrieve import saved_index
from tamis.retrieve._bm25_building import Reusable, Scored
from tamis.retrieve._postings import Postings
from tamis.retrieve._ranking import (
    DistinctIds,
    best,
    check_k,
    checked,
    empty_corpus,
    hits,
    indexed_text,
)
from tamis.retrieve.stems import VERSION, Words
from tamis.retrieve.stored_documents import Documents, Writer, again
from tamis.types import Document, Hit, InputError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Variant = Literal["robertson", "lucene", "atire", "bm25l", "bm25+", "lv-zhai"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

DELTA = {"bm25l": 0.5, "bm25+": 1.0, "lv-zhai": 1.0}
"""The deltas that Lv and Zhai recommend; the other variants have none."""

_NAMES = {"bm25+": "bm25+, reference", "lv-zhai": "bm25+, lv-zhai"}


class BM25:
    """A ranker by words. Documents that share no word with the query are never hits.

    A word that is repeated in the query counts each time.
    """

    by_words = True

    def __init__(
        self,
        documents: Sequence[Document],
        words: Words,
        settings: dict[str, Any],
        postings: dict[str, Any],
        absent: Any,
    ) -> None:
        import bm25s

        self.documents = documents
        self.name = settings["name"]
        self._words, self._settings = words, settings
        self._engine = bm25s.BM25(method="lucene", dtype=settings["dtype"])
        self._engine.scores = postings
        self._engine.nonoccurrence_array = None
        self._absent = absent

    @classmethod
    def build(
        cls,
        documents: Sequence[Document],
        variant: Variant = "lucene",
        *,
        k1: float = 1.5,
        b: float = 0.75,
        delta: float | None = None,
        stemmer: str | None = "english",
        stopwords: str | None = "en",
        dtype: Literal["float32", "float64"] | None = None,
    ) -> Self:
        """Index the titles and texts of `documents`.

        `delta` is that of DELTA unless given. `dtype` is float64 for `bm25+`, whose scores must
        equal those of rank_bm25, and float32 for the others. Raises InputError for an empty
        corpus, repeated ids, an unknown variant, stemmer or list of stop words, or where no
        document has a word.
        """
        settings = _settings(variant, k1, b, delta, stemmer, stopwords, dtype)
        words, postings = Words(stemmer, stopwords), Postings()
        learn = words.learning()
        for document in checked(documents):
            postings.add(learn(indexed_text(document)))
        scored = Scored(words, postings, settings)
        arrays = scored.arrays()
        return cls(documents, words, scored.settings, arrays, scored.absent)

    @classmethod
    def write(
        cls,
        folder: Path,
        passages: Iterable[Document | range],
        variant: Variant = "lucene",
        *,
        k1: float = 1.5,
        b: float = 0.75,
        delta: float | None = None,
        stemmer: str | None = "english",
        stopwords: str | None = "en",
        dtype: Literal["float32", "float64"] | None = None,
        old: Reusable | None = None,
        beside: Callable[[Path], None] = lambda data: None,
    ) -> Self:
        """Index `passages`, which are read once and in order, into `folder`, and open the index.

        What `build` and `save` do, with the same scores, in memory that grows by some twenty bytes
        a passage and some hundred a word. A range stands for these documents of the index `old`,
        which are neither read nor split into words again; their ids must not be among the others.
        `beside` writes further files into the data folder. If the process is killed, the index
        that was in `folder` before is left. Raises InputError as `build` does.
        """
        import numpy as np

        settings = _settings(variant, k1, b, delta, stemmer, stopwords, dtype)
        with saved_index.writing(folder, "bm25") as new:
            documents = Writer(new.data, old.documents if old else None)
            words = Words(stemmer, stopwords, old.stems if old else ())
            learn, ids = words.learning(), DistinctIds()
            with tempfile.TemporaryDirectory(dir=new.data) as blocks:
                postings = Postings(Path(blocks))
                moved = np.full(len(old.documents) if old else 0, -1, dtype=np.int32)
                for one in passages:
                    if isinstance(one, Document):
                        ids.add(one.id)
                        documents.add(one)
                        postings.add(learn(indexed_text(one)))
                    elif old is not None:
                        at = len(postings)
                        moved[one.start : one.stop] = np.arange(at, at + len(one))
                        documents.copy(one)
                        postings.skip(old.lengths[one.start : one.stop])
                new.corpus = documents.finish()
                if not len(postings):
                    raise empty_corpus()
                ids.check(one.id for one in Documents(new.data))
                if old is not None:
                    postings.include(old.block(moved))
                scored = Scored(words, postings, settings)
                scored.save(new.data, words)
            beside(new.data)
            new.settings = scored.settings
        return cls.load(folder)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote, its postings memory-mapped.

        Raises InputError where it is broken, or of another version of the words.
        """
        import numpy as np

        stored = saved_index.read(folder, "bm25")
        settings = dict(stored.settings)
        with saved_index.reading(folder):
            stems = building.read_stems(stored.data)
            postings = building.load_arrays(stored.data, len(stored.documents))
            path = stored.data / building.ABSENT
            absent = np.load(path) if path.exists() else None
            words = Words(settings["stemmer"], settings["stopwords"], stems)
            if settings.get("words") != VERSION:
                raise InputError(
                    f"{folder} is an index of another version of Tamis, which cut texts into "
                    f"words in another way; {again(folder)}."
                )
            return cls(stored.documents, words, settings, postings, absent)

    def save(self, folder: Path) -> None:
        """Write the index and its documents; if killed, the old or the new one is left."""
        import numpy as np

        def fill(data: Path) -> None:
            building.write_stems(data, [*self._words.stems])
            building.save_arrays(data, self._engine.scores)
            if self._absent is not None:
                np.save(data / building.ABSENT, self._absent)

        saved_index.write(folder, "bm25", self.documents, self._settings, fill)

    def __len__(self) -> int:
        return len(self.documents)

    def search(self, query: str, k: int | None = 40) -> list[Hit]:
        """The best `k` of the documents that share a word with `query`, ties in corpus order."""
        import numpy as np

        check_k(k)
        ids = self._words.ids(query)
        if not ids:
            return []
        scores = self._engine.get_scores_from_ids(ids)
        if self._settings["positive"]:
            found = best(scores, k, above=0)
        else:
            matching = np.unique(np.concatenate([self._documents_with(id) for id in set(ids)]))
            found = matching[best(scores[matching], k)]
        # In float64, so that adding the score of absent terms to all documents makes no new ties.
        got = scores[found].astype(np.float64)
        if self._absent is not None:
            got += self._absent[ids].sum(dtype=np.float64)
        return hits(self.documents, found.tolist(), got.tolist())

    def scores(self, query: str) -> NDArray[np.float32]:
        """A score of every document, (documents,): 0 without a word of `query`, else as they rank.

        Less what `search` adds to all of them in `bm25l` and `bm25+`.
        """
        import numpy as np

        ids = self._words.ids(query)
        if not ids:
            return np.zeros(len(self), dtype=np.float32)
        found: NDArray[np.float32] = self._engine.get_scores_from_ids(ids).astype(np.float32)
        if not self._settings["positive"]:
            matching = np.concatenate([self._documents_with(id) for id in set(ids)])
            # A match that scores 0 is a match.
            found[matching] = np.maximum(found[matching], np.finfo(np.float32).tiny)
        return found

    def _documents_with(self, id: int) -> Any:
        postings = self._engine.scores
        return postings["indices"][postings["indptr"][id] : postings["indptr"][id + 1]]


def _settings(
    variant: str,
    k1: float,
    b: float,
    delta: float | None,
    stemmer: str | None,
    stopwords: str | None,
    dtype: str | None,
) -> dict[str, Any]:
    if variant not in VARIANTS:
        raise unknown("BM25", variant, VARIANTS)
    dtype = dtype or ("float64" if variant == "bm25+" else "float32")
    delta = DELTA.get(variant, 0.0) if delta is None else delta
    return {
        "name": f"bm25 ({_NAMES.get(variant, variant)})",
        **{"variant": variant, "k1": k1, "b": b, "delta": delta, "dtype": dtype},
        **{"stemmer": stemmer, "stopwords": stopwords, "words": VERSION},
    }
