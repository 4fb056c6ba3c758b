"""BM25 on bm25s: ranking by shared words, from postings with precomputed scores.

Six variants. The five of bm25s (Kamphuis et al., ECIR 2020, for their formulas) are `robertson`,
`lucene`, `atire`, `bm25l` and `bm25+`. The published `bm25+`, as in rank_bm25, gives its delta
for every query term to every document, also to one without the term, so that its order is that
of plain BM25 with another IDF. BM25+ as its authors define it, where only documents that hold
the term get the delta, is `lv-zhai` (Lv and Zhai, CIKM 2011).
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal, Self, get_args

from tamis.inputs.json_records import read_json
from tamis.retrieve import saved_index
from tamis.retrieve._ranking import best, check_k, checked, hits, indexed_text
from tamis.types import Document, Hit, InputError

Variant = Literal["robertson", "lucene", "atire", "bm25l", "bm25+", "lv-zhai"]
VARIANTS: tuple[Variant, ...] = get_args(Variant)

DELTA = {"bm25l": 0.5, "bm25+": 1.0, "lv-zhai": 1.0}
"""The deltas that Lv and Zhai recommend; the other variants have none."""

_NAMES = {"bm25+": "bm25+, reference", "lv-zhai": "bm25+, lv-zhai"}
WORD = re.compile(r"\w\w+")
_ARRAYS = ("data", "indices", "indptr")


class Words:
    """Text to token ids: words of two letters or more in lower case, stemmed, without stop words.

    `stemmer` is a language of Snowball, `stopwords` a language of bm25s's lists, None for none;
    InputError where there is no such language.
    """

    def __init__(
        self,
        stemmer: str | None = "english",
        stopwords: str | None = "en",
        stems: Sequence[str] = (),
    ) -> None:
        import Stemmer
        from bm25s.tokenization import Tokenizer

        self.settings = {"stemmer": stemmer, "stopwords": stopwords}
        try:
            self.stopped = frozenset(Tokenizer(stopwords=stopwords).stopwords)
        except ValueError as error:
            raise InputError(
                f"There is no list of stop words {stopwords!r}; give en, de, fr or another "
                "language of bm25s, or none."
            ) from error
        try:
            # No cache in the stemmer: while building, every word is stemmed only once.
            self._stem = Stemmer.Stemmer(stemmer, 0).stemWord if stemmer else str
        except KeyError as error:
            raise InputError(
                f"There is no stemmer {stemmer!r}; give english, german, french or another "
                "language of Snowball, or none."
            ) from error
        self.stems: dict[str, int] = {stem: i for i, stem in enumerate(stems)}

    def learn(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of `texts`, one list each, in order; new words get new ids."""
        known = _Learning(self.stems, self.stopped, self._stem)
        return [
            [id for id in map(known.__getitem__, WORD.findall(text.lower())) if id >= 0]
            for text in texts
        ]

    def ids(self, text: str) -> list[int]:
        """The token ids of the known words of `text`, in order, with repetitions."""
        return [self.stems[stem] for stem in self.of(text) if stem in self.stems]

    def of(self, text: str) -> list[str]:
        """The stems of `text`, in order, with repetitions."""
        return [self._stem(w) for w in WORD.findall(text.lower()) if w not in self.stopped]


class _Learning(dict[str, int]):
    """The id of each word so far; -1 for a stop word."""

    def __init__(self, stems: dict[str, int], stopped: frozenset[str], stem: Any) -> None:
        self.stems, self.stem = stems, stem
        super().__init__(dict.fromkeys(stopped, -1))

    def __missing__(self, word: str) -> int:
        id = self[word] = self.stems.setdefault(self.stem(word), len(self.stems))
        return id


class BM25:
    """A ranker by words. Documents that share no word with the query are never hits.

    A word that is repeated in the query counts each time.
    """

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
        import bm25s
        import numpy as np

        if variant not in VARIANTS:
            raise InputError(f"There is no BM25 {variant!r}; choose from {', '.join(VARIANTS)}.")
        words = Words(stemmer, stopwords)
        tokens = words.learn([indexed_text(document) for document in checked(documents)])
        if not words.stems:
            raise InputError(
                f"None of the {len(documents)} documents holds a word to index; BM25 needs text."
            )
        dtype = dtype or ("float64" if variant == "bm25+" else "float32")
        delta = DELTA.get(variant, 0.0) if delta is None else delta
        method = "bm25+" if variant == "lv-zhai" else variant
        engine = bm25s.BM25(k1=k1, b=b, delta=delta, method=method, dtype=dtype)
        engine.index((tokens, words.stems), create_empty_token=False, show_progress=False)
        postings, absent = engine.scores, engine.nonoccurrence_array
        if variant == "lv-zhai":
            # bm25s stores a posting minus the score of an absent term, which is 0 here.
            postings["data"] += np.repeat(absent, np.diff(postings["indptr"]))
            absent = None
        settings = {
            "name": f"bm25 ({_NAMES.get(variant, variant)})",
            **{"variant": variant, "k1": k1, "b": b, "delta": delta, "dtype": dtype},
            **words.settings,
            # With an IDF of zero a document that matches scores nothing.
            "positive": bool((postings["data"] > 0).all()),
        }
        return cls(documents, words, settings, postings, absent)

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read what `save` wrote, its postings memory-mapped; InputError where it is broken."""
        import numpy as np

        stored = saved_index.read(folder, "bm25")
        settings = dict(stored.settings)
        with saved_index.reading(folder):
            stems = read_json(stored.data / "stems.json")
            postings: dict[str, Any] = {
                name: np.asarray(np.load(stored.data / f"{name}.npy", mmap_mode="r"))
                for name in _ARRAYS
            }
            path = stored.data / "absent.npy"
            absent = np.load(path) if path.exists() else None
            words = Words(settings["stemmer"], settings["stopwords"], stems)
            postings["num_docs"] = len(stored.documents)
            return cls(stored.documents, words, settings, postings, absent)

    def save(self, folder: Path) -> None:
        """Write the index and its documents; if killed, the old or the new one is left."""
        import numpy as np

        def fill(data: Path) -> None:
            stems = json.dumps(list(self._words.stems))
            (data / "stems.json").write_text(stems, encoding="ascii")
            for name in _ARRAYS:
                np.save(data / f"{name}.npy", self._engine.scores[name])
            if self._absent is not None:
                np.save(data / "absent.npy", self._absent)

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

    def _documents_with(self, id: int) -> Any:
        postings = self._engine.scores
        return postings["indices"][postings["indptr"][id] : postings["indptr"][id + 1]]
